/** What a merchant may do beyond the ordinary, as its provider configured it. */
export type Profile = {
  /** Per cent of the authorized amount that captures may exceed it by. */
  readonly captureExcessPercent: number
  /** Per cent of the captured amount that refunds may exceed it by. */
  readonly refundExcessPercent: number
  /** Whether the issuer is asked before a refund when the request does not say. */
  readonly refundAuthorization: boolean
  /** Whether answers carry response.debugInformation. */
  readonly debugInformation: boolean
}

export const ordinaryProfile: Profile = {
  captureExcessPercent: 0,
  refundExcessPercent: 0,
  refundAuthorization: false,
  debugInformation: false,
}
