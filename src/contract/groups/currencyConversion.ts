// The group `currencyConversion`: payments in a currency that the payer chose.

import { amount, decimal, decimalAnswer } from '../kit/decimals.ts'
import { currency, dateTime, oneOf, text } from '../kit/scalars.ts'
import { group, optional } from '../kit/vocabulary.ts'

/** Money, but not in the order's currency. */
const { money: _, ...payerAmount } = amount

/**
 * The payer's amount and currency, the source of the exchange rate, and whether the payer accepted the offer.
 */
export const currencyConversion = group({
  exchangeRateTime: optional(dateTime, 'When the rate was quoted.'),
  marginPercentage: optional(decimal(8), "Provider's margin on the rate, in per cent."),
  payerAmount: optional(payerAmount, 'What the payer pays, in payerCurrency.'),
  payerCurrency: optional(currency, 'Currency the payer pays in.'),
  payerExchangeRate: optional(decimal(19), "Units of payerCurrency for one unit of the order's currency."),
  provider: optional(oneOf('RATE_PROVIDER_A'), 'Who quoted the rate.'),
  providerReceipt: optional(text(1, 100), "The provider's receipt for the conversion."),
  requestId: optional(text(1, 100), 'Identifier of the quote you asked for.'),
  uptake: optional(
    oneOf('ACCEPTED', 'DECLINED', 'NOT_AVAILABLE', 'NOT_REQUIRED'),
    'What the payer said to the offer.',
  ),
})

/** Rates have more decimals than money: as many as the longest text in a request allows. */
export const currencyConversionAnswer = group({
  ...currencyConversion.fields,
  marginPercentage: optional(decimalAnswer(0, 99_999_999, 6), currencyConversion.fields.marginPercentage.doc),
  payerAmount: optional(decimalAnswer(), currencyConversion.fields.payerAmount.doc),
  payerExchangeRate: optional(
    decimalAnswer(0, 1_000_000_000_000, 17),
    currencyConversion.fields.payerExchangeRate.doc,
  ),
})
