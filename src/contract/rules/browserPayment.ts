import type { browserPayment } from '../groups/browserPayment.ts'
import type { sourceOfFunds } from '../groups/sourceOfFunds.ts'
import { rule } from '../kit/operation.ts'
import type { Value } from '../kit/vocabulary.ts'

type Redirected = {
  readonly browserPayment?: Value<typeof browserPayment>
  readonly sourceOfFunds?: Pick<Value<typeof sourceOfFunds>, 'type'>
}

/** Provider A shows its page within the merchant's own, so nobody has to return. */
export const payerCanReturn = rule<Redirected>(
  'the payer can return',
  'browserPayment.returnUrl must be given unless sourceOfFunds.type is PROVIDER_A.',
  ({ browserPayment, sourceOfFunds }) =>
    sourceOfFunds?.type === 'PROVIDER_A' || browserPayment?.returnUrl !== undefined
      ? undefined
      : { field: 'browserPayment.returnUrl', validationType: 'MISSING' },
)
