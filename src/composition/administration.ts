// Administration on an open store, and keeping the head of the audit log in a file.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Administration, createAdministration } from '../administration/administration.ts'
import {
  type AuditHeadFile,
  type AuditHeadKeeper,
  createAuditHeadKeeper,
  createAuditHeads,
  type HeadAdvance,
} from '../administration/auditHead.ts'
import { createEntryDigest } from '../administration/auditLog.ts'
import { auditedSecrets } from '../administration/notifications.ts'
import type { Config } from '../config/settings.ts'
import type { SecretStore } from '../notifications/port.ts'
import { newSecret, sealSecret } from '../notifications/secrets.ts'
import { systemClock } from '../platform/clock.ts'
import type { GatewayEnvironment } from '../platform/environment.ts'
import { errorCode, StoreUnavailable } from '../platform/errors.ts'
import { readIfPresent, replaceFile } from '../platform/files.ts'
import type { Log } from '../platform/log.ts'
import { keyedHash } from '../platform/secretBox.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'
import { createMerchantBox } from '../vault/merchantBox.ts'

/** Administration on an open store: for the gateway itself and for the command line. */
export function openAdministration({ store, keyring, actor }: OpenAdministrationOptions): Administration {
  const digest = createEntryDigest(keyring.secrets.audit)
  const box = createMerchantBox(keyring.notifications)
  return createAdministration({
    store: store.administration(digest),
    digest,
    pepper: keyring.secrets.passwordPepper,
    cardHash: number => keyedHash(keyring.secrets.cardHash, number),
    sealArchive: text => keyedHash(keyring.secrets.audit, text),
    async makeSecret(owner, kind) {
      const secret = newSecret(kind)
      return { secret, sealed: await sealSecret(box, owner, { kind, secret }) }
    },
    actor,
  })
}

type OpenAdministrationOptions = {
  readonly store: Store
  readonly keyring: Keyring
  /** The operator who is named in the audit log. */
  readonly actor: string
}

/** For secrets that are made on first use: each gets an entry in the audit log. */
export function openAuditedSecretStore({ store, keyring, actor }: OpenAdministrationOptions): SecretStore {
  return auditedSecrets(store.secrets, store.administration(createEntryDigest(keyring.secrets.audit)), actor)
}

export const auditHeadPath = ({ auditHeadFile, dataDirectory }: AuditHeadSettings): string =>
  auditHeadFile ?? join(dataDirectory, 'audit-head')

type AuditHeadSettings = Pick<Config, 'auditHeadFile' | 'dataDirectory'>

export function openAuditHeadKeeper(
  path: string,
  { store, keyring }: AuditHeadDependencies,
): AuditHeadKeeper {
  const { audit: key } = keyring.secrets
  const dependencies = { heads: createAuditHeads(key), file: headFile(path), now: systemClock.now }
  return createAuditHeadKeeper({ ...dependencies, store: store.administration(createEntryDigest(key)) })
}

type AuditHeadDependencies = {
  readonly store: Pick<Store, 'administration'>
  readonly keyring: Pick<Keyring, 'secrets'>
}

/**
 * A sandbox begins a new head where the file belongs to another database, or to this one before it was
 * emptied, and prints nothing about it.
 */
export async function openAuditHead(
  { auditHead: path, stage, log, stops }: AuditHeadOptions,
  dependencies: AuditHeadDependencies,
): Promise<MonitoredAuditHead | undefined> {
  if (path === undefined) return undefined
  const isSandbox = stage === 'sandbox'
  const head = monitorAuditHead(openAuditHeadKeeper(path, dependencies), isSandbox ? {} : { log })
  stops.push(head.stop)
  const { trouble } = await head.check()
  if (isSandbox && trouble !== undefined) await head.begin()
  return head
}

type AuditHeadOptions = Required<Pick<AuditHeadMonitorOptions, 'log'>> & {
  readonly auditHead?: string
  readonly stage: GatewayEnvironment
  readonly stops: (() => Promise<unknown>)[]
}

/** Readable by all: nothing in it is secret, and operators are other users than the gateway. */
const headFile = (path: string): AuditHeadFile => ({
  path,
  read: () => readIfPresent(path),
  replace: text => replaceFile(path, text, 0o644),
  remove: () => rm(path, { force: true }),
})

/**
 * A node keeps the head in its file and logs each new one, so that it is also where logs are collected. A
 * problem is reported once.
 */
function monitorAuditHead(
  keeper: AuditHeadKeeper,
  { log, everyMs = 60_000 }: AuditHeadMonitorOptions,
): MonitoredAuditHead {
  let logged: HeadAdvance = {}
  let running: Promise<HeadAdvance> = Promise.resolve({})
  const hear = (advance: HeadAdvance): HeadAdvance => {
    const { head, trouble } = advance
    if (head !== undefined && head.entryNo !== logged.head?.entryNo)
      log?.info('audit head', { head: head.line })
    if (trouble !== undefined && trouble !== logged.trouble) log?.warn('audit log', { reason: trouble })
    logged = { ...(logged.head && { head: logged.head }), ...advance }
    return advance
  }
  const inTurn = (work: () => Promise<HeadAdvance>): Promise<HeadAdvance> => {
    running = running.then(work).catch(troubleOf).then(hear)
    return running
  }
  const timer = setInterval(() => inTurn(() => keeper.advance({ mayBegin: true })), everyMs).unref()
  return {
    check: () => inTurn(() => keeper.advance({ mayBegin: true })),
    begin: () => inTurn(keeper.begin),
    isUnfit: () => logged.trouble !== undefined,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

type AuditHeadMonitorOptions = { readonly log?: Pick<Log, 'info' | 'warn'>; readonly everyMs?: number }
export type MonitoredAuditHead = {
  check(): Promise<HeadAdvance>
  /** For a log that was emptied on purpose. */
  begin(): Promise<HeadAdvance>
  /** Whether, at the last check, the log did not match the head, or the head could not be written. */
  isUnfit(): boolean
  stop(): Promise<void>
}

/** A database that does not answer is reported by the code that needs it. */
const troubleOf = (error: unknown): HeadAdvance =>
  error instanceof StoreUnavailable ? {} : { trouble: `Its head cannot be kept (${errorCode(error)}).` }
