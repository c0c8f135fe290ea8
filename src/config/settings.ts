// The settings of the gateway: their types, defaults and documentation.

import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type NamedKey, namedKeysForm, parseNamedKeys } from '../platform/secretBox.ts'
import { type PayerConfig, payerSettings } from './payerSettings.ts'
import {
  always,
  type DaysByNetwork,
  daysByNetwork,
  type GatewaySetting,
  hostNames,
  type Mode,
  matching,
  networks,
  oneOf,
  pemPath,
  postgresUrl,
  webOrigin,
  wholeNumber,
} from './settingForms.ts'

export type Config = PayerConfig & {
  readonly mode: Mode
  /** Absent in production that has links. */
  readonly acquirer: AcquirerName | undefined
  /** The file with the links to acquirers; absent: none. */
  readonly acquirerLinks: string | undefined
  readonly directoryServers: string | undefined
  readonly providers: string | undefined
  readonly wallets: string | undefined
  readonly host: string
  readonly port: number
  /** Absent: payers reach the listener itself. */
  readonly publicUrl: string | undefined
  /** Further host names of a sandbox. */
  readonly allowedHosts: readonly string[]
  /** Whether and with which certificate the listener uses TLS. */
  readonly tls: TlsMode
  readonly tlsCertificate: string | undefined
  readonly tlsKey: string | undefined
  /** Absent: no client certificates. */
  readonly certificatePort: number | undefined
  /** Absent: the sandbox has an authority of its own in the data directory. */
  readonly clientCa: string | undefined
  readonly dataDirectory: string
  /** Absent: the embedded database. */
  readonly databaseUrl: string | undefined
  /** Absent: the database is migrated elsewhere. */
  readonly ownerDatabaseUrl: string | undefined
  /** Absent: the sandbox stores its own in the data directory. */
  readonly keys: readonly NamedKey[] | undefined
  /** The file with the keys instead; it is read again while the gateway runs. */
  readonly keysFile: string | undefined
  /**
   * The file outside of the database in which the head of the audit log is kept; absent: in the data
   * directory.
   */
  readonly auditHeadFile: string | undefined
  /** Absent in production. */
  readonly sandboxPassword: string | undefined
  /** Requests per second and merchant; absent: no limit. */
  readonly rateLimit: number | undefined
  readonly concurrencyMax: number
  readonly workers: number
  readonly requestLogCalls: number
  readonly requestLogDays: number
  readonly trustedProxies: readonly string[]
  /** Absent: metrics are served to callers on this machine only. */
  readonly metricsPort: number | undefined
  readonly metricsHost: string
  readonly drainMs: number
  readonly acquirerPatienceMs: number
  readonly orderWaitMs: number
  readonly authorizationDays: DaysByNetwork
  readonly settlementHours: number
  readonly logLevel: ConfiguredLogLevel
  readonly logFormat: LogFormat
}

type AcquirerName = (typeof acquirers)[number]
type TlsMode = (typeof tlsModes)[number]
type ConfiguredLogLevel = (typeof logLevels)[number]
type LogFormat = (typeof logFormats)[number]

/** Published in the documentation, so only fit for a gateway that no one else can reach. */
export const publishedPassword = '0123456789abcdef0123456789abcdef'

const acquirers = ['simulated'] as const
const tlsModes = ['off', 'self-signed', 'files'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const logFormats = ['auto', 'json', 'pretty'] as const

export const settings: { readonly [name in keyof Config]: GatewaySetting<Config[name]> } = {
  mode: {
    name: 'TOLLGATE_MODE',
    meaning: 'The sandbox brings a merchant, a database and keys of its own; production takes only yours.',
    ...oneOf<Mode>(['sandbox', 'production']),
    fallback: always('sandbox'),
  },
  acquirer: {
    name: 'TOLLGATE_ACQUIRER',
    meaning:
      'Who answers for cards where there are no links. In production simulated rehearses it, as a test.',
    ...oneOf(acquirers),
    fallback: { sandbox: 'simulated', production: undefined },
    fallbackText: 'none; in the sandbox simulated',
  },
  acquirerLinks: {
    name: 'TOLLGATE_ACQUIRER_LINKS',
    meaning: 'The file with the links to acquirers and the routes of payments. A sandbox may have one too.',
    expects: 'a path',
    parse: text => resolve(text),
    fallback: always(undefined),
    fallbackText: 'none',
  },
  directoryServers: {
    name: 'TOLLGATE_DIRECTORY_SERVERS',
    meaning:
      'The file with the directory servers that authenticate payers (EMV 3-D Secure). A sandbox may have ' +
      'one too: it takes the place of the simulated issuers.',
    expects: 'a path',
    parse: text => resolve(text),
    fallback: always(undefined),
    fallbackText: 'none',
  },
  providers: {
    name: 'TOLLGATE_PROVIDERS',
    meaning:
      'The file with the payment providers at whose pages payers pay. A sandbox may have one too: it takes ' +
      'the place of the simulated provider.',
    expects: 'a path',
    parse: text => resolve(text),
    fallback: always(undefined),
    fallbackText: 'none',
  },
  wallets: {
    name: 'TOLLGATE_WALLETS',
    meaning:
      'The file with the wallets whose buttons checkout shows to payers of merchants that have them. A ' +
      'sandbox may have one too, beside its simulated wallet.',
    expects: 'a path',
    parse: text => resolve(text),
    fallback: always(undefined),
    fallbackText: 'none',
  },
  host: {
    name: 'TOLLGATE_HOST',
    meaning: 'Address to listen on. The sandbox listens beyond loopback only with a password of your own.',
    ...matching(/^[A-Za-z0-9.:%_-]{1,253}$/, 'an address or a host name'),
    fallback: always('127.0.0.1'),
  },
  port: {
    name: 'TOLLGATE_PORT',
    meaning: 'Port to listen on; 0 takes any that is free.',
    ...wholeNumber(0, 65_535),
    fallback: always(8080),
  },
  publicUrl: {
    name: 'TOLLGATE_PUBLIC_URL',
    meaning: "Where payers' browsers reach this gateway, if not where it listens: pages and scripts say so.",
    ...webOrigin,
    fallback: always(undefined),
    fallbackText: 'where it listens',
  },
  allowedHosts: {
    name: 'TOLLGATE_ALLOWED_HOSTS',
    meaning: 'Names a sandbox may be called by, besides those of loopback, this machine and the two above.',
    ...hostNames,
    fallback: always([]),
    fallbackText: 'none',
  },
  tls: {
    name: 'TOLLGATE_TLS',
    meaning:
      'How TOLLGATE_PORT speaks: in the open, by TLS with a certificate that it makes itself, or with yours.',
    ...oneOf(tlsModes),
    fallback: always('off'),
  },
  tlsCertificate: {
    name: 'TOLLGATE_TLS_CERTIFICATE',
    meaning: 'The certificate to show, with the intermediate ones behind it; read again when it changes.',
    ...pemPath,
    fallback: always(undefined),
    fallbackText: 'none',
  },
  tlsKey: {
    name: 'TOLLGATE_TLS_KEY',
    meaning: 'Its private key, not encrypted; read again when it changes.',
    ...pemPath,
    fallback: always(undefined),
    fallbackText: 'none',
  },
  certificatePort: {
    name: 'TOLLGATE_CERTIFICATE_PORT',
    meaning: 'Port on which merchants call with a client certificate in place of a password; 0 takes any.',
    ...wholeNumber(0, 65_535),
    fallback: always(undefined),
    fallbackText: 'none',
  },
  clientCa: {
    name: 'TOLLGATE_CLIENT_CA',
    meaning: 'Authorities whose client certificates are good there; read again when it changes.',
    ...pemPath,
    fallback: always(undefined),
    fallbackText: 'a test authority made into the data directory (sandbox)',
  },
  dataDirectory: {
    name: 'TOLLGATE_DATA_DIR',
    meaning: "Where the embedded database and the sandbox's keys are kept.",
    expects: 'a path',
    parse: text => resolve(text),
    fallback: always(resolve('data')),
    fallbackText: './data',
  },
  databaseUrl: {
    name: 'TOLLGATE_DATABASE_URL',
    meaning:
      "A PostgreSQL of your own, with the gateway's login; of several hosts (a:5432,b:5432) the primary. " +
      'Mandatory in production.',
    ...postgresUrl,
    fallback: always(undefined),
    fallbackText: 'the embedded database',
    isSecret: true,
  },
  ownerDatabaseUrl: {
    name: 'TOLLGATE_OWNER_DATABASE_URL',
    meaning:
      'The same with the login of its owner, for npx tollgate migrate and keys; a node that has it migrates.',
    ...postgresUrl,
    fallback: always(undefined),
    fallbackText: 'none',
    isSecret: true,
  },
  keys: {
    name: 'TOLLGATE_KEYS',
    meaning:
      'Keys that lock all others; rotation locks with the first. Production needs them, or their file.',
    expects: namedKeysForm,
    parse: parseNamedKeys,
    fallback: always(undefined),
    fallbackText: 'made into the data directory (sandbox)',
    isSecret: true,
  },
  keysFile: {
    name: 'TOLLGATE_KEYS_FILE',
    meaning: 'A file with these keys instead, read again every two seconds: keys change without a restart.',
    expects: 'a path',
    parse: text => resolve(text),
    fallback: always(undefined),
    fallbackText: 'none',
  },
  auditHeadFile: {
    name: 'TOLLGATE_AUDIT_HEAD_FILE',
    meaning: 'Where a node notes, signed, how far the audit log goes: audit verify sees what was cut off.',
    expects: 'a path',
    parse: text => resolve(text),
    fallback: always(undefined),
    fallbackText: 'audit-head in the data directory',
  },
  sandboxPassword: {
    name: 'TOLLGATE_SANDBOX_PASSWORD',
    meaning: "API password of the sandbox's merchant. Refused in production.",
    ...matching(/^[0-9a-fA-F]{32}$/, '32 hexadecimal characters'),
    fallback: { sandbox: publishedPassword, production: undefined },
    fallbackText: publishedPassword,
    isSecret: true,
  },
  rateLimit: {
    name: 'TOLLGATE_RATE_LIMIT',
    meaning: 'Requests a second each merchant may send; more are answered 429.',
    ...wholeNumber(1, 1_000_000),
    fallback: always(undefined),
    fallbackText: 'no limit',
  },
  concurrencyMax: {
    name: 'TOLLGATE_CONCURRENCY_MAX',
    meaning:
      'Requests in progress at once, one merchant or all payers at most half of them; more are answered 503.',
    ...wholeNumber(1, 100_000),
    fallback: always(512),
  },
  workers: {
    name: 'TOLLGATE_WORKERS',
    meaning:
      'Processes that share the ports, so that all cores of a machine are used; each is a node of its own ' +
      'to the database and to acquirers. A sandbox has one.',
    ...wholeNumber(1, 256),
    fallback: { sandbox: 1, production: availableParallelism() },
    fallbackText: 'one a core; in the sandbox 1',
  },
  requestLogCalls: {
    name: 'TOLLGATE_REQUEST_LOG_CALLS',
    meaning: 'API calls of each merchant that its developers can look up in the console; 0: none are kept.',
    ...wholeNumber(0, 1_000_000),
    fallback: always(10_000),
  },
  requestLogDays: {
    name: 'TOLLGATE_REQUEST_LOG_DAYS',
    meaning: 'Days after which they are forgotten, however few there are.',
    ...wholeNumber(1, 3_650),
    fallback: always(30),
  },
  trustedProxies: {
    name: 'TOLLGATE_TRUSTED_PROXIES',
    meaning: 'Proxies whose X-Forwarded-For is believed. Behind others, all callers are one source.',
    ...networks,
    fallback: always([]),
    fallbackText: 'none',
  },
  metricsPort: {
    name: 'TOLLGATE_METRICS_PORT',
    meaning: 'Port of a listener for operators: metrics and readiness, without credentials; 0 takes any.',
    ...wholeNumber(0, 65_535),
    fallback: always(undefined),
    fallbackText: 'none: metrics are at /metrics for callers on this machine',
  },
  metricsHost: {
    name: 'TOLLGATE_METRICS_HOST',
    meaning: 'Address that listener listens on: one that only your own machines reach.',
    ...matching(/^[A-Za-z0-9.:%_-]{1,253}$/, 'an address or a host name'),
    fallback: always('127.0.0.1'),
  },
  drainMs: {
    name: 'TOLLGATE_DRAIN_MS',
    meaning: 'Milliseconds from SIGTERM, when readiness turns to 503, until no more is accepted.',
    ...wholeNumber(0, 600_000),
    fallback: { sandbox: 0, production: 5_000 },
  },
  acquirerPatienceMs: {
    name: 'TOLLGATE_ACQUIRER_PATIENCE_MS',
    meaning: "Milliseconds to wait for an acquirer's answer before it counts as silence.",
    ...wholeNumber(10, 60_000),
    fallback: { sandbox: 2_000, production: 30_000 },
  },
  orderWaitMs: {
    name: 'TOLLGATE_ORDER_WAIT_MS',
    meaning: 'Milliseconds a request waits for an order on which another one is running.',
    ...wholeNumber(0, 60_000),
    fallback: always(5_000),
  },
  authorizationDays: {
    name: 'TOLLGATE_AUTHORIZATION_DAYS',
    meaning:
      'Days after which an authorization can be captured no more, from its last update: as long as the ' +
      'networks and your acquirer hold the money.',
    ...daysByNetwork(1, 60),
    fallback: always({ usual: 7, byNetwork: {} }),
    fallbackText: '7',
  },
  settlementHours: {
    name: 'TOLLGATE_SETTLEMENT_HOURS',
    meaning:
      'Hours after which the acquirer has closed the batch of a transaction: it is refunded then, no ' +
      'longer voided.',
    ...wholeNumber(1, 168),
    fallback: always(24),
  },
  ...payerSettings,
  logLevel: {
    name: 'TOLLGATE_LOG_LEVEL',
    meaning: 'The least important thing that is logged.',
    ...oneOf(logLevels),
    fallback: always('info'),
  },
  logFormat: {
    name: 'TOLLGATE_LOG_FORMAT',
    meaning:
      'How log lines look; auto is pretty on a terminal and JSON elsewhere. With json, all output is JSON.',
    ...oneOf(logFormats),
    fallback: always('auto'),
  },
}
