import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const belowOperations = [
  ...['contract', 'orders', 'sessions', 'risk', 'platform', 'standards'],
  ...portsOf('acquirers', 'threeDSecure', 'providers', 'terminals', 'vault'),
  'threeDSecure/redirect.ts',
]
const belowUseCases = ['operations/model', 'operations/requests', 'operations/record']

/** Which folder may import which: reading this table is reading the architecture. main.ts may import all. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  standards: [],
  platform: ['standards'],
  contract: ['standards'],
  orders: ['standards'],
  vault: ['platform', 'orders', 'standards'],
  terminals: ['platform', 'standards', 'vault/wrapping.ts'],
  // What terminals seal and what wallets seal is remembered in one place.
  wallets: ['platform', 'standards', ...portsOf('terminals')],
  risk: ['contract', 'orders', 'platform', 'standards'],
  acquirers: ['orders', 'platform', 'standards'],
  // How a family of hosts writes messages; their bytes; the link they go over; and what they mean.
  'acquirers/iso8583/dialects': ['orders', 'standards'],
  'acquirers/iso8583/dialects/check': [
    ...['dialects', 'codec', 'link/networkManagement.ts'].map(name => `acquirers/iso8583/${name}`),
    ...['platform', 'standards'],
  ],
  'acquirers/iso8583/codec': ['acquirers/iso8583/dialects', 'platform', 'standards', ...portsOf('acquirers')],
  'acquirers/iso8583/link': [
    ...['dialects', 'codec'].map(name => `acquirers/iso8583/${name}`),
    ...['acquirers/routing', 'platform', ...portsOf('acquirers')],
  ],
  // The acquirer host is another company's machine: it shares the bytes of messages with us, and no rules.
  acquirerHost: ['acquirers/iso8583', 'orders', 'platform', 'standards'],
  threeDSecure: ['orders', 'platform', 'standards'],
  // Directory servers and issuers are other people's machines: this room shares nothing with ours.
  directoryServer: ['certificates', 'http/transport', 'platform', 'standards'],
  certificates: ['platform', 'standards'],
  providers: ['orders', ...portsOf('acquirers')],
  // What is written between the gateway and adapters of payment providers: both sides import it.
  'providers/protocol': ['contract/kit', 'contract/document/schema.ts', 'orders', 'platform', 'standards'],
  // The gateway's side of it.
  'providers/link': [
    ...['providers/protocol', 'orders', 'platform', 'standards', ...portsOf('providers', 'acquirers')],
  ],
  // Trying adapters out.
  'providers/check': ['providers/protocol', 'orders', 'platform', 'standards'],
  // A payment provider is another company: it shares what is written between it and the gateway, and the looks
  // of the payers' pages.
  providerHost: [
    ...['providers/protocol', 'orders', 'platform', 'standards'],
    ...['acquirerHost/testCards.ts', 'acquirerHost/faults.ts'],
    ...['pages/assets.ts', 'pages/localisation.ts', 'pages/reply.ts', 'http/transport/reply.ts'],
  ],
  sessions: ['contract', 'orders', 'platform', 'standards'],
  notifications: ['contract', 'orders', 'platform', 'standards'],
  config: ['platform', 'standards'],
  mail: ['standards'],
  administration: [
    'orders',
    'risk',
    'platform',
    'standards',
    'http/authentication/credentials.ts',
    'certificates/readCertificate.ts',
    'terminals/keyImport.ts',
    // How directory servers know merchants.
    ...['threeDSecure/emv/merchantRecord.ts', 'threeDSecure/emv/settings.ts'],
    ...portsOf('vault', 'notifications', 'terminals'),
  ],
  // Configuration as code: the file, its plan, and doing it.
  'administration/configuration': [
    ...['administration', 'contract', 'orders', 'risk', 'platform', 'standards'],
    ...['threeDSecure/emv/merchantRecord.ts', 'threeDSecure/emv/settings.ts'],
  ],
  commands: [
    ...['administration', 'notifications', 'orders', 'contract', 'platform', 'standards', 'tape'],
    ...['vault/rotation.ts', 'vault/keyList.ts', 'terminals', ...portsOf('observability')],
    ...['acquirerHost', 'directoryServer', 'providerHost', 'providers/protocol', 'providers/check'],
    'conformance',
    // Dialects are files of the operator: they are checked and shown without any link.
    ...['dialects', 'link/linkStatus.ts', 'link/probe.ts'].map(name => `acquirers/iso8583/${name}`),
    ...['linkRecords', 'linksFile', 'settings'].map(name => `acquirers/routing/${name}.ts`),
    // Which directory servers there are, and what is known of their card ranges.
    ...['threeDSecure/emv/settings.ts', 'threeDSecure/emv/records.ts', 'threeDSecure/emv/ranges'],
    // How they know merchants.
    ...['threeDSecure/emv/directoryServersFile.ts', 'threeDSecure/emv/merchantRecord.ts'],
    // Merchants' API calls, and users of the console.
    'console/requestLog/port.ts',
    ...['console/permissions.ts', 'console/users/port.ts', 'console/users/userAdministration.ts'],
    // The words in which a business date and its differences are told.
    ...['differences', 'port', 'totals', 'movements', 'businessDate'].map(
      name => `acquirers/reconciliation/${name}.ts`,
    ),
  ],
  // Operations: the model, what is recorded and requested above it, the use cases above that. The pipeline
  // executes a use case without knowing which; flows.ts is the list of them.
  'operations/model': [...belowOperations],
  'operations/requests': [...belowOperations, 'operations/model'],
  'operations/record': [...belowOperations, 'operations/model'],
  'operations/payments': [...belowOperations, ...belowUseCases],
  'operations/followUps': [...belowOperations, ...belowUseCases, 'operations/payments'],
  'operations/payerAuthentication': [...belowOperations, ...belowUseCases, 'operations/payments'],
  'operations/browserPayments': [...belowOperations, ...belowUseCases, 'operations/payments'],
  'operations/inquiries': [...belowOperations, ...belowUseCases, 'operations/payments'],
  'operations/pipeline': [...belowOperations, ...belowUseCases],
  'operations/interactions': [
    ...[...belowOperations, ...belowUseCases, 'operations/pipeline', 'operations/flows.ts'],
  ],
  'operations/recovery': [
    ...[...belowOperations, ...belowUseCases, 'operations/pipeline', 'operations/flows.ts'],
    ...['operations/followUps', 'operations/interactions'],
  ],
  operations: [...belowOperations],
  store: [
    'orders',
    'risk',
    'platform',
    'standards',
    'operations/model/documents.ts',
    'operations/model/journal.ts',
    'operations/model/steps.ts',
    'operations/model/counterparties.ts',
    'operations/model/searchFacts.ts',
    // What the console searches and counts.
    ...[...portsOf('console/search', 'console/figures'), 'console/figures/latency.ts'],
    ...portsOf('sessions', 'vault', 'notifications', 'administration', 'observability', 'terminals'),
    ...portsOf('threeDSecure', 'console/requestLog', 'administration/archives', 'administration/moves'),
    'console/server/operatorPort.ts',
    'console/server/verificationPort.ts',
    ...['vault/stores.ts', 'acquirers/routing/linkRecords.ts', 'threeDSecure/emv/ranges'],
    ...['settings', 'records', 'serverTransactionId', 'merchantRecord'].map(
      name => `threeDSecure/emv/${name}.ts`,
    ),
    // The words that reconciliation counts by.
    ...['port', 'movements', 'totals', 'businessDate'].map(name => `acquirers/reconciliation/${name}.ts`),
    'http/authentication/credentials.ts',
    'acquirers/iso8583/messages/leases.ts',
    // Merchants' API calls, and users of the console.
    'console/requestLog/port.ts',
    ...['console/permissions.ts', 'console/users/port.ts', 'console/users/lifetimes.ts'],
    'sessions/sweep.ts',
    ...[...portsOf('pages/receipts'), 'pages/localisation.ts'],
  ],
  'http/transport': [
    ...['orders', 'platform', 'standards'],
    ...['contract/kit/content.ts', 'certificates/readCertificate.ts'],
  ],
  'http/policy': ['http/transport', 'contract/kit', 'orders', 'platform', 'standards'],
  'http/authentication': [
    ...['http/transport', 'http/policy', 'contract/kit', 'sessions', 'orders', 'platform', 'standards'],
  ],
  'http/api': [
    ...['http/transport', 'http/policy', 'http/authentication', 'contract', 'operations', 'sessions'],
    ...['notifications', 'orders', 'platform', 'standards'],
  ],
  'http/reference': ['http/transport', 'http/api', 'contract', 'platform', 'standards'],
  pages: [
    'contract',
    'orders',
    'operations',
    'sessions',
    'platform',
    'standards',
    ...portsOf('threeDSecure', 'providers', 'vault', 'wallets'),
    'http/api/routes.ts',
    'http/transport/reply.ts',
  ],
  // Receipts by e-mail: what checkout pages say of a payment, as letters, sent as notifications are.
  'pages/receipts': [
    ...['pages', 'operations', 'orders', 'platform', 'standards', ...portsOf('mail')],
    'notifications/outcome.ts',
  ],
  observability: [
    'contract',
    'orders',
    'operations',
    'platform',
    'standards',
    ...portsOf('acquirers', 'notifications'),
    // How links are.
    ...[
      'acquirers/iso8583/link/linkStatus.ts',
      ...['acquirers/routing/linkRecords.ts', 'acquirers/routing/settings.ts'],
      'acquirers/reconciliation/port.ts',
    ],
    // How old the card ranges are, and what is counted of directory servers.
    ...['threeDSecure/emv/ranges', 'threeDSecure/emv/monitor.ts'],
    // Whether providers answer.
    'providers/link/status.ts',
    'http/api/health.ts',
    'http/transport/server.ts',
  ],
  // What is wrong with a merchant's integration, by what the gateway keeps of it anyway.
  doctor: [
    ...['contract', 'orders', 'platform', 'standards', 'console/requestLog', ...portsOf('notifications')],
  ],
  // Tries hosts of this API from outside: it knows the contract, and nothing of how a gateway is made.
  conformance: ['contract', 'platform', 'standards'],
  // An order as a file: masked, signed, and compared with what came of it elsewhere.
  tape: ['contract', 'orders', 'platform', 'standards', 'console/requestLog'],
  // A plug-in over the ports, and nobody but the composition knows it.
  sandbox: [
    'acquirerHost/testCards.ts',
    // What payers of a provider see, and what decides the outcome: the provider host has the same.
    ...['payerPages', 'payerVisit', 'shownPayment', 'triggers'].map(name => `providerHost/${name}.ts`),
    ...['orders', 'platform', 'standards', 'terminals', 'contract/kit', 'commands', 'doctor', 'tape'],
    ...portsOf('acquirers', 'providers', 'threeDSecure', 'mail'),
    ...['threeDSecure/redirect.ts', 'http/api', 'http/transport', 'notifications/secrets.ts'],
    ...['pages/assets.ts', 'pages/localisation.ts', 'pages/noticePages.ts', 'pages/reply.ts'],
    ...['pages/checkout/view.ts', 'pages/checkout/words', 'wallets'],
  ],
  'sandbox/store': [
    ...['sandbox', 'store', 'orders', 'platform', 'standards', 'operations/model/journal.ts'],
    ...portsOf('administration', 'terminals'),
  ],
  // What merchants' people and operators see; their pages import the declared calls and what the API says.
  console: [
    ...['contract', 'orders', 'operations', 'sessions', 'platform', 'standards', 'risk'],
    ...[
      'http/api/routes.ts',
      'http/transport/reply.ts',
      'http/transport/refusals.ts',
      'http/policy/hostNames.ts',
    ],
    'administration',
    // What operators see of links, directory servers and reconciliation.
    ...['observability/port.ts', 'acquirers/routing/linkRecords.ts', 'acquirers/reconciliation'],
    'threeDSecure/emv/ranges/rangeStore.ts',
    ...[...portsOf('notifications'), 'notifications/envelope.ts'],
    // What the doctor says, by name.
    'doctor/texts.ts',
    // Everything that users do is in the audit log.
  ],
  // Off the path of requests: what is kept of merchants' API calls.
  'console/requestLog': ['contract', 'orders', 'platform', 'standards', 'http/api/merchantCall.ts'],
  // For merchants' servers, wherever those run: nothing of the gateway but its contract, as it was written down.
  client: ['standards/currencies.ts'],
}
/** Code that runs in browsers: what each folder may import besides itself and standards. */
const browserCode: Readonly<Record<string, readonly string[]>> = {
  'pages/browser/': [],
  'sandbox/demo/browser/': [],
  'sandbox/wallet/browser/': [],
  'console/browser/': [
    ...['console/api/', 'console/permissions.ts', 'contract/', 'orders/', 'doctor/texts.ts'],
    // The payers' languages and the mark are the console's too.
    ...['pages/localisation.ts', 'platform/brandMark.ts'],
  ],
}

function portsOf(...folders: readonly string[]) {
  return folders.map(folder => `${folder}/port.ts`)
}

/** In the composition, only these import the sandbox plug-in: what they do not open is not simulated. */
const knowsSandbox = ['sandbox', 'sandboxControl', 'baseKeys', 'program'].map(
  name => `src/composition/${name}.ts`,
)

const limits = { fileLines: 400, tableLines: 500, functionLines: 50, columns: 110 }
/** Written by a program, and held against it by a test beside that. */
const generated: readonly string[] = ['src/client/contract.generated.ts']
/** Files that are one table or one state machine, and would say less in two. */
const tables: readonly string[] = ['src/console/browser/words/auditActions.ts']
/**
 * Code that may call something what its type does not say: the kit's type machinery and the store's row
 * readers.
 */
const mayCast = [/^src\/contract\/kit\//, /^src\/store\//, /^src\/sandbox\/store\//]
const wallClock = [/^src\/platform\//, /^src\/(?:console\/browser|client)\/clock\.ts$/]

const bannedEverywhere: readonly (readonly [RegExp, string])[] = [
  [/: any\b|as any\b|<any\b|any\[\]/, 'the type any'],
  [/^export default/m, 'a default export'],
  [/^\s*(?:export )?(?:const )?enum\b/m, 'an enum'],
  [/parseFloat|Number\([^)]*[aA]mount/, 'floating-point money'],
  [/\b(?:TODO|FIXME|HACK)\b/, 'something left to do'],
]
const bannedNames = /(?:^|\/)(?:utils?|helpers?|common|types|lib|misc|manager|services?)(?:\.|\/|$)/i

const root = resolve(import.meta.dirname, '..')
const sources = filesUnder('src').concat(filesUnder('test'), filesUnder('bench'))
const textOf = new Map(sources.map(file => [file, readFileSync(join(root, file), 'utf8')]))
const isTest = (file: string) => /\.test\.ts$/.test(file) || file.startsWith('test/')

test('every file is tidy', () => {
  expect(sources.flatMap(file => untidy(file).map(complaint => `${file}: ${complaint}`))).toEqual([])
})

test('every file is imported by someone', () => {
  const imported = new Set([...textOf].flatMap(([file, text]) => importedFiles(file, text)))
  const entries =
    /^src\/(?:main|tollgate|contract\/command|pages\/(?:inspectPages|writeAssets)|console\/server\/writeAssets|composition\/writeCommandsPage)\.ts$|\.test\.ts$|^bench\/(?:bench|consoleScale|scale\/scale|volume\/volume)\.ts$|^test\/(?:links|providers)\/fire\.ts$|^test\/(?:failover|mutants)\/run\.ts$|^test\/chaos\/chaos\.ts$|^test\/hostile\/hostile\.ts$|^test\/canary\/canary\.ts$|^test\/(?:build|(?:database|browser)\/setup)\.ts$/
  expect(sources.filter(file => !imported.has(file) && !entries.test(file) && !isSpawned(file))).toEqual([])
})

test('no two exported types share a name', () => {
  const homes = new Map<string, string[]>()
  for (const [file, text] of textOf)
    if (file.startsWith('src/') && !isTest(file))
      for (const [, name = ''] of text.matchAll(/^export (?:type|interface|class|abstract class) (\w+)/gm))
        homes.set(name, [...(homes.get(name) ?? []), file])
  expect([...homes].filter(([, files]) => files.length > 1)).toEqual([])
})

test('no file imports itself by way of others, not even a type', () => {
  const imports = new Map([...textOf].map(([file, text]) => [file, importedFiles(file, text)]))
  expect(circlesIn(imports)).toEqual([])
})

/** The files of circles, and what leads to them: what is left when all that imports nothing else is taken away. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const left = new Map([...imports].map(([file, targets]) => [file, new Set(targets)]))
  for (let isChanging = true; isChanging; ) {
    isChanging = false
    for (const [file, targets] of left) {
      for (const target of targets) if (!left.has(target)) targets.delete(target)
      if (targets.size === 0) isChanging = left.delete(file)
    }
  }
  return [...left.keys()]
}

/** What is wrong with a file; this one has to spell out what it bans. */
function untidy(file: string): readonly string[] {
  const complaints = bannedNames.test(file) ? ['says nothing by its name'] : []
  if (file === 'test/tidy.test.ts' || generated.includes(file)) return complaints
  const text = textOf.get(file) ?? ''
  complaints.push(...importsNotAllowed(file, text).map(target => `may not import ${target}`))
  const lines = text.split('\n')
  const linesMax = tables.includes(file) ? limits.tableLines : limits.fileLines
  if (lines.length - 1 > linesMax) complaints.push(`${lines.length - 1} lines`)
  const wide = lines.findIndex(line => line.length > limits.columns)
  if (wide !== -1) complaints.push(`line ${wide + 1} is too wide`)
  const code = withoutComments(text)
  for (const [pattern, what] of bannedEverywhere)
    complaints.push(...(pattern.exec(code) ?? []).slice(0, 1).map(found => `uses ${what}: ${found}`))
  if (isTest(file)) return complaints
  complaints.push(...longFunctions(lines).map(found => `too long: ${found}`))
  if (!mayCast.some(place => place.test(file))) complaints.push(...casts(code).map(cast => `casts: ${cast}`))
  const clock = /Date\.now\(|new Date\(\)|performance\.now\(/.exec(code)?.[0]
  if (clock !== undefined && !wallClock.some(place => place.test(file)))
    complaints.push(`reads the clock, which lives in platform: ${clock}`)
  return complaints
}

/** A file may also be the entry of a process that another file starts by name. */
function isSpawned(file: string) {
  const name = file.split('/').at(-1) ?? file
  return [...textOf].some(([other, text]) => other !== file && text.includes(name))
}

function importsNotAllowed(file: string, text: string): readonly string[] {
  const [top, folder = ''] = file.split('/')
  if (top !== 'src' || !file.includes('/', 4) || isTest(file)) return []
  if (folder === 'composition')
    return knowsSandbox.includes(file)
      ? []
      : importedFiles(file, text).filter(target => target.startsWith('src/sandbox/'))
  const room = roomOf(file.slice(4))
  if (room === undefined) return [`${folder}/ is not in the table`]
  const allowed = [room, ...(mayImport[room] ?? [])]
  const targets = importedFiles(file, text).map(target => target.replace(/^src\//, ''))
  const browserFolder = Object.keys(browserCode).find(each => file.startsWith(`src/${each}`))
  if (browserFolder) {
    const known = [browserFolder, 'standards/', ...(browserCode[browserFolder] ?? [])]
    return targets.filter(target => !known.some(each => target.startsWith(each)))
  }
  return targets.filter(target => !allowed.some(each => target === each || target.startsWith(`${each}/`)))
}

/** The longest folder in the table that a file lies in: folders within a folder may have rules of their own. */
const roomOf = (file: string): string | undefined =>
  Object.keys(mayImport)
    .filter(room => file.startsWith(`${room}/`))
    .sort((one, other) => other.length - one.length)[0]

function importedFiles(file: string, text: string): readonly string[] {
  return [...text.matchAll(/(?:from|import\(|import) ?'(\.[^']+)'/g)].map(([, target]) =>
    relative(root, resolve(root, dirname(file), target ?? '')),
  )
}

/** Formatting is uniform, so a function ends at the first closing brace with its own indentation. */
function longFunctions(lines: readonly string[]): readonly string[] {
  const found: string[] = []
  for (const [index, line] of lines.entries()) {
    const start =
      /^(\s*)(?:export )?(?:async )?function\b.*|^(\s*)(?:static |readonly )?(?:async )?#?\w+\([^)]*\).*\{$/.exec(
        line,
      )
    if (!start || /^\s*(?:if|for|while|switch|return)\b/.test(line)) continue
    const indentation = start[1] ?? start[2] ?? ''
    const length = lines.slice(index).findIndex(later => later.startsWith(`${indentation}}`))
    if (length + 1 > limits.functionLines) found.push(`${line.trim()}: ${length + 1} lines`)
  }
  return found
}

function casts(code: string): readonly string[] {
  return [...code.matchAll(/[\w)\]}] as (?!const\b)[A-Z{[(\w][^\n,)]*/g)]
    .map(([cast]) => cast)
    .filter(cast => !/^\S as \w+\s*(?:,|\}| from)/.test(cast))
}

function withoutComments(text: string): string {
  return text
    .replace(/^import [^;]*?from '[^']+'$/gms, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => `${folder}/${name}`)
}
