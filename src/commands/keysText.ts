import type { KeyList } from '../vault/keyList.ts'
import type { Retired, Rotated } from '../vault/rotation.ts'
import { counted, harmless, isoOf, pairs, type Shown, table, timeOf } from './shown.ts'
import type { Paint } from './terminal.ts'

export const keyList = ({ wrappings, generations, keys, next }: KeyList, isCounted: boolean): Shown => ({
  json: {
    wrappings,
    generations: generations.map(({ startedAtMs, retiredAtMs, ageMs, resealedForMs, ...generation }) => ({
      ...generation,
      started: isoOf(startedAtMs),
      isSealedAnew: resealedForMs !== undefined,
      ...(retiredAtMs !== undefined && { retired: isoOf(retiredAtMs) }),
    })),
    keys: keys.map(({ createdAtMs, ...key }) => ({ ...key, created: isoOf(createdAtMs) })),
    ...(next !== undefined && { next }),
  },
  text: paint => [
    ...table(
      ['YOUR KEY', 'LOCKS', 'STATE'],
      wrappings.map((wrapping, index) => [
        ...[
          harmless(wrapping.id),
          counted(wrapping.keys, 'key'),
          wrappingState(wrapping, index === 0, paint),
        ],
      ]),
      paint,
    ),
    '',
    ...table(
      ['GENERATION', 'SINCE (UTC)', 'STATE'],
      generations.map(({ number, startedAtMs, resealedForMs, retiredAtMs }, index) => {
        const isNewest = index === generations.length - 1
        const sealing = resealedForMs === undefined && number > 1 ? ', sealing anew is not finished' : ''
        const state =
          retiredAtMs !== undefined ? paint.dim('retired') : isNewest ? `in use${sealing}` : 'still opens'
        return [String(number), timeOf(startedAtMs), state]
      }),
      paint,
    ),
    '',
    ...table(
      ['KEY', 'LOCKED WITH', 'SINCE (UTC)', ...(isCounted ? ['SEALED UNDER IT'] : [])],
      keys.map(({ name, keyId, createdAtMs, boxes }) => [
        ...[harmless(name, 48), harmless(keyId, 24), timeOf(createdAtMs)],
        ...(isCounted ? [boxes === undefined ? '' : boxes.toLocaleString('en')] : []),
      ]),
      paint,
    ),
    ...(next === undefined ? [] : ['There are more; --merchant shows those of one merchant.']),
  ],
})

function wrappingState({ keys, isKnown, isLocking }: Wrapping, isFirst: boolean, paint: Paint): string {
  if (!isKnown) return paint.red('missing')
  if (isLocking) return 'locks what is new'
  if (isFirst) return paint.cyan('new; keys rotate will lock with it')
  return keys === 0 ? paint.dim('not needed any more') : 'only opens'
}
type Wrapping = KeyList['wrappings'][number]

export const rotation = (rotated: Rotated, isWrapping: boolean): Shown => {
  const { generation, lockedWith, rewrapped, resealed, isFinished, broken, unneeded } = rotated
  return {
    json: rotated,
    isBad: !isFinished,
    text: paint => [
      isFinished
        ? `${paint.green('Rotated:')} generation ${generation}, locked with key ${lockedWith}.`
        : `${paint.yellow('Not finished:')} something is left under an earlier generation; run it again.`,
      ...pairs([
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

const resealedPairs = (resealed: Rotated['resealed']) =>
  Object.entries(resealed).map(
    ([place, count]) => [`${place} sealed anew`, count.toLocaleString('en')] as const,
  )

const unneededLines = (unneeded: readonly string[]): readonly string[] =>
  unneeded.length === 0
    ? []
    : ['', `Of your keys these lock nothing any more: npx tollgate keys discard ${unneeded.join(' ')}`]

export const retirement = (retired: Retired): Shown => ({
  json: retired,
  text: paint => [
    retired.deletedKeys === 0
      ? `There was nothing to retire: generation ${retired.generation} is the only one.`
      : `${paint.green('Retired')} everything before generation ${retired.generation}: ` +
        `${counted(retired.deletedKeys, 'data key')} deleted.`,
    ...unneededLines(retired.unneeded),
  ],
})

const brokenMax = 20

/** Each is in the database and can be opened with no key that there is. */
function brokenLines(broken: Rotated['broken'], paint: Paint): readonly string[] {
  if (broken.length === 0) return []
  const shown = broken.slice(0, brokenMax)
  return [
    '',
    paint.red(`${counted(broken.length, 'thing')} cannot be opened with any key there is:`),
    ...shown.map(({ place, merchantId, name }) => `  ${place} of ${merchantId}: ${harmless(name, 60)}`),
    ...(broken.length > brokenMax ? [`  and ${broken.length - brokenMax} more; --json lists all`] : []),
  ]
}
