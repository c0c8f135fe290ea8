import fc from 'fast-check'
import { type DueObligation, obligations } from '../../src/operations/model/journal.ts'
import {
  emptyRequest,
  sampleAmendment,
  sampleClosing,
  sampleExchange,
  sampleIntent,
  sampleSilence,
} from '../support/store/sampleIntent.ts'
import type { WholeJournal } from './audit.ts'

/** One call of the journal, in relation to where its order stands. */
export type JournalCall = {
  readonly name: (typeof callNames)[number]
  /** Time that passes before. */
  readonly passMs: number
  readonly orderId: string
  readonly transactionId: string
  /** How far its version is from the order's. */
  readonly offset: number
  readonly limit: number
  readonly isForAll: boolean
  readonly obligation: (typeof obligations)[number] | undefined
  readonly keepsOrderBusy: boolean
  /** Whether it claims more captured than authorized. */
  readonly isOverdrawn: boolean
}

const callNames = [
  'load',
  'begin',
  'retrace',
  'close',
  'takeOver',
  'claimDue',
  'postpone',
  'lookAgain',
  'postponeUnsent',
  'release',
  'hasten',
  'hastenThese',
  'amend',
  'note',
  'traceOf',
] as const

/** Mostly to the point, so that something happens; now and then beside it. */
export const journalCall: fc.Arbitrary<JournalCall> = fc.record({
  name: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('begin', 'close', 'amend') },
    { weight: 3, arbitrary: fc.constantFrom(...callNames) },
    { weight: 1, arbitrary: fc.constantFrom('claimDue') },
  ),
  passMs: fc.constantFrom(0, 0, 0, 1, 1_000, 20_000, 40_000, 1_000_000),
  orderId: fc.constantFrom('o1', 'o1', 'o2'),
  transactionId: fc.constantFrom('1', '2', '3', '4'),
  offset: fc.constantFrom(0, 0, 0, 0, 0, 0, -1, 1),
  limit: fc.constantFrom(1, 2, 10),
  isForAll: fc.boolean(),
  obligation: fc.constantFrom(undefined, ...obligations),
  keepsOrderBusy: fc.boolean(),
  isOverdrawn: fc.integer({ min: 0, max: 20 }).map(chosen => chosen === 0),
})

export type Circumstances = {
  readonly merchantId: string
  /** The order's version, from which the call's own is counted; 0 for none. */
  readonly version: number
  /** The transaction that is open, which calls mostly are about. */
  readonly openId: string | undefined
  /** The transaction about which something is owed. */
  readonly owedId: string | undefined
  /** One about which nothing is owed any more. */
  readonly settledId: string | undefined
  readonly due: DueObligation | undefined
}

/** Makes the call; a refusal to store is an answer too. */
export async function makeCall(
  journal: WholeJournal,
  call: JournalCall,
  at: Circumstances,
): Promise<unknown> {
  try {
    return await calls[call.name](journal, call, at)
  } catch {
    return 'refused'
  }
}

type Make = (journal: WholeJournal, call: JournalCall, at: Circumstances) => Promise<unknown>

const calls = {
  load: (journal, call, at) => journal.load(intentOf(call, at).key),
  begin: (journal, call, at) => journal.begin(intentOf(call, at)),
  retrace(journal, call, at) {
    const { key, transactionId } = intentAbout(at.openId, call, at)
    const trace = `trace ${call.limit}`
    return journal.retrace({ key, transactionId, fence: at.version + call.offset, trace })
  },
  close(journal, call, at) {
    const conclude = call.obligation ? sampleSilence : sampleClosing
    const closing = conclude(intentAbout(at.openId, call, at), at.version + call.offset)
    const { obligation, keepsOrderBusy } = call
    return journal.close({
      ...closing,
      ...newAmount(call),
      ...overdraft(call),
      ...(obligation && { obligation, keepsOrderBusy }),
    })
  },
  takeOver: (journal, { limit, isForAll }) => journal.takeOver({ limit, all: isForAll }),
  claimDue: async (journal, { limit, isForAll }) =>
    (await journal.claimDue({ limit, patienceMs: 2_000, untried: !isForAll })).toSorted((one, other) =>
      nameOf(one) < nameOf(other) ? -1 : 1,
    ),
  postpone: async (journal, { isForAll, passMs }, { due }) =>
    due && journal.postpone(due, isForAll ? due.nowMs + passMs : undefined),
  lookAgain: async (journal, { passMs }, { due }) => due && journal.lookAgain(due, due.nowMs + passMs),
  postponeUnsent: async (journal, { isForAll }, { due }) =>
    due && journal.postponeUnsent(due, isForAll ? 'soon' : 'alarm'),
  release: async (journal, _call, { due }) => due && journal.release(due),
  hasten: journal => journal.hasten(),
  hastenThese: async (journal, _call, { due }) => due && journal.hastenThese(due.key, [due.transactionId]),
  amend(journal, call, at) {
    // Only about what is there and settled can something be remarked.
    const remark = !call.isForAll && call.limit === 10 && at.settledId !== undefined
    const id = remark ? at.settledId : at.owedId
    const amendment = sampleAmendment(intentAbout(id, call, at), at.version + call.offset)
    const { obligation, keepsOrderBusy, isForAll } = call
    const next = isForAll && obligation && { obligation, keepsOrderBusy }
    const more = {
      ...newAmount(call),
      ...overdraft(call),
      ...next,
      ...(remark && { isRemark: true as const }),
    }
    return journal.amend({ ...amendment, ...more })
  },
  note: (journal, call, at) =>
    journal.note({
      ...intentOf(call, at),
      kind: call.obligation ?? 'late',
      attempt: 1,
      content: sampleExchange,
    }),
  traceOf: (journal, call, at) => journal.traceOf(intentOf(call, at).key, call.transactionId),
} as const satisfies Record<(typeof callNames)[number], Make>

const nameOf = ({ key, transactionId }: DueObligation): string => `${key.orderId}/${transactionId}`

function intentOf(call: JournalCall, { merchantId, version }: Circumstances) {
  const { orderId, transactionId, offset } = call
  const plain = { fingerprint: Buffer.alloc(32), card: Buffer.alloc(4), request: emptyRequest }
  return sampleIntent({
    key: { cell: 0, merchantId, orderId },
    transactionId,
    seen: Math.max(0, version + offset),
    ...plain,
    ...(call.isForAll && { counts: countsOf(call) }),
  })
}

/** A counter that all orders share, and one of windows that pass quickly. */
const countsOf = ({ limit }: JournalCall) => [
  { key: Buffer.alloc(16, 1), slotMs: 5_000, amount: BigInt(limit) },
  { key: Buffer.alloc(16, 2), slotMs: 100_000, amount: 1n },
]

/** Mostly about the transaction that is in question. */
function intentAbout(id: string | undefined, call: JournalCall, at: Circumstances) {
  const isToThePoint = id !== undefined && call.limit > 1
  return intentOf(isToThePoint ? { ...call, transactionId: id } : call, at)
}

/** What the order's amount is after the call. */
const newAmount = ({ transactionId, limit }: JournalCall) => ({
  orderAmount: BigInt(transactionId) * BigInt(limit),
})

const overdraft = ({ isOverdrawn }: JournalCall) =>
  isOverdrawn ? { totals: { authorized: 0n, captured: 1n, refunded: 0n } } : {}
