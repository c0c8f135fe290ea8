import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chainWith } from '../administration/chain.ts'
import { headsWith } from '../administration/head.ts'
import {
  type Advance,
  createHeadKeeper,
  type HeadFile,
  type HeadKeeper,
} from '../administration/headKeeper.ts'
import type { Config } from '../config/settings.ts'
import { systemClock } from '../platform/clock.ts'
import type { GatewayEnvironment } from '../platform/environment.ts'
import { errorCode, StoreUnavailable } from '../platform/errors.ts'
import { readIfPresent, replaceFile } from '../platform/files.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'

export const auditHeadPath = ({ auditHeadFile, dataDirectory }: HeadPlace): string =>
  auditHeadFile ?? join(dataDirectory, 'audit-head')

type HeadPlace = Pick<Config, 'auditHeadFile' | 'dataDirectory'>

export function openHeadKeeper(path: string, { store, keyring }: HeadParts): HeadKeeper {
  const { audit: key } = keyring.secrets
  const parts = { heads: headsWith(key), file: headFile(path), now: systemClock.now }
  return createHeadKeeper({ ...parts, store: store.administration(chainWith(key)) })
}

export type HeadParts = {
  readonly store: Pick<Store, 'administration'>
  readonly keyring: Pick<Keyring, 'secrets'>
}

/**
 * A sandbox begins anew where the file is of another database, or of this one before it was emptied, and does
 * not trouble anybody's screen with it.
 */
export async function keepAuditHead(
  { auditHead: path, stage, log, stops }: HeadOptions,
  parts: HeadParts,
): Promise<WatchedHead | undefined> {
  if (path === undefined) return undefined
  const isSandbox = stage === 'sandbox'
  const head = watchAuditHead(openHeadKeeper(path, parts), isSandbox ? {} : { log })
  stops.push(head.stop)
  const { trouble } = await head.look()
  if (isSandbox && trouble !== undefined) await head.begin()
  return head
}

export type HeadOptions = Required<Pick<HeadWatch, 'log'>> & {
  readonly auditHead?: string
  readonly stage: GatewayEnvironment
  readonly stops: (() => Promise<unknown>)[]
}

/** Nothing in it is secret, and operators are other users than the gateway is. */
const headFile = (path: string): HeadFile => ({
  path,
  read: () => readIfPresent(path),
  replace: text => replaceFile(path, text, 0o644),
  remove: () => rm(path, { force: true }),
})

/**
 * A node keeps the head in its file and says each new one in its log, so that whoever collects logs has it as
 * well. What is wrong is told once.
 */
export function watchAuditHead(keeper: HeadKeeper, { log, everyMs = 60_000 }: HeadWatch): WatchedHead {
  let told: Advance = {}
  let running: Promise<Advance> = Promise.resolve({})
  const hear = (advance: Advance): Advance => {
    const { head, trouble } = advance
    if (head !== undefined && head.entryNo !== told.head?.entryNo)
      log?.info('audit head', { head: head.line })
    if (trouble !== undefined && trouble !== told.trouble) log?.warn('audit log', { reason: trouble })
    told = { ...(told.head && { head: told.head }), ...advance }
    return advance
  }
  const inTurn = (work: () => Promise<Advance>): Promise<Advance> => {
    running = running.then(work).catch(troubleOf).then(hear)
    return running
  }
  const timer = setInterval(() => inTurn(() => keeper.advance({ mayBegin: true })), everyMs).unref()
  return {
    look: () => inTurn(() => keeper.advance({ mayBegin: true })),
    begin: () => inTurn(keeper.begin),
    isUnfit: () => told.trouble !== undefined,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

type HeadWatch = { readonly log?: Pick<Log, 'info' | 'warn'>; readonly everyMs?: number }
export type WatchedHead = {
  look(): Promise<Advance>
  /** For a log that was emptied on purpose. */
  begin(): Promise<Advance>
  /** Whether the log did not fit the head, or it could not be kept, when it was last looked. */
  isUnfit(): boolean
  stop(): Promise<void>
}

/** A database that does not answer is told of by those who need it. */
const troubleOf = (error: unknown): Advance =>
  error instanceof StoreUnavailable ? {} : { trouble: `Its head cannot be kept (${errorCode(error)}).` }
