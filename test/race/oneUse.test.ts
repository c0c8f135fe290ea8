import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Acquirer, AcquirerAsk } from '../../src/acquirers/port.ts'
import type { Content } from '../../src/contract/kit/content.ts'
import type { BeginResult, Journal } from '../../src/operations/model/journal.ts'
import { authorizeFlow } from '../../src/operations/payments/payments.ts'
import { executeTransaction } from '../../src/operations/pipeline/execute.ts'
import { identifyWith } from '../../src/operations/requests/prepare.ts'
import { createReferenceSources } from '../../src/operations/requests/sources.ts'
import { ordinaryProfile } from '../../src/orders/merchant.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { memorySessionStore } from '../../src/sessions/memorySessionStore.ts'
import type { SessionBox, SessionStore } from '../../src/sessions/port.ts'
import { createSessions } from '../../src/sessions/sessions.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import type { Vault } from '../../src/vault/port.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { scriptedCounterparties } from '../support/operations/scriptedCounterparties.ts'
import { testJournal } from '../support/operations/testJournal.ts'
import { addSampleMerchant } from '../support/store/sampleMerchant.ts'

/** Requests that meet at the worst moment: each stands still where the story says, and goes on when told. */

const owner = { cell: 0, merchantId: 'M1' }
let database: TestDatabase
let nodes: readonly Store[] = []
beforeAll(async () => {
  database = await createDatabase('external')
  nodes = [await openStore(database.logins), await openStore(database.logins)]
  if (nodes[0]) await addSampleMerchant(nodes[0], owner)
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await database?.drop()
})

const inMemory = memorySessionStore()
const storesOf = {
  'at one node, in memory': () => [inMemory, inMemory],
  'at one node': () => [nodes[0]?.sessions, nodes[0]?.sessions],
  'at two nodes on one database': () => [nodes[0]?.sessions, nodes[1]?.sessions],
} satisfies Record<string, () => readonly (SessionStore | undefined)[]>

describe.each(Object.entries(storesOf))('the security code of a session, %s', (_, stores) => {
  test('a twin that finds the order busy does not give away what the other is about to use', async () => {
    const { here, there, sessionId } = await twoNodes(stores())
    const gate = createGate()
    const slow = here.pay('O', sessionId, { begin: gate.pass })
    await gate.reached
    const twin = await there.pay('O', sessionId, { begin: async () => ({ state: 'busy', openId: '7' }) })
    expect(twin).toMatchObject({ kind: 'waiting', record: { response: { gatewayCode: 'LOCK_FAILURE' } } })
    await there.pay('P', sessionId)
    gate.open()
    await slow
    expect(codesOf([here, there])).toEqual({ O: ['100'], P: [undefined] })
  })

  test('a twin whose order was another meanwhile does not either', async () => {
    const { here, there, sessionId } = await twoNodes(stores())
    const gate = createGate()
    const slow = here.pay('O', sessionId, { begin: gate.pass })
    await gate.reached
    await there.pay('O', sessionId, { begin: async () => ({ state: 'stale' }) })
    await there.pay('P', sessionId)
    gate.open()
    await slow
    expect(codesOf([here, there])).toEqual({ O: ['100'], P: [undefined] })
  })

  test('it is free again when neither of the twins has begun', async () => {
    const { here, there, sessionId } = await twoNodes(stores())
    const busy = { begin: async () => ({ state: 'busy', openId: '7' }) as const }
    await Promise.all([here.pay('O', sessionId, busy), there.pay('O', sessionId, busy)])
    await there.pay('P', sessionId)
    expect(codesOf([here, there])).toEqual({ P: ['100'] })
  })

  test('a code that was used is not used again because the payer gave another one meanwhile', async () => {
    const { here, there, sessionId } = await twoNodes(stores())
    const gate = createGate()
    const slow = here.pay('O', sessionId, { claim: gate.pass })
    await gate.reached
    await there.pay('P', sessionId)
    await there.give(sessionId, '200')
    gate.open()
    await slow
    expect(codesOf([here, there])).toEqual({ P: ['100'], O: ['200'] })
  })

  test('a node that dies takes its code along, and not the one that the payer gives next', async () => {
    const { here, there, sessionId } = await twoNodes(stores())
    await expect(here.pay('O', sessionId, { begin: dying })).rejects.toThrow('The node died')
    await there.give(sessionId, '999')
    await there.pay('P', sessionId)
    expect(codesOf([here, there])).toEqual({ P: ['999'] })
  })

  test('the code that a dead node has taken is not free because something else was updated', async () => {
    const { here, there, sessionId } = await twoNodes(stores())
    await expect(here.pay('O', sessionId, { begin: dying })).rejects.toThrow('The node died')
    await there.update(sessionId, { order: { amount: '11.00' } })
    await there.pay('P', sessionId)
    expect(codesOf([here, there])).toEqual({ P: [undefined] })
  })

  test('a payment erases the code it used, and not one that came while it began', async () => {
    const { here, there, sessionId } = await twoNodes(stores())
    const gate = createGate()
    const slow = here.pay('O', sessionId, { begin: gate.pass })
    await gate.reached
    await there.give(sessionId, '200')
    gate.open()
    await slow
    await there.pay('P', sessionId)
    await there.pay('Q', sessionId)
    expect(codesOf([here, there])).toEqual({ O: ['100'], P: ['200'], Q: [undefined] })
  })

  test('a payment erases the code it used, also if something else was updated meanwhile', async () => {
    const { here, there, sessionId } = await twoNodes(stores())
    const gate = createGate()
    const slow = here.pay('O', sessionId, { begin: gate.pass })
    await gate.reached
    await there.update(sessionId, { order: { amount: '11.00' } })
    gate.open()
    await slow
    expect(await there.holdsCode(sessionId)).toBe(false)
    await there.pay('P', sessionId)
    expect(codesOf([here, there])).toEqual({ O: ['100'], P: [undefined] })
  })

  test('a secret that is given beside one that is taken does not set that one free', async () => {
    const { here, there, sessionId } = await twoNodes(stores())
    await expect(here.pay('O', sessionId, { begin: dying })).rejects.toThrow('The node died')
    await there.update(sessionId, { sourceOfFunds: { provided: { giftCard: { pin: '1234' } } } })
    expect(await there.holdsCode(sessionId)).toBe(false)
  })

  test('nor does it when the payment takes that one at the same moment', async () => {
    const { here, there, sessionId } = await twoNodes(stores())
    const gate = createGate()
    const given = { order: { amount: '11.00' }, sourceOfFunds: { provided: { giftCard: { pin: '1234' } } } }
    const slow = there.update(sessionId, given, { seal: gate.pass })
    await gate.reached
    await expect(here.pay('O', sessionId, { begin: dying })).rejects.toThrow('The node died')
    gate.open()
    expect(await slow).toMatchObject({ result: 'SUCCESS' })
    expect(await there.holdsCode(sessionId)).toBe(false)
  })
})

const dying = async () => {
  throw new Error('The node died')
}

/** Somebody stands before it until it is opened. */
function createGate() {
  const { promise: reached, resolve: reach } = turningPoint()
  const { promise: opened, resolve: open } = turningPoint()
  const pass = async () => {
    reach()
    await opened
    return undefined
  }
  return { reached, open, pass }
}

function turningPoint() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>(done => {
    resolve = done
  })
  return { promise, resolve }
}

async function twoNodes([one, other]: readonly (SessionStore | undefined)[]) {
  if (!one || !other) throw new Error('Two nodes are needed')
  const here = createNode(one)
  const there = createNode(other)
  const held = { sourceOfFunds: { provided: { card } }, order: { amount: '10.00', currency: 'USD' } }
  const made = await here.sessions.create({ owner, version: 100, body: held })
  const { session } = JSON.parse(JSON.stringify(made))
  return { here, there, sessionId: String(session.id) }
}

const card = { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' }

/** What happens to a payment on its way, instead of or before what usually does. */
type Events = {
  readonly begin?: () => Promise<BeginResult | undefined>
  readonly claim?: () => Promise<undefined>
}
/** What happens to an update once it has read what it is put upon. */
type UpdateEvents = { readonly seal?: () => Promise<undefined> }

function createNode(store: SessionStore) {
  const asks: AcquirerAsk[] = []
  const sessions = createSessions({ store, box, describeCard })
  const pay = (orderId: string, sessionId: string, events: Events = {}) => {
    const journal = testJournal()
    const { begin: beginInMemory } = journal
    const begin: Journal['begin'] = async intent => (await events.begin?.()) ?? (await beginInMemory(intent))
    const sources = createReferenceSources({
      ...{ tokens: nobody, enrolments: nobody, terminals: noTerminals, journal, vault },
      sessions: {
        ...sessions,
        async claimSecrets(...claim) {
          await events.claim?.()
          return sessions.claimSecrets(...claim)
        },
      },
    })
    const pipeline = {
      ...{ journal: Object.assign(journal, { begin }), acquirer: declining(asks), vault, sources },
      ...{ identify: identifyWith(randomBytes(32), vault.cardHash), clock: systemClock },
      ...{ patienceMs: 1_000, orderWaitMs: 0, ...scriptedCounterparties() },
    }
    const body: Content = { apiOperation: 'AUTHORIZE', session: { id: sessionId } }
    const { operation } = authorizeFlow
    const submission = { operation, version: 100, orderId, transactionId: '1', body }
    return executeTransaction(pipeline, authorizeFlow, {
      key: { ...owner, orderId },
      profile: ordinaryProfile,
      submission,
    })
  }
  const update = (sessionId: string, body: Content, { seal }: UpdateEvents = {}) => {
    const slowBox: SessionBox = {
      ...box,
      async seal(...given) {
        await seal?.()
        return box.seal(...given)
      },
    }
    const updating = createSessions({ store, box: slowBox, describeCard })
    return updating.update({ owner, version: 100, body }, sessionId)
  }
  const give = (sessionId: string, securityCode: string) =>
    update(sessionId, { sourceOfFunds: { provided: { card: { ...card, securityCode } } } })
  const holdsCode = async (sessionId: string) =>
    JSON.stringify(await sessions.retrieve(owner, sessionId)).includes('securityCode')
  return { asks, sessions, pay, update, give, holdsCode }
}

function codesOf(asked: readonly { readonly asks: readonly AcquirerAsk[] }[]) {
  const codes: Record<string, (string | undefined)[]> = {}
  for (const ask of asked.flatMap(({ asks }) => asks)) {
    const order = 'orderId' in ask ? String(ask.orderId) : ''
    codes[order] = [...(codes[order] ?? []), ask.card?.securityCode]
  }
  return codes
}

const declining = (asks: AcquirerAsk[]): Acquirer => ({
  name: 'declining',
  verbs: new Set(['authorize']),
  async send(ask) {
    asks.push(ask)
    return { outcome: 'declined', gatewayCode: 'DECLINED', acquirerCode: '', acquirerMessage: '' }
  },
})

const nobody = { find: async () => undefined, markUsed: async () => undefined }
const closed = async () => ({ culprit: 'keySerialNumber', why: 'Its key is not known.' }) as const
const noTerminals = { open: closed, claim: closed }
const box: SessionBox = {
  seal: async (_, __, text) => Buffer.from(text),
  open: async (_, __, sealed) => sealed.toString(),
}
const describeCard = () => ({ brand: 'NETWORK_B', scheme: 'NETWORK_B', fundingMethod: 'CREDIT' }) as const
const vault: Vault = {
  sealCard: async () => Buffer.from('sealed'),
  revealCard: async () => ({ number: '' }),
  cardHash: number => Buffer.from(number.slice(-4)),
  describeCard: () => ({ brand: 'NETWORK_B', fundingMethod: 'CREDIT', maskedNumber: 'x' }),
}
