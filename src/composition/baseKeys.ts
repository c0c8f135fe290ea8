import { type BaseKeyDesk, createBaseKeyDesk } from '../administration/baseKeys.ts'
import { chainWith } from '../administration/chain.ts'
import type { BaseKeyRecords, Digest } from '../administration/port.ts'
import { isPublicKey, testKeys } from '../sandbox/terminal/testKeys.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'

export type BaseKeyParts = {
  readonly store: Store
  readonly keyring: Keyring
  /** As the owner of the database. */
  readonly records: (digest: Digest) => BaseKeyRecords
  readonly isSandbox: boolean
  /** In whose name everything is done. */
  readonly actor: string
}

/** The base keys of terminals, for an operator and for a sandbox that begins. */
export function openBaseKeyDesk({ store, keyring, records, isSandbox, actor }: BaseKeyParts): BaseKeyDesk {
  const digest = chainWith(keyring.secrets.audit)
  return createBaseKeyDesk({
    ...{ actor, store: store.administration(digest), records: records(digest) },
    async lock(name, key) {
      // A command may have been started before a rotation, and wait for somebody to type.
      await keyring.refresh()
      const { lockedWith = keyring.wrapping.ids()[0] ?? '' } = keyring.standing()
      return keyring.wrapping.wrap(name, key, lockedWith)
    },
    ...{ isPublic: isPublicKey, withTestKeys: isSandbox },
  })
}

type SandboxParts = Pick<BaseKeyParts, 'store' | 'keyring'> & {
  readonly sandbox: { readonly baseKeys: BaseKeyParts['records'] } | undefined
}

/** Puts in what a sandbox has from the beginning; anywhere else there is nothing to put in. */
export function testKeysOf({ store, keyring, sandbox }: SandboxParts): () => Promise<void> {
  if (!sandbox) return async () => undefined
  const parts = { store, keyring, records: sandbox.baseKeys, isSandbox: true, actor: 'sandbox' }
  const desk = openBaseKeyDesk(parts)
  return () => desk.ensureTestKeys(testKeys)
}
