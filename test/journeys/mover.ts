import { createEntryDigest } from '../../src/administration/auditLog.ts'
import {
  createMoveAdministration,
  type MoveAdministration,
  type MoveDependencies,
} from '../../src/administration/moves/moves.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openMoves } from '../../src/store/administration/moves.ts'
import { openStore } from '../../src/store/open.ts'
import { openKeyring } from '../../src/vault/keyring.ts'
import type { TestDatabase } from '../database/database.ts'
import { keyEncryptionKeys } from './gateway.ts'

export type Mover = MoveAdministration & { close(): Promise<void> }

/** Whoever moves merchants of a gateway, as the command line does, beside running nodes. */
export async function openMover(
  { logins }: TestDatabase,
  more: Partial<MoveDependencies> = {},
): Promise<Mover> {
  const store = await openStore(logins, { isCommand: true })
  const keyring = await openKeyring({ keys: keyEncryptionKeys, store: store.keys })
  const digest = createEntryDigest(keyring.secrets.audit)
  const moves = openMoves(logins.owner)
  return {
    ...createMoveAdministration({
      ...{ actor: 'operator@test', store: store.administration(digest), moves: moves.store(digest) },
      // The nodes do.
      takeIn: async () => undefined,
      clock: systemClock,
      ...more,
    }),
    async close() {
      await moves.close()
      await store.close()
    },
  }
}
