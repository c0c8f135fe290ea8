import type { Administration } from '../administration/administration.ts'
import type { AuditHeadKeeper } from '../administration/auditHead.ts'
import type { BaseKeyAdministration } from '../administration/baseKeys.ts'
import type { Content } from '../contract/kit/content.ts'
import type { NotificationStore } from '../notifications/port.ts'
import type { Rejection } from '../orders/rejection.ts'
import { systemClock, type TimedClock } from '../platform/clock.ts'
import { StartRefusal } from '../platform/errors.ts'
import type { KeyRotation } from '../vault/rotation.ts'
import type { CommandResult } from './output.ts'
import { type CommandProgress, plainPaint, silentProgress, type Terminal } from './terminal.ts'

/** What commands work with. Each part is opened when it is first asked for, so that help costs nothing. */
export interface CommandContext {
  readonly terminal: Terminal
  readonly clock: TimedClock
  /** Says what came of it, to people or to a program; a rejection ends the command. */
  readonly show: (result: CommandResult | Rejection) => void
  /** Whether a program reads along. */
  readonly isForProgram: () => boolean
  /** Runs long work and tells how far it is, if somebody is watching. */
  readonly withProgress: <Result>(work: (progress: CommandProgress) => Promise<Result>) => Promise<Result>
  /** Asks somebody who sits there; undefined when nobody does. */
  readonly ask: (question: string) => Promise<boolean | undefined>
  /** Asks for a word that is not shown while it is typed; undefined when nobody sits there, or gives up. */
  readonly askSecret: (question: string) => Promise<string | undefined>
  /** What another program hands over, up to so many bytes and one more; undefined where people type. */
  readonly readStandardInput: (bytesMax: number) => Promise<string | undefined>
  /** The gateway itself, until it is stopped. */
  readonly start: () => Promise<void>
  /** Brings the database to this release, as its owner. */
  readonly migrate: () => Promise<MigrationReport>
  /** Everything in the database, in the name of an operator. */
  readonly records: (operator?: string) => Promise<OperatorRecords>
  /** The operator's own keys, which lock all others. */
  readonly keyFile: () => Promise<OperatorKeyFile>
  readonly authority: TestAuthority
  /** A gateway that is running, usually the one of these settings. */
  readonly gateway: (wanted?: WantedGateway) => Promise<GatewayConnection>
  /** Hands a notification to a program of the developer's. */
  readonly forward: (target: URL, message: ForwardedMessage) => Promise<ForwardAnswer>
  /** Aborted when the command is to end. */
  readonly halt: AbortSignal
  readonly defaults: CommandDefaults
}

export type MigrationReport = {
  /** What was missing, in turn. */
  readonly applied: readonly string[]
  /** The number of the last one there is. */
  readonly newest: number
}

/** What holds where nothing else was said. */
interface CommandDefaults {
  merchantId(): string | undefined
  /** Of that merchant. */
  password(): string | undefined
  /** The same as it may be printed: one that an operator chose is theirs to know. */
  shownPassword(): string
  /** Where certificates are taken, if anywhere, and what a caller has to trust there. */
  certificateListener(): { readonly address: string; readonly trusted: string } | undefined
}

export interface OperatorRecords {
  /** By the database's clock, which a sandbox moves: all that is recorded goes by it. */
  nowMs(): Promise<number>
  readonly administration: Administration
  /** The ends of the audit log that were kept outside of it. */
  readonly heads: Pick<AuditHeadKeeper, 'kept' | 'path' | 'read'>
  readonly notifications: Pick<NotificationStore, 'list' | 'attempts' | 'find'>
  readonly keys: KeyRotation
  /** Of terminals. */
  readonly baseKeys: Pick<BaseKeyAdministration, 'import' | 'list' | 'retire'>
  /** The whole story of a transaction. */
  explain(key: ExplainedTransactionKey): Promise<Content | Rejection>
  /** Holds the gateway's records against the simulated acquirer's books, order by order. */
  reconcile(tell: (done: number, of: number) => void): Promise<ReconciliationReport>
}

type ExplainedTransactionKey = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

export type ReconciliationReport = {
  readonly orders: number
  readonly differences: readonly ReportedDifference[]
  /** Whether there are more than are told. */
  readonly isCut: boolean
}

export type ReportedDifference = {
  readonly type: string
  readonly explanation: string
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly gateway?: DifferenceSide
  readonly books?: DifferenceSide
}
/** Money as the API shows it. */
export type DifferenceSide = Readonly<Record<string, unknown>>

/** The test authority of the data directory, and what it issues. */
export interface TestAuthority {
  /** Made when it is first needed. */
  path(): Promise<string>
  /** A key and a certificate for a merchant. */
  issue(wanted: { readonly merchantId: string; readonly days: number }): Promise<IssuedTestCertificate>
}
type IssuedTestCertificate = {
  readonly certificatePem: string
  readonly keyPem: string
}

/** Where it listens, and the file of the certificate to be trusted there, where these settings do not say. */
export type WantedGateway = { readonly gateway?: string; readonly cacert?: string }

/** One way to a gateway that is running; what it is refused is a refusal in one line. */
export interface GatewayConnection {
  readonly address: string
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: GatewayCallOptions,
  ): Promise<GatewayAnswer>
}
type GatewayCallOptions = {
  readonly body?: unknown
  readonly credentials?: { readonly merchantId: string; readonly password: string }
  readonly patienceMs?: number
}
export type GatewayAnswer = { readonly status: number; readonly body: Content }

export type OperatorKeyFile = {
  readonly origin: string
  /** The first one locks. */
  readonly ids: readonly string[]
  /** Absent where the keys are given in the environment: then they are changed there. */
  readonly path?: string
  /** A new one in front of the others, where they lie in a file; its text, where they do not. */
  add(id: string): Promise<NewOperatorKey>
  /** A name for one that is given none. */
  newId(): string
  remove(ids: readonly string[]): Promise<void>
}
export type NewOperatorKey = { readonly id: string; readonly text?: string }

export type ForwardedMessage = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** Away: nothing listens there, so nothing was handed over. */
export type ForwardAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly tookMs: number; readonly text: string }
  | { readonly kind: 'failed'; readonly why: string; readonly tookMs: number }
  | { readonly kind: 'away'; readonly why: string }

/** Nothing is open in it: enough to read what commands say of themselves. */
const unavailable = async (): Promise<never> => {
  throw new StartRefusal('Nothing is open here.')
}

export const emptyCommandContext: CommandContext = {
  terminal: {
    print: () => undefined,
    remark: () => undefined,
    paint: plainPaint,
    isColoured: false,
    isInteractive: false,
  },
  clock: systemClock,
  show: () => undefined,
  isForProgram: () => false,
  withProgress: work => work(silentProgress),
  ask: async () => undefined,
  askSecret: async () => undefined,
  readStandardInput: async () => undefined,
  start: async () => undefined,
  migrate: unavailable,
  records: unavailable,
  keyFile: unavailable,
  authority: { path: unavailable, issue: unavailable },
  gateway: unavailable,
  forward: unavailable,
  halt: AbortSignal.abort(),
  defaults: {
    merchantId: () => undefined,
    password: () => undefined,
    shownPassword: () => '',
    certificateListener: () => undefined,
  },
}
