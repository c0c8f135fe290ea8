import type { KeyStore, WrappedKey } from './keys.ts'

/** Keeps what it is given as long as the process lives: for tests that need a vault but no database. */
export function memoryKeyStore(kept: Map<string, WrappedKey> = new Map()): KeyStore {
  return {
    find: async name => kept.get(name),
    async add(name, wrapped) {
      const stored = kept.get(name) ?? wrapped
      kept.set(name, stored)
      return stored
    },
  }
}
