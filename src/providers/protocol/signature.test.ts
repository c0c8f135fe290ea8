import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  isProtocolSecret,
  newProtocolSecret,
  signatureToleranceSeconds,
  signMessage,
  verifyMessage,
} from './signature.ts'

/** The example that the authors of Standard Webhooks publish with their libraries. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const at = new Date(published.seconds * 1_000)

beforeEach(() => {
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const gateway = newProtocolSecret()
const adapter = newProtocolSecret()
const body = '{"paymentId":"p-1","state":"approved"}'
const headers = () => signMessage({ id: 'call-1', body, secrets: [adapter], at })
const verify = (changes: Partial<Parameters<typeof verifyMessage>[0]> = {}) =>
  verifyMessage({ headers: headers(), body, secrets: [adapter], at, ...changes })

test('the published example is signed and verified as its authors say', () => {
  const { secret, id, signature } = published
  const signed = signMessage({ id, body: published.body, secrets: [secret], at })
  expect(signed).toEqual({
    'webhook-id': id,
    'webhook-timestamp': String(published.seconds),
    'webhook-signature': signature,
  })
  expect(verifyMessage({ headers: signed, body: published.body, secrets: [secret], at })).toEqual({ id })
})

test('an implementation by hand signs the same', () => {
  const key = Buffer.from(adapter.slice('whsec_'.length), 'base64')
  const text = `call-1.${published.seconds}.${body}`
  const byHand = createHmac('sha256', key).update(text).digest('base64')
  expect(headers()['webhook-signature']).toBe(`v1,${byHand}`)
})

test('what was signed verifies; what was changed, sent back or repeated later does not', () => {
  expect(verify()).toEqual({ id: 'call-1' })
  expect(verify({ body: `${body} ` })).toEqual({ flaw: 'WRONG_SIGNATURE' })
  expect(verify({ headers: { ...headers(), 'webhook-id': 'call-2' } })).toEqual({ flaw: 'WRONG_SIGNATURE' })
  expect(verify({ secrets: [gateway] })).toEqual({ flaw: 'WRONG_SIGNATURE' })
  const later = new Date(at.getTime() + (signatureToleranceSeconds + 1) * 1_000)
  const earlier = new Date(at.getTime() - (signatureToleranceSeconds + 1) * 1_000)
  for (const other of [later, earlier]) expect(verify({ at: other })).toEqual({ flaw: 'OLD_SIGNATURE' })
  const moved = String(published.seconds + 1)
  expect(verify({ headers: { ...headers(), 'webhook-timestamp': moved } })).toEqual({
    flaw: 'WRONG_SIGNATURE',
  })
})

test.each([
  ['no id', { 'webhook-id': undefined }],
  ['no time', { 'webhook-timestamp': undefined }],
  ['no signature', { 'webhook-signature': undefined }],
  ['a header twice', { 'webhook-signature': ['v1,a', 'v1,b'] }],
  ['an id with a dot', { 'webhook-id': `call-1.${published.seconds}` }],
  ['a time that is no number', { 'webhook-timestamp': `${published.seconds}x` }],
  ['a signature without end', { 'webhook-signature': 'v1,'.repeat(1_000) }],
])('%s counts as not signed', (_, changes) => {
  expect(verify({ headers: { ...headers(), ...changes } })).toEqual({ flaw: 'MISSING_SIGNATURE' })
})

test('an id with a dot is never signed', () => {
  expect(() => signMessage({ id: 'a.1', body, secrets: [adapter], at })).toThrow('taken for a part')
})

test('while a secret follows another, either side may be ahead', () => {
  const next = newProtocolSecret()
  const both = signMessage({ id: 'call-1', body, secrets: [next, adapter], at })
  expect(verify({ headers: both })).toEqual({ id: 'call-1' })
  expect(verify({ headers: both, secrets: [next] })).toEqual({ id: 'call-1' })
  expect(verify({ secrets: [next, adapter] })).toEqual({ id: 'call-1' })
})

test('a secret is whsec_ and 24 to 64 bytes', () => {
  const ofBytes = (count: number) => `whsec_${Buffer.alloc(count, 7).toString('base64')}`
  for (const good of [newProtocolSecret(), published.secret, ofBytes(24), ofBytes(64)])
    expect(isProtocolSecret(good), good).toBe(true)
  for (const bad of [
    '',
    'whsec_',
    'secret',
    ofBytes(23),
    ofBytes(65),
    `${ofBytes(32)}!`,
    ofBytes(32).slice(6),
  ])
    expect(isProtocolSecret(bad), bad).toBe(false)
})

test('the signatures in docs/provider-protocol.md are right', () => {
  const page = readFileSync('docs/provider-protocol.md', 'utf8')
  const [gatewaySecret = '', adapterSecret = ''] = page.match(/whsec_[A-Za-z0-9+/]{20,}=*/g) ?? []
  const signed = (secret: string, second: number, text: string) =>
    signMessage({ id: 'call-1', body: text, secrets: [secret], at: new Date(second * 1_000) })
  const call = /^body='(.*)'$/m.exec(page)?.[1] ?? ''
  const answer = /\n\n(\{"paymentId":.*\})\n/.exec(page)?.[1] ?? ''
  for (const value of Object.values(signed(gatewaySecret, 1_794_830_400, call))) expect(page).toContain(value)
  for (const value of Object.values(signed(adapterSecret, 1_794_830_401, answer)))
    expect(page).toContain(value)
})
