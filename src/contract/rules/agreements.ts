// Rules about agreements and the payments that belong to them.

import type { agreement, refundedAgreement } from '../groups/agreement.ts'
import type { order } from '../groups/order.ts'
import type { sourceOfFunds } from '../groups/sourceOfFunds.ts'
import type { transaction } from '../groups/transaction.ts'
import { exact, minus } from '../kit/decimals.ts'
import { rule } from '../kit/operation.ts'
import { invalid, missing } from '../kit/validateFields.ts'
import type { ValueOf } from '../kit/vocabulary.ts'

type Agreement = ValueOf<typeof agreement>
type Agreed = { readonly agreement?: Agreement & Pick<ValueOf<typeof refundedAgreement>, 'recurring'> }
type Series = Agreed & {
  readonly order?: Pick<ValueOf<typeof order>, 'industryPracticePaymentReason'>
  readonly referenceOrderId?: string
  readonly sourceOfFunds?: ValueOf<typeof sourceOfFunds>
  readonly transaction?: Pick<ValueOf<typeof transaction>, 'source'>
}

/** Spec 2.5: for recurring agreements the payer's bank requires to know whether the amount changes. */
export const recurringAgreementSaysVariability = rule<Agreed>(
  'recurring agreements say whether the amount varies',
  'agreement.amountVariability must be given when agreement.type is RECURRING.',
  ({ agreement }) => {
    if (agreement?.type !== 'RECURRING') return undefined
    const given = agreement.amountVariability ?? agreement.recurring?.amountVariability
    return given === undefined ? missing('agreement.amountVariability') : undefined
  },
)

export const agreementAmountsAreInOrder = rule<Agreed>(
  'smallest and largest payment',
  'agreement.minimumAmountPerPayment must not exceed agreement.maximumAmountPerPayment.',
  ({ agreement }) => {
    const { minimumAmountPerPayment: least, maximumAmountPerPayment: most } = agreement ?? {}
    if (least === undefined || most === undefined || minus(exact(most), exact(least)).units >= 0n)
      return undefined
    return invalid(
      'agreement.minimumAmountPerPayment',
      'It must not exceed agreement.maximumAmountPerPayment.',
      least,
    )
  },
)

/** Without a reference to an earlier order, the agreement begins with this payer authentication. */
export const newAgreementIsNamed = rule<Series>(
  'a new agreement has a name and a kind',
  'When agreement is given without referenceOrderId, agreement.id and agreement.type must be given.',
  ({ agreement, referenceOrderId }) => {
    if (agreement === undefined || referenceOrderId !== undefined) return undefined
    if (agreement.id === undefined) return missing('agreement.id')
    return agreement.type === undefined ? missing('agreement.type') : undefined
  },
)

/** Spec 2.5: a payment of a series with stored card details names the series, no matter who initiates it. */
export const paymentOfSeriesNamesAgreement = rule<Series>(
  'payments of a series name their agreement',
  'With a token or storedOnFile STORED, an agreement.type of RECURRING, INSTALLMENT or UNSCHEDULED needs ' +
    'agreement.id.',
  ({ agreement, sourceOfFunds }) => {
    if (!agreement || agreement.id !== undefined || !series.has(agreement.type)) return undefined
    return isOnFile(sourceOfFunds) ? missing('agreement.id') : undefined
  },
)
const series: ReadonlySet<Agreement['type']> = new Set(['INSTALLMENT', 'RECURRING', 'UNSCHEDULED'])
const isOnFile = (given: Series['sourceOfFunds']): boolean =>
  given?.token !== undefined || given?.provided?.card?.storedOnFile === 'STORED'

export const merchantInitiatedPaymentNamesAgreement = rule<Series>(
  'payments you start name their agreement',
  'With a token, referenceOrderId or storedOnFile STORED, a transaction.source of MERCHANT or an industry ' +
    'practice as the reason needs agreement.id.',
  ({ agreement, order, referenceOrderId, sourceOfFunds, transaction }) => {
    const isStartedByMerchant =
      transaction?.source === 'MERCHANT' || order?.industryPracticePaymentReason !== undefined
    if (!isStartedByMerchant || agreement?.id !== undefined) return undefined
    const isStored = referenceOrderId !== undefined || isOnFile(sourceOfFunds)
    return isStored ? missing('agreement.id') : undefined
  },
)

/**
 * Decided by this request alone: card details are about to be stored, and the agreement describes no later
 * payments. A type, a number or a frequency of payments makes it a real agreement.
 */
export const agreementIsForMerchantInitiatedPayments = rule<Series>(
  'no agreement for payments of the payer',
  'When storedOnFile is TO_BE_STORED for later payments of the payer only, agreement must not be given.',
  ({ agreement, sourceOfFunds }) => {
    if (agreement === undefined || sourceOfFunds?.provided?.card?.storedOnFile !== 'TO_BE_STORED')
      return undefined
    if (promises.some(name => agreement[name] !== undefined)) return undefined
    return invalid(
      'agreement',
      'It must say which payments are to follow (type), or be left out when only the payer makes them.',
    )
  },
)

const promises = [
  'amountVariability',
  'expiryDate',
  'maximumAmountPerPayment',
  'minimumAmountPerPayment',
  'minimumDaysBetweenPayments',
  'numberOfPayments',
  'paymentFrequency',
  'recurring',
  'startDate',
  'type',
] as const satisfies readonly (keyof NonNullable<Agreed['agreement']>)[]
