import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { scriptedCounterparties } from '../../../test/support/operations/scriptedCounterparties.ts'
import { testJournal } from '../../../test/support/operations/testJournal.ts'
import type { Acquirer } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { invalid, isRejection } from '../../orders/rejection.ts'
import { systemClock } from '../../platform/clock.ts'
import { IntentLost, StoreUnavailable } from '../../platform/errors.ts'
import type { Vault } from '../../vault/port.ts'
import type { Intent, Journal, LoadedOrder, RecordedTransaction } from '../model/journal.ts'
import { authorizeFlow } from '../payments/payments.ts'
import { identifyWith } from '../requests/prepare.ts'
import { noReferenceSources, type ReferenceSources } from '../requests/sources.ts'
import { executeTransaction } from './execute.ts'

const declining: Acquirer = {
  name: 'declining',
  verbs: new Set(['authorize']),
  send: async () => ({ outcome: 'declined', gatewayCode: 'DECLINED', acquirerCode: '', acquirerMessage: '' }),
}

const vault: Vault = {
  sealCard: async () => Buffer.from('sealed'),
  revealCard: async () => ({ number: '' }),
  cardHash: number => Buffer.from(number.slice(-4)),
  describeCard: () => ({ brand: 'NETWORK_B', fundingMethod: 'CREDIT', maskedNumber: 'x' }),
}

const key = { cell: 0, merchantId: 'M', orderId: 'O' }
const submission = {
  operation: authorizeFlow.operation,
  version: 100,
  orderId: key.orderId,
  transactionId: '1',
  body: {
    apiOperation: 'AUTHORIZE',
    order: { amount: '10.00', currency: 'USD' },
    sourceOfFunds: { provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' } } } },
  },
}

const performOn = (
  overrides: Partial<Journal>,
  orderWaitMs = 60,
  flow = authorizeFlow,
  {
    sources = noReferenceSources,
    ...changed
  }: { readonly sources?: ReferenceSources; readonly body?: Content } = {},
) => {
  const identify = identifyWith(randomBytes(32), vault.cardHash)
  const limits = { patienceMs: 100, orderWaitMs }
  const journal = Object.assign(testJournal(), overrides)
  const parts = { journal, acquirer: declining, vault, identify, sources, clock: systemClock }
  const pipeline = { ...parts, ...limits, ...scriptedCounterparties() }
  return executeTransaction(pipeline, flow, {
    key,
    profile: ordinaryProfile,
    submission: { ...submission, ...changed },
  })
}

const orderWith = (...transactions: readonly RecordedTransaction[]): LoadedOrder => ({
  version: 2,
  currency: 'USD',
  amount: 500n,
  totals: { authorized: 0n, captured: 0n, refunded: 0n },
  excess: 0n,
  createdAtMs: 0,
  loadedAtMs: 0,
  transactions,
})

test('an order that is always another by the time of the begin is locked once the wait is over', async () => {
  let begins = 0
  const outcome = await performOn({
    load: async () => orderWith(),
    async begin() {
      begins += 1
      await pause(5)
      return begins > 1_000 ? { state: 'busy', openId: '2' } : { state: 'stale' }
    },
    close: () => Promise.reject(new Error('Nothing was begun')),
  })
  expect(outcome).toMatchObject({
    kind: 'waiting',
    record: { result: 'FAILURE', response: { gatewayCode: 'LOCK_FAILURE' } },
  })
  expect(begins).toBeLessThan(50)
})

test('who may not wait at all still gets a second look at an order that was not new', async () => {
  let begins = 0
  const journal: Journal = {
    load: async () => orderWith(),
    async begin() {
      begins += 1
      if (begins === 1) return { state: 'stale' }
      return { state: 'started', fence: 1, orderCreatedAtMs: 0, startedAtMs: 0 }
    },
    retrace: async () => true,
    close: async () => ({ state: 'closed', sequence: 1 }),
  }
  expect(await performOn(journal, 0)).toMatchObject({ kind: 'recorded' })
})

test('each claim is given back with which nothing was begun, and none with which something was', async () => {
  const told: string[] = []
  let claims = 0
  const sessionId = `SESSION${'0'.repeat(24)}`
  const sessionKey = { cell: 0, merchantId: 'M', sessionId, version: 'a1b2c3d401' }
  const sources: ReferenceSources = {
    ...noReferenceSources,
    session: async () => ({ session: { key: sessionKey, values: {}, holdsSecrets: true } }),
    async claim() {
      claims += 1
      const name = `claim ${claims}`
      told.push(name)
      return { giveBack: async () => void told.push(`${name} given back`) }
    },
  }
  const states = ['known', 'stale', 'busy', 'started'] as const
  const begin: Journal['begin'] = async () => {
    const state = states[claims - 1] ?? 'started'
    told.push(state)
    if (state === 'busy') return { state, openId: '2' }
    return state === 'started' ? { state, fence: 1, orderCreatedAtMs: 0, startedAtMs: 0 } : { state }
  }
  const close: Journal['close'] = async () => ({ state: 'closed', sequence: 1 })
  const body = { ...submission.body, session: { id: sessionId } }
  await performOn({ load: async () => orderWith(), begin, close }, 5_000, authorizeFlow, { sources, body })
  expect(told).toEqual([
    ...['claim 1', 'known', 'claim 1 given back', 'claim 2', 'stale', 'claim 2 given back'],
    ...['claim 3', 'busy', 'claim 3 given back', 'claim 4', 'started'],
  ])
})

test('what is refused for want of an order is planned again where there is one', async () => {
  const needsPast: typeof authorizeFlow = {
    ...authorizeFlow,
    plan: (request, context) =>
      context.transactions.length === 0 ? invalid('orderid', 'None.') : authorizeFlow.plan(request, context),
  }
  const begun = { state: 'started', fence: 3, orderCreatedAtMs: 0, startedAtMs: 0 } as const
  const journal: Partial<Journal> = {
    begin: async () => begun,
    close: async () => ({ state: 'closed', sequence: 2 }),
  }
  expect(await performOn(journal, 60, needsPast)).toMatchObject({ field: 'orderid' })
  expect(await performOn({ ...journal, load: async () => orderWith(failed) }, 60, needsPast)).toMatchObject({
    kind: 'recorded',
  })
})
const emptyOutcome = { fields: {}, story: {} }
const failed: RecordedTransaction = {
  id: '0',
  type: 'AUTHORIZATION',
  result: 'FAILURE',
  gatewayCode: 'DECLINED',
  amount: 500n,
  currency: 'USD',
  startedAtMs: 0,
  operation: 'AUTHORIZE',
  apiVersion: 100,
  fingerprint: Buffer.alloc(0),
  request: { fields: {}, additions: {} },
  outcome: emptyOutcome,
}

test('an order that failed at one amount and is tried at another is for the other', async () => {
  let intent: Intent | undefined
  const outcome = await performOn({
    load: async () =>
      intent && orderWith({ ...running(intent), id: '0', amount: 500n, outcome: emptyOutcome }),
    async begin(begun) {
      if (intent) return { state: 'started', fence: 3, orderCreatedAtMs: 0, startedAtMs: 0 }
      intent = begun
      return { state: 'stale' }
    },
    close: async () => ({ state: 'closed', sequence: 2 }),
  })
  expect(outcome).toMatchObject({ record: { order: { amount: '10.00' } } })
})

test('once something was sent, a store that goes away is a fault, no invitation to try again', async () => {
  let loads = 0
  let intent: Intent | undefined
  const taken = performOn({
    async load() {
      loads += 1
      if (loads > 1 || !intent) throw new StoreUnavailable('away')
      return orderWith(running(intent))
    },
    async begin(begun) {
      intent = begun
      return { state: 'started', fence: 1, orderCreatedAtMs: 0, startedAtMs: 0 }
    },
    close: async () => ({ state: 'takenOver' }),
  })
  const fault = await taken.catch((error: unknown) => error)
  expect(isRejection(fault)).toBe(false)
  expect(fault).toBeInstanceOf(Error)
  expect(fault).not.toBeInstanceOf(StoreUnavailable)
  expect(loads).toBe(2)
})

const decided: typeof authorizeFlow = {
  ...authorizeFlow,
  plan: () => ({
    ...{ type: 'AUTHORIZATION', amount: 1000n, currency: 'USD' },
    verdict: { result: 'FAILURE', gatewayCode: 'BLOCKED' },
  }),
}

test.each([
  ['about which nobody was asked, nothing was done', decided, StoreUnavailable],
  ['that was sent is a fault: an acquirer has heard of it', authorizeFlow, IntentLost],
])('where the database has lost an intent %s', async (_, flow, told) => {
  const journal: Partial<Journal> = {
    begin: async () => ({ state: 'started', fence: 1, orderCreatedAtMs: 0, startedAtMs: 0 }),
    close: () => Promise.reject(new IntentLost('The order is not there any more')),
  }
  await expect(performOn(journal, 60, flow)).rejects.toThrow(told)
})

test.each([
  ['about which nobody was asked, nothing was done', decided, StoreUnavailable],
  ['that was sent is a fault', authorizeFlow, IntentLost],
])('where an order that was there before is as it was before an intent %s', async (_, flow, told) => {
  const journal: Partial<Journal> = {
    begin: async () => ({ state: 'started', fence: 3, orderCreatedAtMs: 0, startedAtMs: 0 }),
    close: async () => ({ state: 'takenOver' }),
    load: async () => orderWith(failed),
  }
  await expect(performOn(journal, 60, flow)).rejects.toThrow(told)
})

const running = ({ transactionId, fingerprint, request, operation, type, apiVersion }: Intent) => ({
  ...{ id: transactionId, fingerprint, request, operation, type, apiVersion },
  ...({ result: 'PENDING', gatewayCode: 'PENDING', amount: 1000n, currency: 'USD', startedAtMs: 0 } as const),
})
