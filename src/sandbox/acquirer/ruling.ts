import type {
  AccountBalance,
  AcquirerAsk,
  AskedBenefits,
  AskedCard,
  BalanceAsk,
  PaymentAsk,
} from '../../acquirers/port.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import {
  balanceDecision,
  balanceInNumber,
  balanceOf,
  isGiftCard,
  isSilentCardNumber,
  isWrongPin,
} from './accounts.ts'
import { benefitsBalances, benefitsBalancesAfter, spendableBenefits, voucherCode } from './benefits.ts'
import { type AcquirerResponse, type AcquirerTrigger, triggersByExpiry } from './triggers.ts'

/** What the acquirer makes of a question before it looks into its books, and how it says so. */
export type AcquirerDecision = {
  readonly gatewayCode: GatewayCode
  /** How much it agrees to. */
  readonly amount: bigint
  readonly availableBalance?: AccountBalance
  /** Where the usual words for the code do not say it. */
  readonly response?: AcquirerResponse
  readonly delivery: AnswerDelivery
}

export type AnswerDelivery = {
  /** A dropped connection is noticed at once; one that stays silent, only by whoever loses patience. */
  readonly manner: 'once' | 'twice' | 'never' | 'dropped'
  readonly delayMs: number
}

export const atOnce: AnswerDelivery = { manner: 'once', delayMs: 0 }
const neverDelivered: AnswerDelivery = { manner: 'never', delayMs: 0 }

/** The account says what happens; what follows an earlier transaction is approved. */
export function decide(ask: AcquirerAsk, at: Date): AcquirerDecision {
  switch (ask.verb) {
    case 'authorize':
    case 'pay':
    case 'verify':
    case 'credit':
      return decidePayment(ask, at)
    case 'balance':
      return decideBalance(ask, at)
    default:
      return decisionOf('APPROVED', ask.amount)
  }
}

/** Half of it, for those who accept less than they asked for. */
export function decidePartialAmount(ask: PaymentAsk, part: bigint = ask.amount / 2n): AcquirerDecision {
  if (!ask.acceptPartialAmount || part <= 0n) return decisionOf('DECLINED', 0n)
  return part < ask.amount ? decisionOf('PARTIALLY_APPROVED', part) : decisionOf('APPROVED', ask.amount)
}

function decideBalance(ask: BalanceAsk, at: Date): AcquirerDecision {
  const { benefits, card, currency } = ask
  const isSilent = isSilentGiftCard(ask) || triggerOf(card, at) === 'TIMED_OUT'
  const balance = benefits
    ? balanceDecision(benefitsBalances(benefits, { number: card.number, currency }))
    : balanceOf(ask)
  return { amount: 0n, ...balance, delivery: isSilent ? neverDelivered : atOnce }
}

function decidePayment(ask: PaymentAsk, at: Date): AcquirerDecision {
  if (ask.authorizationCode !== undefined) return decisionOf('APPROVED', ask.amount)
  if (ask.benefits === undefined && isGiftCard(ask.card.number)) {
    return { ...decideGiftCard(ask), delivery: isSilentGiftCard(ask) ? neverDelivered : atOnce }
  }
  const trigger = triggerOf(ask.card, at)
  if (ask.benefits && trigger === 'APPROVED') return decideBenefits(ask, ask.benefits)
  if (trigger === 'PARTIALLY_APPROVED') return decidePartialAmount(ask)
  // The worst of silences: it was done, and nobody hears of it.
  if (trigger === 'TIMED_OUT') return { ...decisionOf('APPROVED', ask.amount), delivery: neverDelivered }
  return decisionOf(trigger, ask.amount)
}

function decideGiftCard(ask: PaymentAsk): AcquirerDecision {
  const { card, currency } = ask
  if (isWrongPin(card)) return decisionOf('DECLINED_INVALID_PIN', 0n)
  const balance = balanceInNumber(card.number)
  const decision = decideByFunds(ask, balance)
  const left = isSpending(ask) ? balance - decision.amount : balance
  return { ...decision, availableBalance: { funds: { amount: left, currency } } }
}

/** A voucher was approved when it was written, and an account for goods has no money to run out of. */
function decideBenefits(ask: PaymentAsk, benefits: AskedBenefits): AcquirerDecision {
  const { amount, card, currency, verb } = ask
  const beginning = spendableBenefits(benefits, card.number)
  const isGranted = benefits.accountType === 'EWIC_BENEFITS' || voucherCode(ask) !== undefined
  const decision = isGranted ? decisionOf('APPROVED', amount) : decideByFunds(ask, beginning)
  if (verb === 'verify')
    return { ...decision, availableBalance: benefitsBalances(benefits, { number: card.number, currency }) }
  const left = verb === 'credit' ? beginning + amount : beginning - decision.amount
  const ending = left < 0n ? 0n : left
  return { ...decision, availableBalance: benefitsBalancesAfter(benefits, { beginning, ending, currency }) }
}

/** As much as there is, for those who accept less than they asked for. */
function decideByFunds(ask: PaymentAsk, balance: bigint): AcquirerDecision {
  if (!isSpending(ask) || ask.amount <= balance) return decisionOf('APPROVED', ask.amount)
  const isAnyAccepted = ask.acceptPartialAmount && balance > 0n
  return isAnyAccepted ? decidePartialAmount(ask, balance) : decisionOf('INSUFFICIENT_FUNDS', 0n)
}

const isSpending = ({ verb }: PaymentAsk): boolean => verb === 'authorize' || verb === 'pay'

const isSilentGiftCard = ({ benefits, card }: PaymentAsk | BalanceAsk): boolean =>
  benefits === undefined && isSilentCardNumber(card.number)

function triggerOf({ expiry }: AskedCard, at: Date): AcquirerTrigger {
  if (!expiry) return 'APPROVED'
  const trigger = triggersByExpiry.get(`${twoDigits(expiry.month)}/${twoDigits(expiry.year)}`)
  return trigger ?? (isPast(expiry, at) ? 'EXPIRED_CARD' : 'APPROVED')
}

/** A card is good until the end of the month it names. */
function isPast(expiry: { readonly month: number; readonly year: number }, at: Date): boolean {
  const months = (2000 + expiry.year) * 12 + expiry.month
  return months < at.getUTCFullYear() * 12 + at.getUTCMonth() + 1
}

function decisionOf(gatewayCode: GatewayCode, amount: bigint): AcquirerDecision {
  return { gatewayCode, amount, delivery: atOnce }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
