// The commands of key-encryption keys: adding, listing, rotating and retiring them.

import { type Command, InvalidArgumentError, Option } from 'commander'
import type { AuditAdministration } from '../administration/auditLog.ts'
import { StartRefusal } from '../platform/errors.ts'
import { nearest } from '../standards/nearest.ts'
import type { KeyList } from '../vault/keyList.ts'
import type {
  RotationProgress as KeyProgress,
  RetirementResult,
  RotationRefusal,
  RotationResult,
} from '../vault/rotation.ts'
import { addBaseKeyCommands } from './baseKeys.ts'
import { addCommand, addGroup, type OperatorOption, withOperatorOption } from './command.ts'
import type { CommandContext, NewOperatorKey } from './context.ts'
import {
  type CommandResult,
  countText,
  isoTime,
  pairLines,
  printable,
  tableLines,
  timeText,
} from './output.ts'
import type { CommandProgress, TerminalPaint } from './terminal.ts'

export function addKeys(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'keys', {
    summary: 'the keys that cards and secrets are sealed with, and their rotation',
    details:
      'Gateways go on running meanwhile. new puts another key of yours in front, rotate seals everything ' +
      'anew under it, retire deletes the data keys before, discard forgets keys of yours that lock ' +
      'nothing any more.',
    examples: [
      ['tollgate keys list', 'which there are'],
      ['tollgate keys new', 'first step of a rotation'],
      ['tollgate keys rotate', 'second step; may be run again when it was interrupted'],
      ['tollgate keys retire', 'third step, a minute later'],
      ['tollgate keys list-bdk', 'the base derivation keys of terminals'],
    ],
  })
  addList(group, context)
  addNew(group, context)
  addRotate(group, context)
  addRetire(group, context)
  addDiscard(group, context)
  addBaseKeyCommands(group, context)
}

function addList(group: Command, context: CommandContext): void {
  addCommand(group, 'list', {
    summary: 'list keys, never their values',
    examples: [
      ['tollgate keys list', "your keys, and the generations of merchants' data keys"],
      ['tollgate keys list --merchant SHOP --count', "SHOP's data keys, and how much is sealed under each"],
    ],
  })
    .option('--merchant <merchant>', "this merchant's data keys as well")
    .option('--count', 'how many things are sealed under each; reads every row')
    .action(async ({ merchant: merchantId, count = false }: { merchant?: string; count?: boolean }) => {
      const { keys } = await context.records()
      const wanted = { count, ...(merchantId !== undefined && { merchantId }) }
      context.show(
        keyListResult(
          await context.withProgress(progress => withListingProgress(progress, () => keys.list(wanted))),
          count,
        ),
      )
    })
}

async function withListingProgress<Result>(
  progress: CommandProgress,
  work: () => Promise<Result>,
): Promise<Result> {
  progress.report('Reading keys', 0)
  return work()
}

function addNew(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'new', {
    summary: 'make a new key of yours, in front of the others',
    details:
      'In the file of TOLLGATE_KEYS_FILE or of the data directory; running gateways know it within ' +
      'seconds, and nothing is locked with it yet. With TOLLGATE_KEYS it is printed, for you to put in ' +
      'front.',
    examples: [
      ['tollgate keys new', 'then: npx tollgate keys rotate'],
      ['tollgate keys new --id 2027-01', 'with a name of your own'],
    ],
  }).addOption(new Option('--id <name>', 'what it is called; random unless given').argParser(readId))
  withOperatorOption(command).action(async ({ id: given, as }: { id?: string } & OperatorOption) => {
    const file = await context.keyFile()
    const id = given ?? file.newId()
    if (file.ids.includes(id)) throw new StartRefusal(`${file.origin} has a key ${id} already.`)
    // A key that is only printed changes nothing yet; the rotation that uses it is audited.
    const made =
      file.path === undefined
        ? await file.add(id)
        : await withAuditNote(
            (await context.records({ as })).administration.audit,
            { action: 'keys.new', ids: [id] },
            () => file.add(id),
          )
    context.show(newKeyResult(made, file.origin))
  })
}

const newKeyResult = (made: NewOperatorKey, origin: string): CommandResult => ({
  json: { ...made, origin },
  text: paint => [
    ...(made.text === undefined
      ? [`${paint.green('Added')} key ${made.id} in front of ${origin}.`]
      : [
          `A new key ${made.id}, to be put in front of the others in ${origin}, with a comma:`,
          '',
          `  ${made.text}`,
          '',
          'Restart one gateway after the other with it.',
        ]),
    'Then seal everything anew: npx tollgate keys rotate',
  ],
})

function readId(text: string): string {
  if (/^[A-Za-z0-9_-]{1,16}$/.test(text)) return text
  throw new InvalidArgumentError('It must be 1 to 16 letters, digits, _ or -.')
}

function addRotate(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'rotate', {
    summary: 'lock with your first key, and seal everything anew',
    details:
      'Starts a new generation of data keys and seals cards, tokens, sessions and secrets under it. No ' +
      'request fails meanwhile. When it is interrupted, run it again: it goes on.',
    examples: [
      ['tollgate keys rotate', 'everything'],
      ['tollgate keys rotate --only-wrapping', 'only locks the data keys with your first key: quick'],
    ],
  }).option('--only-wrapping', 'keep the data keys, and lock them with your first key')
  withOperatorOption(command).action(
    async ({ onlyWrapping = false, as }: { onlyWrapping?: boolean } & OperatorOption) => {
      const { keys } = await context.records({ as })
      const rotated = await context.withProgress(progress =>
        keys.rotate({ onlyWrapping, progress: progressReporter(progress, context) }),
      )
      context.show(unlessRefused(rotated, done => rotationResult(done, onlyWrapping)))
    },
  )
}

/** The name of each step for people. */
const steps: Readonly<Record<KeyProgress['step'], string>> = {
  rewrap: 'Locking keys anew',
  wait: 'Waiting until every gateway has noticed',
  transactions: 'Sealing transactions anew',
  tokens: 'Sealing tokens anew',
  sessions: 'Sealing sessions anew',
  secrets: 'Sealing secrets anew',
  users: 'Sealing codes of users anew',
  fence: 'Closing the tables to earlier keys',
  check: 'Checking that nothing is left',
}

const progressReporter =
  (progress: CommandProgress, { terminal }: CommandContext) =>
  ({ step, done, of = 0 }: KeyProgress): void => {
    const isWait = step === 'wait'
    const text = isWait ? `${steps.wait}: ${Math.ceil(of / 1_000)} s` : steps[step]
    progress.report(text, done, isWait ? 0 : of)
    // Without a progress bar, silence would look like a standstill.
    if (isWait && of > 0 && !terminal.isInteractive) terminal.remark(`${text} …`)
  }

function unlessRefused<Done extends RotationResult | RetirementResult>(
  result: Done | RotationRefusal,
  shown: (done: Done) => CommandResult,
): CommandResult {
  if (result.state === 'refused') throw new StartRefusal(`${result.reason}.`)
  return shown(result)
}

function addRetire(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'retire', {
    summary: 'delete the data keys before the last rotation',
    details:
      'Only when nothing is sealed under them any more; what was copied before can then not be opened.',
    examples: [['tollgate keys retire', 'a minute after keys rotate, at the earliest']],
  })
  withOperatorOption(command).action(async ({ as }: OperatorOption) => {
    const { keys } = await context.records({ as })
    const retired = await context.withProgress(progress =>
      keys.retire({ progress: progressReporter(progress, context) }),
    )
    context.show(unlessRefused(retired, retirementResult))
  })
}

function addDiscard(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'discard', {
    summary: 'take keys of yours out of their file that lock nothing any more',
    details: 'What they locked in old backups of the database can then not be opened.',
    examples: [['tollgate keys discard 2026-01', 'refused while it still locks something']],
  }).argument('<id...>', 'as list shows them')
  withOperatorOption(command).action(async (ids: string[], { as }: OperatorOption) => {
    const file = await context.keyFile()
    if (file.path === undefined)
      throw new StartRefusal(`The keys of ${file.origin} are given in the environment: take them out there.`)
    const stranger = ids.find(id => !file.ids.includes(id))
    if (stranger !== undefined) {
      const near = nearest(stranger, file.ids)
      const hint = near === undefined ? '; tollgate keys list shows them' : `; the nearest is ${near}`
      throw new StartRefusal(`${file.origin} has no key ${printable(stranger, 40)}${hint}.`)
    }
    const records = await context.records({ as })
    const { wrappings } = await records.keys.list({ limit: 1 })
    const needed = wrappings.find(known => ids.includes(known.id) && (known.keys > 0 || known.isLocking))
    if (needed) throw new StartRefusal(`Key ${needed.id} still locks others: rotate and retire first.`)
    await withAuditNote(records.administration.audit, { action: 'keys.discard', ids }, () => file.remove(ids))
    context.show({
      json: { discarded: ids, origin: file.origin },
      text: paint => [`${paint.green('Discarded')} ${ids.join(', ')} from ${file.origin}.`],
    })
  })
}

const keyListResult = (
  { wrappings, generations, keys, next }: KeyList,
  isCounted: boolean,
): CommandResult => ({
  json: {
    wrappings,
    generations: generations.map(({ startedAtMs, retiredAtMs, ageMs, resealedForMs, ...generation }) => ({
      ...generation,
      started: isoTime(startedAtMs),
      isSealedAnew: resealedForMs !== undefined,
      ...(retiredAtMs !== undefined && { retired: isoTime(retiredAtMs) }),
    })),
    keys: keys.map(({ createdAtMs, ...key }) => ({ ...key, created: isoTime(createdAtMs) })),
    ...(next !== undefined && { next }),
  },
  text: paint => [
    ...tableLines(
      ['YOUR KEY', 'LOCKS', 'STATE'],
      wrappings.map((wrapping, index) => [
        ...[
          printable(wrapping.id),
          countText(wrapping.keys, 'key'),
          wrappingState(wrapping, index === 0, paint),
        ],
      ]),
      paint,
    ),
    '',
    ...tableLines(
      ['GENERATION', 'SINCE (UTC)', 'STATE'],
      generations.map(({ number, startedAtMs, resealedForMs, retiredAtMs }, index) => {
        const isNewest = index === generations.length - 1
        const sealing = resealedForMs === undefined && number > 1 ? ', sealing anew is not finished' : ''
        const state =
          retiredAtMs !== undefined ? paint.dim('retired') : isNewest ? `in use${sealing}` : 'still opens'
        return [String(number), timeText(startedAtMs), state]
      }),
      paint,
    ),
    '',
    ...tableLines(
      ['KEY', 'LOCKED WITH', 'SINCE (UTC)', ...(isCounted ? ['SEALED UNDER IT'] : [])],
      keys.map(({ name, keyId, createdAtMs, boxes }) => [
        ...[printable(name, 48), printable(keyId, 24), timeText(createdAtMs)],
        ...(isCounted ? [boxes === undefined ? '' : boxes.toLocaleString('en')] : []),
      ]),
      paint,
    ),
    ...(next === undefined ? [] : ['There are more; --merchant shows those of one merchant.']),
  ],
})

function wrappingState(
  { keys, isKnown, isLocking }: ListedWrappingKey,
  isFirst: boolean,
  paint: TerminalPaint,
): string {
  if (!isKnown) return paint.red('missing')
  if (isLocking) return 'locks what is new'
  if (isFirst) return paint.cyan('new; keys rotate will lock with it')
  return keys === 0 ? paint.dim('not needed any more') : 'only opens'
}
type ListedWrappingKey = KeyList['wrappings'][number]

const rotationResult = (rotated: RotationResult, isWrapping: boolean): CommandResult => {
  const { generation, lockedWith, rewrapped, resealed, isFinished, broken, unneeded } = rotated
  return {
    json: rotated,
    isBad: !isFinished,
    text: paint => [
      isFinished
        ? `${paint.green('Rotated:')} generation ${generation}, locked with key ${lockedWith}.`
        : `${paint.yellow('Not finished:')} something is left under an earlier generation; run it again.`,
      ...pairLines([
        ['keys locked anew', rewrapped.toLocaleString('en')],
        ...(isWrapping ? [] : resealedPairs(resealed)),
      ]),
      ...brokenLines(broken, paint),
      ...(isFinished && !isWrapping
        ? ['', 'In a minute, delete the data keys before: npx tollgate keys retire']
        : []),
      ...unneededLines(unneeded),
    ],
  }
}

const resealedPairs = (resealed: RotationResult['resealed']) =>
  Object.entries(resealed).map(
    ([place, count]) => [`${place} sealed anew`, count.toLocaleString('en')] as const,
  )

const unneededLines = (unneeded: readonly string[]): readonly string[] =>
  unneeded.length === 0
    ? []
    : ['', `Of your keys these lock nothing any more: npx tollgate keys discard ${unneeded.join(' ')}`]

const retirementResult = (retired: RetirementResult): CommandResult => ({
  json: retired,
  text: paint => [
    retired.deletedKeys === 0
      ? `There was nothing to retire: generation ${retired.generation} is the only one.`
      : `${paint.green('Retired')} everything before generation ${retired.generation}: ` +
        `${countText(retired.deletedKeys, 'data key')} deleted.`,
    ...unneededLines(retired.unneeded),
  ],
})

const brokenMax = 20

/** Each of these is in the database and cannot be decrypted with any available key. */
function brokenLines(broken: RotationResult['broken'], paint: TerminalPaint): readonly string[] {
  if (broken.length === 0) return []
  const shown = broken.slice(0, brokenMax)
  return [
    '',
    paint.red(`${countText(broken.length, 'thing')} cannot be opened with any key there is:`),
    ...shown.map(({ place, merchantId, name }) => `  ${place} of ${merchantId}: ${printable(name, 60)}`),
    ...(broken.length > brokenMax ? [`  and ${broken.length - brokenMax} more; --json lists all`] : []),
  ]
}

type AuditedKeyChange = {
  readonly action: 'keys.new' | 'keys.discard'
  readonly ids: readonly string[]
}

/**
 * A file and the audit log cannot change in one commit. The entry is written first, so that no key changes
 * without one; when the file cannot be changed, a second entry says so.
 */
export async function withAuditNote<Result>(
  audit: Pick<AuditAdministration, 'note'>,
  { action, ids }: AuditedKeyChange,
  work: () => Promise<Result>,
): Promise<Result> {
  for (const id of ids) await audit.note(action, { id })
  try {
    return await work()
  } catch (error) {
    for (const id of ids) await audit.note(action, { id, isUndone: true }).catch(() => undefined)
    throw error
  }
}
