// What a message asks of the acquirer host. Field numbers and codes are those of the standard, 1987 and 1993;
// of the dialect it only needs where private values stand, and how the host lets itself be asked privately.

import type { AskForm, Dialect } from '../acquirers/iso8583/dialects/dialect.ts'
import type { Meaning } from '../acquirers/iso8583/dialects/meanings.ts'
import type { IsoMessage } from '../acquirers/iso8583/dialects/message.ts'
import type { PrivateFields } from './privateFields.ts'

export type AskedMessage = {
  readonly message: IsoMessage
  readonly kind: QuestionKind
  /** Marked as a repeat: the last digit of its type. */
  readonly isRepeat: boolean
  /** What a repeat of it is recognised by. */
  readonly identity: string
  /** The original data that name this message, as 90 or 56 have to say it. */
  readonly ownOriginalData: string
  /** The original data in it. */
  readonly originalData: string | undefined
  readonly processingCode: string
  readonly amount: bigint
  readonly currency: string
  readonly institution: string
  readonly forwarder: string
  readonly acceptor: string
  readonly terminal: string
  readonly traceNumber: string
  readonly transmitted: string
  readonly reference: string
  readonly number: string | undefined
  /** YYMM. */
  readonly expiry: string | undefined
  /** Of a decrease: what remains. */
  readonly remains: bigint
  /** Of what undoes: nobody knows whether the original was carried out. */
  readonly isAboutSilence: boolean
  readonly privately: (meaning: Meaning) => string | undefined
}

export type QuestionKind =
  | ('hold' | 'sale' | 'verify' | 'refund' | 'capture' | 'increase' | 'decrease' | 'undo')
  | ('inquiry' | 'balance' | 'network' | 'reconciliation' | 'answer')
  /** Of a class that the host does not know, or without a field that it needs. */
  | ('notUnderstood' | 'malformed')

export type QuestionReader = (message: IsoMessage) => AskedMessage

export function createQuestionReader(dialect: Dialect, places: PrivateFields): QuestionReader {
  const is1993 = dialect.generation === '1993'
  const form: ReadForm = {
    is1993,
    inquiry: dialect.asks.inquire,
    increase: dialect.asks.increase,
    isTimeOfRepeatsKept: dialect.reversals.transmissionTimeOfRepeats === 'kept',
  }
  return message => readQuestion(message, form, places.reader(message))
}

type ReadForm = {
  readonly is1993: boolean
  readonly inquiry: AskForm | undefined
  readonly increase: AskForm | undefined
  readonly isTimeOfRepeatsKept: boolean
}

function readQuestion(
  message: IsoMessage,
  form: ReadForm,
  privately: AskedMessage['privately'],
): AskedMessage {
  const { type, fields } = message
  const { is1993 } = form
  const institution = fields[32] ?? ''
  const forwarder = fields[33] ?? ''
  const traceNumber = fields[11] ?? ''
  const transmitted = fields[7] ?? fields[12] ?? ''
  const ownOriginalData = is1993
    ? type + traceNumber + (fields[12] ?? '') + twoDigits(institution.length) + institution
    : type + traceNumber + transmitted + institution.padStart(11, '0') + forwarder.padStart(11, '0')
  const track = readTrack(fields[35])
  const reason = fields[25] ?? ''
  return {
    message,
    kind: kindOf(message, form, privately),
    isRepeat: type[3] === '1',
    identity: identityOf(message, form),
    ownOriginalData,
    originalData: fields[is1993 ? 56 : 90],
    processingCode: fields[3] ?? '',
    amount: amountIn(fields[4]),
    currency: fields[49] ?? '',
    institution,
    forwarder,
    acceptor: (fields[42] ?? '').trimEnd(),
    terminal: (fields[41] ?? '').trimEnd(),
    traceNumber,
    transmitted,
    reference: fields[37] ?? '',
    number: fields[2] ?? track?.number,
    expiry: fields[14] ?? track?.expiry,
    // 95 begins with what remains; in 1993 field 4 says it.
    remains: amountIn(is1993 ? fields[4] : fields[95]?.slice(0, 12)),
    isAboutSilence: is1993 ? reasonsOfSilence.has(reason) : fields[39] === '68',
    privately,
  }
}

/** Answer too late, not deliverable, invalid answer, time-out. */
const reasonsOfSilence: ReadonlySet<string> = new Set(['4006', '4013', '4020', '4021'])

const amountIn = (text: string | undefined): bigint =>
  text !== undefined && /^\d+$/.test(text) ? BigInt(text) : 0n

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Track 2 has the number up to the separator, then YYMM. */
function readTrack(track: string | undefined): { number: string; expiry: string | undefined } | undefined {
  if (track === undefined) return undefined
  const at = track.search(/[=D]/)
  if (at === -1) return undefined
  const expiry = track.slice(at + 1, at + 5)
  return { number: track.slice(0, at), expiry: /^\d{4}$/.test(expiry) ? expiry : undefined }
}

/**
 * Institution, terminal, trace number and time. Advices and reversals are repeated, in some dialects with
 * another time: they are told apart by their reference and by what they are about.
 */
function identityOf({ type, fields }: IsoMessage, { is1993, isTimeOfRepeatsKept }: ReadForm): string {
  const isReversal = type[1] === '4'
  const isRepeatable = isReversal || type[2] === '2'
  const isTimed = isReversal ? isTimeOfRepeatsKept : !isRepeatable
  const time = isTimed ? (fields[7] ?? fields[12] ?? '') : ''
  const about = isRepeatable ? `${fields[is1993 ? 56 : 90] ?? ''}|${fields[4] ?? ''}|${fields[95] ?? ''}` : ''
  const from = `${fields[32] ?? ''}|${fields[42] ?? ''}|${fields[41] ?? ''}`
  return `${type[1]}${type[2]}|${from}|${fields[11] ?? ''}|${time}|${fields[37] ?? ''}|${about}`
}

function kindOf(message: IsoMessage, form: ReadForm, privately: AskedMessage['privately']): QuestionKind {
  const [, messageClass = '', role = ''] = message.type
  if (role === '1' || role === '3') return 'answer'
  if (messageClass === '8') return 'network'
  if (messageClass === '5') return 'reconciliation'
  if (isMalformed(message, form)) return 'malformed'
  if (form.inquiry && isAskedAs(message, form.inquiry)) return 'inquiry'
  if (messageClass === '4') return isPartial(message, form) ? 'decrease' : 'undo'
  if (messageClass === '1') return authorizationKind(message, form, privately)
  return messageClass === '2' ? financialKind(message, form, role) : 'notUnderstood'
}

/** Whether something is missing that every message about money has, or an amount is none. */
function isMalformed({ fields }: IsoMessage, { is1993 }: ReadForm): boolean {
  const time = is1993 ? fields[12] : fields[7]
  const needed = [fields[3], fields[4], fields[11], fields[41], time]
  const isReplacementAmount = is1993 || fields[95] === undefined || /^\d{12}/.test(fields[95])
  return needed.includes(undefined) || !isReplacementAmount
}

/** The private way of asking about an earlier message: its type, transaction and codes. */
function isAskedAs({ type, fields }: IsoMessage, ask: AskForm): boolean {
  if (type !== ask.type) return false
  if (ask.processing !== 'original' && fields[3]?.slice(0, 2) !== ask.processing) return false
  const constants = Object.entries(ask.constants ?? {})
  return constants.every(([number, value]) => fields[Number(number)] === value)
}

function authorizationKind(
  message: IsoMessage,
  form: ReadForm,
  privately: AskedMessage['privately'],
): QuestionKind {
  const { fields } = message
  const transaction = (fields[3] ?? '').slice(0, 2)
  if (transaction === '20') return 'refund'
  if (transaction === '33') return 'verify'
  if (transaction[0] === '3') return 'balance'
  const isOfHold =
    fields[form.is1993 ? 56 : 90] !== undefined ||
    privately('hostMemory') !== undefined ||
    (form.increase !== undefined && privately('transactionIdentifier') !== undefined)
  if (isOfHold) return 'increase'
  return isZero(fields[4]) ? 'verify' : 'hold'
}

/** 201 and 202 complete a hold; so does every advice of a purchase. 02 and 22 take something back. */
function financialKind({ fields }: IsoMessage, { is1993 }: ReadForm, role: string): QuestionKind {
  const transaction = (fields[3] ?? '').slice(0, 2)
  if (transaction === '20') return 'refund'
  if (transaction === '02' || transaction === '22') return 'undo'
  if (transaction[0] === '3') return 'balance'
  if (role === '2') return 'capture'
  const isCompletion = is1993 && (fields[24] === '201' || fields[24] === '202')
  return isCompletion ? 'capture' : 'sale'
}

/** 95 says what remains; in 1993 the function code says that something does. */
function isPartial({ fields }: IsoMessage, { is1993 }: ReadForm): boolean {
  return is1993 ? fields[24] === '401' : !isZero(fields[95]?.slice(0, 12))
}

const isZero = (digits: string | undefined): boolean => digits === undefined || /^0*$/.test(digits)
