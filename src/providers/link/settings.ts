// The payment providers that are attached over the provider protocol, as an operator describes them.

export type ProviderLinks = { readonly providers: readonly ProviderSettings[] }

export type ProviderSettings = {
  /** For traces, addresses of notices, logs and metrics. */
  readonly name: string
  /** Where its adapter is: calls go to this address, continued by `/v1/…`. */
  readonly address: string
  /** What merchants ask for: sourceOfFunds.browserPayment.type, or sourceOfFunds.type. */
  readonly kinds: readonly string[]
  /** How it is called before payers. */
  readonly displayName?: string
  readonly merchants: readonly ProviderMerchant[]
  /** Paths of the files with the gateway's secrets for this provider: calls are signed with each of them. */
  readonly gatewaySecrets: readonly string[]
  /** Paths of the files with the provider's secrets: one of them has to have signed what it says. */
  readonly providerSecrets: readonly string[]
  /** How long an answer may take. */
  readonly answerSeconds: number
  /** The path of a file with the authorities that its certificate may be from; absent: those of the web. */
  readonly authorities?: string
}

export type ProviderMerchant = {
  readonly merchantId: string
  /** What the provider calls the merchant, where that is something else. */
  readonly name?: string
}

export const isProviderName = (text: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(text)
