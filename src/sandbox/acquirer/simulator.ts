import type {
  Acquirer,
  AcquirerAsk,
  AcquirerVerb,
  AskedTransaction,
  LateAnswerListener,
} from '../../acquirers/port.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { answerTo } from './answer.ts'
import { type BookEntry, type Books, isUndoing } from './books.ts'
import { createDelivery, silent } from './delivery.ts'
import { checkPin, type PinKey } from './pins.ts'
import { kindOf, postingFor } from './postings.ts'
import { type Ruling, ruleOn } from './ruling.ts'
import { ruleByScript } from './scripted.ts'
import type { Scripts } from './scripts.ts'
import { isApproval } from './triggers.ts'

export type AcquirerSimulatorOptions = {
  /** Tells which cards have expired, and the time on receipts. */
  readonly now: () => Date
  readonly books: Books
  readonly scripts?: Pick<Scripts, 'next'>
  /** Under which it opens PIN blocks; those under others are taken at their word. */
  readonly pinKeys?: readonly PinKey[]
  /** Told of answers that come late or twice. */
  readonly hearLate?: LateAnswerListener
  /** The timer of late answers: a real one unless time itself is simulated. */
  readonly later?: (delayMs: number, act: () => void) => void
}

/**
 * An acquirer to rehearse against. The account or a script says what it does, its books what was done: the
 * same questions always get the same answers.
 */
export function createAcquirerSimulator(parts: AcquirerSimulatorOptions): Acquirer {
  const { now, books, scripts, pinKeys = [] } = parts
  const { hearLate = () => undefined, later = afterRealTime } = parts
  const deliver = createDelivery({ hearLate, later })
  return {
    name: 'simulator',
    verbs: new Set(verbs),
    async send(ask, deadline) {
      if (deadline.aborted) return silent
      const at = now()
      const scripted = scripts?.next(ask)
      const told = scripted ? ruleByScript(scripted, ask, at) : checkPin(ask, ruleOn(ask, at), pinKeys)
      try {
        const ruling = await heldToAmount(books, ask, scripted ? await heldToBooks(books, ask, told) : told)
        const posting = postingFor(ask, ruling, at.getTime())
        const posted = posting && (await books.post(posting))
        return await deliver(answerTo(ask, ruling, { posted, at }), {
          ask,
          delivery: ruling.delivery,
          deadline,
        })
      } catch (error) {
        // Nobody knows whether it was written: as good as a lost connection.
        if (error instanceof StoreUnavailable) return silent
        throw error
      }
    },
  }
}

/** A repeat cannot be refused when the first was done: what is in the books is answered from them. */
async function heldToBooks(books: Books, ask: AcquirerAsk, told: Ruling): Promise<Ruling> {
  if (!('repeat' in ask) || ask.verb === 'reverse' || isApproval(told.gatewayCode)) return told
  if (ask.repeat === 0 && ask.verb !== 'inquire') return told
  const kind = kindOf(ask)
  const isDone = (await entriesOf(books, ask)).some(entry => entry.kind === kind)
  return isDone ? { ...told, gatewayCode: 'APPROVED', amount: ask.amount } : told
}

/**
 * Who tells the code of an approval has heard how much was approved, and undoes that much. Who has heard
 * nothing undoes what was asked for, whatever that came to.
 */
async function heldToAmount(books: Books, ask: AcquirerAsk, told: Ruling): Promise<Ruling> {
  if (ask.verb !== 'reverse' || ask.original.authorizationCode === undefined) return told
  const booked = (await entriesOf(books, ask)).filter(({ kind }) => !isUndoing(kind))
  const isMeant = booked.length === 0 || booked.some(({ amount }) => amount === ask.amount)
  return isMeant ? told : { ...told, gatewayCode: 'DECLINED', words: invalidAmount }
}

const invalidAmount = { acquirerCode: '13', acquirerMessage: 'INVALID AMOUNT' }

async function entriesOf(books: Books, ask: AskedTransaction): Promise<readonly BookEntry[]> {
  const { merchantId, orderId, transactionId } = ask
  const entries = await books.entries({ merchantId, orderId, limit: entriesMax })
  return entries.filter(entry => entry.transactionId === transactionId)
}

/** More than an order can have. */
const entriesMax = 10_000

const verbs = [
  ...(['authorize', 'pay', 'verify', 'credit', 'balance'] as const),
  ...(['capture', 'refund', 'void', 'update', 'reverse', 'inquire'] as const),
] satisfies readonly AcquirerVerb[]

function afterRealTime(delayMs: number, act: () => void): void {
  setTimeout(act, delayMs).unref()
}
