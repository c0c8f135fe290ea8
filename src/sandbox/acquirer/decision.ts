import {
  type AcquirerResponse,
  type AcquirerTrigger,
  balanceInNumber,
  correctPin,
  isApproval,
  isGiftCard,
  isSilentGiftCardNumber,
  triggersByExpiry,
} from '../../acquirerHost/testCards.ts'
import type {
  AccountBalance,
  AcquirerAsk,
  AskedBenefits,
  AskedCard,
  BalanceAsk,
  PaymentAsk,
  PinBlock,
} from '../../acquirers/port.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import { brandOf } from '../../standards/cardBrands.ts'
import { currencyExponent } from '../../standards/currencies.ts'
import { decipherBlocks } from '../../standards/dukpt/ciphers.ts'
import { counterOf, familyOf, workingKey } from '../../standards/dukpt/dukpt.ts'
import { pinOf, pinOfAes } from '../../standards/pinBlock.ts'

/** What the acquirer decides before it consults its books, and how the answer is delivered. */
export type AcquirerDecision = {
  readonly gatewayCode: GatewayCode
  /** How much is approved. */
  readonly amount: bigint
  readonly availableBalance?: AccountBalance
  /** In place of the usual response for the gateway code. */
  readonly response?: AcquirerResponse
  readonly delivery: AnswerDelivery
}

export type AnswerDelivery = {
  /**
   * `late`: after the delay, and never before the gateway's deadline. `dropped`: the gateway notices at once.
   * `never`: only its deadline ends the wait.
   */
  readonly manner: 'once' | 'twice' | 'late' | 'never' | 'dropped'
  readonly delayMs: number
}

export const atOnce: AnswerDelivery = { manner: 'once', delayMs: 0 }
const neverDelivered: AnswerDelivery = { manner: 'never', delayMs: 0 }

/** By the account (`acquirerHost/testCards.ts`); what acts on an earlier transaction is approved. */
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

function decidePayment(ask: PaymentAsk, at: Date): AcquirerDecision {
  if (ask.authorizationCode !== undefined) return decisionOf('APPROVED', ask.amount)
  if (ask.benefits === undefined && isGiftCard(ask.card.number)) {
    return { ...decideGiftCard(ask), delivery: isSilentGiftCard(ask) ? neverDelivered : atOnce }
  }
  const trigger = triggerOf(ask.card, at)
  if (ask.benefits && trigger === 'APPROVED') return decideBenefits(ask, ask.benefits)
  if (trigger === 'PARTIALLY_APPROVED') return decidePartialAmount(ask)
  // The worst case of a time-out: it was executed, and the gateway gets no answer.
  if (trigger === 'TIMED_OUT') return { ...decisionOf('APPROVED', ask.amount), delivery: neverDelivered }
  return decisionOf(trigger, ask.amount)
}

/** Half of the amount unless `part` says otherwise, if the request accepts a partial amount. */
export function decidePartialAmount(ask: PaymentAsk, part: bigint = ask.amount / 2n): AcquirerDecision {
  if (!ask.acceptPartialAmount || part <= 0n) return decisionOf('DECLINED', 0n)
  return part < ask.amount ? decisionOf('PARTIALLY_APPROVED', part) : decisionOf('APPROVED', ask.amount)
}

function decideGiftCard(ask: PaymentAsk): AcquirerDecision {
  const { card, currency } = ask
  if (isWrongPin(card)) return decisionOf('DECLINED_INVALID_PIN', 0n)
  const balance = balanceInNumber(card.number)
  const decision = decideByFunds(ask, balance)
  const left = isSpending(ask) ? balance - decision.amount : balance
  return { ...decision, availableBalance: { funds: { amount: left, currency } } }
}

/** A card without a PIN counts as correct. */
function isWrongPin({ pin }: AskedCard): boolean {
  return pin !== undefined && pin !== correctPin
}

/** A voucher was approved when it was issued, and an EWIC account holds goods, not money. */
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

/** Up to the balance; beyond it, the balance, if the request accepts a partial amount. */
function decideByFunds(ask: PaymentAsk, balance: bigint): AcquirerDecision {
  if (!isSpending(ask) || ask.amount <= balance) return decisionOf('APPROVED', ask.amount)
  const isAnyAccepted = ask.acceptPartialAmount && balance > 0n
  return isAnyAccepted ? decidePartialAmount(ask, balance) : decisionOf('INSUFFICIENT_FUNDS', 0n)
}

const isSpending = ({ verb }: PaymentAsk): boolean => verb === 'authorize' || verb === 'pay'

const isSilentGiftCard = ({ benefits, card }: PaymentAsk | BalanceAsk): boolean =>
  benefits === undefined && isSilentGiftCardNumber(card.number)

function triggerOf({ expiry }: AskedCard, at: Date): AcquirerTrigger {
  if (!expiry) return 'APPROVED'
  const trigger = triggersByExpiry.get(`${twoDigits(expiry.month)}/${twoDigits(expiry.year)}`)
  return trigger ?? (isPast(expiry, at) ? 'EXPIRED_CARD' : 'APPROVED')
}

/** A card is valid until the end of the month of its expiry. */
function isPast(expiry: { readonly month: number; readonly year: number }, at: Date): boolean {
  const months = (2000 + expiry.year) * 12 + expiry.month
  return months < at.getUTCFullYear() * 12 + at.getUTCMonth() + 1
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function decisionOf(gatewayCode: GatewayCode, amount: bigint): AcquirerDecision {
  return { gatewayCode, amount, delivery: atOnce }
}

function decideBalance(ask: BalanceAsk, at: Date): AcquirerDecision {
  const { benefits, card, currency } = ask
  const isSilent = isSilentGiftCard(ask) || triggerOf(card, at) === 'TIMED_OUT'
  const balance = benefits
    ? balanceDecision(benefitsBalances(benefits, { number: card.number, currency }))
    : balanceOf(ask)
  return { amount: 0n, ...balance, delivery: isSilent ? neverDelivered : atOnce }
}

/** The balance in the number: of gift cards, and of cards of network A, which collect points. */
function balanceOf({ card, currency }: Pick<BalanceAsk, 'card' | 'currency'>): {
  readonly gatewayCode: GatewayCode
  readonly availableBalance?: AccountBalance
} {
  const { number } = card
  if (isGiftCard(number)) {
    if (isWrongPin(card)) return { gatewayCode: 'DECLINED_INVALID_PIN' }
    return balanceDecision({ funds: { amount: balanceInNumber(number), currency } })
  }
  if (brandOf(number) !== 'NETWORK_A') return { gatewayCode: 'BALANCE_UNKNOWN' }
  const points = Number(number.slice(-5, -1)) * 10
  const rewards = { points, conversionRate: '0.01' }
  return balanceDecision({ funds: { amount: worthOf(points, currency), currency }, rewards })
}

/** Whether any balance is above zero, and the balances. */
function balanceDecision(availableBalance: AccountBalance) {
  const { funds, ebt = [] } = availableBalance
  const isAnything = [...(funds ? [funds] : []), ...ebt].some(({ amount }) => amount > 0n)
  return { gatewayCode: isAnything ? 'BALANCE_AVAILABLE' : 'NO_BALANCE', availableBalance } as const
}

/** A point is worth a hundredth of the currency's unit, rounded down to what the currency can express. */
function worthOf(points: number, currency: string): bigint {
  return (BigInt(points) * 10n ** BigInt(currencyExponent(currency) ?? 2)) / 100n
}

/** The money on the account; an EWIC account holds none. */
function spendableBenefits({ accountType = defaultAccount }: AskedBenefits, number: string): bigint {
  return accountType === 'EWIC_BENEFITS' ? 0n : benefitsAmount(accountType, number)
}

/** The balances of the account asked for, or of both accounts that hold money. */
function benefitsBalances(
  { accountType }: AskedBenefits,
  { number, currency }: { readonly number: string; readonly currency: string },
): BenefitsBalanceList {
  if (accountType === 'EWIC_BENEFITS') return noDiscount(currency)
  const accounts: readonly MoneyAccount[] =
    accountType === undefined ? ['SNAP_BENEFITS', 'CASH_BENEFITS'] : [accountType]
  const ebt = accounts.map(account => ({
    type: balanceTypes[account].available,
    amount: benefitsAmount(account, number),
    currency,
  }))
  return { ebt }
}

/** The balances before and after a payment or a credit. */
function benefitsBalancesAfter(
  { accountType = defaultAccount }: AskedBenefits,
  { beginning, ending, currency }: BenefitsChange,
): BenefitsBalanceList {
  if (accountType === 'EWIC_BENEFITS') return noDiscount(currency)
  const { available, began, ended } = balanceTypes[accountType]
  return {
    ebt: [
      { type: began, amount: beginning, currency },
      { type: ended, amount: ending, currency },
      { type: available, amount: ending, currency },
    ],
  }
}

/** The issuer's authorization code of a paper voucher, given on the telephone. */
export function voucherCode(ask: Pick<PaymentAsk, 'benefits'>): string | undefined {
  const { voucherNumber, manualAuthorizationCode } = ask.benefits ?? {}
  return voucherNumber === undefined ? undefined : manualAuthorizationCode
}

type BenefitsChange = { readonly beginning: bigint; readonly ending: bigint; readonly currency: string }
type BenefitsBalanceList = Required<Pick<AccountBalance, 'ebt'>>
type MoneyAccount = Exclude<NonNullable<AskedBenefits['accountType']>, 'EWIC_BENEFITS'>

/** The account that pays when the request names none. */
const defaultAccount = 'SNAP_BENEFITS'

/** SNAP: the balance in the number. Cash: half of it. */
function benefitsAmount(account: MoneyAccount, number: string): bigint {
  const groceries = balanceInNumber(number)
  return account === 'SNAP_BENEFITS' ? groceries : groceries / 2n
}

const noDiscount = (currency: string): BenefitsBalanceList => ({
  ebt: [{ type: 'EWIC_DISCOUNT', amount: 0n, currency }],
})

const balanceTypes = {
  SNAP_BENEFITS: {
    available: 'SNAP_AVAILABLE_BALANCE',
    began: 'SNAP_BEGINNING_BALANCE',
    ended: 'SNAP_ENDING_BALANCE',
  },
  CASH_BENEFITS: {
    available: 'CASH_BENEFITS_AVAILABLE_BALANCE',
    began: 'CASH_BENEFITS_BEGINNING_BALANCE',
    ended: 'CASH_BENEFITS_ENDING_BALANCE',
  },
} as const

/** The PIN is checked last: what is declined anyway is declined for its own reason. */
export function checkPin(
  ask: AcquirerAsk,
  decision: AcquirerDecision,
  keys: readonly IssuerPinKey[],
): AcquirerDecision {
  const block = 'original' in ask ? undefined : ask.presented?.pinBlock
  const key = block && pinKeyOf(block, keys)
  if (!key || !isApproval(decision.gatewayCode)) return decision
  const pin = decryptPin(block, key, ask.card?.number ?? '')
  if (pin === correctPin) return decision
  return {
    ...{ gatewayCode: 'DECLINED_INVALID_PIN', amount: 0n, delivery: decision.delivery },
    ...(pin === undefined && { response: { acquirerCode: '81', acquirerMessage: 'PIN NOT READABLE' } }),
  }
}

/** A base key that the issuer shares with terminals. */
export type IssuerPinKey = {
  /** TDES, or AES and the length of the key. */
  readonly algorithm: string
  /** What key serial numbers begin with, in upper case. */
  readonly keySetId: string
  /** In hexadecimal. Only published test keys are used here. */
  readonly key: string
}

/** Undefined when this issuer does not have the key of the block: the PIN then counts as correct. */
function pinKeyOf({ keySerialNumber }: PinBlock, keys: readonly IssuerPinKey[]): IssuerPinKey | undefined {
  if (keySerialNumber === undefined) return undefined
  const family = familyOf(Buffer.from(keySerialNumber, 'hex'))
  const isOf = ({ algorithm, keySetId }: IssuerPinKey) =>
    algorithm.split('-')[0] === family && keySerialNumber.toUpperCase().startsWith(keySetId)
  return keys.find(isOf)
}

/** Undefined when it is no PIN block of this card under this key. */
function decryptPin(block: PinBlock, { key }: IssuerPinKey, number: string): string | undefined {
  const serialNumber = Buffer.from(block.keySerialNumber ?? '', 'hex')
  const payload = Buffer.from(block.payload, 'hex')
  const isAes = familyOf(serialNumber) === 'AES'
  if (counterOf(serialNumber) === 0 || payload.length !== (isAes ? 16 : 8)) return undefined
  const pinKey = workingKey(Buffer.from(key, 'hex'), serialNumber, 'pin')
  if (isAes) return pinOfAes(payload, number, pinKey)
  return pinOf(decipherBlocks('TDES', pinKey, payload), number)
}
