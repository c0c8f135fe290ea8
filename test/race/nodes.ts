import { setTimeout as pause } from 'node:timers/promises'
import type { OutcomeContents } from '../../src/operations/model/documents.ts'
import type {
  Amendment,
  Closing,
  DueObligation,
  Journal,
  LoadedOrder,
  RecordedTransaction,
  RecoveryJournal,
} from '../../src/operations/model/journal.ts'
import { RecordingUnknown } from '../../src/platform/errors.ts'
import {
  emptyRequest,
  outcomeMarked,
  sampleClosing,
  sampleIntent,
  sampleKey,
} from '../support/store/sampleIntent.ts'
import type { Books } from './books.ts'

/** One of several gateways on a database, with the parts of the pipeline that a race needs. */
export type Node = {
  readonly name: string
  readonly journal: Journal & RecoveryJournal
  readonly books: Books
  readonly random: (below: number) => number
  /** How often a request loads the order again before it gives up, which is a fault. */
  readonly looksMax: number
}

export type Wish = { readonly orderId: string; readonly transactionId: string; readonly type: Type }
type Type = 'AUTHORIZATION' | 'CAPTURE'

const amounts = { AUTHORIZATION: 100n, CAPTURE: 60n } as const satisfies Record<Type, bigint>

/** Load, plan, begin, send, close; returns the answer, or nothing where the order does not admit it. */
export async function request(node: Node, wish: Wish): Promise<void> {
  const { journal, books, random, looksMax } = node
  const load = () => journal.load(sampleKey(wish.orderId))
  let order = wish.transactionId === '1' ? undefined : await load()
  for (let look = 0; look < looksMax; look += 1) {
    const known = order?.transactions.find(({ id }) => id === wish.transactionId)
    if (known?.outcome !== undefined)
      return void books.answers.push({ ...wish, outcome: markOf(known.outcome) })
    if (known === undefined) {
      if (!admits(order, wish.type)) return
      if (random(3) === 0) await pause(random(4))
      if (await attempt(node, wish, order)) return
    }
    await pause(random(4))
    order = await load()
  }
  throw new Error('A request was never answered')
}

const markOf = ({ story }: OutcomeContents): string => story.rule ?? ''

/** Two captures of 60 do not fit into an authorization of 100: a plan based on an old order is detected. */
function admits(order: LoadedOrder | undefined, type: Type): boolean {
  const { authorized, captured } = order?.totals ?? nothing
  return type === 'AUTHORIZATION' ? authorized === 0n : captured + amounts.CAPTURE <= authorized
}

/** Of what may have begun, the next look at the order tells. */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof RecordingUnknown)) throw error
}

/** Whether it was answered: not when it could not begin, and not when it was taken over meanwhile. */
async function attempt(node: Node, wish: Wish, order: LoadedOrder | undefined): Promise<boolean> {
  const { journal, books, random, name } = node
  const { orderId, transactionId, type } = wish
  const seen = order?.version ?? 0
  const shape = { key: sampleKey(orderId), transactionId, type, operation: type, seen }
  const intent = sampleIntent({ ...shape, transactionAmount: amounts[type], request: emptyRequest })
  const begun = await journal.begin(intent).catch(unlessUnknown)
  if (begun?.state !== 'started') return false
  books.started.push({ orderId, transactionId, fence: begun.fence, seen })
  if (random(2) === 0) await pause(random(12))
  const outcome = outcomeMarked(`first by ${name} ${begun.fence}`)
  const totals = totalsWith(order, type)
  const closed = await journal.close({ ...sampleClosing(intent, begun.fence), totals, outcome })
  if (closed.state === 'takenOver') books.refusedCloses += 1
  if (closed.state === 'takenOver') return false
  books.closed.push({ orderId, transactionId, fence: begun.fence, outcome: markOf(outcome) })
  books.answers.push({ orderId, transactionId, outcome: markOf(outcome) })
  return true
}

/** Takes over whatever runs too long, which here is nearly everything, and settles what is then owed. */
export async function recover(node: Node, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await recoverOnce(node, false)
    await pause(node.random(6))
  }
}

/** Whether there was anything to do. */
export async function recoverOnce(node: Node, all: boolean): Promise<boolean> {
  const { journal, books, random } = node
  const taken = await journal.takeOver({ limit: 4, all })
  books.takenOver.push(...taken.map(one => ({ ...one, orderId: one.key.orderId })))
  if (random(2) === 0) await pause(random(5))
  const dues = await journal.claimDue({ limit: 16, patienceMs: 0 })
  await Promise.all([...taken.map(one => closeUnknown(node, one)), ...dues.map(due => settle(node, due))])
  return taken.length + dues.length > 0
}

type Taken = Awaited<ReturnType<RecoveryJournal['takeOver']>>[number]

async function closeUnknown({ journal, books, name }: Node, { key, transactionId, fence }: Taken) {
  const order = await journal.load(key)
  const known = transactionIn(order, transactionId)
  const isCapture = known.type === 'CAPTURE'
  const closing: Closing = {
    ...sampleClosing(sampleIntent({ key, transactionId }), fence),
    ...({ result: 'UNKNOWN', gatewayCode: 'UNKNOWN' } as const),
    totals: order?.totals ?? nothing,
    transactionAmount: known.amount,
    outcome: outcomeMarked(`first by recovery of ${name} ${fence}`),
    obligation: isCapture ? 'advice' : 'reversal',
    keepsOrderBusy: isCapture,
  }
  const closed = await journal.close(closing)
  if (closed.state === 'closed')
    books.closed.push({ orderId: key.orderId, transactionId, fence, outcome: markOf(closing.outcome) })
}

/** A reversal makes the failure final, an advice the success. */
async function settle({ journal, books, name, random }: Node, due: DueObligation): Promise<void> {
  const { key, transactionId, obligation, attempt: number } = due
  const { orderId } = key
  books.claims.push({ orderId, transactionId, kind: obligation, attempt: number })
  const order = await journal.load(key)
  const known = transactionIn(order, transactionId)
  if (order === undefined || known.owed?.status !== 'PENDING') return
  await pause(random(30))
  const verdict = obligation === 'advice' ? success : failure
  const amendment: Amendment = {
    ...sampleClosing(sampleIntent({ key, transactionId }), 0),
    ...verdict,
    seen: order.version,
    transactionAmount: known.amount,
    totals: obligation === 'advice' ? totalsWith(order, 'CAPTURE') : order.totals,
    outcome: outcomeMarked(`settled by ${name} ${number}`),
  }
  const { state } = await journal.amend(amendment)
  if (state === 'amended') books.amended.push({ orderId, transactionId })
  else await journal.postpone(due)
}

function transactionIn(order: LoadedOrder | undefined, transactionId: string): RecordedTransaction {
  const found = order?.transactions.find(({ id }) => id === transactionId)
  if (found === undefined) throw new Error('What was taken over or owed is not on its order')
  return found
}

function totalsWith(order: LoadedOrder | undefined, type: Type) {
  const totals = order?.totals ?? nothing
  if (type === 'AUTHORIZATION') return { ...totals, authorized: totals.authorized + amounts[type] }
  return { ...totals, captured: totals.captured + amounts[type] }
}

const nothing = { authorized: 0n, captured: 0n, refunded: 0n }
const success = { result: 'SUCCESS', gatewayCode: 'APPROVED' } as const
const failure = { result: 'FAILURE', gatewayCode: 'TIMED_OUT' } as const
