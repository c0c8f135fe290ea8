import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { memoryKeyStore } from '../../test/support/vault/memoryKeyStore.ts'
import { configuredKeys } from '../vault/keyEncryptionKeys.ts'
import { openKeyring } from '../vault/keyring.ts'
import { createMerchantBox } from '../vault/merchantBox.ts'
import { sessionLifetimes } from './heldSession.ts'
import { memorySessionStore } from './memorySessionStore.ts'
import { type SealedContents, type SessionKind, sessionIdentity } from './port.ts'
import { createSessions } from './sessions.ts'

const owner = { cell: 0, merchantId: 'M1' }
const key = { ...owner, sessionId: 'SESSION0123456789ABCDEFGHIJKLMN' }
const keyring = await openKeyring({
  keys: configuredKeys([{ id: 'k', key: randomBytes(32) }]),
  store: memoryKeyStore(),
})
const box = createMerchantBox(keyring.sessions)

const seal = (part: keyof SealedContents, text: string) =>
  box.seal(key.merchantId, sessionIdentity(key.sessionId, part), text)

type StoredTexts = { readonly lasting: string; readonly secrets?: string }

/** Sessions in whose store these documents are, as some release wrote them. */
async function holding({ lasting, secrets }: StoredTexts, kind: SessionKind = 'payment') {
  const store = memorySessionStore()
  const contents = {
    lasting: await seal('lasting', lasting),
    ...(secrets !== undefined && { secrets: await seal('secrets', secrets) }),
  }
  const properties = { kind, apiVersion: 100, updateStatus: 'SUCCESS', authenticationLimit: 5 } as const
  await store.create({ ...key, ...properties, version: '0123456701', contents, life: sessionLifetimes[kind] })
  const describeCard = () => ({ brand: 'NETWORK_B', fundingMethod: 'CREDIT' }) as const
  return { store, sessions: createSessions({ store, box, describeCard }) }
}

/** What is stored, decrypted. */
async function stored({ store }: Awaited<ReturnType<typeof holding>>) {
  const contents = (await store.find(key))?.contents
  const open = async (part: keyof SealedContents) => {
    const sealed = contents?.[part]
    const identity = sessionIdentity(key.sessionId, part)
    return sealed && JSON.parse(await box.open(key.merchantId, identity, sealed))
  }
  return { lasting: await open('lasting'), secrets: await open('secrets') }
}

/** As releases wrote them that knew no model number. */
const unnumbered = {
  payment: {
    lasting:
      '{"aes256Key":"bW9kZWwgb25lIG1vZGVsIG9uZSBtb2RlbCBvbmUgMTI=","values":{"order":{"amount":"10.00",' +
      '"custom":{"a":"1"}},"sourceOfFunds":{"provided":{"card":{"expiry":{"month":"1","year":"39"},' +
      '"number":"5123450000000008"}}}}}',
    secrets: '{"sourceOfFunds":{"provided":{"card":{"securityCode":"737"}}}}',
  },
  checkout: {
    lasting:
      '{"successIndicator":"0123456789abcdef","aes256Key":"bW9kZWwgb25lIG1vZGVsIG9uZSBtb2RlbCBvbmUgMTI=",' +
      '"values":{"interaction":{"operation":"PURCHASE","timeout":600},' +
      '"order":{"id":"O1","amount":"10.00","currency":"USD"}}}',
  },
} as const satisfies Record<SessionKind, StoredTexts>

const aes256Key = 'bW9kZWwgb25lIG1vZGVsIG9uZSBtb2RlbCBvbmUgMTI='
const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
const order = { amount: '10.00', custom: { a: '1' } }

test('documents without a model number open, their secrets too', async () => {
  const { sessions } = await holding(unnumbered.payment)
  const values = { order, sourceOfFunds: { provided: { card: { ...card, securityCode: '737' } } } }
  expect(await sessions.named(owner, { id: key.sessionId })).toMatchObject({
    session: { values, holdsSecrets: true },
  })
  expect((await sessions.opened(key.sessionId))?.contents).toEqual({ values, aes256Key })
  const checkout = await holding(unnumbered.checkout, 'checkout')
  expect((await checkout.sessions.opened(key.sessionId))?.contents).toEqual({
    values: {
      interaction: { operation: 'PURCHASE', timeout: 600 },
      order: { id: 'O1', amount: '10.00', currency: 'USD' },
    },
    aes256Key,
    successIndicator: '0123456789abcdef',
  })
})

test('an update writes them by the current model, in which releases without numbers find all', async () => {
  const world = await holding(unnumbered.payment)
  const body = { order: { reference: 'R' } }
  await world.sessions.update({ owner, version: 100, body }, key.sessionId)
  expect(await stored(world)).toEqual({
    lasting: {
      model: 2,
      aes256Key,
      values: { order: { ...order, reference: 'R' }, sourceOfFunds: { provided: { card } } },
    },
    secrets: { sourceOfFunds: { provided: { card: { securityCode: '737' } } } },
  })
  const checkout = await holding(unnumbered.checkout, 'checkout')
  await checkout.sessions.update({ owner, version: 100, body }, key.sessionId)
  expect((await stored(checkout)).lasting).toMatchObject({
    model: 2,
    successIndicator: '0123456789abcdef',
    values: { order: { id: 'O1', reference: 'R' } },
  })
})

test('documents of the current model open', async () => {
  const values = { order, sourceOfFunds: { provided: { card } } }
  const { sessions } = await holding({
    lasting: JSON.stringify({ model: 2, aes256Key, values }),
    secrets: unnumbered.payment.secrets,
  })
  expect((await sessions.opened(key.sessionId))?.contents).toEqual({
    values: { order, sourceOfFunds: { provided: { card: { ...card, securityCode: '737' } } } },
    aes256Key,
  })
})

test.each([3, '2', 0, null])('documents of model %j are refused, not guessed', async model => {
  const { sessions } = await holding({ lasting: JSON.stringify({ model, aes256Key, values: {} }) })
  await expect(sessions.opened(key.sessionId)).rejects.toThrow(
    `A session was stored by model ${model}; this release knows up to 2`,
  )
})

test('documents that hold no session are refused', async () => {
  for (const lasting of ['[]', '{"model":2,"values":{}}', `{"aes256Key":"${aes256Key}","values":[]}`]) {
    const { sessions } = await holding({ lasting })
    await expect(sessions.opened(key.sessionId)).rejects.toThrow(/session/)
  }
})
