// The secrets of a merchant's notifications, opened and cached.

import { randomBytes } from 'node:crypto'
import type { Owner } from '../orders/merchant.ts'
import { BoundedMap } from '../platform/boundedMap.ts'
import type { Clock } from '../platform/clock.ts'
import { randomHex } from '../platform/ids.ts'
import {
  type SealedSecret,
  type SealedSecrets,
  type SecretKind,
  type SecretStore,
  secretIdentity,
} from './port.ts'

/**
 * The keys that sign a merchant's notifications, newest first, and the shared secret that is sent with them.
 */
export type KnownSecrets = { readonly signing: readonly string[]; readonly shared: string }

export interface NotificationSecrets {
  /** Created on first use; the same on every node within a second. */
  find(owner: Owner): Promise<KnownSecrets>
  /** Returns the new one, to be shown this once. The previous one stays valid until it is retired. */
  add(owner: Owner, kind: SecretKind): Promise<string>
  /** Leaves only the newest; false when there was no other. */
  retire(owner: Owner, kind: SecretKind): Promise<boolean>
  /** Clears the cache. */
  forget(): void
}

/** Seals for a merchant and a purpose; a box can be opened only with both. */
export interface SecretsBox {
  seal(merchantId: string, identity: string, text: string): Promise<Buffer>
  open(merchantId: string, identity: string, sealed: Buffer): Promise<string>
}

type SecretsDependencies = {
  readonly store: SecretStore
  readonly box: SecretsBox
  readonly clock: Clock
}

const secretKinds = ['signing', 'shared'] as const satisfies readonly SecretKind[]

export function newSecret(kind: SecretKind): string {
  return kind === 'signing' ? `whsec_${randomBytes(32).toString('base64')}` : randomHex(32)
}

/** For code that stores a secret together with something else. */
export const sealSecret = (
  box: SecretsBox,
  { merchantId }: Owner,
  { kind, secret }: { readonly kind: SecretKind; readonly secret: string },
): Promise<Buffer> => box.seal(merchantId, secretIdentity(kind), secret)

export function createNotificationSecrets(dependencies: SecretsDependencies): NotificationSecrets {
  const { store, box, clock } = dependencies
  const remembered = new BoundedMap<string, RememberedSecrets>(rememberedMax)
  return {
    find(owner) {
      const known = remembered.get(owner.merchantId)
      if (known && clock.monotonicMs() < known.until) return known.secrets
      const secrets = findOrMake(dependencies, owner)
      remembered.set(owner.merchantId, { secrets, until: clock.monotonicMs() + rememberedMs })
      secrets.catch(() => remembered.delete(owner.merchantId))
      return secrets
    },
    async add(owner, kind) {
      const secret = newSecret(kind)
      await store.add(owner, kind, await sealSecret(box, owner, { kind, secret }))
      remembered.delete(owner.merchantId)
      return secret
    },
    async retire(owner, kind) {
      const { length } = (await store.find(owner))[kind]
      if (length < 2) return false
      await store.retire(owner, kind)
      remembered.delete(owner.merchantId)
      return true
    },
    forget: () => remembered.clear(),
  }
}

type RememberedSecrets = { readonly secrets: Promise<KnownSecrets>; readonly until: number }

const rememberedMs = 1_000
const rememberedMax = 10_000

/** Looked up again after creating one: another node may have been first. */
async function findOrMake(dependencies: SecretsDependencies, owner: Owner): Promise<KnownSecrets> {
  const { store, box } = dependencies
  let found = await store.find(owner)
  const lacking = secretKinds.filter(kind => found[kind].length === 0)
  for (const kind of lacking)
    await store.ensure(owner, kind, await sealSecret(box, owner, { kind, secret: newSecret(kind) }))
  if (lacking.length > 0) found = await store.find(owner)
  return opened(dependencies, owner, found)
}

async function opened({ box }: SecretsDependencies, { merchantId }: Owner, found: SealedSecrets) {
  const open = (kind: SecretKind) =>
    Promise.all(
      found[kind].map(({ sealed }: SealedSecret) => box.open(merchantId, secretIdentity(kind), sealed)),
    )
  const [signing, [shared]] = await Promise.all([open('signing'), open('shared')])
  if (signing.length === 0 || shared === undefined) throw new Error('A merchant lost its secrets')
  return { signing, shared }
}
