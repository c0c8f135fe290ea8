import type { Finding } from './findings.ts'
import { colourDepths } from './forms.ts'
import { childPath, isArray, isObject, type Json, type JsonObject } from './json.ts'
import { type Rule, ruleThat } from './rule.ts'
import { nestedIn, type Seen, textIn } from './seen.ts'
import type { Form, Row } from './shapes.ts'

// What receivers have to pass over, or only some of them take: a careful sender does not write it.

const advice = (field: string, why: string) => ({ code: 'sender', fields: [field], why })
const phones = ['homePhone', 'mobilePhone', 'workPhone']

const inRequests: readonly Rule[] = [
  ruleThat(
    ['AReq'],
    advice('deviceChannel', 'apps are not served'),
    seen => seen.message.deviceChannel === '01',
  ),
  ruleThat(['AReq'], advice('threeDSRequestorDecReqInd', 'decoupled is never asked for'), ({ message }) =>
    ['Y', 'F', 'B'].includes(textIn(message, 'threeDSRequestorDecReqInd') ?? ''),
  ),
  ruleThat(
    ['AReq'],
    advice('threeDSRequestorSpcSupport', 'on-device confirmation is never offered'),
    ({ message }) => message.threeDSRequestorSpcSupport !== undefined,
  ),
  ruleThat(['AReq'], advice('notificationURL', 'with a query some never call it'), ({ message }) =>
    /[?#]/.test(textIn(message, 'notificationURL') ?? ''),
  ),
  ruleThat(
    ['AReq'],
    advice('browserLanguage', 'some take 8 characters only'),
    ({ message }) => (textIn(message, 'browserLanguage') ?? '').length > 8,
  ),
  ruleThat(['AReq'], advice('browserColorDepth', 'some take the old list only'), ({ message }) => {
    const depth = textIn(message, 'browserColorDepth')
    return depth !== undefined && !colourDepths.some(each => each === depth)
  }),
  ...phones.map(phone =>
    ruleThat(
      ['AReq'],
      advice(`${phone}.subscriber`, 'some take 12 digits only'),
      ({ message }) => (textIn(nestedIn(message, phone), 'subscriber') ?? '').length > 12,
    ),
  ),
]

const inAnswers: readonly Rule[] = [
  ruleThat(
    ['ARes'],
    advice('acsURL', 'there is no challenge'),
    ({ message }) => message.acsURL !== undefined && textIn(message, 'transStatus') !== 'C',
  ),
  ruleThat(
    ['Erro'],
    advice('errorDetail', 'does not name the fields'),
    ({ message }) =>
      ['201', '203', '204', '304'].includes(textIn(message, 'errorCode') ?? '') &&
      !/^\w+(?:\.\w+)*(?:, ?\w+(?:\.\w+)*)*$/.test(textIn(message, 'errorDetail') ?? ''),
  ),
  ruleThat(
    ['Erro'],
    advice('errorDetail', 'does not name the versions'),
    ({ message }) =>
      message.errorCode === '102' && !/\d+\.\d+\.\d+/.test(textIn(message, 'errorDetail') ?? ''),
  ),
]

export const senderRules: readonly Rule[] = [...inRequests, ...inAnswers]

/** Fields that the version's table does not have: typing errors, and things of another version. */
export function strayFields(rows: readonly Row[], seen: Seen): readonly Finding[] {
  return strayIn(rows, seen.message, { path: '', seen }).map(field => advice(field, 'not in the table'))
}

interface Place {
  readonly path: string
  readonly seen: Seen
}

function strayIn(rows: readonly Row[], within: JsonObject, { path, seen }: Place): readonly string[] {
  const known = namesIn(rows)
  return Object.entries(within).flatMap(([name, value]) => {
    const row = known.get(name)
    const inner = childPath(path, name)
    if (row === undefined || row.presence[seen.version] === 'absent') return [inner]
    return strayInValue(row.form[seen.version], value, { path: inner, seen })
  })
}

const namesOfTables = new WeakMap<readonly Row[], ReadonlyMap<string, Row>>()

/** A table is looked through once, not for every message. */
function namesIn(rows: readonly Row[]): ReadonlyMap<string, Row> {
  const known =
    namesOfTables.get(rows) ??
    new Map(rows.flatMap(row => [row.name, row.otherName ?? row.name].map(name => [name, row] as const)))
  namesOfTables.set(rows, known)
  return known
}

function strayInValue(form: Form, value: Json | undefined, place: Place): readonly string[] {
  if (form.type === 'array' && isArray(value))
    return [...new Set(value.flatMap(each => strayInValue(form.of, each, place)))]
  if (form.type !== 'object' || form.rows.length === 0 || !isObject(value)) return []
  return strayIn(form.rows, value, place)
}
