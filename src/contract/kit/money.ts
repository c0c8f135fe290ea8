import { currencyExponent } from '../../standards/currencies.ts'
import { type Finding, invalid, type MetAmount } from './judge.ts'
import { type Content, isObject } from './normalise.ts'

/** At most the decimals the currency has (ISO 4217). */
export function amountsFitTheirCurrency(
  content: Content,
  amounts: readonly MetAmount[],
): Finding | undefined {
  for (const { field, value } of amounts) {
    const currency = currencyFor(field, content)
    const exponent = currency === undefined ? undefined : currencyExponent(currency)
    if (exponent === undefined) continue
    const fraction = value.split('.')[1] ?? ''
    if (fraction.length > exponent) return invalid(field, decimalsSentence(currency ?? '', exponent), value)
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
