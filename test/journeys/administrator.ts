import type { Administration } from '../../src/administration/administration.ts'
import { openAdministration } from '../../src/composition/administration.ts'
import { type Profile, sandboxProfile } from '../../src/orders/merchant.ts'
import { isRejection, type Rejection } from '../../src/orders/rejection.ts'
import type { DatabaseLogins } from '../../src/store/connection/pool.ts'
import { openStore } from '../../src/store/open.ts'
import { type KeyringDependencies, openKeyring } from '../../src/vault/keyring.ts'
import { keyEncryptionKeys } from './gateway.ts'

export type Administrator = Administration & { close(): Promise<void> }

type Operator = {
  readonly actor?: string
  readonly keys?: KeyringDependencies['keys']
  readonly usualProfile?: Profile
}

/** An operator at the database of a gateway, as the command line is one; usually of a test gateway. */
export async function openAdministrator(
  logins: DatabaseLogins,
  { actor = 'operator@test', keys = keyEncryptionKeys, usualProfile = sandboxProfile }: Operator = {},
): Promise<Administrator> {
  const store = await openStore(logins, { usualProfile })
  const keyring = await openKeyring({ keys, store: store.keys })
  return { ...openAdministration({ store, keyring, actor }), close: store.close }
}

/** What was done; a test that is refused it has failed. */
export function granted<Result>(result: Result | Rejection): Result {
  if (isRejection(result)) throw new Error(result.explanation)
  return result
}
