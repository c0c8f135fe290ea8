import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { StartRefusal } from '../platform/errors.ts'
import { describeSettings, readConfig, stageOf } from './config.ts'
import { publishedPassword } from './settings.ts'

const keys = `k1:${Buffer.alloc(32, 7).toString('base64')}`
const ownPassword = 'fedcba9876543210fedcba9876543210'
const production = {
  TOLLGATE_MODE: 'production',
  TOLLGATE_ACQUIRER: 'simulated',
  TOLLGATE_DATABASE_URL: 'postgres://tollgate:hunter2@db.example:5432/tollgate',
  TOLLGATE_KEYS: keys,
  TOLLGATE_PUBLIC_URL: 'https://pay.shop.example',
}

test('Nothing set is a sandbox on loopback', () => {
  expect({ ...readConfig({ PATH: '/bin' }) }).toEqual({
    mode: 'sandbox',
    acquirer: 'simulated',
    acquirerLinks: undefined,
    directoryServers: undefined,
    providers: undefined,
    host: '127.0.0.1',
    port: 8080,
    publicUrl: undefined,
    allowedHosts: [],
    tls: 'off',
    tlsCertificate: undefined,
    tlsKey: undefined,
    certificatePort: undefined,
    clientCa: undefined,
    dataDirectory: resolve('data'),
    databaseUrl: undefined,
    ownerDatabaseUrl: undefined,
    keys: undefined,
    keysFile: undefined,
    sandboxPassword: publishedPassword,
    rateLimit: undefined,
    concurrencyMax: 512,
    workers: 1,
    requestLogCalls: 10_000,
    requestLogDays: 30,
    trustedProxies: [],
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    drainMs: 0,
    acquirerPatienceMs: 2_000,
    orderWaitMs: 5_000,
    authorizationDays: { usual: 7, byNetwork: {} },
    settlementHours: 24,
    cardNames: [],
    logLevel: 'info',
    logFormat: 'auto',
  })
})

test('Production has a worker a core, and a sandbox one', () => {
  expect(readConfig(production).workers).toBe(availableParallelism())
  expect(readConfig({ ...production, TOLLGATE_WORKERS: '3' }).workers).toBe(3)
  expect(readConfig({ TOLLGATE_WORKERS: '1' }).workers).toBe(1)
  expect(() => readConfig({ TOLLGATE_WORKERS: '2' })).toThrow(
    'TOLLGATE_WORKERS is for TOLLGATE_MODE=production: a sandbox is one process',
  )
})

test('A rehearsal reaches no payment provider: there money would move', () => {
  const rehearsal = { ...production, TOLLGATE_PROVIDERS: 'providers.json' }
  expect(() => readConfig(rehearsal)).toThrow(/TOLLGATE_PROVIDERS exclude each other/)
  expect(readConfig({ TOLLGATE_PROVIDERS: 'providers.json' }).providers).toBe(resolve('providers.json'))
})

test('A rehearsal opens no tokens of wallets: they are of real cards', () => {
  const rehearsal = { ...production, TOLLGATE_WALLETS: 'wallets.json' }
  expect(() => readConfig(rehearsal)).toThrow(/TOLLGATE_WALLETS exclude each other/)
  expect(readConfig({ TOLLGATE_WALLETS: 'wallets.json' }).wallets).toBe(resolve('wallets.json'))
})

test('Authorizations of some networks live longer, and batches are closed when the acquirer says', () => {
  const config = readConfig({
    TOLLGATE_AUTHORIZATION_DAYS: '5, NETWORK_B:30,NETWORK_D:60',
    TOLLGATE_SETTLEMENT_HOURS: '12',
  })
  expect(config.authorizationDays).toEqual({ usual: 5, byNetwork: { NETWORK_B: 30, NETWORK_D: 60 } })
  expect(config.settlementHours).toBe(12)
  for (const text of ['0', '61', '7,NETWORK_B:61', '7,NETWORK_B:1,NETWORK_B:2', '7,8', '7,', '7,UNKNOWN:8'])
    expect(() => readConfig({ TOLLGATE_AUTHORIZATION_DAYS: text })).toThrow(/must be days from 1 to 60/)
})

test('Production waits longer for its acquirer and has no sandbox password', () => {
  expect(readConfig(production)).toMatchObject({
    mode: 'production',
    databaseUrl: production.TOLLGATE_DATABASE_URL,
    keys: [{ id: 'k1', key: Buffer.alloc(32, 7) }],
    sandboxPassword: undefined,
    drainMs: 5_000,
    acquirerPatienceMs: 30_000,
  })
})

test('Payments are of a sandbox, of production that says it is rehearsed, or real', () => {
  const { TOLLGATE_ACQUIRER, ...real } = { ...production, TOLLGATE_ACQUIRER_LINKS: 'links.json' }
  expect(TOLLGATE_ACQUIRER).toBe('simulated')
  expect(stageOf(readConfig({}))).toBe('sandbox')
  expect(stageOf(readConfig({ TOLLGATE_ACQUIRER_LINKS: 'links.json' }))).toBe('sandbox')
  expect(stageOf(readConfig(production))).toBe('simulated')
  expect(stageOf(readConfig(real))).toBe('live')
  expect(readConfig(real).acquirerLinks).toBe(resolve('links.json'))
})

test('What is set is taken, what is set to nothing is not set', () => {
  const config = readConfig({
    TOLLGATE_PORT: '0',
    TOLLGATE_DATA_DIR: '/var/lib/tollgate',
    TOLLGATE_RATE_LIMIT: '50',
    TOLLGATE_LOG_FORMAT: 'json',
    TOLLGATE_LOG_LEVEL: '',
    TOLLGATE_KEYS: '',
    TOLLGATE_TEST_DATABASE_URL: 'postgres://anywhere/test',
  })
  expect(config).toMatchObject({
    port: 0,
    rateLimit: 50,
    logFormat: 'json',
    logLevel: 'info',
    keys: undefined,
  })
  expect(config.dataDirectory).toBe(resolve('/var/lib/tollgate'))
})

const refusals: [what: string, env: NodeJS.ProcessEnv, line: string][] = [
  [
    'a name with a slip',
    { TOLLGATE_PROT: '1' },
    'TOLLGATE_PROT is not a setting; the nearest is TOLLGATE_PORT',
  ],
  [
    'half a name',
    { TOLLGATE_DATABASE: 'x' },
    'TOLLGATE_DATABASE is not a setting; the nearest is TOLLGATE_DATABASE_URL',
  ],
  [
    'an unknown name set to nothing',
    { TOLLGATE_KEY: '' },
    'TOLLGATE_KEY is not a setting; the nearest is TOLLGATE_KEYS',
  ],
  ['an unknown mode', { TOLLGATE_MODE: 'prod' }, 'TOLLGATE_MODE must be sandbox or production, not "prod"'],
  [
    'a port out of range',
    { TOLLGATE_PORT: '65536' },
    'TOLLGATE_PORT must be a whole number from 0 to 65535, not "65536"',
  ],
  [
    'no patience',
    { TOLLGATE_ACQUIRER_PATIENCE_MS: '0' },
    'TOLLGATE_ACQUIRER_PATIENCE_MS must be a whole number',
  ],
  ['a fraction', { TOLLGATE_ORDER_WAIT_MS: '1.5' }, 'TOLLGATE_ORDER_WAIT_MS must be a whole number'],
  [
    'a network that there is not',
    { TOLLGATE_AUTHORIZATION_DAYS: '7, NETWORK_Z:30' },
    'TOLLGATE_AUTHORIZATION_DAYS must be days from 1 to 60, with others by network like ' +
      '7,NETWORK_B:30, not "7, NETWORK_Z:30"',
  ],
  [
    'days of networks only',
    { TOLLGATE_AUTHORIZATION_DAYS: 'NETWORK_B:30' },
    'TOLLGATE_AUTHORIZATION_DAYS must be days from 1 to 60',
  ],
  [
    'a batch that is never closed',
    { TOLLGATE_SETTLEMENT_HOURS: '0' },
    'TOLLGATE_SETTLEMENT_HOURS must be a whole number from 1 to 168',
  ],
  ['a sign', { TOLLGATE_RATE_LIMIT: '-1' }, 'TOLLGATE_RATE_LIMIT must be a whole number from 1 to 1000000'],
  [
    'a host with a space',
    { TOLLGATE_HOST: 'a b' },
    'TOLLGATE_HOST must be an address or a host name, not "a b"',
  ],
  [
    'another database',
    { TOLLGATE_DATABASE_URL: 'mysql://u:hunter2@h/d' },
    'TOLLGATE_DATABASE_URL must be an address',
  ],
  [
    'keys in two places',
    { TOLLGATE_KEYS: keys, TOLLGATE_KEYS_FILE: '/run/keys' },
    'TOLLGATE_KEYS and TOLLGATE_KEYS_FILE are two places for the same keys: set one of them',
  ],
  ['a short key', { TOLLGATE_KEYS: 'k:hunter2' }, 'TOLLGATE_KEYS must be id:base64 of 32 bytes'],
  [
    'a weak password',
    { TOLLGATE_SANDBOX_PASSWORD: 'hunter2' },
    'TOLLGATE_SANDBOX_PASSWORD must be 32 hexadecimal',
  ],
  [
    'production that would answer for cards by itself',
    { ...production, TOLLGATE_ACQUIRER: '' },
    'TOLLGATE_MODE=production needs an acquirer: name the file with the links in ' +
      'TOLLGATE_ACQUIRER_LINKS. To rehearse an installation with test cards, say so: ' +
      'TOLLGATE_ACQUIRER=simulated',
  ],
  [
    'an acquirer that is not there',
    { ...production, TOLLGATE_ACQUIRER: 'bank' },
    'TOLLGATE_ACQUIRER must be simulated, not "bank"',
  ],
  [
    'production that would be real and rehearsed at once',
    { ...production, TOLLGATE_ACQUIRER_LINKS: 'links.json' },
    'TOLLGATE_ACQUIRER=simulated and TOLLGATE_ACQUIRER_LINKS exclude each other where ' +
      'TOLLGATE_MODE=production: payments are either a test or real',
  ],
  [
    'production on the embedded database',
    { ...production, TOLLGATE_DATABASE_URL: '' },
    'TOLLGATE_MODE=production needs TOLLGATE_DATABASE_URL',
  ],
  [
    'production without keys',
    { ...production, TOLLGATE_KEYS: undefined },
    'TOLLGATE_MODE=production needs TOLLGATE_KEYS or TOLLGATE_KEYS_FILE',
  ],
  [
    'production that payers cannot find',
    { ...production, TOLLGATE_PUBLIC_URL: '' },
    'TOLLGATE_MODE=production needs TOLLGATE_PUBLIC_URL',
  ],
  [
    'production with the sandbox password',
    { ...production, TOLLGATE_SANDBOX_PASSWORD: ownPassword },
    'TOLLGATE_SANDBOX_PASSWORD is for the sandbox; TOLLGATE_MODE=production refuses it',
  ],
  [
    'pages somewhere below an address',
    { TOLLGATE_PUBLIC_URL: 'https://shop.example/pay' },
    'TOLLGATE_PUBLIC_URL must be an address like https://pay.shop.example, without a path',
  ],
  [
    'pages in the open',
    { ...production, TOLLGATE_PUBLIC_URL: 'http://pay.shop.example' },
    'TOLLGATE_PUBLIC_URL must begin with https:// where TOLLGATE_MODE=production',
  ],
  [
    'callbacks for which issuers have no room',
    {
      TOLLGATE_DIRECTORY_SERVERS: 'directory-servers.json',
      TOLLGATE_PUBLIC_URL: `https://${'pay.'.repeat(47)}cafe`,
    },
    'TOLLGATE_PUBLIC_URL has 200 characters, and with TOLLGATE_DIRECTORY_SERVERS it may have 199',
  ],
  [
    'an open sandbox on every address',
    { TOLLGATE_HOST: '0.0.0.0' },
    'TOLLGATE_HOST=0.0.0.0 is beyond loopback: set TOLLGATE_SANDBOX_PASSWORD to a password of your own',
  ],
  [
    'an open sandbox with the published password spelt out',
    { TOLLGATE_HOST: '::', TOLLGATE_SANDBOX_PASSWORD: publishedPassword.toUpperCase() },
    'TOLLGATE_HOST=:: is beyond loopback',
  ],
]

for (const [what, env, line] of refusals) {
  test(`Refuses to start: ${what}`, () => {
    const start = () => readConfig(env)
    expect(start).toThrow(StartRefusal)
    expect(start).toThrow(line)
    expect(start).not.toThrow(/hunter2|\n/)
  })
}

test('A sandbox listens beyond loopback with a password of its own, and on loopback with any', () => {
  const open = readConfig({ TOLLGATE_HOST: '0.0.0.0', TOLLGATE_SANDBOX_PASSWORD: ownPassword })
  expect(open.sandboxPassword).toBe(ownPassword)
  for (const host of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) {
    expect(readConfig({ TOLLGATE_HOST: host }).host).toBe(host)
  }
})

test('Letters go by TLS, in production to loopback without; sender and server go together', () => {
  const TOLLGATE_SMTP_FROM = 'receipts@pay.example'
  const withServer = (env: NodeJS.ProcessEnv, url: string) =>
    readConfig({ ...env, TOLLGATE_SMTP_FROM, TOLLGATE_SMTP_URL: url }).smtp
  expect(withServer(production, 'smtp://mail.example')).toMatchObject({ security: 'starttls', port: 587 })
  expect(withServer(production, 'smtp+plain://127.0.0.1')).toMatchObject({ security: 'none' })
  expect(withServer({}, 'smtp+plain://mail.example')).toMatchObject({ security: 'none' })
  expect(() => withServer(production, 'smtp+plain://mail.example')).toThrow(/without TLS and beyond loopback/)
  expect(() => withServer({}, 'smtp://user:hunter2@mail.example/x')).toThrow(
    /^TOLLGATE_SMTP_URL must be [^2]+$/,
  )
  expect(() => readConfig({ TOLLGATE_SMTP_FROM })).toThrow('TOLLGATE_SMTP_FROM needs TOLLGATE_SMTP_URL')
  expect(() => readConfig({ TOLLGATE_SMTP_URL: 'smtp://mail.example' })).toThrow('needs TOLLGATE_SMTP_FROM')
  expect(() => readConfig({ TOLLGATE_SMTP_FROM: 'a b@c' })).toThrow('TOLLGATE_SMTP_FROM must be an e-mail')
  expect(() => readConfig({ TOLLGATE_SMTP_CA: 'ca.pem' })).toThrow('TOLLGATE_SMTP_CA needs TOLLGATE_SMTP_URL')
})

test('Printed in any way, a config shows which secrets are set but not what they are', () => {
  const config = readConfig(production)
  for (const text of [JSON.stringify({ config }), inspect({ config }), inspect(config, { depth: 9 })]) {
    expect(text).not.toContain('hunter2')
    expect(text).not.toContain('BwcH')
    expect(text).not.toContain('07 07')
    expect(text).toContain('***')
    expect(text).toContain('production')
  }
  const shown: unknown = JSON.parse(JSON.stringify(readConfig({})))
  expect(shown).not.toHaveProperty('keys')
})

test('Issuers take what leaves room for the path of a callback; without them any origin is good', () => {
  const [long, short] = [`https://${'pay.'.repeat(47)}cafe`, `https://${'pay.'.repeat(47)}caf`]
  const path = `/3ds/callback/${Buffer.alloc(32).toString('base64url')}`
  expect(short.length + path.length).toBe(256)
  const directoryServers = { TOLLGATE_DIRECTORY_SERVERS: 'directory-servers.json' }
  expect(readConfig({ TOLLGATE_PUBLIC_URL: short, ...directoryServers }).publicUrl).toBe(short)
  expect(readConfig({ TOLLGATE_PUBLIC_URL: long }).publicUrl).toBe(long)
})

test('Where payers reach the gateway is an origin, with or without the slash behind it', () => {
  const read = (text: string) => readConfig({ TOLLGATE_PUBLIC_URL: text }).publicUrl
  expect(read('https://pay.shop.example/')).toBe('https://pay.shop.example')
  expect(read('http://192.0.2.7:8080')).toBe('http://192.0.2.7:8080')
  for (const text of [
    'pay.shop.example',
    'ftp://a.example',
    'https://',
    'https://u:p@a.example',
    'https://A.example',
  ])
    expect(() => read(text), text).toThrow('TOLLGATE_PUBLIC_URL must be')
})

test('Trusted proxies are addresses and networks of either family, and nothing else', () => {
  const read = (text: string) => readConfig({ TOLLGATE_TRUSTED_PROXIES: text }).trustedProxies
  expect(read('10.0.0.0/8, 192.0.2.1,2001:db8::/32,fc00::/7,::1')).toEqual([
    ...['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', 'fc00::/7', '::1'],
  ])
  for (const text of ['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '::/129', '10.0.0.1,'])
    expect(() => read(text), text).toThrow('TOLLGATE_TRUSTED_PROXIES must be')
})

test('A config cannot be changed', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true)
})

test('docs/configuration.md says what the settings say (run this test with -u to write it)', async () => {
  await expect(configurationPage()).toMatchFileSnapshot('../../docs/configuration.md')
})

function configurationPage(): string {
  const rows = describeSettings().map(
    ({ name, fallback, meaning, expects }) => `| \`${name}\` | ${fallback} | ${meaning} | ${expects} |`,
  )
  return `# Configuration

Settings are environment variables, read once at the start. A variable that starts with \`TOLLGATE_\` and
is not in this table stops the start, and so does a value that is not what its row expects: one line says
which. A variable set to nothing counts as not set.

| Variable | Default | Meaning | Expects |
|---|---|---|---|
${rows.join('\n')}

A key for \`TOLLGATE_KEYS\`: \`echo "2026:$(openssl rand -base64 32)"\`. How keys are kept and
changed: [keys.md](keys.md).
`
}
