// Makes the calls of a tape again on a sandbox of their own: its clock at the times of the tape, its acquirer
// scripted to answer as there; and holds what came of them against the tape.

import type { GatewayAnswer, GatewayConnection } from '../../commands/context.ts'
import { explanationOf, successBody } from '../../commands/gatewayConnection.ts'
import type { MerchantCredentials } from '../../commands/merchantCredentials.ts'
import { groupIn } from '../../commands/output.ts'
import { isObject } from '../../contract/kit/content.ts'
import type { TimedClock } from '../../platform/clock.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { differencesOf, type TapeDifference } from '../../tape/differences.ts'
import { type PlannedCall, plannedCalls } from '../../tape/plannedCall.ts'
import type { OrderTape, TapedAnswer, TapedCall, TapedStep } from '../../tape/tape.ts'
import { asksOf } from '../../tape/tapedAsks.ts'
import { isExplanation, recordedCall } from '../../tape/tapedCalls.ts'
import { showDuration } from '../control/duration.ts'
import { stepsMax } from '../scriptQueue.ts'
import { scriptedAnswers } from './scriptedAnswers.ts'

export type ReplayPlace = {
  readonly connection: GatewayConnection
  readonly credentials: MerchantCredentials
  readonly clock: Pick<TimedClock, 'monotonicMs' | 'sleep'>
  /** How much longer than in the tape something that happens by itself may take. */
  readonly patienceMs: number
  readonly report: (done: number, of: number) => void
}

export type JudgedCall = PlannedCall & {
  /** Absent where it could not be made again. */
  readonly answer?: TapedAnswer
  readonly differences: readonly TapeDifference[]
}

export async function replayTape(tape: OrderTape, place: ReplayPlace): Promise<readonly JudgedCall[]> {
  const planned = plannedCalls(tape.calls)
  await prepare(tape, planned, place)
  const answers = new Map<TapedCall, TapedAnswer>()
  const moments = momentsOf(planned)
  for (const [index, moment] of moments.entries()) {
    place.report(index, moments.length)
    await moveClock(place, moment.atMs)
    if ('step' in moment) await awaitStep(tape, moment, place)
    else answers.set(moment.call, await send(tape, moment, place))
  }
  return Promise.all(planned.map(each => judged(tape, each, { answer: answers.get(each.call), place })))
}

async function prepare(
  tape: OrderTape,
  planned: readonly PlannedCall[],
  { connection, credentials: { merchantId } }: ReplayPlace,
): Promise<void> {
  const profilePath = `/sandbox/merchants/${merchantId}/profile`
  const profile = successBody(await connection.call('GET', profilePath))
  // Nobody is told of what happened elsewhere, whatever address a request names.
  const body = { ...profile, ...tape.settings, notifications: false }
  successBody(await connection.call('PUT', profilePath, { body }))
  const [first] = tape.calls
  if (first)
    successBody(
      await connection.call('POST', '/sandbox/clock', {
        body: { now: new Date(Date.parse(first.at) - leadMs).toISOString() },
      }),
    )
  for (const { call, body } of planned) {
    const all = body && call.kind === 'recorded' ? scriptedAnswers(asksOf(call), tape.patienceMs) : []
    const match = { merchantId, orderId: tape.order.id, transactionId: call.transactionId }
    for (let from = 0; from < all.length; from += stepsMax) {
      const script = { match, answers: all.slice(from, from + stepsMax) }
      successBody(await connection.call('POST', '/sandbox/acquirer/scripts', { body: script }))
    }
  }
}

/** The sandbox needs a moment itself before the first call. */
const leadMs = 500

type CallMoment = PlannedCall & { readonly atMs: number }
type StepMoment = {
  readonly call: TapedCall
  readonly atMs: number
  readonly step: TapedStep['step']
  /** The how many-eth of its kind it is. */
  readonly count: number
}

/** Calls, and what happened by itself, in the order of the tape. */
function momentsOf(planned: readonly PlannedCall[]): readonly (CallMoment | StepMoment)[] {
  const made = planned.filter(({ body }) => body !== undefined)
  return made
    .flatMap(each => [{ ...each, atMs: Date.parse(each.call.at) }, ...stepMoments(each.call)])
    .sort((one, other) => one.atMs - other.atMs)
}

function stepMoments(call: TapedCall): readonly StepMoment[] {
  const counts = new Map<string, number>()
  return call.steps.flatMap(({ step, time, answer }) => {
    if (!awaitedSteps.has(step) || (isObject(answer) && answer.outcome === 'unsent')) return []
    const count = (counts.get(step) ?? 0) + 1
    counts.set(step, count)
    return [{ call, atMs: Date.parse(time), step, count }]
  })
}

const awaitedSteps: ReadonlySet<string> = new Set([
  ...['REVERSAL_ATTEMPTED', 'ADVICE_ATTEMPTED', 'INQUIRY_ATTEMPTED', 'LATE_ANSWER', 'SETTLED_BY_RECOVERY'],
])

/** Forward only: what took longer here than there is not made up for. */
async function moveClock({ connection }: ReplayPlace, atMs: number): Promise<void> {
  const { now } = successBody(await connection.call('GET', '/sandbox/clock'))
  const aheadMs = atMs - Date.parse(String(now))
  if (aheadMs <= 0) return
  // By so much and not to then: it goes on meanwhile, and may be past that moment when it hears of it.
  const body = { advance: showDuration(aheadMs) }
  successBody(await connection.call('POST', '/sandbox/clock', { body, timeoutMs: longMs }))
}

const longMs = 600_000

async function send(tape: OrderTape, { call, body }: CallMoment, place: ReplayPlace): Promise<TapedAnswer> {
  const { connection, credentials } = place
  const timeoutMs = tape.patienceMs + 60_000
  const path = pathOf(tape, call, place)
  return answerIn(await connection.call('PUT', path, { body, credentials, timeoutMs }))
}

const pathOf = (tape: OrderTape, call: TapedCall, { credentials: { merchantId } }: ReplayPlace): string =>
  `/api/rest/version/${call.version}/merchant/${merchantId}/order/${encodeURIComponent(tape.order.id)}` +
  `/transaction/${encodeURIComponent(call.transactionId)}`

function answerIn({ status, body }: GatewayAnswer): TapedAnswer {
  const { gatewayCode } = groupIn(body, 'response')
  const { cause, field, explanation } = groupIn(body, 'error')
  const result = cause === undefined ? body.result : undefined
  const told = { result, gatewayCode, cause, field, explanation }
  return {
    status,
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => typeof value === 'string')),
  }
}

async function awaitStep(tape: OrderTape, moment: StepMoment, place: ReplayPlace): Promise<void> {
  const { clock, patienceMs } = place
  const untilMs = clock.monotonicMs() + patienceMs
  for (;;) {
    const found = await transactionHere(tape, moment.call, place)
    const count = found?.steps.filter(({ step }) => step === moment.step).length ?? 0
    if (count >= moment.count || clock.monotonicMs() > untilMs) return
    await clock.sleep(pauseMs)
  }
}

const pauseMs = 100

async function transactionHere(
  tape: OrderTape,
  call: TapedCall,
  place: ReplayPlace,
): Promise<TapedCall | undefined> {
  const { connection, credentials } = place
  const answer = await connection.call('GET', `${pathOf(tape, call, place)}/explain`, { credentials })
  if (answer.status >= 500) throw new StartRefusal(explanationOf(answer))
  return isExplanation(answer.body) ? recordedCall(answer.body).call : undefined
}

async function judged(
  tape: OrderTape,
  planned: PlannedCall,
  { answer, place }: { readonly answer: TapedAnswer | undefined; readonly place: ReplayPlace },
): Promise<JudgedCall> {
  if (!answer) return { ...planned, differences: [] }
  const isRecorded = planned.call.kind === 'recorded'
  const recorded = isRecorded ? await transactionHere(tape, planned.call, place) : undefined
  // As the model names it: a version may call a gateway code otherwise.
  const here = recorded ? { ...answer, ...recorded.answer } : answer
  return { ...planned, answer: here, differences: differencesOf(planned.call, { answer: here, recorded }) }
}
