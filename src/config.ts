import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { type NamedKey, namedKeysForm, parseNamedKeys } from './platform/namedKeys.ts'
import { nearest } from './platform/nearest.ts'
import { StartRefusal } from './platform/startRefusal.ts'
import { matching, networks, oneOf, type Reading, webOrigin, wholeNumber } from './settingForms.ts'

/** Reads every setting once; whatever is wrong is one line that names the variable and what it expects. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  refuseUnknown(env)
  const mode = readSetting(settings.mode, env, 'sandbox')
  const read = <Value>(setting: Setting<Value>) => readSetting(setting, env, mode)
  const config: Config = {
    mode,
    host: read(settings.host),
    port: read(settings.port),
    publicUrl: read(settings.publicUrl),
    dataDirectory: read(settings.dataDirectory),
    databaseUrl: read(settings.databaseUrl),
    keys: read(settings.keys),
    sandboxPassword: read(settings.sandboxPassword),
    rateLimit: read(settings.rateLimit),
    concurrencyMax: read(settings.concurrencyMax),
    trustedProxies: read(settings.trustedProxies),
    acquirerPatienceMs: read(settings.acquirerPatienceMs),
    orderWaitMs: read(settings.orderWaitMs),
    logLevel: read(settings.logLevel),
    logFormat: read(settings.logFormat),
  }
  const objection = rules.map(rule => rule(config)).find(text => text !== undefined)
  if (objection !== undefined) throw new StartRefusal(objection)
  return Object.freeze(withSecretsMasked(config))
}

export type Config = {
  readonly mode: Mode
  readonly host: string
  readonly port: number
  /** Absent: payers reach the listener itself. */
  readonly publicUrl: string | undefined
  readonly dataDirectory: string
  /** Absent: the embedded database. */
  readonly databaseUrl: string | undefined
  /** Absent: the sandbox keeps its own in the data directory. */
  readonly keys: readonly NamedKey[] | undefined
  /** Absent in production. */
  readonly sandboxPassword: string | undefined
  /** Requests a second and merchant; absent: no limit. */
  readonly rateLimit: number | undefined
  readonly concurrencyMax: number
  readonly trustedProxies: readonly string[]
  readonly acquirerPatienceMs: number
  readonly orderWaitMs: number
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
}

export type Mode = 'sandbox' | 'production'
export type LogLevel = (typeof logLevels)[number]
export type LogFormat = (typeof logFormats)[number]

/** Known to everyone who reads the documentation, so only good for a gateway that nobody else can reach. */
export const publishedPassword = '0123456789abcdef0123456789abcdef'

/** Each row of the documentation: a setting, its default and what it means. */
export function describeSettings(): readonly SettingDescription[] {
  return [...Object.values(settings).map(describe), testDatabase]
}

export type SettingDescription = {
  readonly name: string
  readonly expects: string
  readonly fallback: string
  readonly meaning: string
}

/** One setting: all that reading, masking and documenting it need. */
type Setting<Value> = Reading<Value> & {
  readonly name: string
  readonly meaning: string
  readonly fallback: Readonly<Record<Mode, Value>>
  /** The fallback in words, where the value itself would not tell. */
  readonly fallbackText?: string
  readonly isSecret?: true
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const logFormats = ['auto', 'json', 'pretty'] as const

const settings: { readonly [name in keyof Config]: Setting<Config[name]> } = {
  mode: {
    name: 'TOLLGATE_MODE',
    meaning: 'The sandbox brings a merchant, a database and keys of its own; production takes only yours.',
    ...oneOf<Mode>(['sandbox', 'production']),
    fallback: always('sandbox'),
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
    meaning: 'A PostgreSQL of your own. Mandatory in production.',
    ...matching(/^postgres(ql)?:\/\/\S+$/, 'an address like postgres://user:password@host:5432/database'),
    fallback: always(undefined),
    fallbackText: 'the embedded database',
    isSecret: true,
  },
  keys: {
    name: 'TOLLGATE_KEYS',
    meaning: 'Keys that lock all others: the first locks, the rest only open. Mandatory in production.',
    expects: namedKeysForm,
    parse: parseNamedKeys,
    fallback: always(undefined),
    fallbackText: 'made into the data directory (sandbox)',
    isSecret: true,
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
  trustedProxies: {
    name: 'TOLLGATE_TRUSTED_PROXIES',
    meaning: 'Proxies whose X-Forwarded-For is believed. Behind others, all callers are one source.',
    ...networks,
    fallback: always([]),
    fallbackText: 'none',
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
  logLevel: {
    name: 'TOLLGATE_LOG_LEVEL',
    meaning: 'The least important thing that is logged.',
    ...oneOf(logLevels),
    fallback: always('info'),
  },
  logFormat: {
    name: 'TOLLGATE_LOG_FORMAT',
    meaning: 'How log lines look; auto is pretty on a terminal and JSON elsewhere.',
    ...oneOf(logFormats),
    fallback: always('auto'),
  },
}

/** Not the gateway's, but it must not stop a gateway that is started where tests run. */
const testDatabase: SettingDescription = {
  name: 'TOLLGATE_TEST_DATABASE_URL',
  expects: 'an address like TOLLGATE_DATABASE_URL',
  fallback: 'the embedded database',
  meaning: 'Read by the tests only: another PostgreSQL to run them on.',
}

/** What settings demand of one another; each rule says why it objects. */
const rules: readonly ((config: Config) => string | undefined)[] = [
  function productionHasItsOwnDatabase({ mode, databaseUrl }) {
    if (mode === 'production' && databaseUrl === undefined)
      return 'TOLLGATE_MODE=production needs TOLLGATE_DATABASE_URL'
    return undefined
  },
  function productionHasItsOwnKeys({ mode, keys }) {
    if (mode === 'production' && keys === undefined) return 'TOLLGATE_MODE=production needs TOLLGATE_KEYS'
    return undefined
  },
  function productionSaysWherePayersFindIt({ mode, publicUrl }) {
    if (mode === 'sandbox' || publicUrl !== undefined) return undefined
    return 'TOLLGATE_MODE=production needs TOLLGATE_PUBLIC_URL'
  },
  function productionHasNoSandboxMerchant({ mode, sandboxPassword }) {
    if (mode === 'sandbox' || sandboxPassword === undefined) return undefined
    return 'TOLLGATE_SANDBOX_PASSWORD is for the sandbox; TOLLGATE_MODE=production refuses it'
  },
  function payersReachProductionByTls({ mode, publicUrl }) {
    if (mode === 'sandbox' || !publicUrl?.startsWith('http:')) return undefined
    return 'TOLLGATE_PUBLIC_URL must begin with https:// where TOLLGATE_MODE=production'
  },
  function sandboxBeyondLoopbackHasItsOwnPassword({ mode, host, sandboxPassword }) {
    const isOpen = sandboxPassword?.toLowerCase() === publishedPassword
    if (mode === 'production' || isLoopback(host) || !isOpen) return undefined
    return `TOLLGATE_HOST=${host} is beyond loopback: set TOLLGATE_SANDBOX_PASSWORD to a password of your own`
  },
]

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

function readSetting<Value>(setting: Setting<Value>, env: NodeJS.ProcessEnv, mode: Mode): Value {
  const text = env[setting.name]
  // Set to nothing is not set: that is how compose files and unit files pass on what is not there.
  if (text === undefined || text === '') return setting.fallback[mode]
  const value = setting.parse(text)
  if (value !== undefined) return value
  const given = setting.isSecret ? '' : `, not ${JSON.stringify(text.slice(0, 40))}`
  throw new StartRefusal(`${setting.name} must be ${setting.expects}${given}`)
}

function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const known = describeSettings().map(({ name }) => name)
  const unknown = Object.keys(env).find(name => name.startsWith('TOLLGATE_') && !known.includes(name))
  if (unknown === undefined) return
  throw new StartRefusal(`${unknown} is not a setting; the nearest is ${nearest(unknown, known)}`)
}

/** Printing shows which secrets are set, not what they are; reading a field gives its value. */
function withSecretsMasked(config: Config): Config {
  const secrets = new Set(
    Object.entries(settings).flatMap(([name, setting]) => (setting.isSecret ? [name] : [])),
  )
  const shown = Object.entries(config).map(([name, value]) => {
    return [name, secrets.has(name) && value !== undefined ? '***' : value] as const
  })
  const print = { value: () => Object.fromEntries(shown) }
  return Object.defineProperties(config, { toJSON: print, [inspect.custom]: print })
}

function describe({ name, expects, fallback, fallbackText, meaning }: Setting<unknown>): SettingDescription {
  const { sandbox, production } = fallback
  const inWords = sandbox === production ? `${sandbox}` : `${production}; in the sandbox ${sandbox}`
  return { name, expects, fallback: fallbackText ?? inWords, meaning }
}

function always<Value>(value: Value): Readonly<Record<Mode, Value>> {
  return { sandbox: value, production: value }
}
