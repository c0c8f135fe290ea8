import { type Command, InvalidArgumentError, Option } from 'commander'
import { StartRefusal } from '../platform/errors.ts'
import { nearest } from '../platform/nearest.ts'
import type { Progress as KeyProgress, Refused, Retired, Rotated } from '../vault/rotation.ts'
import { addCommand, addGroup, type ByOperator, byOperator } from './command.ts'
import { addBaseKeys } from './keysBdk.ts'
import { keyList, retirement, rotation } from './keysText.ts'
import { noted } from './noted.ts'
import type { NewKey, Office } from './office.ts'
import type { Progress } from './progress.ts'
import { harmless, type Shown } from './shown.ts'

export function addKeys(program: Command, office: Office): void {
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
  addList(group, office)
  addNew(group, office)
  addRotate(group, office)
  addRetire(group, office)
  addDiscard(group, office)
  addBaseKeys(group, office)
}

function addList(group: Command, office: Office): void {
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
      const { keys } = await office.records()
      const wanted = { count, ...(merchantId !== undefined && { merchantId }) }
      office.show(
        keyList(await office.watched(progress => listing(progress, () => keys.list(wanted))), count),
      )
    })
}

async function listing<Result>(progress: Progress, work: () => Promise<Result>): Promise<Result> {
  progress.tell('Reading keys', 0)
  return work()
}

function addNew(group: Command, office: Office): void {
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
  byOperator(command).action(async ({ id: given, as }: { id?: string } & ByOperator) => {
    const file = await office.keyFile()
    const id = given ?? file.newId()
    if (file.ids.includes(id)) throw new StartRefusal(`${file.origin} has a key ${id} already.`)
    // One that is only printed changes nothing yet; the rotation that uses it is noted.
    const made =
      file.path === undefined
        ? await file.add(id)
        : await noted(
            (await office.records(as)).administration.audit,
            { action: 'keys.new', ids: [id] },
            () => file.add(id),
          )
    office.show(newKey(made, file.origin))
  })
}

const newKey = (made: NewKey, origin: string): Shown => ({
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

function addRotate(group: Command, office: Office): void {
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
  byOperator(command).action(
    async ({ onlyWrapping = false, as }: { onlyWrapping?: boolean } & ByOperator) => {
      const { keys } = await office.records(as)
      const rotated = await office.watched(progress =>
        keys.rotate({ onlyWrapping, progress: told(progress, office) }),
      )
      office.show(unlessRefused(rotated, done => rotation(done, onlyWrapping)))
    },
  )
}

/** What each step is called for people. */
const steps: Readonly<Record<KeyProgress['step'], string>> = {
  rewrap: 'Locking keys anew',
  wait: 'Waiting until every gateway has noticed',
  transactions: 'Sealing transactions anew',
  tokens: 'Sealing tokens anew',
  sessions: 'Sealing sessions anew',
  secrets: 'Sealing secrets anew',
  fence: 'Closing the tables to earlier keys',
  check: 'Checking that nothing is left',
}

const told =
  (progress: Progress, { terminal }: Office) =>
  ({ step, done, of = 0 }: KeyProgress): void => {
    const isWait = step === 'wait'
    const text = isWait ? `${steps.wait}: ${Math.ceil(of / 1_000)} s` : steps[step]
    progress.tell(text, done, isWait ? 0 : of)
    // Where no bar moves, silence would look like a standstill.
    if (isWait && of > 0 && !terminal.isWatched) terminal.remark(`${text} …`)
  }

function unlessRefused<Done extends Rotated | Retired>(
  result: Done | Refused,
  shown: (done: Done) => Shown,
): Shown {
  if (result.state === 'refused') throw new StartRefusal(`${result.reason}.`)
  return shown(result)
}

function addRetire(group: Command, office: Office): void {
  const command = addCommand(group, 'retire', {
    summary: 'delete the data keys before the last rotation',
    details:
      'Only when nothing is sealed under them any more; what was copied before can then not be opened.',
    examples: [['tollgate keys retire', 'a minute after keys rotate, at the earliest']],
  })
  byOperator(command).action(async ({ as }: ByOperator) => {
    const { keys } = await office.records(as)
    const retired = await office.watched(progress => keys.retire({ progress: told(progress, office) }))
    office.show(unlessRefused(retired, retirement))
  })
}

function addDiscard(group: Command, office: Office): void {
  const command = addCommand(group, 'discard', {
    summary: 'take keys of yours out of their file that lock nothing any more',
    details: 'What they locked in old backups of the database can then not be opened.',
    examples: [['tollgate keys discard 2026-01', 'refused while it still locks something']],
  }).argument('<id...>', 'as list shows them')
  byOperator(command).action(async (ids: string[], { as }: ByOperator) => {
    const file = await office.keyFile()
    if (file.path === undefined)
      throw new StartRefusal(`The keys of ${file.origin} are given in the environment: take them out there.`)
    const stranger = ids.find(id => !file.ids.includes(id))
    if (stranger !== undefined) {
      const near = nearest(stranger, file.ids)
      const hint = near === undefined ? '; tollgate keys list shows them' : `; the nearest is ${near}`
      throw new StartRefusal(`${file.origin} has no key ${harmless(stranger, 40)}${hint}.`)
    }
    const records = await office.records(as)
    const { wrappings } = await records.keys.list({ limit: 1 })
    const needed = wrappings.find(known => ids.includes(known.id) && (known.keys > 0 || known.isLocking))
    if (needed) throw new StartRefusal(`Key ${needed.id} still locks others: rotate and retire first.`)
    await noted(records.administration.audit, { action: 'keys.discard', ids }, () => file.remove(ids))
    office.show({
      json: { discarded: ids, origin: file.origin },
      text: paint => [`${paint.green('Discarded')} ${ids.join(', ')} from ${file.origin}.`],
    })
  })
}
