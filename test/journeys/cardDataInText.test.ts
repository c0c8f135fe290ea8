import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, authorizationWith, fundsOf } from './requests.ts'

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
    ['order.customerNote', 'card 4508:7500:1574:1019'],
    ['order.reference', '4508x7500x1574x1019'],
    ['order.description', '4508/7500/1574/1019/12/25'],
    ['order.customerNote', '=34=35=30=38=37=35=30=30=31=35=37=34=31=30=31=39'],
    ['order.reference', `000${number}`],
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

  describe('in an id, so that no search would find it, but it is the number that pays', () => {
    const hidden = `4-50a87_500b1574-${number.slice(-4)}`
    const inName = 'a45b0875c0015d741019'
    const told = async (method: string, path: string, body: object) => {
      const answer = await gateway.call(method, path, body)
      expect(answer, answer.text).toMatchObject({
        status: 400,
        body: { error: { validationType: 'INVALID' } },
      })
      expect(answer.text).not.toMatch(/4-50|a87_|a45b|1019/)
      return Reflect.get(Object(answer.body.error), 'field')
    }
    const paying = authorization({ sourceOfFunds: fundsOf({ number }) })

    test('is refused as the id of an order, a transaction, an enrollment check and a token', async () => {
      expect(await told('PUT', `order/${hidden}/transaction/1`, paying)).toBe('orderid')
      expect(await told('PUT', `order/1/transaction/${hidden}`, paying)).toBe('transactionid')
      const check = {
        ...{ apiOperation: 'CHECK_3DS_ENROLLMENT', order: { amount: '10.00', currency: 'USD' } },
        ...{ sourceOfFunds: fundsOf({ number }), '3DSecure': { authenticationRedirect: { responseUrl } } },
      }
      expect(await told('PUT', `3DSecureId/${hidden}`, check)).toBe('3DSecureId')
      const kept = { sourceOfFunds: fundsOf({ number }) }
      expect(await told('PUT', `token/${inName}`, kept)).toBe('sourceOfFunds.token')
    })

    test('is refused where a session or a token brings the number', async () => {
      const { body } = await gateway.call('POST', 'session', { sourceOfFunds: fundsOf({ number }) })
      const { sourceOfFunds: _, ...rest } = authorization()
      const session = { id: Reflect.get(Object(body.session), 'id') }
      expect(await told('PUT', `order/${hidden}/transaction/1`, { ...rest, session })).toBe('orderid')
      const made = await gateway.call('POST', 'token', { sourceOfFunds: fundsOf({ number }) })
      const sourceOfFunds = { token: Reflect.get(made.body, 'token') }
      expect(await told('PUT', `order/1/transaction/${hidden}`, { ...rest, sourceOfFunds })).toBe(
        'transactionid',
      )
    })

    const responseUrl = 'https://shop.example/back'
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

  test("is not seen in a carton's number that checks like a card behind its zeros", async () => {
    const reference = '000370009407754673'
    const made = await gateway.call('POST', 'session', {
      order: { reference, description: `(00)${reference}` },
    })
    expect(made, made.text).toMatchObject({ status: 201 })
    const id = Reflect.get(Object(made.body.session), 'id')
    expect((await gateway.call('GET', `session/${id}`)).body).toMatchObject({
      order: { reference, description: `(00)${reference}` },
    })
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
