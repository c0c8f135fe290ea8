import pg from 'pg'
import { createEntryDigest } from '../../src/administration/auditLog.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { NamedKey } from '../../src/platform/secretBox.ts'
import { type OpenRotation, openRotation } from '../../src/store/keys/rotation.ts'
import { openStore } from '../../src/store/open.ts'
import { configuredKeys, newKey } from '../../src/vault/keyEncryptionKeys.ts'
import { type Keyring, openKeyring } from '../../src/vault/keyring.ts'
import {
  createKeyRotation,
  type KeyRotation,
  type KeyRotationDependencies,
} from '../../src/vault/rotation.ts'
import type { RotationStore } from '../../src/vault/stores.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import type { SealingInstallation } from './things.ts'

/** An installation on a database of its own, with one gateway's keyring and the operator's commands. */
export type Installation = SealingInstallation & {
  readonly database: TestDatabase
  /** The key the gateway was started with; it does not read its keys again by itself. */
  readonly oldKey: NamedKey
  /** Starts another gateway. */
  start(keys: readonly NamedKey[]): Promise<Keyring>
  /** A command of the operator: a new process each time, without waits unless they are given. */
  operator(keys?: readonly NamedKey[], changes?: Changes): Promise<KeyRotation>
  close(): Promise<void>
}

export type Changes = Partial<KeyRotationDependencies> & {
  readonly through?: (store: RotationStore) => RotationStore
}

export async function openInstallation(): Promise<Installation> {
  const oldKey = newKey('old')
  const database = await createDatabase('external')
  const store = await openStore(database.logins)
  const client = new pg.Client(database.config)
  await client.connect()
  const opened: OpenRotation[] = []
  const start = (keys: readonly NamedKey[]) => openKeyring({ keys: configuredKeys(keys), store: store.keys })
  return {
    ...{ database, store, client, oldKey, start },
    node: await start([oldKey]),
    async operator(keys = [oldKey], { through = (given: RotationStore) => given, ...rest }: Changes = {}) {
      const own = openRotation(database.config, { triesMax: 3 })
      opened.push(own)
      const keyring = await openKeyring({ keys: configuredKeys(keys), store: own.keys })
      const parts = { keyring, store: through(own.store(createEntryDigest(keyring.secrets.audit))) }
      const waits = { noticeMs: 0, graceMs: 0 }
      return createKeyRotation({ ...parts, timing: systemClock, actor: 'ada@desk', ...waits, ...rest })
    },
    async close() {
      for (const one of opened) await one.close()
      await client.end()
      await store.close()
      await database.drop()
    },
  }
}
