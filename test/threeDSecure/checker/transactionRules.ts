import type { Finding } from './findings.ts'
import type { JsonObject } from './json.ts'
import { type Rule, ruleThat } from './rule.ts'
import { type Seen, textIn } from './seen.ts'

type Id = 'threeDSServerTransID' | 'acsTransID' | 'dsTransID'

/** Ids that an earlier message has settled; they are compared as ids, whatever the case of their letters. */
const sameIds = (
  kind: Seen['kind'],
  ids: readonly Id[],
  earlier: (seen: Seen) => JsonObject | undefined,
): Rule => ({ kinds: [kind], findings: seen => changedIds(seen.message, earlier(seen), ids) })

function changedIds(
  message: JsonObject,
  earlier: JsonObject | undefined,
  ids: readonly Id[],
): readonly Finding[] {
  const changed = ids.filter(id => {
    const [is, was] = [textIn(message, id), textIn(earlier, id)]
    return is !== undefined && was !== undefined && is.toLowerCase() !== was.toLowerCase()
  })
  return changed.length > 0 ? [{ code: '301', fields: changed, why: 'not an id of this transaction' }] : []
}

const threeIds: readonly Id[] = ['threeDSServerTransID', 'acsTransID', 'dsTransID']
const challengeIds: readonly Id[] = ['threeDSServerTransID', 'acsTransID']

/** 2.3.1 has codes of its own for what came twice or unasked. */
function unexpectedResult({ version, message, ares, rreq }: Seen): readonly Finding[] {
  const isRecent = version === '2.3.1'
  const answered = textIn(ares, 'transStatus')
  if (ares && !['C', 'D', 'S'].includes(answered ?? '')) {
    const why = 'a result although there was no challenge'
    return isRecent
      ? [{ code: '313', fields: ['threeDSServerTransID'], why }]
      : [{ code: '301', fields: ['threeDSServerTransID'], why, orElse: ['305', '203'] }]
  }
  if (!rreq || (!isRecent && isSame(message, rreq))) return []
  const why = 'a second result'
  return [{ code: isRecent ? '312' : '301', fields: ['threeDSServerTransID'], why }]
}

const isSame = (one: JsonObject, other: JsonObject) => sorted(one) === sorted(other)
const sorted = (message: JsonObject) => JSON.stringify(Object.entries(message).sort())

export const transactionRules: readonly Rule[] = [
  sameIds('ARes', ['threeDSServerTransID'], seen => seen.areq),
  sameIds('RReq', threeIds, seen => seen.ares),
  sameIds('RReq', ['threeDSServerTransID'], seen => (seen.ares ? undefined : seen.areq)),
  sameIds('RRes', threeIds, seen => seen.rreq),
  sameIds('CReq', challengeIds, seen => seen.ares),
  sameIds('CRes', challengeIds, seen => seen.ares ?? seen.creq),
  sameIds('PRes', ['threeDSServerTransID'], seen => seen.preq),
  { kinds: ['RReq'], findings: unexpectedResult },
  ruleThat(
    ['CReq'],
    { code: '305', fields: ['acsTransID'], why: 'no challenge was asked for' },
    ({ ares }) => ares !== undefined && textIn(ares, 'transStatus') !== 'C',
  ),
  ruleThat(
    ['CReq'],
    { code: '305', fields: ['acsTransID'], why: 'not the request that opened the challenge' },
    ({ message, creq }) => creq !== undefined && !isSame(message, creq),
  ),
]
