import type { WireMessage } from './hostProcess.ts'
import type { GatewayRecord, RecordedStep } from './record.ts'

export type WireForm = {
  readonly generation: '1987' | '1993'
  /** Of local times in messages. */
  readonly offsetMs: number
  /** Whether reversals have trace numbers of their own, or those of what they undo. */
  readonly reversalsAreNumbered: boolean
}

export type WireFindings = {
  readonly findings: readonly string[]
  readonly messages: number
  readonly originals: number
  readonly reversals: number
  readonly repeats: number
  /** Those that came after a repeat of theirs, as where the way of the first one was longer. */
  readonly overtaken: readonly string[]
  /** Messages that named an original. */
  readonly named: number
  /**
   * Of these, the ones whose original data the host does not show: in one second of an hour (16:23:45, before
   * the zeros of an institution) they have a piece of a test card's number. The host alone compares them.
   */
  readonly hidden: number
}

/**
 * Every message about money that reached the host: no original twice, no identity for two messages, and
 * original data that are, byte for byte, those of a transaction that was recorded.
 */
export function compareWire(
  record: GatewayRecord,
  wire: readonly WireMessage[],
  form: WireForm,
): WireFindings {
  const byOriginalData = new Map<string, RecordedStep>()
  for (const step of record.transactions)
    if (step.trace) byOriginalData.set(`${step.trace.terminal} ${originalDataOf(step, form)}`, step)
  const received = wire.filter(({ direction, type }) => direction === 'received' && isAboutMoney(type))
  const findings: string[] = []
  const overtaken: string[] = []
  const uses = new Map<string, TraceNumberUse>()
  const counts = { originals: 0, reversals: 0, repeats: 0, named: 0, hidden: 0 }
  for (const message of received) {
    const { type, fields } = message
    const isRepeat = type.endsWith('1')
    const terminal = fields[41]?.trim() ?? ''
    const number = `${fields[32]} ${terminal} ${fields[11]}`
    const about = [type.slice(0, 3), fields[37], fields[form.generation === '1987' ? 90 : 56], fields[4]]
    const signature = about.join(' ')
    const isNumbered = form.reversalsAreNumbered || type[1] !== '4'
    const before = isNumbered ? uses.get(number) : undefined
    // Trace numbers do not wrap in a run: so not even another time may make a second use of one good.
    if (before !== undefined && before.signature !== signature)
      findings.push(`identity ${number} at ${fields[7]}: ${before.signature} and ${signature}`)
    else if (before !== undefined && !isRepeat) {
      const story = [...before.messages, message].map(inWords).join(', ')
      if (before.messages.some(isUnmarked)) findings.push(`${number} was sent twice as the first: ${story}`)
      else overtaken.push(`${number} came after its own repeat: ${story}`)
    }
    if (isNumbered) uses.set(number, { signature, messages: [...(before?.messages ?? []), message] })
    if (isRepeat) counts.repeats += 1
    else if (isOriginal(type)) counts.originals += 1
    if (type[1] === '4') counts.reversals += 1
    if (
      !isRepeat &&
      type[1] !== '4' &&
      !isInquiry(message) &&
      !byOriginalData.has(`${terminal} ${dataOf(message, form)}`)
    )
      findings.push(`${type} ${number} at ${fields[7]} is of no transaction that was recorded`)
    const named = fields[form.generation === '1987' ? 90 : 56]
    if (named === undefined) continue
    counts.named += 1
    if (isHidden.test(named)) {
      counts.hidden += 1
      continue
    }
    const meant = byOriginalData.get(`${terminal} ${named}`)
    if (!meant) findings.push(`${type} ${number} names ${named}, which is no transaction's`)
    else if (meant.trace?.reference !== fields[37])
      findings.push(`${type} ${number} names ${named}, and refers to ${fields[37]}`)
  }
  if (counts.hidden > counts.named / 2)
    findings.push(`${counts.hidden} of ${counts.named} messages do not show what they name`)
  return { findings, overtaken, messages: received.length, ...counts }
}

/** Which message has it, and what came of that so far. */
type TraceNumberUse = { readonly signature: string; readonly messages: readonly WireMessage[] }

const isUnmarked = ({ type }: WireMessage): boolean => !type.endsWith('1')

const inWords = ({ type, atMs }: WireMessage): string => `${type} at ${new Date(atMs).toISOString()}`

const isHidden = /^\(\d+ characters\)$/

const isAboutMoney = (type: string): boolean => ['1', '2', '4'].includes(type[1] ?? '')
const isOriginal = (type: string): boolean => type[2] === '0' && type[1] !== '4'

/** What became of another message is asked by a private code. */
const isInquiry = ({ fields }: WireMessage): boolean => fields[3]?.startsWith('36') === true

/** The original data that name this message. */
function dataOf({ type, fields }: WireMessage, { generation }: WireForm): string {
  const {
    11: traceNumber = '',
    7: time = '',
    12: local = '',
    32: institution = '',
    33: forwarder = '',
  } = fields
  if (generation === '1987')
    return type + traceNumber + time + institution.padStart(11, '0') + forwarder.padStart(11, '0')
  return type + traceNumber + local + String(institution.length).padStart(2, '0') + institution
}

/** Written from the standard, not by the gateway's own code. */
function originalDataOf({ trace, startedAtMs }: RecordedStep, { generation, offsetMs }: WireForm): string {
  if (!trace) throw new Error('What was not sent has no original data')
  const { type, traceNumber, institution, forwarder = '' } = trace
  const digits = (ms: number) => new Date(ms).toISOString().replace(/\D/g, '')
  if (generation === '1987') {
    const parties = institution.padStart(11, '0') + forwarder.padStart(11, '0')
    return type + traceNumber + digits(startedAtMs).slice(4, 14) + parties
  }
  const length = String(institution.length).padStart(2, '0')
  return type + traceNumber + digits(startedAtMs + offsetMs).slice(2, 14) + length + institution
}
