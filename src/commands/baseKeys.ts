// The commands of base derivation keys of terminals: importing, listing and retiring them.

import { open, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { ListedBaseKeys } from '../administration/baseKeys.ts'
import type { KnownBaseKey, NewBaseKey } from '../administration/port.ts'
import { invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import { errorCode, StartRefusal, UseRefusal } from '../platform/errors.ts'
import { readUpTo, refuseExposed } from '../platform/files.ts'
import { componentOf, componentTrouble, type KeyComponent } from '../terminals/keyImport.ts'
import { type BaseKeyAlgorithm, baseKeyAlgorithms } from '../terminals/port.ts'
import { addCommand, choiceOption, type OperatorOption, UsageRefusal, withOperatorOption } from './command.ts'
import type { CommandContext, OperatorRecords } from './context.ts'
import {
  type CommandResult,
  isoTime,
  pairLines,
  printable,
  refusalText,
  tableLines,
  timeText,
} from './output.ts'
import type { TerminalPaint } from './terminal.ts'

/** Base derivation keys are those from which the keys of terminals are derived. */
export function addBaseKeyCommands(group: Command, context: CommandContext): void {
  addImport(group, context)
  addList(group, context)
  addRetire(group, context)
}

function addImport(group: Command, context: CommandContext): void {
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
    .addOption(
      choiceOption('--algorithm <name>', 'by its length unless said; 16 bytes are TDES', baseKeyAlgorithms),
    )
    .option('--merchant <merchant>', 'only for terminals of this one (default: of all)')
    .addOption(
      new Option('--key-file <path>', 'where the key lies; again for each component').argParser(listed),
    )
  withOperatorOption(command).action(async (given: GivenImport) => {
    const { algorithm, merchant: merchantId, as } = given
    const keySetId = needed(given.keySet, '--key-set')
    const checkValue = needed(given.checkValue, '--check-value')
    const files = await readFiles(given.keyFile)
    const components =
      files.length > 0 ? files.map(({ text }) => componentOf(text)) : await readPiped(context)
    const { baseKeys } = await context.records({ as })
    const imported = await baseKeys.import({
      ...{ keySetId, checkValue, components },
      ...(algorithm !== undefined && { algorithm }),
      ...(merchantId !== undefined && { merchantId }),
    })
    context.show(
      isRejection(imported) ? inFlags(imported, given) : importResult(imported, files.map(locationText)),
    )
  })
}

type GivenImport = OperatorOption & {
  readonly keySet?: string
  readonly checkValue?: string
  readonly algorithm?: BaseKeyAlgorithm
  readonly merchant?: string
  readonly keyFile?: readonly string[]
}

const flags: { readonly [field: string]: string } = {
  keySetId: '--key-set',
  checkValue: '--check-value',
  algorithm: '--algorithm',
  merchantId: '--merchant',
}

/**
 * Names the flag instead of the field; and where 16 bytes may have been meant as another algorithm, explains
 * how to say so.
 */
function inFlags(rejection: Rejection, { algorithm, keySet = '' }: GivenImport): Rejection {
  const { field = '', explanation } = rejection
  const flag = flags[field] ?? field
  const isGuessed = algorithm === undefined && / (?:for|as) TDES\b/.test(explanation)
  return {
    ...rejection,
    // Repeated only when no longer than a key set can be: it may be a key that was pasted by mistake.
    field: field === 'keySetId' && /^[0-9A-F]{1,10}$/i.test(keySet) ? `${flag} ${keySet}` : flag,
    explanation: `${explanation}${isGuessed ? ' (For AES say --algorithm AES-128.)' : ''}`,
  }
}

const listed = (path: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  path,
]

/**
 * Checked here instead of by the parser: it is more helpful to report a mistyped flag than the missing one it
 * was meant to be.
 */
function needed(given: string | undefined, flag: string): string {
  if (given !== undefined) return given
  const name = 'tollgate keys import-bdk'
  throw new UsageRefusal(`${name} needs ${flag}. See ${name} --help.`)
}

const componentsMax = 3
const bytesMax = 1_024

async function readFiles(paths: readonly string[] = []): Promise<readonly BaseKeyFile[]> {
  if (paths.length > componentsMax)
    throw new UseRefusal(`A key has at most ${componentsMax} components: ${paths.length} files were given.`)
  const files: BaseKeyFile[] = []
  for (const path of paths) files.push(await readKeyFile(path, bytesMax))
  return files
}

async function readPiped(context: CommandContext): Promise<readonly KeyComponent[]> {
  const text = await context.readStandardInput(bytesMax)
  if (text === undefined) return askFor(context)
  if (text.trim() === '')
    throw new UseRefusal('No key was given: say --key-file, or hand it over on standard input.')
  if (Buffer.byteLength(text) > bytesMax)
    throw new UseRefusal(`What was handed over is too big: a key needs no more than ${bytesMax} bytes.`)
  return [componentOf(text)]
}

/** Each holder of a key component types their own. */
async function askFor(context: CommandContext): Promise<readonly KeyComponent[]> {
  const components: KeyComponent[] = []
  for (const question of questions) {
    const key = await askForOne(context, question, components[0]?.key)
    if (key === '') break
    components.push({ key })
  }
  return components
}

const triesMax = 3

/**
 * Asks again at once, while the holder who mistyped it is present: the other holders must not have typed for
 * nothing.
 */
async function askForOne(
  context: CommandContext,
  question: string,
  first: string | undefined,
): Promise<string> {
  let trouble: string | undefined
  for (let tries = 0; tries < triesMax; tries++) {
    const answer = await context.askSecret(trouble === undefined ? question : `It ${trouble}. ${question}`)
    if (answer === undefined)
      throw new UseRefusal(
        context.terminal.isInteractive ? 'Nothing was done.' : 'Nobody is here to be asked: say --key-file.',
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

function addList(group: Command, context: CommandContext): void {
  addCommand(group, 'list-bdk', {
    summary: "list base derivation keys of merchants' terminals, never their values",
    examples: [['tollgate keys list-bdk', 'retired ones too, at the end']],
  }).action(async () => {
    const { baseKeys } = await context.records()
    context.show(baseKeyListResult(await baseKeys.list()))
  })
}

function addRetire(group: Command, context: CommandContext): void {
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
  withOperatorOption(command).action(
    async (given: string, { yes = false, as }: { yes?: boolean } & OperatorOption) => {
      const { baseKeys } = await context.records({ as })
      const id = given.toLowerCase()
      if (!yes) await confirmRetirement(context, baseKeys, id)
      const retired = await baseKeys.retire(id)
      context.show(isRejection(retired) ? retired : retirementResult(retired))
    },
  )
}

/** No confirmation is asked for a key that cannot be retired. */
async function confirmRetirement(
  context: CommandContext,
  baseKeys: OperatorRecords['baseKeys'],
  id: string,
): Promise<void> {
  const known = (await baseKeys.list()).baseKeys.find(key => key.id === id)
  if (!known || known.retiredAtMs !== undefined) return
  const isWanted = await context.ask(`Retire ${baseKeyText(known)}, and delete its value for good?`)
  if (isWanted === undefined) throw new UseRefusal('Nobody is here to be asked: say --yes to retire it.')
  if (!isWanted) throw new StartRefusal('Nothing was done.')
}

/** A file that a key, or a component of one, was read from. */
type BaseKeyFile = {
  readonly text: string
  /** The path as given, and the real path behind links. */
  readonly path: string
  readonly real: string
}

async function readKeyFile(path: string, bytesMax: number): Promise<BaseKeyFile> {
  const refuse = (why: string) => new UseRefusal(refusalText(invalid('key-file', why, shownPath(path))))
  const bytes = await readOpen(path, bytesMax).catch(error => {
    if (error instanceof StartRefusal) throw new UseRefusal(`--key-file: ${printable(error.message)}`)
    throw refuse(`It cannot be read (${errorCode(error)}).`)
  })
  if (bytes.length > bytesMax) throw refuse(`It is too big: a key needs no more than ${bytesMax} bytes.`)
  // Input from another program, such as a pipe, may have no real path.
  const real = await realpath(path).catch(() => path)
  return { text: bytes.toString(), path, real }
}

/**
 * Must be readable by this user only, as all private keys; a pipe from another program cannot be opened by
 * anyone else.
 */
async function readOpen(path: string, bytesMax: number): Promise<Buffer> {
  const handle = await open(path)
  try {
    if ((await handle.stat()).isFile()) await refuseExposed(handle, path)
    return await readUpTo(handle.createReadStream({ end: bytesMax, autoClose: false }), bytesMax)
  } finally {
    await handle.close()
  }
}

/** A key given by mistake in place of a path must not appear in a log. */
const shownPath = (path: string): string | undefined => (/[0-9A-Fa-f]{16}/.test(path) ? undefined : path)

/** Names the real file too: destroying a link leaves the key where it is. */
const locationText = ({ path, real }: BaseKeyFile): string =>
  resolve(path) === real || path === real
    ? printable(path)
    : `${printable(real)} (${printable(path)} leads there)`

const whose = ({ merchantId }: NewBaseKey): string => merchantId ?? 'all'

const baseKeyText = (key: NewBaseKey): string =>
  `base key ${key.id} (${key.algorithm}, key set ${key.keySetId}, merchant: ${whose(key)})`

const jsonOfNew = ({ id, keySetId, algorithm, merchantId, checkValue }: NewBaseKey) => ({
  ...{ id, keySetId, algorithm, checkValue },
  ...(merchantId !== undefined && { merchantId }),
})

const jsonOf = (key: KnownBaseKey) => ({
  ...jsonOfNew(key),
  isTest: key.isTest,
  created: isoTime(key.createdAtMs),
  ...(key.retiredAtMs !== undefined && { retired: isoTime(key.retiredAtMs) }),
})

/** `files`: where it was read from. */
const importResult = (key: NewBaseKey, files: readonly string[]): CommandResult => ({
  json: jsonOfNew(key),
  text: paint => [
    `${paint.green('Imported')} base key ${key.id}; its terminals are understood from now on.`,
    ...pairLines([
      ['key set', key.keySetId],
      ['algorithm', key.algorithm],
      ['merchant', whose(key)],
      ['check value', key.checkValue],
    ]),
    ...(files.length === 0 ? [] : ['', `Destroy what it was read from: ${files.join(', ')}`]),
  ],
})

const baseKeyListResult = ({ baseKeys, isCut }: ListedBaseKeys): CommandResult => ({
  json: { baseKeys: baseKeys.map(jsonOf), ...(isCut && { isCut }) },
  text: paint =>
    baseKeys.length === 0
      ? ['There is none yet: npx tollgate keys import-bdk --help']
      : [
          ...tableLines(
            ['ID', 'KEY SET', 'ALGORITHM', 'CHECK', 'STATE', 'SINCE', 'MERCHANT'],
            baseKeys.map(key => [
              ...[key.id, key.keySetId, key.algorithm, key.checkValue, stateOf(key, paint)],
              ...[dayOf(key.retiredAtMs ?? key.createdAtMs), whose(key)],
            ]),
            paint,
          ),
          ...(isCut ? ['There are more: the first are shown.'] : []),
        ],
})

/** Only the day, so that a line fits on a screen; JSON has the second. */
const dayOf = (ms: number): string => timeText(ms).slice(0, 10)

function stateOf({ retiredAtMs, isTest }: KnownBaseKey, paint: TerminalPaint): string {
  if (retiredAtMs !== undefined) return paint.dim('retired')
  return isTest ? 'test' : 'active'
}

const retirementResult = (key: KnownBaseKey): CommandResult => ({
  json: jsonOf(key),
  text: paint => [`${paint.green('Retired')} ${baseKeyText(key)}; its value is deleted.`],
})
