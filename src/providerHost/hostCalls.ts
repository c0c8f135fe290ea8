// What the provider host does when the gateway calls. Each call is decided and written down in one go, so
// that equal calls that come together are done once.

import { hash, randomBytes } from 'node:crypto'
import { toDecimal, toMinor } from '../orders/money.ts'
import type { LineJournal } from '../platform/lineJournal.ts'
import type { AdapterError, ProtocolAnswer, ProtocolCall } from '../providers/protocol/declaration.ts'
import { protocolError } from '../providers/protocol/messages.ts'
import { applyHostLine, type HostLine, type HostPayments } from './hostLines.ts'
import {
  type HostPart,
  type HostPayment,
  hostPartState,
  hostPaymentState,
  type PartKind,
  partKey,
  sumOfParts,
  takenBy,
} from './hostPayment.ts'
import { payerAccount } from './shownPayment.ts'

export type HostReply = { readonly answer: ProtocolAnswer } | { readonly error: AdapterError }

export type ProviderBooks = {
  readonly payments: HostPayments
  readonly nowMs: () => number
  /** Writes a line down and applies it; it is with the operating system when this returns. */
  readonly write: (line: HostLine) => void
  /** Where payers find its pages. */
  readonly origin: () => string
  /** How long captures and refunds are undecided, where a fault says so. */
  readonly partDelayMs: () => number
  /** Whether a fault takes more than was agreed to. */
  readonly takesMore: () => boolean
}

export function openHostBooks(
  journal: LineJournal<HostLine>,
  means: Omit<ProviderBooks, 'payments' | 'write'>,
): ProviderBooks {
  const payments: HostPayments = new Map()
  for (const line of journal.read()) applyHostLine(payments, line)
  return {
    ...means,
    payments,
    write(line) {
      journal.add(line)
      journal.flush()
      applyHostLine(payments, line)
    },
  }
}

export function executeCall(books: ProviderBooks, call: ProtocolCall): HostReply {
  const payment = books.payments.get(call.paymentId)
  if (call.call === 'start') return start(books, call, payment)
  if (payment && payment.merchantId !== call.merchantId) return notFound
  if (call.call === 'cancel') return cancel(books, call, payment)
  if (!payment) return notFound
  switch (call.call) {
    case 'status':
      return statusOf(books, call, payment)
    case 'confirm':
      return confirm(books, call, payment)
    case 'capture':
      return askPart(books, payment, { kind: 'capture', id: call.captureId, ...call })
    case 'refund':
      return askPart(books, payment, { kind: 'refund', id: call.refundId, ...call })
  }
}

const notFound = { error: protocolError('NOT_FOUND', 'There is no such payment, or no such part of it.') }
const conflict = (explanation: string, field?: string): HostReply => ({
  error: protocolError('CONFLICT', explanation, field),
})

const sameInStarts = ['merchantId', 'amount', 'currency', 'operation'] as const

function start(books: ProviderBooks, call: ProtocolCall<'start'>, known: HostPayment | undefined): HostReply {
  if (known?.start) {
    const before = known.start.call
    const other = sameInStarts.find(name => !isSame(before, call, name))
    if (other) return conflict('The payment was started with another value.', other)
    return { answer: paymentAnswer(books, known) }
  }
  if (known && known.merchantId !== call.merchantId) return conflict('Another merchant has it.', 'merchantId')
  if (!known) books.write({ line: 'start', call, page: randomBytes(18).toString('base64url') })
  const payment = books.payments.get(call.paymentId)
  return payment ? { answer: paymentAnswer(books, payment) } : notFound
}

function isSame(
  before: ProtocolCall<'start'>,
  call: ProtocolCall<'start'>,
  name: (typeof sameInStarts)[number],
): boolean {
  if (name !== 'amount' || before.currency !== call.currency) return before[name] === call[name]
  return toMinor(before.amount, before.currency) === toMinor(call.amount, call.currency)
}

function statusOf(books: ProviderBooks, call: ProtocolCall<'status'>, payment: HostPayment): HostReply {
  const named = partNamed(call)
  if (!named) return { answer: paymentAnswer(books, payment) }
  const part = payment.parts.get(partKey(named.kind, named.id))
  return part ? { answer: partAnswer(books, payment, part) } : notFound
}

function confirm(books: ProviderBooks, call: ProtocolCall<'confirm'>, payment: HostPayment): HostReply {
  const { start: started, confirmation } = payment
  if (!started) return { answer: paymentAnswer(books, payment) }
  const { paymentId, amount, reference } = call
  if (started.call.confirmation !== 'AT_MERCHANT') return conflict('The payer confirms at the provider.')
  if (started.call.currency !== call.currency) return conflict('It has another currency.', 'currency')
  if (confirmation) {
    if (toMinor(confirmation.amount, call.currency) !== toMinor(amount, call.currency))
      return conflict('It was confirmed with another amount.', 'amount')
    return { answer: paymentAnswer(books, payment) }
  }
  const { state } = hostPaymentState(payment, books.nowMs())
  const atMs = books.nowMs()
  if (state === 'open') books.write({ line: 'decide', paymentId, act: 'refuse', atMs })
  if (state === 'agreed')
    books.write({
      ...{ line: 'confirm', paymentId, amount, atMs },
      ...(reference !== undefined && { reference }),
      ...(books.takesMore() && { isMore: true }),
    })
  return { answer: paymentAnswer(books, payment) }
}

type AskedPart = {
  readonly kind: PartKind
  readonly id: string
  readonly amount: string
  readonly currency: string
}

function askPart(books: ProviderBooks, payment: HostPayment, asked: AskedPart): HostReply {
  const { kind, id, amount, currency } = asked
  const { start: started, paymentId } = payment
  const known = payment.parts.get(partKey(kind, id))
  if (!started) return conflict('The payment is not approved.')
  if (started.call.currency !== currency) return conflict('The payment has another currency.', 'currency')
  if (known) {
    const isOther = known.asked && toMinor(known.asked.amount, currency) !== toMinor(amount, currency)
    if (isOther) return conflict('It was asked for with another amount.', 'amount')
    return { answer: partAnswer(books, payment, known) }
  }
  const nowMs = books.nowMs()
  const state = hostPaymentState(payment, nowMs)
  if (state.state !== 'approved') return conflict(`The payment is ${state.state}.`)
  if (kind === 'capture' && started.call.operation !== 'AUTHORIZE')
    return conflict('The payment took its money already.')
  const left = leftFor(kind, payment, state.amount)
  const isApproved = toMinor(amount, currency) <= left
  const decidedAtMs = nowMs + books.partDelayMs()
  books.write({ line: 'part', paymentId, kind, id, amount, isApproved, decidedAtMs })
  const part = payment.parts.get(partKey(kind, id))
  return part ? { answer: partAnswer(books, payment, part) } : notFound
}

const leftFor = (kind: PartKind, payment: HostPayment, approved: bigint): bigint =>
  (kind === 'capture' ? approved : takenBy(payment, approved)) - sumOfParts(payment, kind)

function cancel(
  books: ProviderBooks,
  call: ProtocolCall<'cancel'>,
  payment: HostPayment | undefined,
): HostReply {
  const { paymentId, merchantId } = call
  const named = partNamed(call)
  if (!named) {
    if (payment?.cancelledAtMs === undefined)
      books.write({ line: 'cancel', paymentId, merchantId, atMs: books.nowMs() })
    const known = books.payments.get(paymentId)
    return known ? { answer: paymentAnswer(books, known) } : notFound
  }
  if (!payment) return notFound
  const { kind, id } = named
  const before = payment.parts.get(partKey(kind, id))
  if (!before?.isCancelled && mayBeUndone(books, payment, before))
    books.write({ line: 'cancelPart', paymentId, kind, id })
  const part = payment.parts.get(partKey(kind, id))
  return part ? { answer: partAnswer(books, payment, part) } : notFound
}

/** A capture of which money was given back already stays; so does all of a payment that is undone wholly. */
function mayBeUndone(books: ProviderBooks, payment: HostPayment, part: HostPart | undefined): boolean {
  if (!part?.asked) return true
  const state = hostPaymentState(payment, books.nowMs())
  if (state.state !== 'approved' || !payment.start) return false
  if (part.kind === 'refund' || !part.asked.isApproved) return true
  const amount = toMinor(part.asked.amount, payment.start.call.currency)
  return sumOfParts(payment, 'capture') - amount >= sumOfParts(payment, 'refund')
}

function partNamed(call: {
  readonly captureId?: string
  readonly refundId?: string
}): { readonly kind: PartKind; readonly id: string } | undefined {
  if (call.captureId !== undefined) return { kind: 'capture', id: call.captureId }
  return call.refundId === undefined ? undefined : { kind: 'refund', id: call.refundId }
}

export function paymentAnswer(books: ProviderBooks, payment: HostPayment): ProtocolAnswer {
  const { paymentId, start: started, decision } = payment
  const state = hostPaymentState(payment, books.nowMs())
  return {
    paymentId,
    state: state.state,
    ...(started && { providerPaymentId: numberOf(paymentId, 'payment') }),
    ...(state.state === 'open' && started && { pageUrl: pageAddress(books, started.page) }),
    ...(state.state === 'declined' && { code: state.code }),
    ...(started &&
      decision?.act === 'approve' && { accountId: payerAccount({ particulars: {}, ...started.call }) }),
    ...(state.state === 'approved' && started && approval(paymentId, state.amount, started.call.currency)),
  }
}

function partAnswer(books: ProviderBooks, payment: HostPayment, part: HostPart): ProtocolAnswer {
  const { kind, id, asked } = part
  const state = hostPartState(part, books.nowMs())
  const currency = payment.start?.call.currency ?? ''
  return {
    paymentId: payment.paymentId,
    ...(kind === 'capture' ? { captureId: id } : { refundId: id }),
    state,
    ...(state === 'declined' && { code: 'DECLINED' as const, message: 'More than is left.' }),
    ...(state === 'approved' && asked && approval(id, toMinor(asked.amount, currency), currency)),
  }
}

export const pageAddress = ({ origin }: Pick<ProviderBooks, 'origin'>, page: string): string =>
  `${origin()}/pay/${page}`

const approval = (id: string, amount: bigint, currency: string) => ({
  amount: toDecimal(amount, currency),
  currency,
  authorizationCode: numberOf(id, 'approval').slice(-6),
  receipt: numberOf(id, 'receipt'),
})

/** Looks like a number of the provider's own, and is the same each time. */
const numberOf = (id: string, what: string): string =>
  `P${hash('sha256', `${what}\n${id}`, 'hex').slice(0, 12).toUpperCase()}`
