import { createReadStream } from 'node:fs'
import { type Command, Option } from 'commander'
import { invalid, isRejection } from '../orders/rejection.ts'
import { errorCode } from '../platform/errorCode.ts'
import { readUpTo } from '../platform/files.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import { type Component, componentOf } from '../terminals/importing.ts'
import { type Algorithm, algorithms } from '../terminals/port.ts'
import { addCommand, type ByOperator, byOperator, choiceOption } from './command.ts'
import { baseKeyList, baseKeyWords, importedBaseKey, retiredBaseKey } from './keysBdkText.ts'
import type { Office, Records } from './office.ts'
import { refusalText } from './refusalText.ts'
import { UsageRefusal } from './usage.ts'

/** Base derivation keys, from which the keys of terminals follow. */
export function addBaseKeys(group: Command, office: Office): void {
  addImport(group, office)
  addList(group, office)
  addRetire(group, office)
}

function addImport(group: Command, office: Office): void {
  const command = addCommand(group, 'import-bdk', {
    summary: "import a base derivation key of merchants' terminals",
    details:
      'The key is never an argument: it is read from files, from standard input, or asked for and not ' +
      'shown. It comes whole or in 2 or 3 components that are combined by XOR; a file holds hexadecimal ' +
      'digits, and its own check value on a second line if it has one.',
    examples: [
      ['tollgate keys import-bdk --key-set FFFF98 --check-value 08D7B4', 'asks for the key'],
      [
        'tollgate keys import-bdk --key-set FFFF98 --check-value 08D7B4 --key-file one --key-file two',
        'from two components',
      ],
      [
        'tollgate keys import-bdk --merchant SHOP --algorithm AES-128 --key-set 12345678 ' +
          '--check-value FF0BD7',
        "for SHOP's terminals only",
      ],
    ],
  })
    .option('--key-set <digits>', 'what the key serial numbers of its terminals begin with; needed')
    .option('--check-value <digits>', 'as the key came with it; needed, and a wrong one refuses the key')
    .addOption(choiceOption('--algorithm <name>', 'by its length unless said; 16 bytes are TDES', algorithms))
    .option('--merchant <merchant>', 'only for terminals of this one (default: of all)')
    .addOption(
      new Option('--key-file <path>', 'where the key lies; again for each component').argParser(listed),
    )
  byOperator(command).action(async (given: GivenImport) => {
    const { algorithm, merchant: merchantId, as } = given
    const keySetId = needed(given.keySet, '--key-set')
    const checkValue = needed(given.checkValue, '--check-value')
    const components = await readComponents(office, given.keyFile)
    const { baseKeys } = await office.records(as)
    const imported = await baseKeys.import({
      ...{ keySetId, checkValue, components },
      ...(algorithm !== undefined && { algorithm }),
      ...(merchantId !== undefined && { merchantId }),
    })
    office.show(isRejection(imported) ? imported : importedBaseKey(imported, given.keyFile ?? []))
  })
}

type GivenImport = ByOperator & {
  readonly keySet?: string
  readonly checkValue?: string
  readonly algorithm?: Algorithm
  readonly merchant?: string
  readonly keyFile?: readonly string[]
}

const listed = (path: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  path,
]

/** Said by ourselves: a flag that is mistyped is worth more than one that is missing for it. */
function needed(given: string | undefined, flag: string): string {
  if (given !== undefined) return given
  const name = 'tollgate keys import-bdk'
  throw new UsageRefusal(`${name} needs ${flag}. See ${name} --help.`)
}

const componentsMax = 3
const bytesMax = 1_024

async function readComponents(office: Office, files: readonly string[] = []): Promise<readonly Component[]> {
  if (files.length > componentsMax)
    throw new StartRefusal(`A key has at most ${componentsMax} components: ${files.length} files were given.`)
  if (files.length === 0) return readPiped(office)
  const components: Component[] = []
  for (const file of files) components.push(componentOf(await readKeyFile(file)))
  return components
}

async function readKeyFile(file: string): Promise<string> {
  const refuse = (why: string) => new StartRefusal(refusalText(invalid('key-file', why, shownPath(file))))
  const read = await readUpTo(createReadStream(file, { end: bytesMax }), bytesMax).catch(error => {
    throw refuse(`It cannot be read (${errorCode(error)}).`)
  })
  if (read.length > bytesMax) throw refuse(`It is too big: a key needs no more than ${bytesMax} bytes.`)
  return read.toString()
}

/** Whoever gives the key in place of a path must not find it in a log. */
const shownPath = (file: string): string | undefined => (/[0-9A-Fa-f]{16}/.test(file) ? undefined : file)

async function readPiped(office: Office): Promise<readonly Component[]> {
  const text = await office.piped(bytesMax)
  if (text === undefined) return askFor(office)
  if (text.trim() === '')
    throw new StartRefusal('No key was given: say --key-file, or hand it over on standard input.')
  if (Buffer.byteLength(text) > bytesMax)
    throw new StartRefusal(`What was handed over is too big: a key needs no more than ${bytesMax} bytes.`)
  return [componentOf(text)]
}

/** Each holder of a component types their own. */
async function askFor(office: Office): Promise<readonly Component[]> {
  const components: Component[] = []
  for (const question of questions) {
    const answer = await office.askSecret(question)
    if (answer === undefined)
      throw new StartRefusal(
        office.terminal.isWatched ? 'Nothing was done.' : 'Nobody is here to be asked: say --key-file.',
      )
    if (answer.trim() === '') break
    components.push({ key: answer.trim() })
  }
  return components
}

const questions = [
  'The key, or its first component (it is not shown):',
  'The second component (just Enter if that was the whole key):',
  'The third component (just Enter if there are two):',
]

function addList(group: Command, office: Office): void {
  addCommand(group, 'list-bdk', {
    summary: "list base derivation keys of merchants' terminals, never their values",
    examples: [['tollgate keys list-bdk', 'retired ones too, at the end']],
  }).action(async () => {
    const { baseKeys } = await office.records()
    office.show(baseKeyList(await baseKeys.list()))
  })
}

function addRetire(group: Command, office: Office): void {
  const command = addCommand(group, 'retire-bdk', {
    summary: 'retire a base derivation key, and delete its value',
    details:
      'What its terminals send is refused from now on, on every node. To change a key, import its ' +
      'successor under another key set first, and let the terminals change over.',
    examples: [
      ['tollgate keys retire-bdk 3f9a01c2d4e5', 'asks first'],
      ['tollgate keys retire-bdk 3f9a01c2d4e5 --yes', 'does not ask; for scripts'],
    ],
  })
    .argument('<id>', 'as list-bdk shows it')
    .option('--yes', 'do not ask')
  byOperator(command).action(async (given: string, { yes = false, as }: { yes?: boolean } & ByOperator) => {
    const { baseKeys } = await office.records(as)
    const id = given.toLowerCase()
    if (!yes) await makeSure(office, baseKeys, id)
    const retired = await baseKeys.retire(id)
    office.show(isRejection(retired) ? retired : retiredBaseKey(retired))
  })
}

/** One that cannot be retired is not asked about. */
async function makeSure(office: Office, baseKeys: Records['baseKeys'], id: string): Promise<void> {
  const known = (await baseKeys.list()).baseKeys.find(key => key.id === id)
  if (!known || known.retiredAtMs !== undefined) return
  const isWanted = await office.ask(`Retire ${baseKeyWords(known)}, and delete its value for good?`)
  if (isWanted === undefined) throw new StartRefusal('Nobody is here to be asked: say --yes to retire it.')
  if (!isWanted) throw new StartRefusal('Nothing was done.')
}
