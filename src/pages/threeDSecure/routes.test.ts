import { afterEach, expect, test } from 'vitest'
import { openTestListener } from '../../../test/support/http/testClient.ts'
import type { ChallengeReturn } from '../../operations/interactions/interactions.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { threeDSecureRoutes } from './routes.ts'

const token = `${'aB3_'.repeat(10)}xyz`
const settled: ChallengeReturn = {
  state: 'settled',
  address: 'https://shop.example/back?x=1&y="2"',
  fields: { 'order.id': 'O"><script>alert(1)</script>', 'transaction.id': '1', result: 'SUCCESS' },
}

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

async function post(
  path: string,
  outcome: { challenged?: ChallengeReturn | Error; looked?: 'noted' | 'unknown' },
  headers: Readonly<Record<string, string>> = {},
) {
  const { challenged = settled, looked = 'noted' } = outcome
  const asked: string[] = []
  const interactions = {
    async methodDone(given: string) {
      asked.push(given)
      return looked
    },
    async challenged(given: string) {
      asked.push(given)
      if (challenged instanceof Error) throw challenged
      return challenged
    },
  }
  const { listener, port } = await openTestListener({
    routes: threeDSecureRoutes({ interactions, isTest: false }),
  })
  closings.push(() => listener.close())
  const body = new URLSearchParams({ cres: 'whatever the browser says' })
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers })
  const policy = response.headers.get('content-security-policy') ?? ''
  return { status: response.status, policy, text: await response.text(), asked }
}

test('after a challenge the browser posts the outcome to the merchant, escaped', async () => {
  const { status, policy, text, asked } = await post(`/3ds/callback/${token}`, {})
  expect(status).toBe(200)
  expect(asked).toEqual([token])
  expect(text).toContain('action="https://shop.example/back?x=1&amp;y=&quot;2&quot;"')
  expect(text).toContain('name="order.id" value="O&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  expect(text).toContain('<button id="continue"')
  expect(text).not.toContain('whatever the browser says')
  expect(policy).toContain('form-action https://shop.example https:;')
  expect(policy).toMatch(/script-src 'sha256-[^ ]+';/)
  expect(policy).toContain("default-src 'none'")
})

test('a payer whose bank is still undecided is sent back, too', async () => {
  const undecided: ChallengeReturn = { ...settled, state: 'undecided' }
  const { text } = await post(`/3ds/callback/${token}`, { challenged: undecided })
  expect(text).toContain('action="https://shop.example/back')
})

test.each([
  ['used', 410, 'This step is finished'],
  ['unknown', 404, 'This link is no longer valid'],
] as const)(
  'an address that is %s leads to a page that says so and goes nowhere',
  async (state, code, title) => {
    const { status, policy, text } = await post(`/3ds/callback/${token}`, { challenged: { state } })
    expect(status).toBe(code)
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).not.toContain('<form')
    expect(policy).toContain("form-action 'none'")
    expect(text.includes('data-word="tollgate:challenged"')).toBe(state === 'used')
  },
)

test.each(['', 'javascript:alert(1)', 'https://'])('a browser is not sent to %j', async address => {
  const { status, text } = await post(`/3ds/callback/${token}`, { challenged: { ...settled, address } })
  expect(status).toBe(200)
  expect(text).not.toContain('<form')
  expect(text).toContain('data-word="tollgate:challenged"')
})

test('when the database is away the payer reads a sentence, not an error of the API', async () => {
  const { status, text } = await post(`/3ds/callback/${token}`, { challenged: new StoreUnavailable() })
  expect(status).toBe(503)
  expect(text).toContain('load this page again')
})

test('the frame in which the bank has looked tells the page around it, and only then', async () => {
  const noted = await post(`/3ds/method/${token}`, {})
  expect(noted.status).toBe(200)
  expect(noted.text).toContain('data-word="tollgate:looked"')
  const unknown = await post(`/3ds/method/${token}`, { looked: 'unknown' })
  expect(unknown.status).toBe(404)
  expect(unknown.text).not.toContain('data-word')
})

test('pages between the bank and the shop speak the language of the browser', async () => {
  const arabic = { 'Accept-Language': 'ar' }
  const going = await post(`/3ds/callback/${token}`, {}, arabic)
  expect(going.text).toContain('<html lang="ar" dir="rtl">')
  expect(going.text).toContain('متابعة</button>')
  const looked = await post(`/3ds/method/${token}`, {}, arabic)
  expect(looked.text).toContain('تحقّق مصرفك من متصفحك.')
})
