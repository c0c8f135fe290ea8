import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Acquirer } from '../acquirers/port.ts'
import { isRejection } from '../orders/rejection.ts'
import { systemClock } from '../platform/clock.ts'
import { StoreUnavailable } from '../platform/storeUnavailable.ts'
import type { Vault } from '../vault/port.ts'
import { authorizeFlow } from './authorize.ts'
import { identifyWith } from './fingerprint.ts'
import type { Intent, Journal, LoadedOrder, RecordedTransaction } from './journal.ts'
import { perform } from './perform.ts'

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

const performOn = (journal: Journal, orderWaitMs = 60) => {
  const identify = identifyWith(randomBytes(32), vault.cardHash)
  const limits = { patienceMs: 100, orderWaitMs }
  const road = { journal, acquirer: declining, vault, identify, clock: systemClock, ...limits }
  return perform(road, authorizeFlow, { key, submission })
}

const orderWith = (...transactions: readonly RecordedTransaction[]): LoadedOrder => ({
  version: 2,
  currency: 'USD',
  amount: 500n,
  totals: { authorized: 0n, captured: 0n, refunded: 0n },
  createdAtMs: 0,
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
    close: async () => ({ state: 'closed', sequence: 1 }),
  }
  expect(await performOn(journal, 0)).toMatchObject({ kind: 'recorded' })
})

test('an order that failed at one amount and is tried at another is for the other', async () => {
  let intent: Intent | undefined
  const outcome = await performOn({
    load: async () => intent && orderWith({ ...running(intent), id: '0', amount: 500n, outcome: '{}' }),
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

const running = ({ transactionId, fingerprint, request, operation, type, apiVersion }: Intent) => ({
  ...{ id: transactionId, fingerprint, request, operation, type, apiVersion },
  ...({ result: 'PENDING', gatewayCode: 'PENDING', amount: 1000n, currency: 'USD', startedAtMs: 0 } as const),
})
