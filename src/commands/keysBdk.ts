import { type Command, Option } from 'commander'
import { isRejection, type Rejection } from '../orders/rejection.ts'
import { StartRefusal, UseRefusal } from '../platform/errors.ts'
import { type Component, componentOf, componentTrouble } from '../terminals/importing.ts'
import { type Algorithm, algorithms } from '../terminals/port.ts'
import { type BdkFile, placeOf, readBdkFile } from './bdkFiles.ts'
import { addCommand, type ByOperator, byOperator, choiceOption } from './command.ts'
import { baseKeyList, baseKeyWords, importedBaseKey, retiredBaseKey } from './keysBdkText.ts'
import type { Office, Records } from './office.ts'
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
      'digits, and its own check value on a second line if it has one. One that others can read, or put ' +
      'another file in the place of, is refused.',
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
    const files = await readFiles(given.keyFile)
    const components = files.length > 0 ? files.map(({ text }) => componentOf(text)) : await readPiped(office)
    const { baseKeys } = await office.records(as)
    const imported = await baseKeys.import({
      ...{ keySetId, checkValue, components },
      ...(algorithm !== undefined && { algorithm }),
      ...(merchantId !== undefined && { merchantId }),
    })
    office.show(
      isRejection(imported) ? inFlags(imported, given) : importedBaseKey(imported, files.map(placeOf)),
    )
  })
}

type GivenImport = ByOperator & {
  readonly keySet?: string
  readonly checkValue?: string
  readonly algorithm?: Algorithm
  readonly merchant?: string
  readonly keyFile?: readonly string[]
}

const flags: { readonly [field: string]: string } = {
  keySetId: '--key-set',
  checkValue: '--check-value',
  algorithm: '--algorithm',
  merchantId: '--merchant',
}

/** By the flag that was typed; and where 16 bytes may have been meant otherwise, how to say so. */
function inFlags(rejection: Rejection, { algorithm, keySet = '' }: GivenImport): Rejection {
  const { field = '', explanation } = rejection
  const flag = flags[field] ?? field
  const isGuessed = algorithm === undefined && / (?:for|as) TDES\b/.test(explanation)
  return {
    ...rejection,
    // No longer than a key set can be: what was pasted there by mistake is not repeated.
    field: field === 'keySetId' && /^[0-9A-F]{1,10}$/i.test(keySet) ? `${flag} ${keySet}` : flag,
    explanation: `${explanation}${isGuessed ? ' (For AES say --algorithm AES-128.)' : ''}`,
  }
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

async function readFiles(paths: readonly string[] = []): Promise<readonly BdkFile[]> {
  if (paths.length > componentsMax)
    throw new UseRefusal(`A key has at most ${componentsMax} components: ${paths.length} files were given.`)
  const files: BdkFile[] = []
  for (const path of paths) files.push(await readBdkFile(path, bytesMax))
  return files
}

async function readPiped(office: Office): Promise<readonly Component[]> {
  const text = await office.piped(bytesMax)
  if (text === undefined) return askFor(office)
  if (text.trim() === '')
    throw new UseRefusal('No key was given: say --key-file, or hand it over on standard input.')
  if (Buffer.byteLength(text) > bytesMax)
    throw new UseRefusal(`What was handed over is too big: a key needs no more than ${bytesMax} bytes.`)
  return [componentOf(text)]
}

/** Each holder of a component types their own. */
async function askFor(office: Office): Promise<readonly Component[]> {
  const components: Component[] = []
  for (const question of questions) {
    const key = await askForOne(office, question, components[0]?.key)
    if (key === '') break
    components.push({ key })
  }
  return components
}

const triesMax = 3

/** Again while the one who mistyped it is still there: nobody else is to have typed for nothing. */
async function askForOne(office: Office, question: string, first: string | undefined): Promise<string> {
  let trouble: string | undefined
  for (let tries = 0; tries < triesMax; tries++) {
    const answer = await office.askSecret(trouble === undefined ? question : `It ${trouble}. ${question}`)
    if (answer === undefined)
      throw new UseRefusal(
        office.terminal.isWatched ? 'Nothing was done.' : 'Nobody is here to be asked: say --key-file.',
      )
    const key = answer.trim()
    trouble = key === '' ? undefined : componentTrouble(key, first)
    if (trouble === undefined) return key
  }
  throw new UseRefusal(`What was typed ${trouble}. Nothing was done.`)
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
  if (isWanted === undefined) throw new UseRefusal('Nobody is here to be asked: say --yes to retire it.')
  if (!isWanted) throw new StartRefusal('Nothing was done.')
}
