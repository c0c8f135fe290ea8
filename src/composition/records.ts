import type pg from 'pg'
import type { BaseKeyDesk } from '../administration/baseKeys.ts'
import { chainWith } from '../administration/chain.ts'
import type { Records } from '../commands/office.ts'
import { stageOf } from '../config/config.ts'
import type { Config } from '../config/settings.ts'
import { explainTransaction } from '../operations/gateway.ts'
import { toldOf } from '../operations/record/told.ts'
import { ordinaryProfile, sandboxProfile } from '../orders/profile.ts'
import { isRejection } from '../orders/rejection.ts'
import { systemClock } from '../platform/clock.ts'
import { isTest } from '../standards/stage.ts'
import { openBaseKeyRecords } from '../store/administration/baseKeys.ts'
import { borrowEmbedded } from '../store/embedded/borrow.ts'
import { openStore, type Store } from '../store/open.ts'
import { openRotation } from '../store/rotation.ts'
import { openSandboxStore } from '../store/sandbox.ts'
import { findKeys } from '../vault/keyEncryptionKeys.ts'
import { type Keyring, openKeyring } from '../vault/keyring.ts'
import { createKeyRotation, type KeyRotation } from '../vault/rotation.ts'
import { createAdministrator } from './administrator.ts'
import { openBaseKeyDesk } from './baseKeys.ts'
import { reconcile } from './reconciliation.ts'

export type RecordsParts = {
  readonly config: Config
  /** In whose name changes are made. */
  readonly actor: string
  readonly warn: (news: string) => void
  /** How to close what was opened, in the order of opening. */
  readonly closers: (() => Promise<unknown>)[]
  readonly halt: AbortSignal
}

/** The database as an operator sees it: that of these settings, beside the gateways that use it. */
export async function openRecords(parts: RecordsParts): Promise<Records> {
  const { config, actor, warn, closers } = parts
  const connection = await findDatabase(parts)
  const stage = stageOf(config)
  const store = await openStore(connection, {
    ...{ isGuest: true, stage, warn },
    usualProfile: stage === 'sandbox' ? sandboxProfile : ordinaryProfile,
  })
  closers.push(store.close)
  const keyring = await openKeyring({ keys: await findKeys(config), store: store.keys })
  const administration = createAdministrator({ store, keyring, actor })
  return {
    nowMs: store.nowMs,
    administration,
    notifications: store.notifications(toldOf),
    keys: keysOf({ ...parts, connection, keyring }),
    baseKeys: baseKeysOf({ ...parts, connection, keyring }, store),
    async explain({ merchantId, orderId, transactionId }) {
      const merchant = await administration.merchants.show(merchantId)
      if (isRejection(merchant)) return merchant
      const { journal } = store
      const key = { cell: merchant.cell, merchantId, orderId }
      return explainTransaction({ journal, isTest: isTest(stage) }, key, transactionId)
    },
    reconcile: tell => compare(parts, connection, tell),
  }
}

async function findDatabase({ config, closers, halt }: RecordsParts): Promise<pg.ClientConfig> {
  const { databaseUrl, dataDirectory } = config
  if (databaseUrl !== undefined) return { connectionString: databaseUrl }
  const database = await borrowEmbedded(dataDirectory, halt)
  closers.push(database.stop)
  return database.connection
}

type Ground = RecordsParts & { readonly connection: pg.ClientConfig; readonly keyring: Keyring }

/** As the owner of the database: opened when it is first asked for. */
function keysOf({ connection, keyring, actor, warn, closers }: Ground): KeyRotation {
  let opened: KeyRotation | undefined
  const open = (): KeyRotation => {
    if (opened) return opened
    const { store, close } = openRotation(connection, { warn })
    closers.push(close)
    const parts = { keyring, actor, timing: systemClock, store: store(chainWith(keyring.secrets.audit)) }
    opened = createKeyRotation(parts)
    return opened
  }
  return {
    list: wanted => open().list(wanted),
    rotate: options => open().rotate(options),
    retire: options => open().retire(options),
  }
}

/** Likewise. */
function baseKeysOf(ground: Ground, store: Store): Records['baseKeys'] {
  const { connection, config, warn, closers } = ground
  let opened: BaseKeyDesk | undefined
  const open = (): BaseKeyDesk => {
    if (opened) return opened
    const { records, close } = openBaseKeyRecords(connection, { warn })
    closers.push(close)
    opened = openBaseKeyDesk({ ...ground, store, records, isSandbox: config.mode === 'sandbox' })
    return opened
  }
  return {
    import: wish => open().import(wish),
    list: () => open().list(),
    retire: id => open().retire(id),
  }
}

async function compare(
  { warn }: RecordsParts,
  connection: pg.ClientConfig,
  tell: (done: number, of: number) => void,
) {
  const store = openSandboxStore(connection, { warn })
  try {
    const of = await store.orderCount()
    return await reconcile(store, done => tell(done, of))
  } finally {
    await store.close()
  }
}
