import type { Finding } from './findings.ts'
import { childPath, isArray, isObject, type Json, type JsonObject } from './json.ts'
import { needOf } from './rows.ts'
import type { Seen } from './seen.ts'
import type { ArrayForm, Form, ObjectForm, Row, StringFault, StringForm } from './shapes.ts'

interface Place {
  readonly path: string
  readonly seen: Seen
}

/** Every row of a table against an object: there or not, and of which form. */
export function findingsOfRows(rows: readonly Row[], within: JsonObject, { path, seen }: Place): Finding[] {
  return rows.flatMap(row => {
    const name = row.otherName !== undefined && within[row.name] === undefined ? row.otherName : row.name
    return findingsOfRow(row, within[name], { path: childPath(path, row.name), seen })
  })
}

function findingsOfRow(row: Row, value: Json | undefined, place: Place): readonly Finding[] {
  const need = needOf(row, place.seen)
  const form = row.form[place.seen.version]
  if (need === 'absent') return []
  if (value === undefined) return need === 'required' ? [fault('201', place, 'is missing')] : []
  if (need === 'excluded') return [fault('203', place, 'has no place here')]
  if (isEmpty(value, form)) return [fault(need === 'required' ? '201' : '203', place, 'is empty')]
  return findingsOfValue(form, value, place)
}

function isEmpty(value: Json, form: Form): boolean {
  if (value === null || value === '') return true
  if (isArray(value)) return value.length === 0
  return isObject(value) && form.type === 'object' && form.rows.length > 0 && Object.keys(value).length === 0
}

function findingsOfValue(form: Form, value: Json, place: Place): readonly Finding[] {
  if (form.type === 'any') return []
  if (form.type === 'array') return isArray(value) ? ofArray(form, value, place) : [ofWrongType(form, place)]
  if (form.type === 'object')
    return isObject(value) ? ofObject(form, value, place) : [ofWrongType(form, place)]
  if (form.type === 'string')
    return typeof value === 'string' ? ofString(form, value, place) : [ofWrongType(form, place)]
  if (typeof value !== 'boolean') return [ofWrongType(form, place)]
  return form.isTrueOnly && !value ? [fault('203', place, 'is true or left out')] : []
}

const ofWrongType = ({ type }: Form, place: Place) => fault('203', place, `is no ${type}`)

function ofString(form: StringForm, value: string, place: Place): readonly Finding[] {
  const found = form.faultOf(value, place.seen.about)
  return found ? [ofFault(found, place)] : []
}

/** Before 2.3.1 there was no code of its own for values that are kept for later. */
function ofFault(found: StringFault, place: Place): Finding {
  if (found === 'isoCode') return fault('304', place, 'is no code of ISO that can be used')
  if (found === 'format') return fault('203', place, 'has not its form')
  if (place.seen.version !== '2.3.1') return fault('203', place, 'has a reserved value')
  return { ...fault('207', place, 'has a reserved value'), orElse: ['203'] }
}

function ofArray(form: ArrayForm, value: readonly Json[], place: Place): readonly Finding[] {
  const found = value.flatMap(each =>
    isEmpty(each, form.of)
      ? [fault('203', place, 'has an empty element')]
      : findingsOfValue(form.of, each, place),
  )
  if (value.length < form.min || value.length > form.max)
    found.push(fault('203', place, `has ${value.length} elements`))
  if (place.seen.version === '2.3.1' && form.of.type === 'string' && new Set(value).size < value.length)
    found.push({ ...fault('204', place, 'has an element twice'), orElse: ['203'] })
  return found
}

function ofObject(form: ObjectForm, value: JsonObject, place: Place): readonly Finding[] {
  const found = findingsOfRows(form.rows, value, place)
  if (form.charactersMax !== undefined && JSON.stringify(value).length > form.charactersMax)
    found.push(fault('203', place, 'is too long'))
  return found
}

const fault = (code: string, { path }: Place, why: string): Finding => ({ code, fields: [path], why })
