/** Where wrapped keys and secrets are kept; the values in it are useless without a key-encryption key. */
export interface KeyStore {
  /** The wrapped key of that name, or undefined. */
  find(name: string): Promise<WrappedKey | undefined>
  /** Stores it unless the name is taken; returns what is stored then (two nodes may race). */
  add(name: string, wrapped: WrappedKey): Promise<WrappedKey>
}
export type WrappedKey = { readonly keyId: string; readonly wrapped: Buffer }
