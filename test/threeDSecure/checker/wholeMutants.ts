import type { JsonObject } from './json.ts'
import type { Mutant } from './mutant.ts'
import { type Seen, textIn, versions } from './seen.ts'

const strange = '00000000-0000-4000-8000-000000000000'

function changed(seen: Seen, name: string, change: JsonObject, codes: readonly string[]): Mutant {
  const text = JSON.stringify({ ...seen.message, ...change })
  return { name, text, codes, fields: Object.keys(change), mayPass: false }
}

/** Faults of a message as a whole, and against what was said before it. */
export function wholeMutants(seen: Seen): readonly Mutant[] {
  return [...ofText(seen), ...ofExtras(seen), ...ofTransaction(seen), ...ofResult(seen)]
}

function ofText(seen: Seen): readonly Mutant[] {
  const text = JSON.stringify(seen.message)
  const whole = (name: string, written: string): Mutant => ({
    name,
    text: written,
    codes: ['101'],
    fields: ['messageType'],
    mayPass: false,
  })
  return [
    whole('cut off', text.slice(0, -1)),
    whole('nothing', ''),
    whole('in an array', `[${text}]`),
    whole('of an unknown kind', JSON.stringify({ ...seen.message, messageType: 'XReq' })),
  ]
}

const extension = (id: string, criticalityIndicator: boolean): JsonObject => ({
  messageExtension: [{ name: 'an extension', id, criticalityIndicator, data: { value: '1' } }],
})

function ofExtras(seen: Seen): readonly Mutant[] {
  const extras: readonly Mutant[] = [
    changed(seen, 'an unknown field', { fieldOfTomorrow: '1' }, []),
    changed(seen, 'an unknown object', { objectOfTomorrow: { of: ['1', 2, null, true] } }, []),
  ]
  if (seen.kind === 'Erro') return extras
  return [
    ...extras,
    changed(seen, 'an extension that may be passed over', extension('X-tomorrow', false), []),
    changed(seen, 'a critical extension', extension('X-tomorrow', true), ['202']),
  ]
}

/** Ids and the version are settled by the first message of a transaction. */
function ofTransaction(seen: Seen): readonly Mutant[] {
  const { areq, ares, rreq, preq, version, message } = seen
  const earlier = { ...(preq ?? {}), ...(areq ?? {}), ...(ares ?? {}), ...(rreq ?? {}) }
  const isSettled = Object.keys(earlier).length > 0
  const ids = ['threeDSServerTransID', 'acsTransID', 'dsTransID'].filter(
    id => message[id] !== undefined && earlier[id] !== undefined,
  )
  const others = versions.filter(each => each !== version)
  if (seen.kind === 'Erro') return []
  return [
    ...ids.map(id => changed(seen, `${id} of another transaction`, { [id]: strange }, ['301', '203'])),
    ...(isSettled
      ? others.map(other => changed(seen, `in ${other}`, { messageVersion: other }, ['203']))
      : []),
    changed(seen, 'a version of tomorrow', { messageVersion: '2.9.0' }, isSettled ? ['203', '102'] : ['102']),
  ]
}

/** Statuses that the request did not make possible, and a cancellation that contradicts its reason. */
function ofResult(seen: Seen): readonly Mutant[] {
  const { kind, message } = seen
  if (kind === 'ARes' && textIn(message, 'transStatus') === 'C') {
    const decoupled = { transStatus: 'D', acsDecConInd: 'Y' }
    return [
      changed(seen, 'D unasked', decoupled, ['203']),
      changed(seen, 'S unasked', { transStatus: 'S' }, ['203']),
      changed(seen, 'I unasked', { transStatus: 'I' }, ['203']),
    ]
  }
  if (kind !== 'RReq' || textIn(message, 'transStatus') !== 'N') return []
  return [
    ...['C', 'I', 'S', 'D'].map(status =>
      changed(seen, `result ${status}`, { transStatus: status }, ['203']),
    ),
    changed(seen, '14 by the payer', { transStatusReason: '14', challengeCancel: '01' }, ['203']),
    changed(seen, '14 by nobody', { transStatusReason: '14', challengeCancel: undefined }, ['201', '203']),
  ]
}
