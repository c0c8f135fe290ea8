import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsoleCall } from '../../src/console/api/call.ts'
import { consoleCalls, publicCalls } from '../../src/console/api/calls.ts'
import { exportCalls } from '../../src/console/api/exports.ts'
import { hasPermission, type Role, roles } from '../../src/console/permissions.ts'
import { callConsole, signInAs } from '../support/console/consoleLogin.ts'
import { openGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
})
afterAll(() => gateway.stop())

const calls: readonly (readonly [string, ConsoleCall])[] = Object.entries(consoleCalls)
/** No call has it: whoever may make a call hears that, and nothing is done. */
const harmless = { noSuchField: 1 }

type Verdict = 'allowed' | 'NOT_ALLOWED' | 'SIGN_IN' | 'STEP_UP'
async function verdictOf(name: string, merchantId: string, token?: string): Promise<Verdict> {
  const options = token === undefined ? {} : { token }
  const { status, body } = await callConsole(gateway, name, { merchantId, ...harmless }, options)
  if (status === 400 && body.error.validationType === 'UNSUPPORTED') return 'allowed'
  expect([401, 403]).toContain(status)
  return body.error.cause
}

/** What the tables say: src/console/permissions.test.ts has them once more by hand. */
function expected(call: ConsoleCall, role: Role, { isOwn, isSteppedUp }: Standing): Verdict {
  const allowed = () => (call.needsStepUp && !isSteppedUp ? 'STEP_UP' : 'allowed')
  if (!('permission' in call)) return allowed()
  if (!hasPermission(role, call.permission)) return 'NOT_ALLOWED'
  if (role === 'OPERATOR') return allowed()
  return call.scope === 'merchant' && isOwn ? allowed() : 'NOT_ALLOWED'
}
type Standing = { readonly isOwn: boolean; readonly isSteppedUp: boolean }

test.each(roles)('%s may make exactly the calls of the role, for the own merchant', async role => {
  for (const isSteppedUp of [true, false]) {
    const { token } = await signInAs(gateway.database, { role, isSteppedUp })
    for (const merchantId of ['TESTMERCHANT', 'OTHERMERCHANT']) {
      const isOwn = merchantId === 'TESTMERCHANT'
      const found = []
      // One after the other: nobody else would be served if one browser asked for everything at once.
      for (const [name] of calls) found.push([name, await verdictOf(name, merchantId, token)])
      const told = calls.map(([name, call]) => [name, expected(call, role, { isOwn, isSteppedUp })])
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(told))
    }
  }
})

test.each(roles)('%s may download exactly the lists that the role may see', async role => {
  const { token } = await signInAs(gateway.database, { role })
  for (const merchantId of ['TESTMERCHANT', 'OTHERMERCHANT'])
    for (const [list, name] of Object.entries(exportCalls)) {
      const call: ConsoleCall = consoleCalls[name]
      const isOfMerchant = 'merchantId' in call.input.fields
      const query = isOfMerchant ? `?merchantId=${merchantId}` : ''
      const response = await fetch(`${gateway.origin}/console/export/${list}${query}`, {
        headers: { Cookie: `tollgate-console=${token}`, 'Sec-Fetch-Site': 'same-origin' },
      })
      await response.arrayBuffer()
      const standing = { isOwn: merchantId === 'TESTMERCHANT', isSteppedUp: true }
      const isAllowed = expected(call, role, standing) === 'allowed'
      // Some need more than the merchant: who may see them hears that.
      expect([list, role, merchantId, isAllowed ? [200, 400] : [403]]).toEqual([
        ...[list, role, merchantId, expect.arrayContaining([response.status])],
      ])
    }
})

test('nobody is signed in by no cookie, by one that nobody gave, or by two', async () => {
  const { token } = await signInAs(gateway.database, { role: 'OPERATOR' })
  for (const [name] of calls) {
    expect(await verdictOf(name, 'TESTMERCHANT')).toBe('SIGN_IN')
    expect(await verdictOf(name, 'TESTMERCHANT', 'x'.repeat(43))).toBe('SIGN_IN')
  }
  expect(await verdictOf('account', 'TESTMERCHANT', `${token}; tollgate-console=${token}`)).toBe('SIGN_IN')
})

test('no other page makes a call, whatever cookie its browser sends', async () => {
  const { token } = await signInAs(gateway.database, { role: 'OPERATOR' })
  const foreign = [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: gateway.origin, 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'http://localhost:1', 'Sec-Fetch-Site': 'same-site' },
  ]
  for (const name of [...calls.map(([one]) => one), ...Object.keys(publicCalls)])
    for (const headers of foreign) {
      const { status, body } = await callConsole(gateway, name, {}, { token, headers })
      // Refused before anybody looked at the cookie.
      expect([name, status, body.error.cause]).toEqual([name, 403, 'REQUEST_REJECTED'])
    }
})

test('the merchant that counts is the one of the call, and only text is one', async () => {
  const { token } = await signInAs(gateway.database, { role: 'ADMINISTRATOR' })
  for (const merchantId of [['TESTMERCHANT'], { id: 'TESTMERCHANT' }, null, 1]) {
    const { status } = await callConsole(gateway, 'users', { merchantId }, { token })
    expect(status).toBe(403)
  }
})
