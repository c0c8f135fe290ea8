// Which merchants there are: for operators, who look at one after the other.

import { text } from '../../contract/kit/scalars.ts'
import { optional } from '../../contract/kit/vocabulary.ts'
import { gatewayCall } from './call.ts'

/** By name, at most fifty. */
export type MerchantNames = { readonly merchantIds: readonly string[] }

export const merchantCalls = {
  merchantNames: gatewayCall<MerchantNames>()('gateway.read', {
    from: optional(text(1, 40), 'The first of them, or where it would be.'),
  }),
}
