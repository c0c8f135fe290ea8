/** What opens the tokens with which payers' wallets pay. */
export interface Wallets {
  /** Those of the names in a merchant's profile that this gateway has, in the order of the profile. */
  offered(names: readonly string[]): readonly OfferedWallet[]
  /** Opens what a wallet answered to the page, for one transaction: a token pays nothing else after that. */
  open(name: string, details: unknown, purpose: TokenPurpose): Promise<DevicePayment | TokenFlaw>
}

/** A wallet as the page offers it. */
export type OfferedWallet = {
  readonly name: string
  /** What payers read on the button. */
  readonly label: string
  readonly walletProvider: DeviceWalletProvider
  /** The identifier of its payment method, and what its own documentation says belongs to that (W3C). */
  readonly method: string
  readonly methodData: Readonly<Record<string, unknown>>
}

/** Those of order.walletProvider that hand out a token for a device. */
export const deviceWalletProviders = ['DEVICE_A_PAY', 'DEVICE_B_PAY', 'DEVICE_C_PAY'] as const
export type DeviceWalletProvider = (typeof deviceWalletProviders)[number]

/** The transaction that a token pays. */
export type TokenPurpose = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

/** A payment as a wallet's token contains it. It exists in memory only. */
export type DevicePayment = {
  /** By which the wallet distinguishes its tokens: each pays once. */
  readonly tokenId: string
  /** The device's own number, not that of the card behind it. */
  readonly number: string
  /** Two digits each. */
  readonly expiry: { readonly month: string; readonly year: string }
  /** Base64. */
  readonly cryptogram: string
  readonly eci?: string
  /** What the payer agreed to, where the token contains it. */
  readonly price?: { readonly minor: bigint; readonly currency: string }
}

/** Why a token is not opened. */
export type TokenFlaw = { readonly flaw: TokenFlawName }

export type TokenFlawName =
  /** It has not the form that the wallet's tokens have. */
  | 'malformed'
  /** It is for a key that this gateway does not have. */
  | 'unknownKey'
  /** Nobody whom the operator trusts has signed it as it is. */
  | 'unsigned'
  /** It is too old, or of the future. */
  | 'outOfTime'
  /** It cannot be decrypted. */
  | 'unreadable'
  /** It contains no payment that can be made from it. */
  | 'unsupported'
  /** It has paid something else before. */
  | 'used'

/** For a gateway without wallets. */
export const noWallets: Wallets = {
  offered: () => [],
  open: async () => ({ flaw: 'unknownKey' }),
}
