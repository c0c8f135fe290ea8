// How a call of a tape is made again: its body with a stand-in for the card, or why it cannot be made.

import { catalogue } from '../contract/catalogue.ts'
import { readRequest } from '../contract/kit/atVersion.ts'
import { type Content, isObject } from '../contract/kit/content.ts'
import { notKept } from '../contract/kit/maskedBody.ts'
import type { Operation } from '../contract/kit/operation.ts'
import { allFindings } from '../contract/kit/validate.ts'
import { namesProof, standIn } from './standIn.ts'
import type { TapedCall } from './tape.ts'
import { asksOf } from './tapedAsks.ts'

export type PlannedCall = {
  readonly call: TapedCall
  /** What is sent; absent where it cannot be made again, and then `cannot` says why. */
  readonly body?: Content
  readonly cannot?: string
  /** What is otherwise than it was, without changing what is compared. */
  readonly notes: readonly string[]
}

export function plannedCalls(calls: readonly TapedCall[]): readonly PlannedCall[] {
  const made = new Set<string>()
  return calls.map(call => {
    const planned = plannedCall(call, made)
    if (planned.body && call.kind === 'recorded') made.add(call.transactionId)
    return planned
  })
}

function plannedCall(call: TapedCall, made: ReadonlySet<string>): PlannedCall {
  const because = (cannot: string): PlannedCall => ({ call, cannot, notes: [] })
  const obstacle = obstacleIn(call)
  if (obstacle !== undefined) return because(obstacle)
  const operation = catalogue.find(({ name }) => name === call.operation)
  if (!operation || !call.body) return because('What it sent is not kept.')
  const before = obstacleBefore(call, operation, made)
  if (before !== undefined) return because(before)
  const { body, notes } = standIn(call, call.body)
  const lacking = lackIn(call, operation, body)
  if (lacking !== undefined) return because(lacking)
  return { call, body, notes: [...notes, ...notesOf(call)] }
}

/** What happened there and cannot happen here. */
function obstacleIn({ kind, operation, answer, body, steps, outcome }: TapedCall): string | undefined {
  const happened = (...names: readonly string[]) => steps.some(({ step }) => names.includes(step))
  if (operation.startsWith('ENTER_')) return 'An operator entered it in the console.'
  if (happened('ISSUER_ASKED', 'MESSAGE_SENT', 'BROWSER_RETURNED'))
    return "It took the payer's browser and the card's issuer, whose side is not in a tape."
  if (happened('PROVIDER_ASKED', 'PAYER_WENT_ON'))
    return 'The payer paid at a payment provider, whose side is not in a tape.'
  if (happened('REVIEWED')) return 'An operator reviewed its risk in the console.'
  if (kind === 'refused' && answer.cause !== 'INVALID_REQUEST')
    return `It was refused for ${answer.cause}, which depends on the moment and not on the request.`
  if (kind === 'refused' && holdsMarks(body)) return 'What it sent is not kept whole.'
  const [first] = steps.filter(({ step }) => step === 'ACQUIRER_ASKED')
  if (first?.answer === 'unsent')
    return `Nothing could be sent to the acquirer (${first.reason}); the simulated one is always there.`
  if (!first && outcome?.gatewayCode === 'AUTHENTICATION_FAILED' && namesProof(body ?? {}))
    return "The payer's authentication decided it, which is not made again."
  const isOfRules = outcome?.rules.some(rule => rule.owner !== undefined && rule.verdict === 'HOLDS')
  return isOfRules && !first ? 'A risk rule decided it, and rules are not in a tape.' : undefined
}

/** What it builds on. */
function obstacleBefore(
  { kind, transactionId, body = {} }: TapedCall,
  { role }: Operation,
  made: ReadonlySet<string>,
): string | undefined {
  if (kind === 'repeated' && !made.has(transactionId)) return 'It repeats a call that is not made again.'
  if (kind !== 'recorded' || role !== 'followUp') return undefined
  const { targetTransactionId } = isObject(body.transaction) ? body.transaction : {}
  if (typeof targetTransactionId === 'string' && !made.has(targetTransactionId))
    return `It follows transaction ${targetTransactionId}, which is not made again.`
  const isAlone = isObject(body.sourceOfFunds)
  return made.size === 0 && !isAlone ? 'It follows a payment that is not made again.' : undefined
}

const marks: ReadonlySet<unknown> = new Set(Object.values(notKept))

function holdsMarks(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsMarks)
  if (!isObject(value)) return marks.has(value)
  return Object.entries(value).some(([name, each]) => marks.has(name) || name === '…' || holdsMarks(each))
}

/** Without what is never kept some requests are not whole: chips, stripes, cryptograms. */
function lackIn(call: TapedCall, operation: Operation, body: Content): string | undefined {
  const findings = allFindings(operation, call.version, readRequest(operation, call.version, body))
  if (call.kind === 'refused') {
    const isJudgedByOrder = body.referenceOrderId !== undefined && call.answer.field !== 'referenceOrderId'
    return isJudgedByOrder && findings.length === 0 ? `${refersToOther}.` : undefined
  }
  const missing = findings.filter(({ validationType }) => validationType === 'MISSING')
  if (missing.length === 0) return undefined
  const names = missing.map(({ field }) => field).join(', ')
  return call.body?.referenceOrderId === undefined
    ? `It needs ${names}, which is never kept.`
    : `${refersToOther}: without that it needs ${names}.`
}

const refersToOther = 'It refers to another order, which is not in a tape'

function notesOf(call: TapedCall): readonly string[] {
  const entryPoint = call.steps.find(({ step }) => step === 'RECEIVED')?.entryPoint
  const from = call.takenFrom ?? []
  return [
    ...(entryPoint === undefined ? [] : [entryPoints.get(entryPoint) ?? `It came by ${entryPoint}.`]),
    ...(from.length === 0 ? [] : [takenText(from)]),
    ...asksOf(call)
      .filter(({ outcome }) => outcome === 'unsent')
      .map(({ verb, reason }) => `One ${verb} could not be sent (${reason}), which does not happen here.`),
  ]
}

function takenText(from: readonly string[]): string {
  const named = from.map(each => sources.get(each) ?? each)
  const all = [named.slice(0, -1).join(', '), ...named.slice(-1)].filter(each => each !== '').join(' and ')
  return `It named ${all}; here it sends what ${named.length === 1 ? 'that' : 'those'} held.`
}

const sources: ReadonlyMap<string, string> = new Map([
  ['order', 'another order, by referenceOrderId'],
  ['p2pe', 'an encrypted reading of the card'],
  ['reading', 'what the terminal said of the card'],
  ['session', 'a session'],
  ['token', 'a token'],
])

const entryPoints: ReadonlyMap<unknown, string> = new Map([
  ['HOSTED_PAGE', 'It came from the hosted payment page; here it is sent over the API.'],
  ['MERCHANT_ADMINISTRATION', 'It was made in the console; here it is sent over the API.'],
])
