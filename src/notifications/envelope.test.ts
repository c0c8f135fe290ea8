import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createMemorySecretStore, openBox } from '../../test/support/notifications/memorySecretStore.ts'
import { systemClock } from '../platform/clock.ts'
import { bodyOf, envelopeOf, whySecretWithheld, withSharedSecret } from './envelope.ts'
import { createNotificationSecrets, newSecret } from './secrets.ts'

const owner = { cell: 0, merchantId: 'SHOP' }
const addressed = { notificationId: '0e9c9f6e-1111-4222-8333-444455556666', sequence: 3, attempt: 2 }
const body = '{"order":{"id":"é"}}'

const openSecrets = () =>
  createNotificationSecrets({ store: createMemorySecretStore(), box: openBox, clock: systemClock })

test('a standard verifier accepts what was signed, and nothing that was changed', async () => {
  const secrets = await openSecrets().find(owner)
  const { headers } = envelopeOf(addressed, { body, secrets, at: systemClock.now() })
  const verifier = new Webhook(secrets.signing[0] ?? '')
  expect(verifier.verify(body, headers)).toEqual({ order: { id: 'é' } })
  expect(() => verifier.verify(`${body} `, headers)).toThrow()
  expect(() => verifier.verify(body, { ...headers, 'webhook-id': 'another' })).toThrow()
  expect(() => verifier.verify(body, { ...headers, 'webhook-timestamp': '1' })).toThrow()
  expect(() => new Webhook(newSecret('signing')).verify(body, headers)).toThrow()
})

test('the headers say which notification, which of its order and which attempt', async () => {
  const { headers } = envelopeOf(addressed, {
    ...{ body, secrets: await openSecrets().find(owner) },
    at: new Date(1_700_000_000_999),
  })
  expect(headers).toEqual({
    'Content-Type': 'application/json;charset=utf-8',
    'User-Agent': 'Tollgate',
    'X-Notification-Id': addressed.notificationId,
    'X-Notification-Attempt': '2',
    'X-Notification-Sequence': '3',
    'webhook-id': addressed.notificationId,
    'webhook-timestamp': '1700000000',
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  })
})

test('while a key follows another both are good; afterwards the newer one', async () => {
  const store = openSecrets()
  const [first = ''] = (await store.find(owner)).signing
  const second = await store.add(owner, 'signing')
  const signed = async () =>
    envelopeOf(addressed, { body, secrets: await store.find(owner), at: systemClock.now() }).headers
  for (const key of [first, second]) new Webhook(key).verify(body, await signed())
  expect(await store.retire(owner, 'signing')).toBe(true)
  new Webhook(second).verify(body, await signed())
  await expect(async () => new Webhook(first).verify(body, await signed())).rejects.toThrow()
  expect(await store.retire(owner, 'signing')).toBe(false)
})

test('a third key sends the first home', async () => {
  const store = openSecrets()
  const [first = ''] = (await store.find(owner)).signing
  const second = await store.add(owner, 'signing')
  const third = await store.add(owner, 'signing')
  expect((await store.find(owner)).signing).toEqual([third, second])
  expect(first).not.toBe(second)
})

test('the shared secret travels by TLS only, to the server of the profile; it is the newest', async () => {
  const store = openSecrets()
  await store.find(owner)
  const shared = await store.add(owner, 'shared')
  const secrets = await store.find(owner)
  const envelope = envelopeOf(addressed, { body, secrets, at: systemClock.now() })
  const header = (target: string, home = 'https://shop.example/hook') =>
    withSharedSecret(envelope, { target, home, trusted: [] }, secrets).headers['X-Notification-Secret']
  expect(header('https://shop.example/hook')).toBe(shared)
  expect(header('https://SHOP.example:443/orders/7')).toBe(shared)
  for (const other of [
    'https://thief.example/hook',
    'https://shop.example:8443/hook',
    'http://shop.example/',
  ])
    expect(header(other), other).toBeUndefined()
  for (const lookalike of ['https://shop.example@thief.example/', 'https://shop.example.thief.example/'])
    expect(header(lookalike), lookalike).toBeUndefined()
  for (const plain of ['http://127.0.0.1:3000/hook', 'no address', ''])
    expect(header(plain, plain), plain).toBeUndefined()
  expect(header('https://shop.example/hook', '')).toBeUndefined()
})

test('further servers learn the secret where the operator lists them; the rest is told why not', () => {
  const home = 'https://shop.example/hook'
  const trusted = ['https://hooks.example', 'https://plugin.example:8443']
  const why = (target: string, list: readonly string[] | 'every' = trusted) =>
    whySecretWithheld({ target, home, trusted: list })
  for (const target of ['https://hooks.example/a?b', 'https://plugin.example:8443/', home])
    expect(why(target), target).toBeUndefined()
  for (const target of [
    'https://plugin.example/',
    'https://sub.hooks.example/',
    'https://hooks.example.thief/',
  ])
    expect(why(target), target).toMatch(/neither that of the profile's notificationUrl nor/)
  expect(why('http://hooks.example/')).toBe('Its address is not https.')
  expect(why('https://any.example/', 'every')).toBeUndefined()
  expect(why('http://127.0.0.1:3000/', 'every')).toBe('Its address is not https.')
})

test('secrets are made once, whoever needs them first, and for each merchant its own', async () => {
  const parts = { store: createMemorySecretStore(), box: openBox, clock: systemClock }
  const nodes = [
    createNotificationSecrets(parts),
    createNotificationSecrets(parts),
    createNotificationSecrets(parts),
  ]
  const found = await Promise.all(nodes.map(node => node.find(owner)))
  expect(new Set(found.map(each => JSON.stringify(each))).size).toBe(1)
  expect(found[0]?.signing).toEqual([expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)])
  expect(found[0]?.shared).toMatch(/^[0-9a-f]{64}$/)
  const other = await nodes[0]?.find({ cell: 0, merchantId: 'OTHER' })
  expect(other?.signing[0]).not.toBe(found[0]?.signing[0])
})

test('a secret that is sealed for another merchant is not used', async () => {
  const store = createMemorySecretStore()
  const foreign = await openBox.seal('OTHER', 'notification/signing', newSecret('signing'))
  await store.add(owner, 'signing', foreign)
  const secrets = createNotificationSecrets({ store, box: openBox, clock: systemClock })
  await expect(secrets.find(owner)).rejects.toThrow()
})

test('the body is what Retrieve Transaction tells at that version, and no secret is in it', () => {
  const record = {
    merchant: 'SHOP',
    result: 'SUCCESS',
    order: { id: '1', amount: '10.00', currency: 'USD' },
    sourceOfFunds: {
      type: 'CARD',
      provided: {
        card: { number: '5123450000000008', securityCode: '100', expiry: { month: '1', year: '39' } },
      },
    },
    unheardOf: 'x',
  } as const
  const text = bodyOf({ version: 73, record })
  expect(JSON.parse(text)).toMatchObject({ merchant: 'SHOP', version: '73', result: 'SUCCESS' })
  for (const hidden of ['5123450000000008', '"100"', 'unheardOf']) expect(text).not.toContain(hidden)
})
