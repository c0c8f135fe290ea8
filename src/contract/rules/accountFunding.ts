// Rules about payments that fund an account.

import { isSubdivision, listsSubdivisionsOf } from '../../standards/countries.ts'
import type { accountFunding } from '../groups/accountFunding.ts'
import type { order } from '../groups/order.ts'
import { rule, ruleOfOrder } from '../kit/operation.ts'
import { invalid } from '../kit/validateFields.ts'
import type { ValueOf } from '../kit/vocabulary.ts'

type Funding = {
  readonly accountFunding?: ValueOf<typeof accountFunding>
  readonly order?: Pick<ValueOf<typeof order>, 'purchaseType'>
}

export const accountFundingIsThePurpose = ruleOfOrder<Funding>(
  'account funding says so',
  'accountFunding is accepted with order.purchaseType ACCOUNT_FUNDING only.',
  ({ accountFunding, order }) =>
    accountFunding === undefined || order?.purchaseType === 'ACCOUNT_FUNDING'
      ? undefined
      : invalid('accountFunding', 'It is accepted with order.purchaseType ACCOUNT_FUNDING only.'),
)

/**
 * Country and state code of the recipient may each be in either of two places; they are compared across both.
 */
export const recipientStateExists = rule<Funding>(
  "the recipient's state exists",
  'For recipients in the United States and Canada, stateProvinceCode must be a code of ISO 3166-2.',
  ({ accountFunding }) => {
    const { recipient } = accountFunding ?? {}
    const places = [
      ['accountFunding.recipient.address', recipient?.address, recipient],
      ['accountFunding.recipient', recipient, recipient?.address],
    ] as const
    for (const [path, place, otherPlace] of places) {
      const code = place?.stateProvinceCode
      const country = place?.country ?? otherPlace?.country
      if (code === undefined || country === undefined || !listsSubdivisionsOf(country)) continue
      const division = country === 'CAN' ? 'province or territory' : 'state or territory'
      if (!isSubdivision(country, code))
        return invalid(
          `${path}.stateProvinceCode`,
          `It must be the code of a ${division} of ${country}.`,
          code,
        )
    }
    return undefined
  },
)
