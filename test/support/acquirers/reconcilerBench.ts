// A reconciler of one link, with a store of one date and a host that says what a test wants.

import type { IsoMessage } from '../../../src/acquirers/iso8583/dialects/message.ts'
import { dialectNamed } from '../../../src/acquirers/iso8583/dialects/shippedDialects.ts'
import type { IsoExchange } from '../../../src/acquirers/iso8583/link/exchange.ts'
import { writeTrace } from '../../../src/acquirers/iso8583/messages/trace.ts'
import type {
  DueReconciliation,
  LinkTransaction,
  ReconciliationExchange,
  ReconciliationStore,
} from '../../../src/acquirers/reconciliation/port.ts'
import { createReconciler } from '../../../src/acquirers/reconciliation/reconciler.ts'
import type { LinkSettings } from '../../../src/acquirers/routing/settings.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import type { Log } from '../../../src/platform/log.ts'

export const date = '2026-11-15'
export const log: Log = { info: () => {}, warn: () => {}, fault: () => {}, dropped: () => 0, flush: () => {} }
export const nowMs = Date.UTC(2026, 10, 16, 0, 5)

export function payment(number: number, changes: Partial<LinkTransaction> = {}): LinkTransaction {
  const trace = {
    ...{ link: 'north', type: '0200', traceNumber: String(number).padStart(6, '0'), institution: '123456' },
    ...{ terminal: 'TERM0001', acceptor: 'SHOP', reference: `R${number}`, processingCode: '000000' },
  }
  return {
    ...{ merchantId: 'SHOP', orderId: `${number}`, transactionId: '1', type: 'PAYMENT', currency: 'EUR' },
    ...{ amount: 1_000n, trace: writeTrace(trace), result: 'SUCCESS', hostDate: '1115', startedAtMs: nowMs },
    ...changes,
  }
}

export const day = [
  ...[
    payment(1),
    payment(2),
    payment(3, { type: 'VOID_PAYMENT' }),
    payment(4, { type: 'REFUND', amount: 300n }),
  ],
  // Neither of the date, nor approved, nor money.
  ...[payment(5, { hostDate: '1116' }), payment(6, { result: 'FAILURE' })],
  ...[payment(8, { type: 'AUTHORIZATION' }), payment(9, { type: 'VOID_PAYMENT', hostDate: '' })],
]

/** One date that is due as often as it is released for later. */
export function storeOf(transactions: readonly LinkTransaction[]) {
  const exchanges: ReconciliationExchange[] = []
  let attempt = 0
  let waitedMs = 0
  let isDue = true
  let isLost = false
  let requested: DueReconciliation['requested']
  const known: string[] = []
  const store: ReconciliationStore = {
    async *transactions() {
      yield* transactions
    },
    noteDate: async (link, noted) => void known.push(`${link} ${noted}`),
    usualCurrencies: async () => [],
    noteCutOver: async (link, noted) => void known.push(`${link} begins ${noted}`),
    async request(_link, _date, by) {
      isDue = true
      requested = { by, atMs: nowMs + waitedMs + 0.5 }
    },
    async claim(): Promise<DueReconciliation | undefined> {
      if (!isDue) return undefined
      isDue = false
      attempt += 1
      waitedMs += (isReleasedFor ?? 0) + 1
      return { link: 'north', date, attempt, nowMs: nowMs + waitedMs, ...(requested && { requested }) }
    },
    async renew() {
      renewals += 1
      return true
    },
    async release(_due, againMs) {
      isReleasedFor = againMs
    },
    exchanges: async () => exchanges.slice(-1),
    async recordAsked(exchange) {
      const same = exchanges.findIndex(({ number }) => number === exchange.number)
      if (!isLost) exchanges.splice(same === -1 ? exchanges.length : same, 1, { ...exchange, state: 'ASKED' })
      return !isLost
    },
    async recordAnswer({ number }, answer) {
      const at = exchanges.findIndex(one => one.number === number)
      const [exchange] = exchanges.slice(at, at + 1)
      if (exchange) exchanges.splice(at, 1, { ...exchange, ...answer, answeredAtMs: nowMs + waitedMs })
    },
    list: async () => [],
    warnings: async () => ({ outOfBalance: 0, late: 0 }),
  }
  let isReleasedFor: number | undefined
  let renewals = 0
  return {
    store,
    exchanges,
    known,
    again() {
      isDue = true
    },
    /** Another node has claimed it meanwhile. */
    lose() {
      isLost = true
    },
    releasedFor: () => isReleasedFor,
    renewals: () => renewals,
  }
}

export const answered = (fields: Readonly<Record<number, string>>) => (question: IsoMessage) =>
  ({ state: 'answered', answer: { type: '0510', fields: { ...question.fields, ...fields } } }) as const

export function reconcilerOf(
  given: ReturnType<typeof storeOf>,
  hosts: ((question: IsoMessage) => IsoExchange)[],
) {
  const sent: IsoMessage[] = []
  const audited: string[] = []
  const dialect = dialectNamed('iso1987-ascii')
  if (dialect === undefined) throw new Error('no dialect')
  const settings: LinkSettings = {
    ...{ name: 'north', dialect, addresses: [], connections: 1, window: 1, backlogPerSecond: 1 },
    ...{ institution: '123456', country: 'DE', timeZone: '+0100' },
  }
  let number = 41
  const reconciler = createReconciler({
    ...{ store: given.store, clock: { ...systemClock, now: () => new Date(nowMs) }, log, patienceMs: 50 },
    links: [
      {
        settings,
        link: {
          async exchange(question) {
            sent.push(question)
            return hosts.shift()?.(question) ?? { state: 'silent' }
          },
        },
        takeTraceNumber: async () => String(++number).padStart(6, '0'),
      },
    ],
    onExchange: async ({ askedBy }, { state }) => void audited.push(`${askedBy}: ${state}`),
  })
  return { reconciler, sent, audited }
}
