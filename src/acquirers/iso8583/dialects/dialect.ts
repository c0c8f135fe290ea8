// A dialect of ISO 8583: how one family of hosts writes messages, as data. The shipped dialects (dialects/)
// and the JSON file of an operator have this same form; checkDialect.ts refuses anything else.

import type { GatewayCode } from '../../../orders/transaction.ts'
import type { Meaning } from './meanings.ts'

export type Dialect = {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string
  /** One sentence for people. */
  readonly about: string
  /** The generation of the standard: the first digit of every message type is 0 for 1987 and 1 for 1993. */
  readonly generation: '1987' | '1993'
  /** What surrounds a message. */
  readonly frame: FrameForm
  /** How values become bytes. */
  readonly coding: Coding
  /** By number: 2 to 64 and 66 to 128. 1 is the second bitmap; 65 is refused. */
  readonly fields: { readonly [number: string]: FieldForm }
  /** How each question is asked. What is absent, the host does not support. */
  readonly asks: { readonly [ask in WiredAsk]?: AskForm }
  /** What the host wants of reversals, and what its acknowledgement is worth. */
  readonly reversals: ReversalRules
  /** How an answer belongs to its question. */
  readonly answers: AnswerRules
  /** Sign-on, sign-off, echo, and what the host starts. */
  readonly network: NetworkForm
  /** By the value of the response code. What is not listed is declined with UNSPECIFIED_FAILURE. */
  readonly responseCodes: { readonly [code: string]: ResponseMeaning }
  /** Where a trace number may come again. */
  readonly traceNumbers: TraceNumberRules
  /** Totals at the end of a business date; absent where the host has none. */
  readonly reconciliation?: ReconciliationForm
}

/** The likeliest first. */
export const frameLengthNames = [
  ...(['2 bytes', '4 digits', '2 packed bytes', '6 digits', '4 hexadecimal digits'] as const),
] as const

/** What surrounds a message on a connection. */
export type FrameForm = {
  /** Bytes with the high one first, packed digits, or text. */
  readonly length: (typeof frameLengthNames)[number]
  /** Whether the length counts itself. */
  readonly lengthCountsItself: boolean
  /**
   * Five bytes after the length, counted by it: 60, then destination and source in four hexadecimal digits
   * each, as the gateway sends them. Answers have them swapped.
   */
  readonly tpdu?: { readonly destination: string; readonly source: string }
  /** What a length of zero is: a keep-alive that is ignored, or an error that closes the connection. */
  readonly zeroLength: 'keepAlive' | 'error'
  /** Without the length; what is longer closes the connection. */
  readonly longestBytes: number
}

/** How values become bytes, unless a field says otherwise. */
export type Coding = {
  /** The type of a message: four characters, or two bytes. */
  readonly type: 'ascii' | 'packed'
  /** Each bitmap: sixteen characters, or eight bytes. */
  readonly bitmap: 'hexadecimal' | 'raw'
  /** Fields of digits (`n`, `z`, `x+n`): a character or a nibble for each. */
  readonly digits: 'ascii' | 'packed'
  /** On which side an odd count of packed digits is filled, in fields of fixed length. */
  readonly oddFixed: 'left' | 'right'
  /** The same in fields of variable length. */
  readonly oddVariable: 'left' | 'right'
  /** The nibble that fills it; absent: 0. Another one is refused when it is read. */
  readonly oddFill?: '0' | 'F'
  /** Lengths of variable fields. Of packed digits they count digits. Binary ones have the high byte first. */
  readonly lengths: 'ascii' | 'packed' | 'binary'
  /** Of packed and binary lengths; absent: LL has one, LLL and LLLL have two. */
  readonly lengthBytes?: 1 | 2
  /** Fields of bits (`b`). In hexadecimal a length counts characters, raw it counts bytes. */
  readonly binary: 'hexadecimal' | 'raw'
}

export type FieldForm = {
  /** For people. */
  readonly name: string
  /**
   * As the standard writes it: `n 12`, `LL n..19`, `LLL ans..999`, `LLLL ans..5000`, `x+n 8`, `LL z..37`;
   * `b 64` counts bits, `LLL b..255` bytes.
   */
  readonly format: string
  /** Where the field as a whole has one; otherwise its parts have. */
  readonly meaning?: Meaning
  /** What is different in this field. */
  readonly coding?: Partial<Omit<Coding, 'type' | 'bitmap'>>
  /** What people may see of it; by default only its length. */
  readonly show?: Shown
  /** How it is divided. */
  readonly parts?: PartLayout
}

/** What people may see of a value. */
export type Shown = 'whole' | 'firstSixLastFour' | 'length'

/** The layout of a field that has parts. */
export type PartLayout =
  /**
   * One after the other, each of a fixed format, only the last may be variable; what is missing at the end is
   * absent, and so is text of nothing but spaces.
   */
  | { readonly layout: 'fixed'; readonly parts: readonly Part[] }
  /** Tag, length and value, tags and lengths as ASCII digits. `leading` stands before the first, always. */
  | {
      readonly layout: 'tagged'
      readonly tagDigits: 2 | 3
      readonly lengthDigits: 2 | 3
      readonly leading?: string
      readonly parts: { readonly [tag: string]: Part }
    }
  /** A bitmap of its own in so many bytes (of hexadecimal where the field is text), then what is present. */
  | { readonly layout: 'bitmap'; readonly bytes: number; readonly parts: { readonly [number: string]: Part } }

export type Part = {
  /** For people. */
  readonly name: string
  /** `n 3` or `an 1` where it is fixed, `ans..32` where the layout says its length. */
  readonly format: string
  /** What is written there, or read. */
  readonly meaning?: Meaning
  /**
   * A part that always has this value where its field is sent. A field that has nothing else to say is sent
   * only where `send` names it.
   */
  readonly constant?: string
  /**
   * Stands before the value, always: for parts within a part, such as `0103` before an indicator. What comes
   * with something else before it is not this part.
   */
  readonly prefix?: string
  /** What people may see of it; by default only its length. */
  readonly show?: Shown
}

/**
 * A question of the acquirer port as hosts tell them apart: `increase` and `decrease` are an update to more
 * (or the same) and to less; the `authorized…` ones are those that the issuer authorizes first.
 */
export const wiredAsks = [
  ...(['authorize', 'pay', 'verify', 'credit', 'authorizedCredit', 'refund', 'authorizedRefund'] as const),
  ...(['capture', 'void', 'increase', 'decrease', 'reverse', 'inquire', 'balance'] as const),
] as const
export type WiredAsk = (typeof wiredAsks)[number]

/** One question as a message. Lists of fields are numbers with spaces between them. */
export type AskForm = {
  /** Four digits; the answer has one more in the third. */
  readonly type: string
  /** The type of a repeat; absent: a repeat has the same. */
  readonly repeatType?: string
  /** The first two digits of the processing code, or `original`: those of the transaction it is about. */
  readonly processing: string
  /** Without a value for each of these nothing is sent: the question is declined. */
  readonly send: string
  /** Sent where there is a value. */
  readonly sendIfKnown?: string
  /** Left out where track 2 is sent: some hosts refuse a card that is named twice. */
  readonly notWithTrack2?: string
  /** Fields that always have this value in this message: function codes, reasons, condition codes. */
  readonly constants?: { readonly [number: string]: string }
}

export type ReversalRules = {
  /**
   * Whether a reversal has a trace number of its own, or that of the original again. Then no two voids of a
   * transaction have the same transmission time: nothing else tells them apart.
   */
  readonly traceNumber: 'own' | 'original'
  /**
   * Whether each repeat has a new transmission time, or the first one's. In 1987 repeated captures and
   * refunds keep it in any case: a later void names them by it in field 90.
   */
  readonly transmissionTimeOfRepeats: 'renewed' | 'kept'
  /**
   * `blind`: the host acknowledges before it looks for the original, so this proves nothing about an original
   * that may still be under way.
   */
  readonly acknowledgement: 'believed' | 'blind'
  /**
   * How often the host accepts a repeat; absent: without limit. They are sent further and further apart, and
   * where acknowledgements are blind not before they prove something; after the last an operator is called.
   */
  readonly repeatsMax?: number
}

/** How an answer belongs to its question. Lists of fields are numbers with spaces between them. */
export type AnswerRules = {
  /**
   * What identifies a question that waits, beside version, class and function of the type: 11 always, and
   * whichever of 7, 32 and 41 the host repeats.
   */
  readonly matchOn: string
  /** An answer without these, or with others than were sent, is none. All of `matchOn` are among them. */
  readonly repeats: string
  /** An answer with others than were sent is none; without them it may be one. */
  readonly repeatsIfPresent?: string
  /**
   * An amount that may be lower than was asked where the response code says that a part is approved, and zero
   * where it declines.
   */
  readonly mayBeLess?: string
}

/** Messages about the connection. */
export type NetworkForm = {
  /** The type of a question. */
  readonly requestType: string
  /** The type of its answer. */
  readonly answerType: string
  /** The field with the network management code. */
  readonly codeField: number
  /** The fields of a question; the answer repeats them and adds the response code. */
  readonly send: string
  /** Fields that always have this value in a question, such as the identifier of a network. */
  readonly constants?: { readonly [number: string]: string }
  /** What a sign-on has besides. */
  readonly signOnAlso?: SignOnFields
  /** The code that opens a connection for payments. */
  readonly signOn: string
  /** The code that closes it. */
  readonly signOff: string
  /** The code that asks whether the other end is there. */
  readonly echo: string
  /** Codes by which the host says that a new business date begins. */
  readonly cutOver: readonly string[]
  /** Codes by which the host sends another key for check values. */
  readonly keyChange: readonly string[]
  /** Whether each connection signs on before anything else is sent, and off before it closes. */
  readonly signsOn: boolean
  /** The response code that accepts a network message. */
  readonly accepted: string
  /** The response code for what is not understood. */
  readonly notUnderstood: string
  /** An echo is sent after this time without any message. */
  readonly echoAfterIdleMs: number
  /** But never more often than that: some hosts ration them. */
  readonly echoAtMostEveryMs: number
  /** So many questions in a row without an answer, and nothing else received: the connection is dead. */
  readonly deadAfterSilences: number
}

/** Lists of fields are numbers with spaces between them. */
export type SignOnFields = {
  /** Further fields. */
  readonly send?: string
  /** Further fields that always have this value. */
  readonly constants?: { readonly [number: string]: string }
}

export type ResponseMeaning = {
  /** For people. */
  readonly means: string
  /** What became of the payment; `unknown` is reversed, and `pending` needs the ask `inquire`. */
  readonly outcome: 'approved' | 'declined' | 'pending' | 'unknown'
  /** What merchants are told, as `response.gatewayCode`. */
  readonly gatewayCode: GatewayCode
  /**
   * It approves nothing but such messages (of class 4, or whose function is an advice): as the answer to any
   * other, nobody knows what it says.
   */
  readonly approvesOnly?: 'reversals' | 'advices'
  /** What it says as the answer to a reversal, where that is something else. */
  readonly ofReversal?: 'approved' | 'noOriginal'
  /** What it says as the answer to a repeat, where that is something else. */
  readonly ofRepeat?: 'approved'
  /**
   * As the answer to an inquiry it speaks of the inquiry, not of the payment. What tells merchants of a fault
   * (such as `ACQUIRER_SYSTEM_ERROR`) or alarms does so anyway.
   */
  readonly ofInquiry?: 'unknown'
  /** An operator should know: the configuration or the message is wrong. */
  readonly alarms?: true
}

export type TraceNumberRules = {
  /**
   * What a trace number is unique within. `link`: numbers may be used again once the transmission time (field
   * 7) differs, so they wrap. `terminal`: 999,999 a day for each terminal.
   */
  readonly scope: 'link' | 'terminal'
}

export type ReconciliationForm = {
  /** Four digits. */
  readonly type: string
  /** The type of a repeat; absent: a repeat has the same. */
  readonly repeatType?: string
  /** The fields of the question. */
  readonly send: string
  /** Fields that always have this value. */
  readonly constants?: { readonly [number: string]: string }
  /** The response codes, or settlement codes, that say that both have the same totals. */
  readonly inBalance: readonly string[]
  /** Those that say that they have not. */
  readonly outOfBalance: readonly string[]
}

/** The numbers of all fields that a question about the connection may have. */
export const networkFields = ({ send, constants, signOnAlso, codeField }: NetworkForm): readonly number[] => [
  ...new Set([
    ...[...fieldNumbers(send), ...fieldNumbers(signOnAlso?.send), codeField],
    ...Object.keys({ ...constants, ...signOnAlso?.constants }).map(Number),
  ]),
]

/** The numbers in a list of fields. */
export const fieldNumbers = (list: string | undefined): readonly number[] =>
  list === undefined || list === '' ? [] : list.split(' ').map(Number)
