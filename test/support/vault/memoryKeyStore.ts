import {
  dataKeyOf,
  type KeyState,
  type KeyStore,
  lockingSecret,
  type WrappedKey,
} from '../../../src/vault/stores.ts'

/** Keeps what it is given as long as the process lives: for tests that need a vault but no database. */
export function memoryKeyStore(
  kept: Map<string, WrappedKey> = new Map(),
  generations: Pick<KeyState, 'generation' | 'oldest'> = { generation: 1, oldest: 1 },
): KeyStore {
  const lockedWith = () => kept.get(lockingSecret)?.keyId
  return {
    find: async name => kept.get(name),
    async add(name, wrapped) {
      const generation = dataKeyOf(name)?.generation ?? generations.generation
      const isBehind =
        generation !== generations.generation || wrapped.keyId !== (lockedWith() ?? wrapped.keyId)
      if (!kept.has(name) && !isBehind) kept.set(name, wrapped)
      return kept.get(name)
    },
    async keyState() {
      const locking = lockedWith()
      return { ...generations, ...(locking !== undefined && { lockedWith: locking }) }
    },
    isUsed: async keyId => [...kept.values()].some(wrapped => wrapped.keyId === keyId),
  }
}
