import type { SealedSecret, SecretKind, SecretStore } from '../../../src/notifications/port.ts'
import type { SecretsBox } from '../../../src/notifications/secrets.ts'
import type { Owner } from '../../../src/orders/merchant.ts'

/** A secret store in memory, for tests of its users. */
export function createMemorySecretStore(): SecretStore {
  const kept = new Map<string, readonly SealedSecret[]>()
  const nameOf = ({ merchantId }: Owner, kind: SecretKind) => `${merchantId} ${kind}`
  const find = (owner: Owner, kind: SecretKind) => kept.get(nameOf(owner, kind)) ?? []
  const fresh = (sealed: Buffer): SealedSecret => ({ sealed, createdAtMs: kept.size })
  return {
    find: async owner => ({ signing: find(owner, 'signing'), shared: find(owner, 'shared') }),
    async ensure(owner, kind, sealed) {
      if (find(owner, kind).length === 0) kept.set(nameOf(owner, kind), [fresh(sealed)])
    },
    async add(owner, kind, sealed) {
      kept.set(nameOf(owner, kind), [fresh(sealed), ...find(owner, kind)].slice(0, 2))
    },
    async retire(owner, kind) {
      kept.set(nameOf(owner, kind), find(owner, kind).slice(0, 1))
    },
  }
}

/** Seals nothing, but opens only for the one it was sealed for. */
export const openBox: SecretsBox = {
  seal: async (merchantId, identity, text) => Buffer.from(`${merchantId} ${identity} ${text}`),
  async open(merchantId, identity, sealed) {
    const prefix = `${merchantId} ${identity} `
    const text = sealed.toString()
    if (!text.startsWith(prefix)) throw new Error('It was sealed for somebody else')
    return text.slice(prefix.length)
  },
}
