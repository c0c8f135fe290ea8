import { codeBlocksOf, readDocs } from './codeBlocks.ts'

/** Blocks for a shell that no test types, by how they begin, and why. */
const untyped: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'commands.md': {
    npx: 'examples of the commands’ own help: each is read by its command in program.test.ts',
  },
  'conformance.md': {
    'npx tollgate conformance https': 'another host',
    'npx tollgate conformance http://127.0.0.1:8080 --profile sandbox \\\n  --against':
      'another host beside it',
  },
  'notifications.md': {
    'npx tollgate listen': 'waits for ever; typed in the guide',
    'npx tollgate merchants profile': 'a setting, with the shop’s own addresses',
    'npx tollgate notifications list': 'typed in operations.md',
  },
  'operations.md': {
    useradd: 'makes a user of the machine',
    'folder=': 'typed by nextRelease.longest.test.ts',
    'ln -sfnT': 'typed by nextRelease.longest.test.ts',
    'set -a': 'the settings of a node',
    podman: 'needs podman',
    'chown 10001': 'needs podman',
    install: 'belongs to the user made before',
    'npx tollgate obligations settle': 'what a host refuses for hours; settled by settledByOperator.test.ts',
    'npx tollgate reconcile': 'a link of theirs; typed in acquirers.md',
    'npx tollgate directory-ranges': 'a scheme of theirs; typed in payer-authentication.md',
    'npx tollgate certificates': 'typed in merchants.md',
    pg_dump: 'typed by operationsBlocks.longest.test.ts, with the database’s own programs',
  },
  'provider-protocol.md': {
    'secret=': 'run by signature.test.ts',
    'npx tollgate provider check': 'an adapter of theirs',
  },
  'sandbox.md': {
    'npx tollgate trigger': 'every outcome is triggered by trigger.long.test.ts',
    'npx tollgate acquirer-host': 'typed in acquirers.md',
    'npx tollgate directory-server': 'typed in payer-authentication.md',
  },
  'scale.md': {
    'npx tollgate merchants move': 'moved by movedMerchant.long.test.ts and killedMove.longest.test.ts',
  },
  'supply-chain.md': { git: 'a release; package.long.test.ts packs twice' },
  'transport.md': {
    'TOLLGATE_TLS=files': 'settings',
    TOLLGATE_HOST: 'settings',
    'curl -sS -u merchant.SHOP': 'a host name that nobody has',
  },
}

const reasonFor = (page: string, text: string): string | undefined =>
  Object.entries(untyped[page] ?? {}).find(([start]) => text.startsWith(start))?.[1]

/** Reasons for blocks that are not there any more. */
export const reasonsOfNoBlock = (): readonly string[] =>
  Object.entries(untyped).flatMap(([page, reasons]) =>
    Object.keys(reasons).filter(
      start =>
        !codeBlocksOf(readDocs(page)).some(
          ({ language, text }) => language === 'sh' && text.startsWith(start),
        ),
    ),
  )

/** What a page says to type. */
export const typedBlocksOf = (page: string): readonly string[] =>
  codeBlocksOf(readDocs(page)).flatMap(({ language, text }) =>
    language === 'sh' && reasonFor(page, text) === undefined ? [text] : [],
  )

/** Pages for operators, typed by operatorPages.longest.test.ts, and how many blocks each has. */
export const typedByOperators = {
  'acquirers.md': 6,
  'configuration-as-code.md': 2,
  'conformance.md': 1,
  'console.md': 1,
  'dialects.md': 2,
  'keys.md': 3,
  'merchants.md': 7,
  'operations.md': 7,
  'payer-authentication.md': 7,
  'providers.md': 5,
  'terminals.md': 3,
  'transport.md': 3,
} as const
