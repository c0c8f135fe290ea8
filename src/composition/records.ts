// The database as operators' commands use it, while gateways run on it; and migrating it.

import { createEntryDigest } from '../administration/auditLog.ts'
import type { BaseKeyAdministration } from '../administration/baseKeys.ts'
import { createMoveAdministration, type MoveAdministration } from '../administration/moves/moves.ts'
import type { OperatorRecords } from '../commands/context.ts'
import { stageOf } from '../config/config.ts'
import type { Config } from '../config/settings.ts'
import { verifiedOf } from '../console/server/auditVerification.ts'
import { explainOrder, explainTransaction } from '../operations/gateway.ts'
import { notifiedRecordOf } from '../operations/record/record.ts'
import { ordinaryProfile, sandboxProfile } from '../orders/merchant.ts'
import { isRejection } from '../orders/rejection.ts'
import { createReceiptTraces } from '../pages/receipts/receiptTraces.ts'
import { systemClock } from '../platform/clock.ts'
import { isTest } from '../platform/environment.ts'
import { keyedHash } from '../platform/secretBox.ts'
import { openBaseKeyRecords } from '../store/administration/baseKeys.ts'
import { openMoves } from '../store/administration/moves.ts'
import { type DatabaseLogins, loginsOf, ownerOf } from '../store/connection/pool.ts'
import { borrowEmbedded } from '../store/embedded/launch.ts'
import { openRotation } from '../store/keys/rotation.ts'
import { openStore, type Store } from '../store/open.ts'
import { type MigrationWishes, migrate } from '../store/schema/migrate.ts'
import { createTapeSigner } from '../tape/tapeFile.ts'
import { findKeys } from '../vault/keyEncryptionKeys.ts'
import { type Keyring, openKeyring } from '../vault/keyring.ts'
import { createKeyRotation, type KeyRotation } from '../vault/rotation.ts'
import { auditHeadPath, openAdministration, openAuditHeadKeeper } from './administration.ts'
import { originOf, reachableHost } from './announcement.ts'
import { openBaseKeyAdministration } from './baseKeys.ts'
import { openBusinessDates } from './businessDates.ts'
import { openCardRangeRecords } from './cardRangeRecords.ts'
import { openConsoleUsers } from './consoleUsers.ts'
import { givenLogins } from './database.ts'
import { reconcileBooks, storePlugIns } from './sandboxControl.ts'
import { openSettlement } from './settlement.ts'

export type RecordsOptions = {
  readonly config: Config
  /** The operator who is named in the audit log. */
  readonly actor: string
  /** Whether nothing is to be changed, neither in the database nor in files. */
  readonly isReading: boolean
  readonly warn: (warning: string) => void
  /** Closes what was opened, in the order of opening. */
  readonly closers: (() => Promise<unknown>)[]
  readonly halt: AbortSignal
}

/** The database of these settings for an operator's command, while gateways use it. */
export async function openRecords(options: RecordsOptions): Promise<OperatorRecords> {
  const { config, actor, warn, closers } = options
  const logins = await findDatabase(options)
  const stage = stageOf(config)
  const store = await openStore(logins, {
    ...{ isCommand: true, stage, plugIns: storePlugIns, warn },
    usualProfile: stage === 'sandbox' ? sandboxProfile : ordinaryProfile,
  })
  closers.push(store.close)
  const keys = await findKeys(config, { mayMake: false })
  const keyring = await openKeyring({ keys, store: store.keys })
  const administration = openAdministration({ store, keyring, actor })
  const heads = openAuditHeadKeeper(auditHeadPath(config), { store, keyring })
  // Advances the head file at once, without waiting for the node; a head that does not match is reported by
  // the node and by verification.
  if (!options.isReading) closers.push(() => heads.advance())
  return {
    nowMs: store.nowMs,
    administration,
    heads,
    noteVerification: (found, tookMs) =>
      store.auditVerifications.note(
        `${actor.slice(0, 160)} (npx tollgate audit verify)`,
        tookMs,
        verifiedOf(found),
      ),
    notifications: store.notifications(notifiedRecordOf),
    requestLog: store.requestLog,
    keys: keysOf({ ...options, logins, keyring }),
    baseKeys: baseKeysOf({ ...options, logins, keyring }, store),
    moves: movesOf({ ...options, logins, keyring }, store),
    links: store.linkRecords,
    ...{ owed: store.owed, owedByLink: store.owedByLink, freeTraceNumbers: store.freeTraceNumbers },
    settleObligation: openSettlement(store, { administration, patienceMs: config.acquirerPatienceMs }),
    ...explanations(store, { administration, isTest: isTest(stage) }),
    tapes: createTapeSigner(keyedHash(keyring.secrets.audit, 'tape')),
    acquirerPatienceMs: config.acquirerPatienceMs,
    reconcile: report => reconcileBooks(logins, { stage, warn, report }),
    isTest: isTest(stage),
    businessDates: openBusinessDates(store.reconciliation, { administration, actor }),
    cardRanges: openCardRangeRecords(store.cardRanges, { administration, actor }),
    users: openConsoleUsers({ store, keyring, actor }),
    consoleAddress: `${browsersOrigin(config)}/console`,
  }
}

/** What is recorded about a transaction, and about each of an order. */
function explanations(
  { journal, authenticationTraces, receipts }: Store,
  { administration, isTest }: Pick<OperatorRecords, 'administration' | 'isTest'>,
): Pick<OperatorRecords, 'explain' | 'explainOrder'> {
  const reading = { journal, authenticationTraces, receiptTraces: createReceiptTraces(receipts), isTest }
  return {
    async explain({ merchantId, orderId, transactionId }) {
      const merchant = await administration.merchants.show(merchantId)
      if (isRejection(merchant)) return merchant
      const key = { cell: merchant.cell, merchantId, orderId }
      return explainTransaction(reading, { key, transactionId, isForOperator: true })
    },
    async explainOrder({ merchantId, orderId }) {
      const merchant = await administration.merchants.show(merchantId)
      if (isRejection(merchant)) return merchant
      return explainOrder(reading, { cell: merchant.cell, merchantId, orderId })
    },
  }
}

/** As the gateway itself says it, when it starts with these settings. */
const browsersOrigin = ({ publicUrl, host, port, tls }: Config): string =>
  publicUrl ?? originOf(reachableHost(host), port, tls !== 'off')

/** Migrates the database and sets up the gateway's login, as a start with the owner's login does. */
export async function migrateDatabase(
  options: Pick<RecordsOptions, 'config' | 'closers' | 'halt'>,
  wishes: MigrationWishes,
) {
  const { gateway, ...logins } = await findDatabase(options)
  const owner = ownerOf({ gateway, ...logins })
  return migrate({ gateway, owner }, stageOf(options.config), storePlugIns, wishes)
}

async function findDatabase({
  config,
  closers,
  halt,
}: Pick<RecordsOptions, 'config' | 'closers' | 'halt'>): Promise<DatabaseLogins> {
  const given = await givenLogins(config)
  if (given) return given
  const database = await borrowEmbedded(config.dataDirectory, halt)
  closers.push(database.stop)
  return loginsOf(database.connection)
}

type OwnerRecordsOptions = RecordsOptions & { readonly logins: DatabaseLogins; readonly keyring: Keyring }

/** With the login of the owner of the database; opened on first use. */
function keysOf({ logins, keyring, actor, warn, closers }: OwnerRecordsOptions): KeyRotation {
  let opened: KeyRotation | undefined
  const open = (): KeyRotation => {
    if (opened) return opened
    const { store, close } = openRotation(ownerOf(logins), { warn })
    closers.push(close)
    const options = {
      keyring,
      actor,
      timing: systemClock,
      store: store(createEntryDigest(keyring.secrets.audit)),
    }
    opened = createKeyRotation(options)
    return opened
  }
  return {
    list: wanted => open().list(wanted),
    rotate: options => open().rotate(options),
    retire: options => open().retire(options),
  }
}

/** With the login of the owner of the database; opened on first use. */
function movesOf(
  { logins, keyring, actor, warn, closers }: OwnerRecordsOptions,
  store: Store,
): MoveAdministration {
  let opened: MoveAdministration | undefined
  const notifications = store.notifications(notifiedRecordOf)
  const open = (): MoveAdministration => {
    if (opened) return opened
    const digest = createEntryDigest(keyring.secrets.audit)
    const { store: movesBy, close } = openMoves(ownerOf(logins), { warn })
    closers.push(close)
    opened = createMoveAdministration({
      ...{ actor, store: store.administration(digest), moves: movesBy(digest), clock: systemClock },
      async takeIn() {
        await notifications.takeIn(takenInAtOnce)
        await store.projection.advance(takenInAtOnce)
      },
    })
    return opened
  }
  return { move: (merchantId, wanted) => open().move(merchantId, wanted) }
}

const takenInAtOnce = 500

/** With the login of the owner of the database; opened on first use. */
function baseKeysOf(options: OwnerRecordsOptions, store: Store): OperatorRecords['baseKeys'] {
  const { logins, config, warn, closers } = options
  let opened: BaseKeyAdministration | undefined
  const open = (): BaseKeyAdministration => {
    if (opened) return opened
    const { records, close } = openBaseKeyRecords(ownerOf(logins), { warn })
    closers.push(close)
    opened = openBaseKeyAdministration({ ...options, store, records, isSandbox: config.mode === 'sandbox' })
    return opened
  }
  return {
    import: wanted => open().import(wanted),
    list: () => open().list(),
    retire: id => open().retire(id),
  }
}
