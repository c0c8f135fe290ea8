import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { openCheckout } from './payer.ts'

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

test('a page of ours under another address is: the operator is told once, and at /ready', async () => {
  const payer = await openCheckout(gateway)
  const Origin = 'https://shop-pay.example'
  for (const headers of [{ Origin: gateway.origin }, { Origin, 'Sec-Fetch-Site': 'same-origin' }])
    expect(await payer.act('submit', {}, { headers })).toEqual({ status: 403 })
  expect(await warnings()).toEqual([
    { code: 'PUBLIC_URL_UNFIT', explanation: expect.stringContaining('TOLLGATE_PUBLIC_URL') },
  ])
  expect(told()).toHaveLength(1)
  expect(told()[0]).toContain(
    `reached this gateway at ${gateway.origin}, and TOLLGATE_PUBLIC_URL says https://pay.example:`,
  )
})

test('so are hosted fields', async () => {
  const other = await gateway.restarted({ isSandbox: false, publicUrl: 'https://pay.example' })
  const form = '/form/version/100/merchant/TESTMERCHANT/session'
  const headers = { Origin: other.origin, 'Content-Type': 'application/json' }
  const sent = { method: 'POST', headers, body: '{}' }
  expect((await fetch(`${other.origin}${form}`, sent)).status).toBe(403)
  expect(other.lines.filter(line => line.includes('TOLLGATE_PUBLIC_URL'))).toHaveLength(1)
  gateway = other
})
