import type { ListedBaseKeys } from '../administration/baseKeys.ts'
import type { KnownBaseKey, NewBaseKey } from '../administration/port.ts'
import { isoOf, pairs, type Shown, table, timeOf } from './shown.ts'
import type { Paint } from './terminal.ts'

const whose = ({ merchantId }: NewBaseKey): string => merchantId ?? 'all'

export const baseKeyWords = (key: NewBaseKey): string =>
  `base key ${key.id} (${key.algorithm}, key set ${key.keySetId}, merchant: ${whose(key)})`

const jsonOfNew = ({ id, keySetId, algorithm, merchantId, checkValue }: NewBaseKey) => ({
  ...{ id, keySetId, algorithm, checkValue },
  ...(merchantId !== undefined && { merchantId }),
})

const jsonOf = (key: KnownBaseKey) => ({
  ...jsonOfNew(key),
  isTest: key.isTest,
  created: isoOf(key.createdAtMs),
  ...(key.retiredAtMs !== undefined && { retired: isoOf(key.retiredAtMs) }),
})

/** Places: where it was read from. */
export const importedBaseKey = (key: NewBaseKey, places: readonly string[]): Shown => ({
  json: jsonOfNew(key),
  text: paint => [
    `${paint.green('Imported')} base key ${key.id}; its terminals are understood from now on.`,
    ...pairs([
      ['key set', key.keySetId],
      ['algorithm', key.algorithm],
      ['merchant', whose(key)],
      ['check value', key.checkValue],
    ]),
    ...(places.length === 0 ? [] : ['', `Destroy what it was read from: ${places.join(', ')}`]),
  ],
})

export const baseKeyList = ({ baseKeys, isCut }: ListedBaseKeys): Shown => ({
  json: { baseKeys: baseKeys.map(jsonOf), ...(isCut && { isCut }) },
  text: paint =>
    baseKeys.length === 0
      ? ['There is none yet: npx tollgate keys import-bdk --help']
      : [
          ...table(
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

/** The day is enough where a line is to fit on a screen; programs are told the second. */
const dayOf = (ms: number): string => timeOf(ms).slice(0, 10)

function stateOf({ retiredAtMs, isTest }: KnownBaseKey, paint: Paint): string {
  if (retiredAtMs !== undefined) return paint.dim('retired')
  return isTest ? 'test' : 'active'
}

export const retiredBaseKey = (key: KnownBaseKey): Shown => ({
  json: jsonOf(key),
  text: paint => [`${paint.green('Retired')} ${baseKeyWords(key)}; its value is deleted.`],
})
