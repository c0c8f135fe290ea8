// The rule that free text of the merchant contains no card data.

import { mayHoldCardData } from '../../standards/cardDataInText.ts'
import type { agreement } from '../groups/agreement.ts'
import type { transaction } from '../groups/transaction.ts'
import { rule } from '../kit/operation.ts'
import { invalid } from '../kit/validateFields.ts'
import type { ValueOf } from '../kit/vocabulary.ts'

type Annotated = {
  readonly agreement?: Pick<ValueOf<typeof agreement>, 'customData'>
  readonly transaction?: Pick<ValueOf<typeof transaction>, 'acquirer'>
}

/** Free text is stored and forwarded unchanged: card data in it would not be masked (spec 7, rule 2). */
export const customDataHoldsNoCardData = rule<Annotated>(
  'no card data in free text',
  'agreement.customData and transaction.acquirer.customData must not hold card numbers or track data.',
  ({ agreement, transaction }) => {
    const texts = [
      ['agreement.customData', agreement?.customData],
      ['transaction.acquirer.customData', transaction?.acquirer?.customData],
    ] as const
    for (const [field, text] of texts)
      if (text !== undefined && mayHoldCardData(text)) return invalid(field, 'It must not hold card data.')
    return undefined
  },
)
