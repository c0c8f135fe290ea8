import type { GatewayCode } from '../../orders/transaction.ts'
import type { Ask, AskedBalance, AskedCard, PaymentAsk } from '../port.ts'
import { balanceOf, giftCardBalance, isGiftCard, isWrongPin, neverAnswers } from './accounts.ts'
import { type Trigger, triggersByExpiry } from './triggers.ts'

/** What the acquirer makes of a question before it looks into its books, and how it says so. */
export type Ruling = {
  readonly gatewayCode: GatewayCode
  /** How much it agrees to. */
  readonly amount: bigint
  readonly availableBalance?: AskedBalance
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
export function ruleOn(ask: Ask, at: Date): Ruling {
  switch (ask.verb) {
    case 'authorize':
    case 'pay':
    case 'verify':
    case 'credit':
      return ruleOnPayment(ask, at)
    case 'balance': {
      const isSilent = neverAnswers(ask.card.number) || triggerOf(ask.card, at) === 'TIMED_OUT'
      return { amount: 0n, ...balanceOf(ask), delivery: isSilent ? silently : promptly }
    }
    default:
      return ruling('APPROVED', ask.amount)
  }
}

/** Half of it, for those who accept less than they asked for. */
export function ruleOnPart(ask: PaymentAsk, part: bigint = ask.amount / 2n): Ruling {
  if (!ask.acceptPartialAmount || part <= 0n) return ruling('DECLINED', 0n)
  return part < ask.amount ? ruling('PARTIALLY_APPROVED', part) : ruling('APPROVED', ask.amount)
}

function ruleOnPayment(ask: PaymentAsk, at: Date): Ruling {
  if (ask.authorizationCode !== undefined) return ruling('APPROVED', ask.amount)
  if (isGiftCard(ask.card.number)) return ruleOnGiftCard(ask)
  const trigger = triggerOf(ask.card, at)
  if (trigger === 'PARTIALLY_APPROVED') return ruleOnPart(ask)
  // The worst of silences: it was done, and nobody hears of it.
  if (trigger === 'TIMED_OUT') return { ...ruling('APPROVED', ask.amount), delivery: silently }
  return ruling(trigger, ask.amount)
}

function ruleOnGiftCard(ask: PaymentAsk): Ruling {
  const { amount, card, currency, verb } = ask
  if (isWrongPin(card)) return ruling('DECLINED_INVALID_PIN', 0n)
  const balance = giftCardBalance(card.number)
  const isSpending = verb === 'authorize' || verb === 'pay'
  const isCovered = !isSpending || amount <= balance
  if (!isCovered && !(ask.acceptPartialAmount && balance > 0n)) return ruling('INSUFFICIENT_FUNDS', 0n)
  const ruled = isCovered ? ruling('APPROVED', amount) : ruleOnPart(ask, balance)
  const left = isSpending ? balance - ruled.amount : balance
  const delivery = neverAnswers(card.number) ? silently : promptly
  return { ...ruled, availableBalance: { funds: { amount: left, currency } }, delivery }
}

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
