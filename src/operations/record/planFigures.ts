import { type Content, isObject } from '../../contract/kit/content.ts'
import { toDecimal, toMinor } from '../../orders/money.ts'

/**
 * What a plan that bears interest costs the payer (spec 2.11): ten per cent a year on the whole amount, for a
 * month per payment. Payments are equal and rounded down to the minor unit; the last one makes up the rest.
 */
export function planFigures(plan: Content, { order, transaction }: Content): Content | undefined {
  const { planId, numberOfPayments, finalAmount } = plan
  // Given figures are those of the payment that this one follows.
  if (!String(planId).startsWith('INTEREST') || finalAmount !== undefined) return undefined
  const { amount, currency } = pricedIn(order) ?? pricedIn(transaction) ?? {}
  const payments = BigInt(String(numberOfPayments ?? 0))
  if (amount === undefined || currency === undefined || payments === 0n) return undefined
  const minor = toMinor(amount, currency)
  const total = minor + (minor * payments * yearlyPercent) / (100n * 12n)
  const each = total / payments
  const figures = { paymentAmount: each, finalAmount: total - each * (payments - 1n) }
  return {
    interestRate: String(yearlyPercent),
    ...Object.fromEntries(
      Object.entries(figures)
        .map(([name, figure]) => [name, toDecimal(figure, currency)] as const)
        .filter(([, figure]) => isShown(figure)),
    ),
  }
}

const yearlyPercent = 10n

type Priced = { readonly amount: string; readonly currency: string }
function pricedIn(group: unknown): Priced | undefined {
  const { amount, currency } = isObject(group) ? group : {}
  return typeof amount === 'string' && typeof currency === 'string' ? { amount, currency } : undefined
}

/** Answers have room for what is more than nothing, up to a bound. */
const isShown = (figure: string): boolean => Number(figure) > 0 && Number(figure) <= figureMax
const figureMax = 2_140_000_000
