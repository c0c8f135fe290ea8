import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createNotificationVerifier } from './index.ts'

const key = `whsec_${Buffer.from('the key of the test').toString('base64')}`
const newKey = `whsec_${Buffer.from('the key that follows').toString('base64')}`
const body = JSON.stringify({
  result: 'SUCCESS',
  order: { id: 'order-1', description: 'Bücher' },
  response: { gatewayCode: 'APPROVED' },
  transaction: { id: '1', type: 'PAYMENT' },
})

type Signing = { readonly with?: readonly string[]; readonly ageSeconds?: number; readonly id?: string }

function signed({ with: keys = [key], ageSeconds = 0, id = 'id-1' }: Signing = {}) {
  const time = String(Math.floor(Date.now() / 1_000) - ageSeconds)
  const signatures = keys.map(each => {
    const secret = Buffer.from(each.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': signatures.join(' '),
    'X-Notification-Sequence': '3',
    'X-Notification-Attempt': '2',
    'Tollgate-Mode': 'TEST',
  }
}

const verify = createNotificationVerifier({ keys: [key], version: 100 })

test('what is signed is read, from a Request, from headers and text, from headers and bytes', async () => {
  const request = new Request('https://shop.example/hook', { method: 'POST', headers: signed(), body })
  expect(await verify(request)).toMatchObject({
    kind: 'genuine',
    attempt: 2,
    isTest: true,
    notification: {
      id: 'id-1',
      sequence: 3,
      orderId: 'order-1',
      transactionId: '1',
      transactionType: 'PAYMENT',
      outcome: { kind: 'approved' },
    },
  })
  expect(await verify({ headers: signed(), body })).toMatchObject({ kind: 'genuine' })
  expect(await verify({ headers: signed(), body: Buffer.from(body) })).toMatchObject({ kind: 'genuine' })
})

test('one that was seen before says so', async () => {
  const fresh = createNotificationVerifier({ keys: [key], version: 100 })
  expect(await fresh({ headers: signed(), body })).toMatchObject({ isRepeated: false })
  expect(await fresh({ headers: signed(), body })).toMatchObject({ isRepeated: true })
  expect(await fresh({ headers: signed({ id: 'id-2' }), body })).toMatchObject({ isRepeated: false })
})

test('while keys change, either will do', async () => {
  const both = createNotificationVerifier({ keys: [key, newKey], version: 100 })
  for (const keys of [[key], [newKey], [newKey, key]])
    expect(await both({ headers: signed({ with: keys }), body })).toMatchObject({ kind: 'genuine' })
  expect(await verify({ headers: signed({ with: [newKey, key] }), body })).toMatchObject({ kind: 'genuine' })
  expect(await verify({ headers: signed({ with: [newKey] }), body })).toMatchObject({ kind: 'forged' })
})

test.each([
  ['another body', signed(), body.replace('order-1', 'order-2')],
  ['another id', { ...signed(), 'webhook-id': 'id-2' }, body],
  ['a signature of an older scheme', { ...signed(), 'webhook-signature': 'v0,AAAA' }, body],
  ['a signature that is not one', { ...signed(), 'webhook-signature': 'v1,%%%' }, body],
  ['no signature', { ...signed(), 'webhook-signature': '' }, body],
  ['no time', { ...signed(), 'webhook-timestamp': '' }, body],
  ['no headers at all', {}, body],
  ['a signature of six minutes ago', signed({ ageSeconds: 360 }), body],
  ['a signature of six minutes ahead', signed({ ageSeconds: -360 }), body],
])('%s is forged', async (_, headers, text) => {
  expect(await verify({ headers, body: text })).toMatchObject({ kind: 'forged' })
})

test('how old a signature may be can be said', async () => {
  const strict = createNotificationVerifier({ keys: [key], version: 100, toleranceSeconds: 30 })
  expect(await strict({ headers: signed({ ageSeconds: 60 }), body })).toMatchObject({ kind: 'forged' })
  expect(await verify({ headers: signed({ ageSeconds: 60 }), body })).toMatchObject({ kind: 'genuine' })
})

test.each([[[]], [['']], [['secret']], [['whsec_']], [['whsec_%']]])(
  'no verifier is made of the keys %j',
  keys => {
    expect(() => createNotificationVerifier({ keys, version: 100 })).toThrow(TypeError)
  },
)
