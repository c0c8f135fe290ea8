import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { openCheckout } from './payer.ts'
import { valueAt } from './whole.ts'

/** Production that payers reach by another address than its operator believes. */
let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('external', { isSandbox: false, publicUrl: 'https://pay.example' })
})
afterAll(() => gateway?.stop())

const warnings = async () => {
  const { body } = await gateway.call('GET', '/ready', undefined, { authorization: null })
  return Object(body).warnings
}
const told = () => gateway.lines.filter(line => line.includes('TOLLGATE_PUBLIC_URL'))

test('pages of others, and those who come by the right address, are no sign of it', async () => {
  const payer = await openCheckout(gateway)
  const by = (headers: Readonly<Record<string, string>>) => payer.act('state', {}, { headers })
  expect(await by({ Origin: 'https://pay.example' })).toMatchObject({ step: 'form' })
  for (const headers of [
    { Origin: 'https://evil.example' },
    { Origin: gateway.origin, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null' },
  ])
    expect(await by(headers)).toEqual({ status: 403 })
  expect([await warnings(), told()]).toEqual([[], []])
})

test('nor is what anybody can say without a session that a merchant has made', async () => {
  const page = { Origin: 'https://made-up.example', 'Sec-Fetch-Site': 'same-origin' }
  const by = (method: string, path: string, headers: Readonly<Record<string, string>> = page) =>
    fetch(`${gateway.origin}${path}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ sourceOfFunds: { provided: { card: { securityCode: '100' } } } }),
    })
  const form = '/form/version/100/merchant/TESTMERCHANT/session'
  const made = await by('POST', form, { Origin: 'https://pay.example' })
  const ofPayer = String(valueAt(Object(await made.json()), 'session.id'))
  expect([made.status, ofPayer]).toEqual([200, expect.stringMatching(/^SESSION/)])
  const madeUp = `${ofPayer.slice(0, -1)}${ofPayer.endsWith('A') ? 'B' : 'A'}`
  for (const [method, path] of [
    ['POST', `/checkout/pay/${madeUp}/state`],
    ['POST', '/checkout/pay/none/state'],
    ['POST', `/checkout/pay/${ofPayer}/state`],
    ['POST', form],
    ['PUT', `${form}/${madeUp}`],
    ['PUT', `${form}/${ofPayer}`],
  ] as const)
    expect([path, (await by(method, path)).status]).toEqual([path, 403])
  // Whatever is looked up for them has been found by then.
  await openCheckout(gateway)
  expect([await warnings(), told()]).toEqual([[], []])
})

test('a page of ours under another address is: the operator is told of each, and at /ready', async () => {
  const payer = await openCheckout(gateway)
  const Origin = 'https://shop-pay.example'
  for (const headers of [{ Origin: gateway.origin }, { Origin, 'Sec-Fetch-Site': 'same-origin' }])
    for (const act of ['submit', 'state'])
      expect(await payer.act(act, {}, { headers })).toEqual({ status: 403 })
  await expect
    .poll(warnings)
    .toEqual([{ code: 'PUBLIC_URL_UNFIT', explanation: expect.stringContaining('TOLLGATE_PUBLIC_URL') }])
  await expect.poll(told).toHaveLength(2)
  for (const [index, origin] of [gateway.origin, Origin].entries())
    expect(told()[index]).toContain(
      `may have reached this gateway at ${origin}, and TOLLGATE_PUBLIC_URL says https://pay.example:`,
    )
})

test('so are hosted fields', async () => {
  const other = await gateway.restarted({ isSandbox: false, publicUrl: 'https://pay.example' })
  gateway = other
  const made = await other.call('POST', 'session', {})
  const form = `/form/version/100/merchant/TESTMERCHANT/session/${valueAt(made.body, 'session.id')}`
  const headers = { Origin: other.origin, 'Content-Type': 'application/json' }
  const sent = { method: 'PUT', headers, body: '{}' }
  expect((await fetch(`${other.origin}${form}`, sent)).status).toBe(403)
  await expect.poll(told).toHaveLength(1)
})
