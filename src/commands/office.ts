import type { Administration } from '../administration/administration.ts'
import type { BaseKeyDesk } from '../administration/baseKeys.ts'
import type { HeadKeeper } from '../administration/headKeeper.ts'
import type { Content } from '../contract/kit/content.ts'
import type { NotificationStore } from '../notifications/port.ts'
import type { Rejection } from '../orders/rejection.ts'
import type { TimedClock } from '../platform/clock.ts'
import type { KeyRotation } from '../vault/rotation.ts'
import type { Progress } from './progress.ts'
import type { Shown } from './shown.ts'
import type { Terminal } from './terminal.ts'

/** What commands work with. Each part is opened when it is first asked for, so that help costs nothing. */
export interface Office {
  readonly terminal: Terminal
  readonly clock: TimedClock
  /** Says what came of it, to people or to a program; a rejection ends the command. */
  readonly show: (result: Shown | Rejection) => void
  /** Whether a program reads along. */
  readonly isForProgram: () => boolean
  /** Runs long work and tells how far it is, if somebody is watching. */
  readonly watched: <Result>(work: (progress: Progress) => Promise<Result>) => Promise<Result>
  /** Asks somebody who sits there; undefined when nobody does. */
  readonly ask: (question: string) => Promise<boolean | undefined>
  /** Asks for a word that is not shown while it is typed; undefined when nobody sits there, or gives up. */
  readonly askSecret: (question: string) => Promise<string | undefined>
  /** What another program hands over, up to so many bytes and one more; undefined where people type. */
  readonly piped: (bytesMax: number) => Promise<string | undefined>
  /** The gateway itself, until it is stopped. */
  readonly start: () => Promise<void>
  /** Brings the database to this release, as its owner. */
  readonly migrate: () => Promise<Migrated>
  /** Everything in the database, in the name of an operator. */
  readonly records: (operator?: string) => Promise<Records>
  /** The operator's own keys, which lock all others. */
  readonly keyFile: () => Promise<KeyFile>
  readonly authority: Authority
  /** A gateway that is running, usually the one of these settings. */
  readonly gateway: (wanted?: WantedGateway) => Promise<GatewayLine>
  /** Hands a notification to a program of the developer's. */
  readonly post: (target: URL, message: Message) => Promise<LocalAnswer>
  /** Aborted when the command is to end. */
  readonly halt: AbortSignal
  readonly usual: Usual
}

export type Migrated = {
  /** What was missing, in turn. */
  readonly applied: readonly string[]
  /** The number of the last one there is. */
  readonly newest: number
}

/** What holds where nothing else was said. */
export interface Usual {
  merchantId(): string | undefined
  /** Of that merchant. */
  password(): string | undefined
  /** The same as it may be printed: one that an operator chose is theirs to know. */
  shownPassword(): string
  /** Where certificates are taken, if anywhere, and what a caller has to trust there. */
  certificateListener(): { readonly address: string; readonly trusted: string } | undefined
}

export interface Records {
  /** By the database's clock, which a sandbox moves: all that is recorded goes by it. */
  nowMs(): Promise<number>
  readonly administration: Administration
  /** The ends of the audit log that were kept outside of it. */
  readonly heads: Pick<HeadKeeper, 'kept' | 'path' | 'read'>
  readonly notifications: Pick<NotificationStore, 'list' | 'attempts' | 'find'>
  readonly keys: KeyRotation
  /** Of terminals. */
  readonly baseKeys: Pick<BaseKeyDesk, 'import' | 'list' | 'retire'>
  /** The whole story of a transaction. */
  explain(key: StoryKey): Promise<Content | Rejection>
  /** Holds the gateway's records against the simulated acquirer's books, order by order. */
  reconcile(tell: (done: number, of: number) => void): Promise<Reconciliation>
}

export type StoryKey = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

export type Reconciliation = {
  readonly orders: number
  readonly differences: readonly Difference[]
  /** Whether there are more than are told. */
  readonly isCut: boolean
}

export type Difference = {
  readonly type: string
  readonly explanation: string
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly gateway?: Side
  readonly books?: Side
}
/** Money as the API shows it. */
export type Side = Readonly<Record<string, unknown>>

/** The test authority of the data directory, and what it issues. */
export interface Authority {
  /** Made when it is first needed. */
  path(): Promise<string>
  /** A key and a certificate for a merchant. */
  issue(wanted: { readonly merchantId: string; readonly days: number }): Promise<IssuedCertificate>
}
export type IssuedCertificate = {
  readonly certificatePem: string
  readonly keyPem: string
}

/** Where it listens, and the file of the certificate to be trusted there, where these settings do not say. */
export type WantedGateway = { readonly gateway?: string; readonly cacert?: string }

/** One way to a gateway that is running; what it is refused is a refusal in one line. */
export interface GatewayLine {
  readonly address: string
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Promise<GatewayAnswer>
}
export type CallOptions = {
  readonly body?: unknown
  readonly credentials?: { readonly merchantId: string; readonly password: string }
  readonly patienceMs?: number
}
export type GatewayAnswer = { readonly status: number; readonly body: Content }

export type KeyFile = {
  readonly origin: string
  /** The first one locks. */
  readonly ids: readonly string[]
  /** Absent where the keys are given in the environment: then they are changed there. */
  readonly path?: string
  /** A new one in front of the others, where they lie in a file; its text, where they do not. */
  add(id: string): Promise<NewKey>
  /** A name for one that is given none. */
  newId(): string
  remove(ids: readonly string[]): Promise<void>
}
export type NewKey = { readonly id: string; readonly text?: string }

export type Message = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** Away: nothing listens there, so nothing was handed over. */
export type LocalAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly tookMs: number; readonly text: string }
  | { readonly kind: 'failed'; readonly why: string; readonly tookMs: number }
  | { readonly kind: 'away'; readonly why: string }
