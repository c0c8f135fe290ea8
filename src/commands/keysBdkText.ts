import type { ListedBaseKeys } from '../administration/baseKeys.ts'
import type { KnownBaseKey, NewBaseKey } from '../administration/port.ts'
import { harmless, isoOf, pairs, type Shown, table, timeOf } from './shown.ts'

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

export const importedBaseKey = (key: NewBaseKey, files: readonly string[]): Shown => ({
  json: jsonOfNew(key),
  text: paint => [
    `${paint.green('Imported')} base key ${key.id}; its terminals are understood from now on.`,
    ...pairs([
      ['key set', key.keySetId],
      ['algorithm', key.algorithm],
      ['merchant', whose(key)],
      ['check value', key.checkValue],
    ]),
    ...(files.length === 0
      ? []
      : ['', `Destroy what it was read from: ${files.map(file => harmless(file)).join(', ')}`]),
  ],
})

export const baseKeyList = ({ baseKeys, isCut }: ListedBaseKeys): Shown => ({
  json: { baseKeys: baseKeys.map(jsonOf), ...(isCut && { isCut }) },
  text: paint =>
    baseKeys.length === 0
      ? ['There is none yet: npx tollgate keys import-bdk --help']
      : [
          ...table(
            ['ID', 'KEY SET', 'ALGORITHM', 'MERCHANT', 'CHECK VALUE', 'SINCE (UTC)', 'STATE'],
            baseKeys.map(key => [
              ...[key.id, key.keySetId, key.algorithm, whose(key), key.checkValue, timeOf(key.createdAtMs)],
              key.retiredAtMs === undefined
                ? `active${key.isTest ? ', for tests' : ''}`
                : paint.dim(`retired ${timeOf(key.retiredAtMs)}`),
            ]),
            paint,
          ),
          ...(isCut ? ['There are more: the first are shown.'] : []),
        ],
})

export const retiredBaseKey = (key: KnownBaseKey): Shown => ({
  json: jsonOf(key),
  text: paint => [`${paint.green('Retired')} ${baseKeyWords(key)}; its value is deleted.`],
})
