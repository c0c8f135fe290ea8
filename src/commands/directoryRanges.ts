// The command `directory-ranges`: which cards take part in 3-D Secure, as directory servers say.

import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { StartRefusal } from '../platform/errors.ts'
import type { ListedRange } from '../threeDSecure/emv/ranges/packedRanges.ts'
import { rangesOldMs } from '../threeDSecure/emv/ranges/rangeStatus.ts'
import type { RangeState } from '../threeDSecure/emv/ranges/rangeStore.ts'
import { addCommand, type OperatorOption, UsageRefusal, withOperatorOption } from './command.ts'
import type { CardRangeRecords, CommandContext, RangesOfDirectoryServer } from './context.ts'
import { type CommandResult, countText, durationText, printable, tableLines } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

export function addDirectoryRanges(program: Command, context: CommandContext): void {
  const command = addCommand(program, 'directory-ranges', {
    summary: 'card ranges of directory servers: how old they are, what they say, asking for them now',
    details:
      'Every running gateway keeps the ranges of each directory server, shared through the database: one ' +
      'node asks, all load the answer. Ends with 1 where ranges were never loaded, or were not confirmed ' +
      'for two days. Never give a whole card number to --find: its first digits are enough.',
    examples: [
      ['tollgate directory-ranges', 'each directory server: ranges, serial number, age'],
      ['tollgate directory-ranges --find 512345', 'which of them have cards that begin so, and what for'],
      ['tollgate directory-ranges --refresh north', 'a running gateway asks for what has changed, now'],
      ['tollgate directory-ranges --refresh north --whole', 'the same for all of its ranges'],
      ['tollgate directory-ranges --forget north', 'it is in no file any more: it is not listed from now on'],
    ],
  })
  withOperatorOption(command)
    .option('--find <digits>', 'list the ranges of cards that begin with these 4 to 8 digits')
    .option('--refresh <name>', 'have a directory server asked now, and wait for what it says')
    .option('--forget <name>', 'take a directory server out of the list that no gateway has any more')
    .option('--whole', 'with --refresh: for the whole list, not only for what has changed')
    .action((options: RangeOptions) => runRanges(context, options))
}

type RangeOptions = OperatorOption & {
  readonly find?: string
  readonly refresh?: string
  readonly forget?: string
  readonly whole?: true
}

async function runRanges(context: CommandContext, options: RangeOptions): Promise<void> {
  const { find, refresh, forget, whole = false, as } = options
  // Not repeated: it may be a card number.
  if (find !== undefined && !/^\d{4,8}$/.test(find)) throw new UsageRefusal('--find takes 4 to 8 digits.')
  if (whole && refresh === undefined) throw new UsageRefusal('--whole belongs to --refresh.')
  if (forget !== undefined && (find ?? refresh) !== undefined)
    throw new UsageRefusal('--forget goes with neither --find nor --refresh.')
  const isChange = (forget ?? refresh) !== undefined
  const { cardRanges } = await context.records(isChange ? { as } : undefined)
  if (forget !== undefined) await cardRanges.forget(forget)
  if (refresh !== undefined) await refreshed(context, cardRanges, { name: refresh, isWhole: whole })
  if (find !== undefined) return context.show(foundResult(find, await cardRanges.find(find)))
  context.show(statesResult(await cardRanges.list()))
}

/** A running gateway has the connection to the directory server, so it is told to ask. */
async function refreshed(
  { clock, halt, withProgress }: CommandContext,
  cardRanges: CardRangeRecords,
  { name, isWhole }: { readonly name: string; readonly isWhole: boolean },
): Promise<void> {
  await cardRanges.request(name, isWhole)
  const waitedUntil = clock.monotonicMs() + patienceMs
  const state = await withProgress(async progress => {
    for (let waited = 0; clock.monotonicMs() < waitedUntil && !halt.aborted; waited += 1) {
      const found = (await cardRanges.list()).find(one => one.directoryServer === name)
      if (found && found.requestedBy === undefined) return found
      progress.report('Waiting for the directory server', waited)
      await setTimeout(lookEveryMs)
    }
    return undefined
  })
  if (state === undefined) throw new StartRefusal(patienceSentence)
  if (state.failure !== undefined)
    throw new StartRefusal(`Nothing came of it (${printable(state.failure)}): the ranges have not changed.`)
}

/** A list of 200 MB takes a while. */
const patienceMs = 180_000
const lookEveryMs = 500
const patienceSentence =
  'It is to be asked, and nothing has come of it yet: either no gateway with this directory server is ' +
  'running, or its list is long. It goes on; tollgate directory-ranges shows how far it is.'

function statesResult(states: readonly RangeState[]): CommandResult {
  return {
    json: states.map(({ current, nextInMs, ...state }) => ({
      ...state,
      ...(current && {
        ...{ ranges: current.ranges, generation: current.generation, ageMs: Math.round(current.ageMs) },
        ...(current.serialNumber !== undefined && { serialNumber: current.serialNumber }),
      }),
      nextInMs: Math.round(nextInMs),
    })),
    isBad: states.length === 0 || states.some(isBad),
    text: paint =>
      states.length === 0
        ? ['No gateway with a directory server has been started on this database.']
        : tableLines(
            ['directory server', 'ranges', 'serial number', 'confirmed', 'asked next', ''],
            states.map(state => stateRow(state, paint)),
            paint,
          ),
  }
}

const isBad = ({ current }: RangeState): boolean => !current || current.ageMs > rangesOldMs

function stateRow(state: RangeState, paint: TerminalPaint): readonly string[] {
  const { directoryServer, current, nextInMs, isWholeNext, failures, failure, requestedBy } = state
  const next = nextInMs <= 0 ? 'now' : `in ${durationText(nextInMs)}`
  const failed =
    failure === undefined ? '' : `${countText(failures, 'failure')}, the last: ${printable(failure)}`
  const wanted = requestedBy === undefined ? '' : `wanted by ${printable(requestedBy)}`
  return [
    printable(directoryServer),
    current ? current.ranges.toLocaleString('en') : '',
    current?.serialNumber ?? (current ? 'none' : ''),
    current ? `${durationText(current.ageMs)} ago` : 'never loaded',
    `${next}${isWholeNext ? ', all of it' : ''}`,
    [isBad(state) ? paint.red(failed) : failed, wanted].filter(text => text !== '').join('; '),
  ]
}

function foundResult(digits: string, found: readonly RangesOfDirectoryServer[]): CommandResult {
  const rows = found.flatMap(({ directoryServer, ranges }) =>
    ranges.map(range => ({ directoryServer, ...shownRange(range) })),
  )
  const missing = found.filter(({ isLoaded }) => !isLoaded).map(({ directoryServer }) => directoryServer)
  const cut = found.filter(({ isCut }) => isCut).map(({ directoryServer }) => directoryServer)
  return {
    json: { digits, ranges: rows, neverLoaded: missing, cut },
    isBad: missing.length > 0,
    text: paint => [
      ...(rows.length === 0
        ? [`No range has cards that begin with ${digits}.`]
        : tableLines(
            ['directory server', 'from', 'to', 'digits', 'versions', 'method'],
            rows.map(({ directoryServer, from, to, length, versions, methods }) => [
              ...[printable(directoryServer), from, to, length, versions.join(', ')],
              methods.map(url => printable(url)).join(', '),
            ]),
            paint,
          )),
      ...missing.map(name => paint.red(`${printable(name)}: never loaded, so nobody knows.`)),
      ...cut.map(name => `${printable(name)}: there are more; give more digits.`),
    ],
  }
}

/** Of a bound no more is shown than may be shown of a card number. */
function shownRange({ start, end, versions }: ListedRange) {
  const lengths = [...new Set([`${start}`.length, `${end}`.length])]
  return {
    ...{
      from: `${start}`.slice(0, shownDigits),
      to: `${end}`.slice(0, shownDigits),
      length: lengths.join('–'),
    },
    versions: versions.map(({ version }) => version),
    methods: [...new Set(versions.flatMap(({ methodUrl }) => methodUrl ?? []))],
  }
}

const shownDigits = 8
