// Tables of messages: a row for each field, compiled for each version when the table is made.

import { type SpokenVersion, spokenVersions } from '../versions.ts'
import type { ElementForm, MessageFlaw, WireMessage } from './forms.ts'
import { isContent } from './forms.ts'

/** Of a conditional field: what its condition says about this message. */
export type FieldNeed = 'required' | 'allowed' | 'excluded'
export type FieldCondition = (message: WireMessage, version: SpokenVersion) => FieldNeed

/** Name, form, and its presence in 2.1.0, 2.2.0, 2.3.1: R required, C by a condition, O optional, - none. */
export type FieldRow = readonly [
  name: string,
  form: ElementForm,
  presence: string,
  condition?: FieldCondition,
]

/** Finds what is wrong with a message. Fields without a row are not looked at. */
export type ReceiverTable = (message: WireMessage, version: SpokenVersion) => readonly MessageFlaw[]

export function messageTable(rows: readonly FieldRow[]): ReceiverTable {
  const compiled = new Map(
    spokenVersions.map((version, at) => [version, rows.flatMap(row => compiledRow(row, at))] as const),
  )
  return (message, version) =>
    (compiled.get(version) ?? []).flatMap(({ name, form, need }) => {
      const value = message[name]
      const wanted = need(message, version)
      if (value === undefined) return wanted === 'required' ? [{ code: '201', field: name }] : []
      if (wanted === 'excluded') return [{ code: '203', field: name }]
      if (isEmpty(value)) return [{ code: wanted === 'required' ? '201' : '203', field: name }]
      return form(value, name, version)
    })
}

/** An object within a message: a table whose fields are named behind the object's own name. */
export function group(rows: readonly FieldRow[]): ElementForm {
  const table = messageTable(rows)
  return (value, at, version) =>
    isContent(value)
      ? table(value, version).map(({ code, field }) => ({ code, field: `${at}.${field}` }))
      : [{ code: '203', field: at }]
}

const isEmpty = (value: unknown): boolean => value === null || value === ''

type CompiledRow = { readonly name: string; readonly form: ElementForm; readonly need: FieldCondition }

function compiledRow([name, form, presence, condition]: FieldRow, at: number): readonly CompiledRow[] {
  switch (presence[at]) {
    case 'R':
      return [{ name, form, need: condition ?? (() => 'required') }]
    case 'C':
      return [{ name, form, need: condition ?? (() => 'allowed') }]
    case 'O':
      return [{ name, form, need: () => 'allowed' }]
    default:
      return []
  }
}

export const requiredIf =
  (isNeeded: (message: WireMessage, version: SpokenVersion) => boolean): FieldCondition =>
  (message, version) =>
    isNeeded(message, version) ? 'required' : 'allowed'
