// The calls of an order, from what is recorded of its transactions and what the request log has of it.

import type { FoundCall } from '../console/requestLog/search.ts'
import { writtenBody } from '../console/requestLog/writtenBody.ts'
import { catalogue } from '../contract/catalogue.ts'
import type { Explanation } from '../contract/explanation.ts'
import { modelField, readRequest, writeRequest } from '../contract/kit/atVersion.ts'
import { type Content, isObject } from '../contract/kit/content.ts'
import { chosen, harmless, tapedRule, tapedStep, withoutPersonalData } from './maskedContent.ts'
import type { TapedAnswer, TapedCall, TapedOutcome } from './tape.ts'

export type TapedCalls = { readonly calls: readonly TapedCall[]; readonly masked: readonly string[] }

/** Oldest first. What was only read is left out: it changed nothing. */
export function tapedCalls(explained: readonly Explanation[], logged: readonly FoundCall[]): TapedCalls {
  const byRequest = new Map(logged.map(call => [call.requestId, call]))
  const recorded = explained.map(each => recordedCall(each, byRequest))
  const known = new Set(recorded.flatMap(({ call }) => call.requestId ?? []))
  const bodies = new Map(recorded.map(({ call }) => [call.transactionId, call]))
  const recordedMs = recordsClock(
    recorded.map(({ call }) => call),
    byRequest,
  )
  const inOrder = logged.toSorted((one, other) => sentAtMs(one) - sentAtMs(other))
  const others = inOrder.flatMap(found => {
    if (found.method !== 'PUT' || found.transactionId === undefined) return []
    if (found.requestId === undefined || known.has(found.requestId)) return []
    const call = { ...found, atMs: recordedMs(found) }
    if (call.error) return refusedCall(call, found.transactionId)
    const first = bodies.get(found.transactionId)
    return call.status === 200 && first ? [{ call: repeatedCall(call, first), masked: [] }] : []
  })
  const all = [...recorded, ...others]
  return {
    calls: all.map(({ call }) => call).sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    masked: [...new Set(all.flatMap(({ masked }) => masked))].sort(),
  }
}

const sentAtMs = ({ atMs, ms }: FoundCall): number => Math.round(atMs - ms)

/**
 * When a call of the log was made, by the clock of records. The log has the time of its node, records that of
 * the database, which a sandbox moves: of the nearest call before that is in both, it is known how far they
 * were apart. It took a while until that one was recorded, so the next one that was sent after the answer is
 * a bound.
 */
function recordsClock(recorded: readonly TapedCall[], byRequest: ReadonlyMap<string | undefined, FoundCall>) {
  const inBoth = recorded
    .flatMap(({ at, requestId }) => {
      const found = requestId === undefined ? undefined : byRequest.get(requestId)
      return found ? [{ sentMs: sentAtMs(found), recordedMs: Date.parse(at) }] : []
    })
    .sort((one, other) => one.sentMs - other.sentMs)
  return (call: FoundCall): number => {
    const sentMs = sentAtMs(call)
    const nearest = inBoth.findLast(each => each.sentMs <= sentMs) ?? inBoth[0]
    const aheadMs = nearest ? nearest.recordedMs - nearest.sentMs : 0
    // A millisecond is lost by rounding.
    const next = inBoth.find(each => each.sentMs >= call.atMs - 1 && each !== nearest)
    return Math.min(sentMs + aheadMs, (next?.recordedMs ?? Number.POSITIVE_INFINITY) - 1)
  }
}

type MaskedCall = { readonly call: TapedCall; readonly masked: readonly string[] }

/** A transaction as `explain` tells it, of this gateway or of one that replays it. */
export function recordedCall(
  explained: Explanation,
  byRequest: ReadonlyMap<string | undefined, FoundCall> = new Map(),
): MaskedCall {
  const { operation, steps, request, values } = explained
  const version = Number(explained.version)
  const received = steps.find(({ step }) => step === 'RECEIVED')
  const requestId = received?.requestId
  const { content, masked } = withoutPersonalData(request)
  const body = writtenBody({ operation, version }, { request: content, values })
  const status = typeof requestId === 'string' ? byRequest.get(requestId)?.status : undefined
  return {
    masked,
    call: {
      at: received?.time ?? steps[0]?.time ?? '',
      kind: 'recorded',
      ...{ transactionId: explained.transaction.id ?? '', operation, version },
      ...(typeof requestId === 'string' && { requestId }),
      ...(body && { body }),
      ...(values.taken && { takenFrom: [...new Set(Object.values(values.taken))].sort() }),
      answer: { ...(status !== undefined && { status }), ...answerIn(explained) },
      outcome: outcomeOf(explained),
      steps: steps.map(tapedStep),
    },
  }
}

/** What was answered first; a later request under the same id is a step of its own. */
function answerIn({ steps }: Explanation): TapedAnswer {
  const answered: Content = steps.find(({ step }) => step === 'ANSWERED') ?? {}
  const { result, gatewayCode, orderStatus } = answered
  return {
    ...(typeof result === 'string' && { result }),
    ...(typeof gatewayCode === 'string' && { gatewayCode }),
    ...(typeof orderStatus === 'string' && { orderStatus }),
  }
}

function outcomeOf(explained: Explanation): TapedOutcome {
  const { result, gatewayCode, decidedBy, transaction, totals, owed, rules, authentication } = explained
  const { amount, currency } = transaction
  return {
    ...{ result, gatewayCode, decidedBy },
    ...(amount !== undefined && { amount: String(amount) }),
    ...(currency !== undefined && { currency }),
    totals: totals.after ?? {},
    ...(owed && { owed: chosen(owed, ['obligation', 'status', 'attempts']) }),
    rules: rules.map(tapedRule),
    ...(authentication && { authentication: harmless(chosen(authentication, authenticationFacts)) }),
  }
}

const authenticationFacts = [
  ...['directoryServer', 'protocolVersion', 'status', 'reason', 'challengeCancel', 'saidBy', 'knownFrom'],
]

const headOf = ({ atMs, operation = '', version, requestId }: FoundCall) => ({
  at: new Date(atMs).toISOString(),
  ...{ operation, version },
  ...(requestId !== undefined && { requestId }),
})

function repeatedCall(call: FoundCall, first: TapedCall): TapedCall {
  return {
    ...{ ...headOf(call), kind: 'repeated', transactionId: first.transactionId, steps: [] },
    ...(call.operation === first.operation && call.version === first.version && bodyOf(first)),
    answer: harmless({ status: call.status, ...chosen(call, ['result', 'gatewayCode']) }),
  }
}

const bodyOf = ({ body }: TapedCall) => body && { body }

function refusedCall(call: FoundCall, transactionId: string): readonly MaskedCall[] {
  const { body, masked } = refusedBody(call)
  const { cause = '', field, explanation } = call.error ?? {}
  const why = field === undefined ? explanation : undefined
  return [
    {
      masked,
      call: {
        ...{ ...headOf(call), kind: 'refused', transactionId, steps: [] },
        ...(body && { body }),
        answer: harmless({
          ...{ status: call.status, cause },
          ...(field !== undefined && { field }),
          ...(why !== undefined && { explanation: why }),
        }),
      },
    },
  ]
}

/** Only whole: without the field that it was refused for, or with another in its place, it means nothing. */
function refusedBody({ operation: name, version, body, error }: FoundCall): {
  readonly body?: Content
  readonly masked: readonly string[]
} {
  const operation = catalogue.find(each => each.name === name)
  if (!operation || !isObject(body)) return { masked: [] }
  const { content, masked } = withoutPersonalData(readRequest(operation, version, body))
  const field = error?.field === undefined ? '' : modelField(operation, version, error.field)
  const isAbout = masked.some(place => field === place || field.startsWith(`${place}.`))
  return isAbout ? { masked } : { body: harmless(writeRequest(operation, version, content)), masked }
}

/** What a gateway answered as an explanation. */
export const isExplanation = (value: Content): value is Explanation & Content =>
  ['operation', 'version', 'result', 'gatewayCode'].every(name => typeof value[name] === 'string') &&
  [value.request, value.values, value.totals, value.transaction].every(isObject) &&
  [value.rules, value.steps].every(Array.isArray)
