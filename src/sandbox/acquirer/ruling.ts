import type {
  AccountBalance,
  AcquirerAsk,
  AskedBenefits,
  AskedCard,
  BalanceAsk,
  PaymentAsk,
} from '../../acquirers/port.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import { balanceInNumber, balanceOf, isGiftCard, isWrongPin, neverAnswers, told } from './accounts.ts'
import { benefitsMoved, benefitsOn, spendable, voucherCode } from './benefits.ts'
import { type Trigger, triggersByExpiry, type Words } from './triggers.ts'

/** What the acquirer makes of a question before it looks into its books, and how it says so. */
export type Ruling = {
  readonly gatewayCode: GatewayCode
  /** How much it agrees to. */
  readonly amount: bigint
  readonly availableBalance?: AccountBalance
  /** Where the usual words for the code do not say it. */
  readonly words?: Words
  readonly delivery: Delivery
}

export type Delivery = {
  /** A dropped connection is noticed at once; one that stays silent, only by whoever loses patience. */
  readonly manner: 'once' | 'twice' | 'never' | 'dropped'
  readonly delayMs: number
}

export const promptly: Delivery = { manner: 'once', delayMs: 0 }
const silently: Delivery = { manner: 'never', delayMs: 0 }

/** The account says what happens; what follows an earlier transaction is approved. */
export function ruleOn(ask: AcquirerAsk, at: Date): Ruling {
  switch (ask.verb) {
    case 'authorize':
    case 'pay':
    case 'verify':
    case 'credit':
      return ruleOnPayment(ask, at)
    case 'balance':
      return ruleOnBalance(ask, at)
    default:
      return ruling('APPROVED', ask.amount)
  }
}

/** Half of it, for those who accept less than they asked for. */
export function ruleOnPart(ask: PaymentAsk, part: bigint = ask.amount / 2n): Ruling {
  if (!ask.acceptPartialAmount || part <= 0n) return ruling('DECLINED', 0n)
  return part < ask.amount ? ruling('PARTIALLY_APPROVED', part) : ruling('APPROVED', ask.amount)
}

function ruleOnBalance(ask: BalanceAsk, at: Date): Ruling {
  const { benefits, card, currency } = ask
  const isSilent = isSilentGiftCard(ask) || triggerOf(card, at) === 'TIMED_OUT'
  const balance = benefits ? told(benefitsOn(benefits, { number: card.number, currency })) : balanceOf(ask)
  return { amount: 0n, ...balance, delivery: isSilent ? silently : promptly }
}

function ruleOnPayment(ask: PaymentAsk, at: Date): Ruling {
  if (ask.authorizationCode !== undefined) return ruling('APPROVED', ask.amount)
  if (ask.benefits === undefined && isGiftCard(ask.card.number)) {
    return { ...ruleOnGiftCard(ask), delivery: isSilentGiftCard(ask) ? silently : promptly }
  }
  const trigger = triggerOf(ask.card, at)
  if (ask.benefits && trigger === 'APPROVED') return ruleOnBenefits(ask, ask.benefits)
  if (trigger === 'PARTIALLY_APPROVED') return ruleOnPart(ask)
  // The worst of silences: it was done, and nobody hears of it.
  if (trigger === 'TIMED_OUT') return { ...ruling('APPROVED', ask.amount), delivery: silently }
  return ruling(trigger, ask.amount)
}

function ruleOnGiftCard(ask: PaymentAsk): Ruling {
  const { card, currency } = ask
  if (isWrongPin(card)) return ruling('DECLINED_INVALID_PIN', 0n)
  const balance = balanceInNumber(card.number)
  const ruled = ruleOnFunds(ask, balance)
  const left = isSpending(ask) ? balance - ruled.amount : balance
  return { ...ruled, availableBalance: { funds: { amount: left, currency } } }
}

/** A voucher was approved when it was written, and an account for goods has no money to run out of. */
function ruleOnBenefits(ask: PaymentAsk, benefits: AskedBenefits): Ruling {
  const { amount, card, currency, verb } = ask
  const beginning = spendable(benefits, card.number)
  const isGranted = benefits.accountType === 'EWIC_BENEFITS' || voucherCode(ask) !== undefined
  const ruled = isGranted ? ruling('APPROVED', amount) : ruleOnFunds(ask, beginning)
  if (verb === 'verify')
    return { ...ruled, availableBalance: benefitsOn(benefits, { number: card.number, currency }) }
  const left = verb === 'credit' ? beginning + amount : beginning - ruled.amount
  const ending = left < 0n ? 0n : left
  return { ...ruled, availableBalance: benefitsMoved(benefits, { beginning, ending, currency }) }
}

/** As much as there is, for those who accept less than they asked for. */
function ruleOnFunds(ask: PaymentAsk, balance: bigint): Ruling {
  if (!isSpending(ask) || ask.amount <= balance) return ruling('APPROVED', ask.amount)
  const isAnyAccepted = ask.acceptPartialAmount && balance > 0n
  return isAnyAccepted ? ruleOnPart(ask, balance) : ruling('INSUFFICIENT_FUNDS', 0n)
}

const isSpending = ({ verb }: PaymentAsk): boolean => verb === 'authorize' || verb === 'pay'

const isSilentGiftCard = ({ benefits, card }: PaymentAsk | BalanceAsk): boolean =>
  benefits === undefined && neverAnswers(card.number)

function triggerOf({ expiry }: AskedCard, at: Date): Trigger {
  if (!expiry) return 'APPROVED'
  const trigger = triggersByExpiry.get(`${twoDigits(expiry.month)}/${twoDigits(expiry.year)}`)
  return trigger ?? (isPast(expiry, at) ? 'EXPIRED_CARD' : 'APPROVED')
}

/** A card is good until the end of the month it names. */
function isPast(expiry: { readonly month: number; readonly year: number }, at: Date): boolean {
  const months = (2000 + expiry.year) * 12 + expiry.month
  return months < at.getUTCFullYear() * 12 + at.getUTCMonth() + 1
}

function ruling(gatewayCode: GatewayCode, amount: bigint): Ruling {
  return { gatewayCode, amount, delivery: promptly }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
