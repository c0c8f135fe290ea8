// How an answer reaches whoever asked: as it should, or with a fault.

import type { IsoMessage } from '../acquirers/iso8583/dialects/message.ts'
import { currencyOfNumber } from '../standards/currencies.ts'
import { type DrawnFault, usualFaultMs } from './faults.ts'

/** One connection, as far as answers need it. */
export type AnswerLine = {
  /** Sends with the others of this turn. */
  send(bytes: Buffer): void
  /** Sends together with the next answer, or alone after this time. */
  hold(bytes: Buffer, ms: number): void
  /** Sends one byte at a time. */
  trickle(bytes: Buffer): void
  /** Sends this, and ends the connection. */
  sendAndCut(bytes: Buffer): void
}

export type AnswerBytes = {
  /** The message in a frame. */
  whole(answer: IsoMessage): Buffer
  /** Half of the message, in a frame of its own. */
  half(answer: IsoMessage): Buffer
}

/** Tells whether the answer was sent, now or later. */
export function deliverAnswer(
  line: AnswerLine,
  answer: IsoMessage,
  { bytes, fault, later, asked }: DeliveryMeans,
): boolean {
  switch (fault.name) {
    case 'drop-answer':
      return false
    case 'late':
    case 'slow':
      later(fault.ms ?? usualFaultMs[fault.name], () => line.send(bytes.whole(answer)))
      return true
    case 'twice':
      line.send(bytes.whole(answer))
      line.send(bytes.whole(answer))
      return true
    case 'half-message':
      line.send(bytes.half(answer))
      return true
    case 'byte-by-byte':
      line.trickle(bytes.whole(answer))
      return true
    case 'two-in-one-segment':
      line.hold(bytes.whole(answer), fault.ms ?? usualFaultMs['two-in-one-segment'])
      return true
    case 'cut-in-the-middle': {
      const frame = bytes.whole(answer)
      line.sendAndCut(frame.subarray(0, frame.length >> 1))
      return true
    }
    default:
      line.send(bytes.whole(altered(answer, fault, asked)))
      return true
  }
}

type DeliveryMeans = {
  readonly bytes: AnswerBytes
  readonly fault: DrawnFault
  readonly later: (ms: number, act: () => void) => void
  /** The amount of the question. */
  readonly asked: bigint
}

/** The answer with one thing wrong. */
function altered(answer: IsoMessage, { name }: DrawnFault, asked: bigint): IsoMessage {
  const { fields } = answer
  switch (name) {
    case 'wrong-trace-number':
      return { ...answer, fields: { ...fields, 11: nextNumber(fields[11] ?? '000000') } }
    case 'wrong-amount':
      // Of a part, one unit more might as well be another part: more than was asked cannot be.
      return { ...answer, fields: { ...fields, 4: nextNumber(String(asked).padStart(12, '0')) } }
    case 'wrong-currency':
      return { ...answer, fields: { ...fields, 49: otherCurrency(fields[49]) } }
    case 'swapped-terminal':
      return { ...answer, fields: { ...fields, 41: otherTerminal(fields[41] ?? '') } }
    case 'no-response-code': {
      const { 39: _, ...rest } = fields
      return { ...answer, fields: rest }
    }
    default:
      return answer
  }
}

const nextNumber = (digits: string): string =>
  String((BigInt(digits) + 1n) % 10n ** BigInt(digits.length)).padStart(digits.length, '0')

const otherCurrency = (number: string | undefined): string =>
  number !== undefined && currencyOfNumber(number) === 'EUR' ? '840' : '978'

const otherTerminal = (terminal: string): string =>
  terminal.endsWith('9') ? `${terminal.slice(0, -1)}0` : `${terminal.slice(0, -1)}9`
