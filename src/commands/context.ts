// What commands depend on, as interfaces; src/tollgate.ts implements them.

import type { OpenHost, WantedHost } from '../acquirerHost/openHost.ts'
import type { DateComparison } from '../acquirers/reconciliation/differences.ts'
import type { ReconciledDate } from '../acquirers/reconciliation/port.ts'
import type { FreeTraceNumbers, LinkRecords } from '../acquirers/routing/linkRecords.ts'
import type { Administration } from '../administration/administration.ts'
import type { AuditHeadKeeper } from '../administration/auditHead.ts'
import type { ChainVerification } from '../administration/auditLog.ts'
import type { BaseKeyAdministration } from '../administration/baseKeys.ts'
import type { MoveAdministration } from '../administration/moves/moves.ts'
import type { RequestLogStore } from '../console/requestLog/port.ts'
import type { ConsoleUser, ListedUser } from '../console/users/port.ts'
import type {
  InvitationLink,
  InvitedUser,
  UserScope,
  WantedUserChange,
} from '../console/users/userAdministration.ts'
import type { Explanation } from '../contract/explanation.ts'
import type { Content } from '../contract/kit/content.ts'
import type { GatewaySettings } from '../directoryServer/gatewaySettings.ts'
import type { DirectoryServerOptions, OpenDirectoryServer } from '../directoryServer/openDirectoryServer.ts'
import type { NotificationStore } from '../notifications/port.ts'
import type { OwedObligations, OwedOverLink } from '../observability/port.ts'
import type { Rejection } from '../orders/rejection.ts'
import { systemClock, type TimedClock } from '../platform/clock.ts'
import type { GatewayEnvironment } from '../platform/environment.ts'
import { StartRefusal } from '../platform/errors.ts'
import type { OpenProviderHost, ProviderHostOptions } from '../providerHost/openProviderHost.ts'
import type { TapeSigner } from '../tape/tapeFile.ts'
import type { ListedRange } from '../threeDSecure/emv/ranges/packedRanges.ts'
import type { RangeState } from '../threeDSecure/emv/ranges/rangeStore.ts'
import type { KeyRotation } from '../vault/rotation.ts'
import type { OperatorOption } from './command.ts'
import type { CommandResult } from './output.ts'
import { type CommandProgress, plainPaint, silentProgress, type Terminal } from './terminal.ts'

/** What commands work with. Each part is opened on first use, so that printing help opens nothing. */
export interface CommandContext {
  readonly terminal: Terminal
  readonly clock: TimedClock
  /** Prints the result as text or as JSON; a rejection ends the command with a failure. */
  readonly show: (result: CommandResult | Rejection) => void
  /** Whether the output is JSON. */
  readonly isForProgram: () => boolean
  /** Runs long work with a progress bar, where the terminal is interactive. */
  readonly withProgress: <Result>(work: (progress: CommandProgress) => Promise<Result>) => Promise<Result>
  /** Asks for a confirmation; undefined where the terminal is not interactive. */
  readonly ask: (question: string) => Promise<boolean | undefined>
  /** Asks for a secret without echo; undefined where nobody can be asked, or the input was cancelled. */
  readonly askSecret: (question: string) => Promise<string | undefined>
  /** Standard input, up to one byte more than `bytesMax`; undefined where it is a terminal. */
  readonly readStandardInput: (bytesMax: number) => Promise<string | undefined>
  /** Runs the gateway in this process, until it is stopped. */
  readonly start: () => Promise<void>
  /** Migrates the database to this release, as its owner. */
  /** `isRestored`: the database takes the place of the one that it is a copy of. */
  readonly migrate: (wishes: { readonly isRestored?: boolean }) => Promise<MigrationReport>
  /**
   * Opens the database. A command that may change something says so, and in whose name it is audited; one
   * that says nothing only reads, and leaves the head of the audit log as it is.
   */
  readonly records: (change?: OperatorOption) => Promise<OperatorRecords>
  /** The key-encryption keys, where the operator keeps them. */
  readonly keyFile: () => Promise<OperatorKeyFile>
  readonly authority: TestAuthority
  /** A variable of the environment that is no setting of a gateway. */
  readonly variable: (name: string) => string | undefined
  /** Starts an acquirer host in this process; it is closed with the command. */
  readonly acquirerHost: (wanted: WantedHost) => Promise<OpenHost>
  /** Starts directory servers and issuers in this process; they are closed with the command. */
  readonly directoryServer: (wanted: DirectoryServerOptions) => Promise<OpenDirectoryServer>
  /** Starts a payment provider in this process; it is closed with the command. */
  readonly providerHost: (wanted: ProviderHostOptions) => Promise<OpenProviderHost>
  /** The files of its secrets in a folder, made where there are none. */
  readonly providerSecrets: (
    folder: string,
  ) => Promise<{ readonly gateway: string; readonly provider: string }>
  /** Makes certificates of directory servers, and tells what a gateway needs to reach them. */
  readonly directorySettings: (
    wanted: DirectoryServerOptions & { readonly folder: string; readonly port: number },
  ) => Promise<GatewaySettings>
  /** Starts a sandbox for this command alone: a process with a database in a folder that goes with it. */
  readonly throwawaySandbox: (wanted: { readonly patienceMs: number }) => Promise<ThrowawaySandbox>
  /** The release of the product. */
  readonly release: () => string
  /** Connects to a running gateway; without options, to that of these settings. */
  readonly gateway: (wanted?: WantedGateway) => Promise<GatewayConnection>
  /** Posts a notification to a local program of the developer. */
  readonly forward: (target: URL, message: ForwardedMessage) => Promise<ForwardAnswer>
  /** Aborted when the command is to end. */
  readonly halt: AbortSignal
  readonly defaults: CommandDefaults
}

export type ThrowawaySandbox = {
  readonly connection: GatewayConnection
  readonly credentials: { readonly merchantId: string; readonly password: string }
  /** Signs in to its console, once. */
  readonly consoleAddress: string
}

export type MigrationReport = {
  /** The migrations that were applied, in order. */
  readonly applied: readonly string[]
  /** The number of the newest migration. */
  readonly newest: number
}

/** Defaults that follow from the settings. */
interface CommandDefaults {
  merchantId(): string | undefined
  /** The API password of that merchant. */
  password(): string | undefined
  /** The same as it may be printed: one that an operator chose is not shown. */
  shownPassword(): string
  /** The path of the links file, where there is one. */
  linksFile(): string | undefined
  /** The path of the file of directory servers, where there is one. */
  directoryServersFile(): string | undefined
  /** Whether payments are real. */
  environment(): GatewayEnvironment
  /** The listener for client certificates, if any, and the certificate that a caller has to trust there. */
  certificateListener(): { readonly address: string; readonly trusted: string } | undefined
}

export interface OperatorRecords {
  /** The database's clock, which a sandbox can move: all recorded times are of this clock. */
  nowMs(): Promise<number>
  readonly administration: Administration
  /** Moving merchants between cells. */
  readonly moves: MoveAdministration
  /** Heads of the audit log that were kept outside of the database. */
  readonly heads: Pick<AuditHeadKeeper, 'kept' | 'path' | 'read'>
  /** Has the console show how far the audit log was verified, and that it was by the command line. */
  noteVerification(found: ChainVerification, tookMs: number): Promise<void>
  readonly notifications: Pick<NotificationStore, 'list' | 'attempts' | 'find'>
  /** Merchants' API calls. */
  readonly requestLog: Pick<RequestLogStore, 'read'>
  readonly keys: KeyRotation
  /** The base keys of terminals. */
  readonly baseKeys: Pick<BaseKeyAdministration, 'import' | 'list' | 'retire'>
  /** What nodes say about their links to acquirers, and what happened there. */
  readonly links: Pick<LinkRecords, 'events' | 'reports'>
  /** What is owed to acquirers, of all nodes together. */
  owed(): Promise<OwedObligations>
  /** The same over each link. */
  owedByLink(): Promise<readonly OwedOverLink[]>
  /** Settles what recovery repeats in vain, as the acquirer said; who and why is in the audit log. */
  settleObligation(wanted: WantedSettlement): Promise<SettledObligation | Rejection>
  /** Blocks of trace numbers that nodes could lease now. */
  freeTraceNumbers(): Promise<readonly FreeTraceNumbers[]>
  /** Everything that is recorded about a transaction. */
  explain(key: ExplainedTransactionKey): Promise<Explanation | Rejection>
  /** The same of each transaction of an order, oldest first. */
  explainOrder(
    key: Omit<ExplainedTransactionKey, 'transactionId'>,
  ): Promise<readonly Explanation[] | Rejection>
  /** Signs tapes of orders in the name of this installation. */
  readonly tapes: TapeSigner
  /** How long a gateway of these settings waits for an acquirer. */
  readonly acquirerPatienceMs: number
  /** Compares the gateway's records with the books of the acquirer simulator, order by order. */
  reconcile(tell: (done: number, of: number) => void): Promise<ReconciliationReport>
  /** Whether payments are tests: then there may be the acquirer simulator. */
  readonly isTest: boolean
  /** The business dates of acquirer hosts. */
  readonly businessDates: BusinessDates
  /** Which cards take part in 3-D Secure, as directory servers say. */
  readonly cardRanges: CardRangeRecords
  readonly users: ConsoleUsers
  /** Where browsers find the console. */
  readonly consoleAddress: string
}

/** Users of the console, in the name of the operator. */
export interface ConsoleUsers {
  list(
    wanted: UserScope & { readonly after?: string; readonly limit: number },
  ): Promise<readonly ListedUser[]>
  invite(user: InvitedUser): Promise<InvitationLink | Rejection>
  change(user: UserByEmail, wanted: WantedUserChange): Promise<ConsoleUser | Rejection>
  reset(user: UserByEmail): Promise<InvitationLink | Rejection>
}
/** The merchant, where users of several have this e-mail. */
/** `merchantId`: null for an operator; absent where only one user has the e-mail. */
export type UserByEmail = { readonly email: string; readonly merchantId?: string | null }

export interface CardRangeRecords {
  list(): Promise<readonly RangeState[]>
  /** The ranges of cards that begin so. */
  find(digits: string): Promise<readonly RangesOfDirectoryServer[]>
  /** Has a running gateway ask a directory server, in the name of the operator. */
  request(directoryServer: string, isWhole: boolean): Promise<void>
  /** No gateway has this directory server any more. */
  forget(directoryServer: string): Promise<void>
}
export type RangesOfDirectoryServer = {
  readonly directoryServer: string
  readonly isLoaded: boolean
  readonly ranges: readonly ListedRange[]
  /** Whether there are more. */
  readonly isCut: boolean
}

export interface BusinessDates {
  /** The newest first. */
  list(wanted: { readonly link?: string; readonly limit: number }): Promise<readonly ReconciledDate[]>
  /** Asks the running gateways to send the totals of a date, in the name of the operator. */
  request(link: string, date: string): Promise<void>
  /** With the host's clearing file, where there is one, and the layout that describes it. */
  compare(wanted: WantedComparison): Promise<DateComparison>
}
export type WantedComparison = {
  readonly link: string
  readonly date: string
  readonly file?: { readonly path: string; readonly layoutPath: string }
  readonly report: (what: 'lines' | 'transactions', done: number) => void
}

type ExplainedTransactionKey = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

/** Done: the acquirer undid it, or booked it, as it is owed. */
export type WantedSettlement = ExplainedTransactionKey & { readonly isDone: boolean; readonly reason: string }
export type SettledObligation = {
  readonly obligation: string
  readonly result: string
  readonly gatewayCode: string
}

export type ReconciliationReport = {
  readonly orders: number
  readonly differences: readonly ReportedDifference[]
  /** Whether there are more than are listed. */
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
  /** The authority's certificate file; created when first needed. */
  path(): Promise<string>
  /** A key and a certificate for a merchant. */
  issue(wanted: { readonly merchantId: string; readonly days: number }): Promise<IssuedTestCertificate>
}
type IssuedTestCertificate = {
  readonly certificatePem: string
  readonly keyPem: string
}

/** The gateway's address and the file of the certificate to trust, where they differ from these settings. */
export type WantedGateway = { readonly gateway?: string; readonly cacert?: string }

/** A connection to a running gateway; failures are reported in one line. */
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
  readonly timeoutMs?: number
}
export type GatewayAnswer = { readonly status: number; readonly body: Content }

export type OperatorKeyFile = {
  readonly origin: string
  /** New data is encrypted with the first one. */
  readonly ids: readonly string[]
  /** Absent where the keys are given in the environment: then they are changed there. */
  readonly path?: string
  /** Adds a new key before the others where they are in a file; otherwise returns its text. */
  add(id: string): Promise<NewOperatorKey>
  /** A name for a key that was given none. */
  newId(): string
  remove(ids: readonly string[]): Promise<void>
}
export type NewOperatorKey = { readonly id: string; readonly text?: string }

export type ForwardedMessage = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** 'away': nothing listens there, so nothing was delivered. */
export type ForwardAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly tookMs: number; readonly text: string }
  | { readonly kind: 'failed'; readonly why: string; readonly tookMs: number }
  | { readonly kind: 'away'; readonly why: string }

/** For help and documentation: nothing can be opened. */
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
  acquirerHost: unavailable,
  directoryServer: unavailable,
  directorySettings: unavailable,
  variable: () => undefined,
  providerHost: unavailable,
  providerSecrets: unavailable,
  throwawaySandbox: unavailable,
  release: () => '',
  gateway: unavailable,
  forward: unavailable,
  halt: AbortSignal.abort(),
  defaults: {
    merchantId: () => undefined,
    password: () => undefined,
    shownPassword: () => '',
    linksFile: () => undefined,
    directoryServersFile: () => undefined,
    environment: () => 'sandbox',
    certificateListener: () => undefined,
  },
}
