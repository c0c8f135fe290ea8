import type { AccountBalance, AskedCard, BalanceAsk } from '../../acquirers/port.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import { brandOf } from '../../standards/cardBrands.ts'
import { currencyExponent } from '../../standards/currencies.ts'

/** What is on an account, read from its number: of gift cards, and of cards that collect points. */
export function balanceOf({ card, currency }: Pick<BalanceAsk, 'card' | 'currency'>): {
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

/** 603571 and 13 digits. */
export function isGiftCard(number: string): boolean {
  return number.length === 19 && number.startsWith('603571')
}

/** Digits 7 to 12, in minor units. */
export function balanceInNumber(number: string): bigint {
  return BigInt(number.slice(6, 12))
}

/** A card presented without its PIN is taken at its word. */
export function isWrongPin({ pin }: AskedCard): boolean {
  return pin !== undefined && pin !== correctPin
}

/** A gift card whose keeper does not answer. */
export function isSilentCardNumber(number: string): boolean {
  return isGiftCard(number) && number.endsWith('9990')
}

/** Of gift cards, and of cards whose PIN block this issuer can open. */
export const correctPin = '1234'

/** Whether there is anything, and what. */
export function balanceDecision(availableBalance: AccountBalance) {
  const { funds, ebt = [] } = availableBalance
  const isAnything = [...(funds ? [funds] : []), ...ebt].some(({ amount }) => amount > 0n)
  return { gatewayCode: isAnything ? 'BALANCE_AVAILABLE' : 'NO_BALANCE', availableBalance } as const
}

/** A point is worth a hundredth of the currency's unit, rounded down to what the currency can express. */
function worthOf(points: number, currency: string): bigint {
  return (BigInt(points) * 10n ** BigInt(currencyExponent(currency) ?? 2)) / 100n
}
