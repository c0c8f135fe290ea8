import { createEntryDigest } from '../administration/auditLog.ts'
import { type BaseKeyAdministration, createBaseKeyAdministration } from '../administration/baseKeys.ts'
import type { BaseKeyRecords, EntryDigest } from '../administration/port.ts'
import { isPublicKey } from '../sandbox/terminal/testKeys.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'

type OpenBaseKeysOptions = {
  readonly store: Store
  readonly keyring: Keyring
  /** As the owner of the database. */
  readonly records: (digest: EntryDigest) => BaseKeyRecords
  readonly isSandbox: boolean
  /** The operator who is named in the audit log. */
  readonly actor: string
}

/**
 * The base keys of terminals, for an operator and for a sandbox that starts. Production has the list of
 * public test keys too, in order to refuse them.
 */
export function openBaseKeyAdministration({
  store,
  keyring,
  records,
  isSandbox,
  actor,
}: OpenBaseKeysOptions): BaseKeyAdministration {
  const digest = createEntryDigest(keyring.secrets.audit)
  return createBaseKeyAdministration({
    ...{ actor, store: store.administration(digest), records: records(digest) },
    async lock(name, key) {
      // The command may have been started before a rotation, and wait for input.
      await keyring.refresh()
      const { lockedWith = keyring.wrapping.ids()[0] ?? '' } = keyring.keyState()
      return keyring.wrapping.wrap(name, key, lockedWith)
    },
    ...{ isPublic: isPublicKey, withTestKeys: isSandbox },
  })
}
