import { expect, test } from 'vitest'
import { eachKindAndVersion } from '../checker/goldens.ts'
import { disagreementsOn } from './agreement.ts'

const ours = eachKindAndVersion.filter(([kind]) => ['AReq', 'CReq', 'RRes', 'PReq', 'ORes'].includes(kind))

test.each(ours)('so does every fault of %s of %s, which only we send', (kind, version) => {
  expect(disagreementsOn(kind, version)).toEqual([])
})
