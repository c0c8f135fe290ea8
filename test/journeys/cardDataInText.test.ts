import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, authorizationWith } from './requests.ts'

const number = '4508750015741019'
const grouped = '4508 7500 1574 1019'
const track = `;${number}=39011010000000000?`

describe('card data where it does not belong', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded')
  })
  afterAll(async () => {
    expect(gateway.asks).toEqual([])
    await gateway.stop()
  })

  test.each([
    ['transaction.merchantNote', `paid by ${grouped}`],
    ['transaction.merchantNote', 'the cvv was 7341'],
    ['transaction.reference', number],
    ['order.reference', '4508.7500.1574.1019'],
    ['order.description', track],
    ['order.customerNote', `%B${number}^DOE/JOHN^39011010000000000000?`],
    ['order.notificationUrl', 'https://shop.example/paid?card=4508%207500%201574%201019'],
    ['order.notificationUrl', 'https://shop.example/paid?cvv=7341'],
    ['order.custom.note', grouped],
    ['customer.firstName', number],
    ['sourceOfFunds.provided.card.nameOnCard', `DOE ${grouped}`],
    ['billing.address.street', `c/o ${number}`],
    ['device.browser', `Browser/1.0 (${number})`],
    ['order.subMerchant.identifier', number],
    ['airline.passenger[0].specificInformation', `card${number}`],
    ['order.item[0].name', number],
  ])('is refused in %s: %s', async (field, value) => {
    const answer = await gateway.call('PUT', 'order/1/transaction/1', authorizationWith(field, value))
    expect(answer, answer.text).toMatchObject({
      status: 400,
      body: { error: { field, validationType: 'INVALID', explanation: refused } },
    })
    expect(answer.text).not.toMatch(/4508|7341/)
  })

  test('is refused as the name of a field that the merchant chose, which is not told', async () => {
    const answer = await gateway.call(
      'PUT',
      'order/1/transaction/1',
      authorizationWith(`order.custom.${number}`, 'x'),
    )
    expect(answer.body.error).toMatchObject({ field: 'order.custom', validationType: 'INVALID' })
    expect(answer.text).not.toContain('4508')
  })

  test.each([
    ['orderid', 'PUT', `order/${number}/transaction/1`],
    ['orderid', 'GET', 'order/4508%207500%201574%201019'],
    ['transactionid', 'PUT', `order/1/transaction/no-${number}`],
    ['transactionid', 'PUT', 'order/1/transaction/cvv%207341'],
    ['sessionId', 'PUT', `session/${number}`],
    ['sourceOfFunds.token', 'PUT', `token/${number}`],
    ['3DSecureId', 'PUT', `3DSecureId/${number}`],
  ])('is refused as %s of %s %s', async (field, method, path) => {
    const answer = await gateway.call(method, path, method === 'GET' ? undefined : authorization())
    expect(answer, answer.text).toMatchObject({
      status: 400,
      body: { error: { field, validationType: 'INVALID' } },
    })
    expect(answer.text).not.toMatch(/4508|7341/)
  })

  test('is refused by sessions, made or updated, which then do not hold it', async () => {
    const made = await gateway.call('POST', 'session', { order: { description: grouped } })
    expect(made, made.text).toMatchObject({ status: 400, body: { error: { field: 'order.description' } } })
    const { body } = await gateway.call('POST', 'session', {})
    const id = Reflect.get(Object(body.session), 'id')
    const updated = await gateway.call('PUT', `session/${id}`, { customer: { lastName: number } })
    expect(updated, updated.text).toMatchObject({
      status: 400,
      body: { error: { field: 'customer.lastName' } },
    })
    expect((await gateway.call('GET', `session/${id}`)).text).not.toContain('customer')
  })

  test('is not echoed as a correlation id, nor by the refusal of something else', async () => {
    const body = { ...authorization({ correlationId: number }), nonsense: 1 }
    const answer = await gateway.call('PUT', 'order/1/transaction/1', body)
    expect(answer.body).toMatchObject({ error: { field: 'nonsense' } })
    expect(answer.body).not.toHaveProperty('correlationId')
    const wrong = await gateway.call(
      'PUT',
      'order/1/transaction/1',
      authorizationWith('customer.email', 'cvv 7341'),
    )
    expect(wrong.body).toMatchObject({ error: { field: 'customer.email' } })
    expect(wrong.text).not.toContain('7341')
  })

  const refused = 'Value is invalid. It must not hold card data.'
})
