// What the acquirer host decides about an account, by the tables of test cards. It reads the message itself:
// expiry dates as YYMM, partial amounts and balances as their fields say them.

import type { GatewayCode } from '../orders/transaction.ts'
import { brandOf } from '../standards/cardBrands.ts'
import { currencyExponent, currencyOfNumber } from '../standards/currencies.ts'
import type { AskedMessage } from './hostQuestion.ts'
import {
  balanceInNumber,
  correctPin,
  isGiftCard,
  isSilentGiftCardNumber,
  triggersByExpiry,
} from './testCards.ts'

export type HostDecision = {
  readonly gatewayCode: GatewayCode
  /** How much is approved. */
  readonly amount: bigint
  /** It is carried out, and never answered. */
  readonly isSilent?: true
  /** In place of the usual response code. */
  readonly responseCode?: string
  readonly balances?: readonly AccountAmount[]
}

/** One amount of field 54. */
export type AccountAmount = {
  readonly accountType: string
  readonly amountType: string
  readonly amount: bigint
}

export function decideByAccount(question: AskedMessage, at: Date): HostDecision {
  const { amount, kind, number = '' } = question
  // Given on the telephone: the issuer has decided already.
  if (isVoiceAuthorized(question)) return { gatewayCode: 'APPROVED', amount }
  const benefits = benefitsAccount(question)
  if (kind === 'balance') return decideBalance(question, benefits, at)
  if (benefits === undefined && isGiftCard(number)) {
    const decision = decideGiftCard(question)
    return isSilentGiftCardNumber(number) ? { ...decision, isSilent: true } : decision
  }
  const trigger = triggerOf(question, at)
  if (benefits !== undefined && trigger === 'APPROVED') return decideBenefits(question, benefits)
  if (trigger === 'PARTIALLY_APPROVED') return decidePart(question, amount / 2n)
  if (trigger === 'TIMED_OUT') return { gatewayCode: 'APPROVED', amount, isSilent: true }
  return { gatewayCode: trigger, amount }
}

const isVoiceAuthorized = ({ kind, message }: AskedMessage): boolean =>
  (kind === 'hold' || kind === 'sale') && (message.fields[38] ?? '').trim() !== ''

function triggerOf({ expiry }: AskedMessage, at: Date): GatewayCode {
  if (expiry === undefined) return 'APPROVED'
  const [year, month] = [expiry.slice(0, 2), expiry.slice(2)]
  const isPast = Number(expiry) < (at.getUTCFullYear() % 100) * 100 + at.getUTCMonth() + 1
  return triggersByExpiry.get(`${month}/${year}`) ?? (isPast ? 'EXPIRED_CARD' : 'APPROVED')
}

/** A part, where the question accepts one. */
export function decidePart(question: AskedMessage, part: bigint): HostDecision {
  const { amount, privately } = question
  const isAccepted = privately('partialApprovalAccepted') === '1'
  if (!isAccepted || part <= 0n) return { gatewayCode: 'DECLINED', amount: 0n }
  if (part >= amount) return { gatewayCode: 'APPROVED', amount }
  return { gatewayCode: 'PARTIALLY_APPROVED', amount: part }
}

const isSpending = ({ kind }: AskedMessage): boolean =>
  kind === 'hold' || kind === 'sale' || kind === 'increase'

function decideByFunds(question: AskedMessage, balance: bigint): HostDecision {
  const { amount, privately } = question
  if (!isSpending(question) || amount <= balance) return { gatewayCode: 'APPROVED', amount }
  const isPartAccepted = privately('partialApprovalAccepted') === '1' && balance > 0n
  return isPartAccepted ? decidePart(question, balance) : { gatewayCode: 'INSUFFICIENT_FUNDS', amount: 0n }
}

function decideGiftCard(question: AskedMessage): HostDecision {
  if (isWrongPin(question)) return { gatewayCode: 'DECLINED_INVALID_PIN', amount: 0n }
  const balance = balanceInNumber(question.number ?? '')
  const decision = decideByFunds(question, balance)
  const left = isSpending(question) ? balance - decision.amount : balance
  return { ...decision, balances: [available('00', left)] }
}

function isWrongPin({ privately }: AskedMessage): boolean {
  const pin = privately('giftCardPin')
  return pin !== undefined && pin !== correctPin
}

const available = (accountType: string, amount: bigint): AccountAmount => ({
  ...{ accountType, amountType: '02', amount },
})
const ledger = (accountType: string, amount: bigint): AccountAmount => ({
  ...{ accountType, amountType: '01', amount },
})

/** The account in digits three and four of the processing code: 96 cash, 98 groceries. */
const benefitsAccount = ({ processingCode }: AskedMessage): '96' | '98' | undefined => {
  const account = processingCode.slice(2, 4)
  return account === '96' || account === '98' ? account : undefined
}

/** Groceries: the balance in the number. Cash: half of it. */
const benefitsIn = (account: '96' | '98', number: string): bigint =>
  account === '98' ? balanceInNumber(number) : balanceInNumber(number) / 2n

function decideBenefits(question: AskedMessage, account: '96' | '98'): HostDecision {
  const { amount, kind, number = '', privately } = question
  const beginning = benefitsIn(account, number)
  const isGranted = privately('benefitsVoucher') !== undefined
  const decision: HostDecision = isGranted
    ? { gatewayCode: 'APPROVED', amount }
    : decideByFunds(question, beginning)
  if (kind === 'verify') return { ...decision, balances: [available(account, beginning)] }
  const left = kind === 'refund' ? beginning + amount : beginning - decision.amount
  const ending = left < 0n ? 0n : left
  return { ...decision, balances: [ledger(account, beginning), available(account, ending)] }
}

function decideBalance(question: AskedMessage, benefits: '96' | '98' | undefined, at: Date): HostDecision {
  const { number = '' } = question
  const isSilent = isSilentGiftCardNumber(number) || triggerOf(question, at) === 'TIMED_OUT'
  return { ...balanceOf(question, benefits), ...(isSilent && { isSilent: true }) }
}

/** The balance in the number: of benefits, of gift cards, and of cards of network A, which collect points. */
function balanceOf(question: AskedMessage, benefits: '96' | '98' | undefined): HostDecision {
  const { number = '', currency } = question
  if (benefits !== undefined) return balanceDecision(available(benefits, benefitsIn(benefits, number)))
  if (isGiftCard(number)) {
    if (isWrongPin(question)) return { gatewayCode: 'DECLINED_INVALID_PIN', amount: 0n }
    return balanceDecision(available('00', balanceInNumber(number)))
  }
  if (brandOf(number) !== 'NETWORK_A') return { gatewayCode: 'BALANCE_UNKNOWN', amount: 0n }
  return balanceDecision(available('00', worthOf(BigInt(number.slice(-5, -1)) * 10n, currency)))
}

const balanceDecision = (balance: AccountAmount): HostDecision => ({
  gatewayCode: balance.amount > 0n ? 'BALANCE_AVAILABLE' : 'NO_BALANCE',
  amount: 0n,
  balances: [balance],
})

/** A point is worth a hundredth of the currency's unit. */
function worthOf(points: bigint, currency: string): bigint {
  const exponent = currencyExponent(currencyOfNumber(currency) ?? '') ?? 2
  return (points * 10n ** BigInt(exponent)) / 100n
}
