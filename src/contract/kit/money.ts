import { currencyExponent } from '../../standards/currencies.ts'
import { type Finding, invalid, type MetAmount } from './judge.ts'
import { type Content, isObject } from './normalise.ts'

/** Twelve digits of minor units are what an acquirer's message can carry: more is refused, never cut. */
const minorDigitsMax = 12

/** At most the decimals the currency has (ISO 4217), and no more than an acquirer's message can carry. */
export function amountsFitTheirCurrency(
  content: Content,
  amounts: readonly MetAmount[],
): Finding | undefined {
  for (const { field, value } of amounts) {
    const currency = currencyFor(field, content)
    const exponent = currency === undefined ? undefined : currencyExponent(currency)
    if (exponent === undefined) continue
    const [whole = '', fraction = ''] = value.split('.')
    if (fraction.length > exponent) return invalid(field, decimalsSentence(currency ?? '', exponent), value)
    if (whole.length + exponent > minorDigitsMax)
      return invalid(
        field,
        `It must be below ${`1${'0'.repeat(minorDigitsMax - exponent)}`} ${currency}.`,
        value,
      )
  }
  return undefined
}

const decimalsSentence = (currency: string, exponent: number) =>
  exponent === 0 ? `${currency} has no decimals.` : `${currency} has at most ${exponent} decimals.`

/** Transactions and transfers of value may have a currency of their own; else the order's holds. */
function currencyFor(field: string, content: Content): string | undefined {
  const { order } = content
  if (field.startsWith('order.valueTransfer.') && isObject(order)) {
    const own = currencyIn(order.valueTransfer)
    if (own !== undefined) return own
  }
  const [own, other] = field.startsWith('transaction.') ? ['transaction', 'order'] : ['order', 'transaction']
  return currencyIn(content[own ?? '']) ?? currencyIn(content[other ?? ''])
}
const currencyIn = (group: unknown): string | undefined =>
  isObject(group) && typeof group.currency === 'string' ? group.currency : undefined
