import type { Finding } from './findings.ts'
import { type Kind, nestedIn, textIn } from './seen.ts'
import type { Step } from './taken.ts'

export interface Run {
  readonly steps: readonly Step[]
  /** Those that name no transaction are under the empty name. */
  readonly byTransaction: ReadonlyMap<string, readonly Step[]>
  /** By index: what the receiver of a message has to refuse in it. */
  readonly refused: ReadonlyMap<number, readonly Finding[]>
}

export interface Blamed extends Finding {
  readonly step: Step
}

/** Codes here are names: no Erro tells them, and most are seen by nobody but a witness of the whole. */
export type RunRule = (run: Run) => readonly Blamed[]

const blame = (step: Step, code: string, why: string): Blamed => ({ step, code, fields: [], why })
const ofKind = ({ steps }: Run, ...kinds: readonly Kind[]) =>
  steps.filter(({ kind }) => kind !== undefined && kinds.includes(kind))
/** What came after a step in its transaction. */
const after = (run: Run, { index, transaction }: Step) =>
  (run.byTransaction.get(transaction) ?? []).filter(step => step.index > index)
const isBack = (one: Step, other: Step) => one.from === other.to && one.to === other.from

/** A step before which the same has been: by what makes it the same. */
function again(steps: readonly Step[], sameness: (step: Step) => string): readonly Step[] {
  const known = new Set<string>()
  return steps.filter(step => {
    const key = sameness(step)
    const isKnown = known.has(key)
    known.add(key)
    return isKnown && !step.isDeliberate
  })
}

const requestTwice: RunRule = run =>
  again(ofKind(run, 'AReq'), step => step.transaction).map(step =>
    blame(step, 'requestTwice', 'an AReq went out a second time'),
  )

const preparationTwice: RunRule = run =>
  again(ofKind(run, 'PReq'), step => step.transaction).map(step =>
    blame(step, 'idTwice', 'a PReq has the id of an earlier one'),
  )

const answerTwice: RunRule = run =>
  again(ofKind(run, 'ARes', 'PRes'), step => `${step.kind} ${step.transaction}`).map(step =>
    blame(step, 'answerTwice', 'a request was answered a second time'),
  )

/** Answers to nothing, and results of what was never challenged. */
const outOfOrder: RunRule = run => {
  const needs: readonly (readonly [Kind, Kind])[] = [
    ['ARes', 'AReq'],
    ['PRes', 'PReq'],
    ['RReq', 'ARes'],
    ['RRes', 'RReq'],
    ['CReq', 'ARes'],
    ['CRes', 'CReq'],
  ]
  const seen = new Set<string>()
  return run.steps.flatMap(step => {
    seen.add(`${step.kind} ${step.transaction}`)
    const earlier = needs.find(([kind]) => kind === step.kind)?.[1]
    if (!earlier || step.isDeliberate || seen.has(`${earlier} ${step.transaction}`)) return []
    return [blame(step, 'outOfOrder', `no ${earlier} went before this ${step.kind}`)]
  })
}

const secondsBetween = (one: Step, other: Step) => (other.atMs - one.atMs) / 1000

const firstChallengeLate: RunRule = run =>
  ofKind(run, 'ARes').flatMap(answer => {
    const first = after(run, answer).find(({ kind }) => kind === 'CReq')
    if (!first || first.isDeliberate || secondsBetween(answer, first) <= 30) return []
    return [blame(first, 'challengeLate', 'the first CReq came more than 30 seconds after its ARes')]
  })

/** The directory server hangs up after three seconds, and does not come again. */
const resultUnanswered: RunRule = run =>
  ofKind(run, 'RReq').flatMap(result => {
    // An Erro may not know the transaction.
    const unnamed = (run.byTransaction.get('') ?? []).filter(({ index }) => index > result.index)
    const answer = [...after(run, result), ...unnamed].find(
      step => (step.kind === 'RRes' || step.kind === 'Erro') && isBack(step, result),
    )
    if (!answer) return [blame(result, 'resultUnanswered', 'an RReq had no answer')]
    return secondsBetween(result, answer) > 3
      ? [blame(answer, 'resultLate', 'the answer to an RReq took more than 3 seconds')]
      : []
  })

/** Lists that were received in good order; what was refused on either side may be asked for again at once. */
const preparationTooOften: RunRule = run => {
  const answered = ofKind(run, 'PReq').filter(request => isPrepared(run, request))
  return ofKind(run, 'PReq').flatMap(request => {
    const before = answered.filter(
      other => other.index < request.index && other.from === request.from && other.to === request.to,
    )
    if (request.isDeliberate) return []
    if (before.some(other => secondsBetween(other, request) < 3600))
      return [blame(request, 'preparationTooOften', 'a PReq within an hour of the one before')]
    const isHalfDay = (other: Step) => isWhole(other) && secondsBetween(other, request) < 12 * 3600
    return isWhole(request) && request.message.messageVersion === '2.3.1' && before.some(isHalfDay)
      ? [blame(request, 'preparationTooOften', 'a whole list within twelve hours of the one before')]
      : []
  })
}

const isWhole = ({ message }: Step) => message.serialNum === undefined

function isPrepared(run: Run, request: Step): boolean {
  const later = after(run, request)
  const isRefused = later.some(({ kind }) => kind === 'Erro')
  return later.some(({ kind }) => kind === 'PRes') && !isRefused
}

/** Who receives a fault has to say so, with a code that the tables demand or leave open. */
const faultPassed: RunRule = run =>
  ofKind(run, 'ARes', 'PRes', 'RReq').flatMap(step => {
    const findings = run.refused.get(step.index) ?? []
    if (findings.length === 0) return []
    const codes = new Set(findings.flatMap(({ code, orElse = [] }) => [code, ...orElse]))
    const complaints = run.steps
      .slice(step.index + 1)
      .filter(later => later.kind === 'Erro' && isBack(later, step))
      .filter(({ message }) => (textIn(message, 'errorMessageType') ?? step.kind) === step.kind)
    if (complaints.some(({ message }) => codes.has(textIn(message, 'errorCode') ?? ''))) return []
    const said = complaints.map(({ message }) => textIn(message, 'errorCode')).join(' ') || 'nothing'
    return [blame(step, 'faultPassed', `should have been refused with ${[...codes].join(' ')}, got ${said}`)]
  })

const ofTables = new Set(['101', '201', '202', '203', '204', '207', '304'])

/** A complaint by the tables needs something that the tables refuse. */
const complaintOfNothing: RunRule = run =>
  ofKind(run, 'Erro').flatMap(erro => {
    const about = textIn(erro.message, 'errorMessageType')
    if (erro.isDeliberate || !about || !ofTables.has(textIn(erro.message, 'errorCode') ?? '')) return []
    const earlier = run.steps.slice(0, erro.index).filter(step => step.kind === about && isBack(step, erro))
    const isDeserved = earlier.some(({ index }) => (run.refused.get(index) ?? []).length > 0)
    return isDeserved ? [] : [blame(erro, 'complaintOfNothing', `no ${about} had a fault`)]
  })

const erroAnswered: RunRule = run =>
  ofKind(run, 'Erro')
    .filter(({ message, isDeliberate }) => message.errorMessageType === 'Erro' && !isDeliberate)
    .map(step => blame(step, 'erroAnswered', 'an Erro is never answered'))

/** A note is taken part by part, and receipted once, after its last. */
const noteReceipts: RunRule = run => {
  const ends = ofKind(run, 'OReq').filter(isLastPart)
  const receipts = ofKind(run, 'ORes')
  const before = (steps: readonly Step[], { index, message }: Step) =>
    steps.filter(step => step.index < index && step.message.dsTransID === message.dsTransID).length
  return [
    ...ends
      .filter(end => !run.steps.some(step => isNoteAnswer(step, end)))
      .map(end => blame(end, 'noteUnanswered', 'the last part of an OReq had no answer')),
    ...receipts
      .filter(receipt => before(ends, receipt) <= before(receipts, receipt))
      .map(receipt => blame(receipt, 'outOfOrder', 'an ORes is for the last part of an OReq, once')),
  ]
}

const isNoteAnswer = (step: Step, note: Step): boolean =>
  step.index > note.index &&
  isBack(step, note) &&
  (step.kind === 'Erro' || (step.kind === 'ORes' && step.message.dsTransID === note.message.dsTransID))

function isLastPart({ message }: Step): boolean {
  const counted = { ...message, ...nestedIn(message, 'opSeq') }
  const [number, total] = [textIn(counted, 'seqNum'), textIn(counted, 'seqTotal')]
  return number === undefined || total === undefined || Number(number) >= Number(total)
}

export const runRules: readonly RunRule[] = [
  ...[requestTwice, preparationTwice, answerTwice, outOfOrder, firstChallengeLate, resultUnanswered],
  ...[preparationTooOften, faultPassed, complaintOfNothing, erroAnswered, noteReceipts],
]
