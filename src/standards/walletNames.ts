// The names by which an operator's file and merchants' profiles speak of the same wallet.

/** What such a name must be, in words, and how one is read. */
export const walletNameForm = {
  expects: 'lower-case letters, digits and hyphens, at most 30',
  read: (value: unknown): string | undefined =>
    typeof value === 'string' && /^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/.test(value) ? value : undefined,
}
export const isWalletName = (value: unknown): boolean => walletNameForm.read(value) !== undefined

/** Buttons of one page. */
export const walletsMax = 4
