import { type Content, isObject } from '../../contract/kit/content.ts'
import { tookEffect } from '../../orders/transaction.ts'
import { flowNamed } from '../flows.ts'
import {
  type ConsultedAnswer,
  type ConsultingFlow,
  isConsulting,
  type News,
  type Verdict,
} from '../pipeline/consulting.ts'
import type { Road } from '../pipeline/execution.ts'
import { timedOut } from '../pipeline/interpret.ts'
import type { LoadedOrder, OrderKey, RecordedTransaction } from '../pipeline/journal.ts'
import { nameOfRecord, stepRecorded } from '../pipeline/steps.ts'
import { amendmentWaitMs, createPauses } from '../pipeline/waiting.ts'
import { isoTime } from '../record/outcome.ts'
import { readDocument } from '../record/record.ts'
import { shownRequest } from '../record/writtenRequest.ts'
import { revisionOf } from '../recovery/revision.ts'

export type Heard = {
  readonly answer?: ConsultedAnswer
  readonly seen?: News['seen']
  /** Who brings it and what was asked, for the story. */
  readonly by: string
  readonly verb?: string
  readonly attempt?: number
}

/**
 * Writes down what came to be known about a transaction whose payer is still on the way. Settled: it is final
 * now. Open: it is not, whether or not anything was written. Over: it was settled before.
 */
export async function recordNews(
  road: Road,
  { key, name }: { readonly key: OrderKey; readonly name: string },
  heard: Heard,
): Promise<'settled' | 'open' | 'over'> {
  if (!heard.seen && !isTelling(heard)) return 'open'
  const pauses = createPauses(road.clock, amendmentWaitMs)
  for (;;) {
    const order = await road.journal.load(key)
    const found = order && stepRecorded(order, name)
    if (!order || !found || !isOpen(found.step) || isTakenFurther(found)) return 'over'
    const verdict = verdictOn(road, order, { step: found.step, heard })
    if (!verdict) return 'open'
    const { obligation, keepsOrderBusy = false } = verdict
    const revision = revisionOf(key, order, { known: found.step, found: foundBy(verdict, heard) })
    const written = await road.journal.amend({
      ...revision,
      seen: order.version,
      ...(obligation && { obligation, keepsOrderBusy }),
    })
    if (written.state === 'amended') return obligation === 'inquiry' ? 'open' : 'settled'
    if (!(await pauses.pause())) return 'open'
  }
}

/** The payer comes back after the outcome was found out otherwise: when, is all that is left to say. */
export async function recordReturn(
  { journal, clock }: Road,
  { key, name }: { readonly key: OrderKey; readonly name: string },
): Promise<void> {
  const pauses = createPauses(clock, amendmentWaitMs)
  for (;;) {
    const order = await journal.load(key)
    const step = order && stepRecorded(order, name)?.step
    const { browserPayment } = readDocument(step?.outcome ?? '{}')
    const interaction = isObject(browserPayment) ? browserPayment.interaction : undefined
    if (!order || !step || !isObject(interaction) || interaction.timeReturned !== undefined) return
    if (step.pursuit?.status === 'PENDING') return
    const { result, gatewayCode, approvedAmount } = step
    const timeReturned = isoTime(order.loadedAtMs)
    const found = {
      concluded: { result, gatewayCode, ...(approvedAmount !== undefined && { approvedAmount }) },
      said: { browserPayment: { interaction: { ...interaction, timeReturned } } },
      story: { settledBy: 'payer' },
    }
    const revision = revisionOf(key, order, { known: step, found })
    const written = await journal.amend({ ...revision, seen: order.version, isRemark: true })
    if (written.state === 'amended' || !(await pauses.pause())) return
  }
}

/** Later, that is: who cannot be asked now will be asked again. */
const tellsNothing: ReadonlySet<ConsultedAnswer['outcome']> = new Set(['undecided', 'silent', 'failed'])

const isTelling = ({ answer }: Heard): boolean => answer !== undefined && !tellsNothing.has(answer.outcome)

/** Whether it is still asked about. */
export const isOpen = ({ pursuit }: RecordedTransaction): boolean =>
  pursuit?.obligation === 'inquiry' && pursuit.status === 'PENDING'

/** A later step has its own say. */
export const isTakenFurther = ({ known, step }: Placed): boolean =>
  known.steps !== undefined && known.steps.at(-1) !== step

type Placed = { readonly known: RecordedTransaction; readonly step: RecordedTransaction }

/** Nothing where it says what is known already: no merchant is told twice. */
function verdictOn(
  road: Road,
  order: LoadedOrder,
  { step, heard }: { readonly step: RecordedTransaction; readonly heard: Heard },
): Verdict | undefined {
  const flow = consultingFlowOf(step)
  const before = readDocument(step.outcome ?? '{}')
  const judged = flow.judge({
    ...heard,
    request: shownRequest(readDocument(step.request)),
    amount: step.amount,
    before,
    nowMs: order.loadedAtMs,
    tokens: {},
    origin: road.counterparts.origin(),
  })
  const verdict = isTelling(heard) ? judged : unchanged(order, step, judged)
  if (verdict.result === 'SUCCESS' && verdict.answer && !isWanted(order, step))
    return { ...timedOut, said: verdict.said, obligation: 'reversal' }
  return isSame(verdict, step, before) ? undefined : verdict
}

/** Where the payer was seen is told; what is known of the payment, and whether it is busy, stays. */
function unchanged({ openId }: LoadedOrder, step: RecordedTransaction, { said }: Verdict): Verdict {
  const { result, gatewayCode } = step
  const keepsOrderBusy = openId === nameOfRecord(step)
  return { result, gatewayCode, said, obligation: 'inquiry', keepsOrderBusy }
}

export function consultingFlowOf({ operation }: RecordedTransaction): ConsultingFlow {
  const flow = flowNamed(operation)
  if (!flow || !isConsulting(flow)) throw new Error(`Nobody is consulted for ${operation}`)
  return flow
}

/** An order is paid or authorized once: an approval that comes after another's is undone. */
const isWanted = ({ transactions }: LoadedOrder, { id }: RecordedTransaction): boolean =>
  !transactions.some(
    one => one.id !== id && (one.type === 'AUTHORIZATION' || one.type === 'PAYMENT') && tookEffect(one),
  )

function isSame(
  { result, gatewayCode, said }: Verdict,
  known: RecordedTransaction,
  before: Content,
): boolean {
  if (result !== known.result || gatewayCode !== known.gatewayCode) return false
  return Object.entries(said).every(([name, value]) => covers(before[name], value))
}

function covers(before: unknown, said: unknown): boolean {
  if (!isObject(said)) return before === said
  return isObject(before) && Object.entries(said).every(([name, value]) => covers(before[name], value))
}

function foundBy(verdict: Verdict, { by, attempt, verb, answer: heard }: Heard) {
  const { result, gatewayCode, approvedAmount, answer, said, authenticationStatus } = verdict
  return {
    concluded: { result, gatewayCode, ...(approvedAmount !== undefined && { approvedAmount }) },
    ...(answer && { answer }),
    said,
    ...(authenticationStatus && { authenticationStatus }),
    story: {
      settledBy: by,
      ...(attempt !== undefined && { attempt }),
      ...(verb !== undefined && heard && { asked: { verb, answer: heard.outcome } }),
    },
  }
}
