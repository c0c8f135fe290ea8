import type { currencyConversion } from '../groups/currencyConversion.ts'
import { amountsFitTheirCurrency } from '../kit/money.ts'
import { rule } from '../kit/operation.ts'
import type { Value } from '../kit/vocabulary.ts'

type Converted = { readonly currencyConversion?: Value<typeof currencyConversion> }

/** Its amount is the one that is not in the order's currency. */
export const payerAmountFitsPayerCurrency = rule<Converted>(
  "the payer's amount fits the payer's currency",
  'currencyConversion.payerAmount has at most the decimals of payerCurrency.',
  ({ currencyConversion }) => {
    const { payerAmount, payerCurrency } = currencyConversion ?? {}
    if (payerAmount === undefined || payerCurrency === undefined) return undefined
    return amountsFitTheirCurrency({ order: { currency: payerCurrency } }, [
      { field: 'currencyConversion.payerAmount', value: payerAmount },
    ])
  },
)
