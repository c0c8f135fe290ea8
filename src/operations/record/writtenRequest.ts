import { merged } from '../../contract/kit/merged.ts'
import { type Content, isObject } from '../../contract/kit/normalise.ts'

/**
 * A request as it is written down: what the merchant sent, and beside it what an answer shows although the
 * request cannot say it or did not. No contract has fields of these names.
 */
export type Additions = {
  /** Groups that earlier transactions said of the order. */
  readonly ofOrder?: Content
  /** What the merchant's profile decided where the request does not. */
  readonly ofProfile?: Content
}

/** What is shown: a group of the request stands for itself, others are as the order has them. */
export function shownRequest(written: Content): Content {
  if (written.ofOrder === undefined && written.ofProfile === undefined) return written
  const { ofOrder } = written
  return { ...(isObject(ofOrder) && ofOrder), ...withProfile(written) }
}

/** What the merchant sent, and its profile said for it. */
export function withProfile(written: Content): Content {
  const { ofProfile } = written
  const sent = sentRequest(written)
  return isObject(ofProfile) ? merged(ofProfile, sent) : sent
}

export function sentRequest({ ofOrder: _, ofProfile: __, ...sent }: Content): Content {
  return sent
}
