/** The global names of the gateway's scripts, as far as the demo uses them. */
declare global {
  interface Window {
    readonly Checkout?: CheckoutScript
    readonly PaymentSession?: SessionScript
    readonly ThreeDS?: ThreeDSScript
  }
}

export type CheckoutScript = {
  readonly configure: (settings: { readonly session: { readonly id: string } }) => void
  readonly showPaymentPage: () => void
  readonly showEmbeddedPage: (selector: string) => void
}

export type SessionScript = {
  readonly configure: (settings: object) => void
  readonly updateSessionFromForm: (kind: 'card') => void
}

export type ThreeDSScript = {
  readonly configure: (settings: object) => void
  readonly initiateAuthentication: ThreeDSCall
  readonly authenticatePayer: ThreeDSCall
}

type ThreeDSCall = (
  orderId: string,
  transactionId: string,
  callback: (data: unknown) => void,
  optionalParams?: object,
) => void

/** Shown when a script of the gateway was not loaded. */
export const scriptMissingText = 'A script of the gateway did not load. Reload the page.'
