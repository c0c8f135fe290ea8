import { type Content, isObject, mergeContent } from '../../contract/kit/content.ts'
import type { WrittenRemainder } from '../payments/rest.ts'
import type { EntryPoint } from '../pipeline/execution.ts'

/**
 * A request as it is written down: what the merchant sent, and beside it what an answer shows although the
 * request cannot say it or did not. No contract has fields of these names.
 */
export type RequestAdditions = {
  /** Groups that earlier transactions said of the order. */
  readonly ofOrder?: Content
  /** What the merchant's profile decided where the request does not. */
  readonly ofProfile?: Content
  /** Of the second request under one id: what the first one said. */
  readonly ofBeginning?: Content
  /** How it came here, where not over the API. */
  readonly gatewayEntryPoint?: EntryPoint
  /** How a checkout page finishes it where a bank approves only a part. */
  readonly ofCheckout?: WrittenRemainder
}

/** What is shown: a group of the request stands for itself, others are as the order has them. */
export function shownRequest(written: Content): Content {
  return withChoices(wholeRequest(written))
}

/** What the payer does at a provider is decided by default where the merchant says nothing at all. */
function withChoices(request: Content): Content {
  const { browserPayment } = request
  if (!isObject(browserPayment) || browserPayment.providerA !== undefined) return request
  return { ...request, browserPayment: { ...browserPayment, providerA: {} } }
}

function wholeRequest(written: Content): Content {
  const { ofOrder, ofProfile, ofBeginning } = written
  if (ofOrder === undefined && ofProfile === undefined && ofBeginning === undefined) return written
  const shown = { ...(isObject(ofOrder) && ofOrder), ...withProfile(written) }
  return isObject(ofBeginning) ? mergeContent(ofBeginning, shown) : shown
}

/** What the merchant sent, and its profile said for it. */
export function withProfile(written: Content): Content {
  const { ofProfile } = written
  const sent = sentRequest(written)
  return isObject(ofProfile) ? mergeContent(ofProfile, sent) : sent
}

export function sentRequest(written: Content): Content {
  const { ofOrder: _, ofProfile: __, ofBeginning: ___, gatewayEntryPoint: ____, ...sent } = written
  return sent
}
