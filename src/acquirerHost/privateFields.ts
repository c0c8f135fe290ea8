// Where a dialect keeps what the standard leaves to hosts: security codes, addresses, identifiers. The
// numbers of standard fields are not looked up here; the host knows them (hostQuestion.ts, hostAnswer.ts).

import { createParts, type FieldParts } from '../acquirers/iso8583/codec/parts.ts'
import type { Dialect, FieldForm, Part } from '../acquirers/iso8583/dialects/dialect.ts'
import type { Meaning } from '../acquirers/iso8583/dialects/meanings.ts'
import { IsoFormatError, type IsoMessage } from '../acquirers/iso8583/dialects/message.ts'

export type PrivateFields = {
  /** The value of one meaning; undefined where the message has none, or its field cannot be read. */
  reader(message: IsoMessage): (meaning: Meaning) => string | undefined
  /** Whether the dialect has a place for it. */
  has(meaning: Meaning): boolean
  /** Fields with these values; what the dialect has no place for, or does not fit there, is left out. */
  write(values: PrivateValues): Record<number, string>
}

export type PrivateValues = { readonly [meaning in Meaning]?: string | undefined }

type Place = { readonly field: number; readonly key?: string }

export function createPrivateFields(dialect: Dialect): PrivateFields {
  const parts = new Map<number, FieldParts>()
  const places = new Map<string, Place>()
  for (const [number, form] of Object.entries(dialect.fields)) {
    const field = Number(number)
    if (form.meaning !== undefined) places.set(form.meaning, { field })
    if (form.parts === undefined) continue
    parts.set(field, createParts(form))
    for (const [key, { meaning }] of partsOf(form))
      if (meaning !== undefined && !places.has(meaning)) places.set(meaning, { field, key })
  }
  return {
    has: meaning => places.has(meaning),
    reader: message => {
      const opened = new Map<number, Readonly<Record<string, string>>>()
      return meaning => {
        const place = places.get(meaning)
        if (place === undefined) return undefined
        const value = message.fields[place.field]
        if (value === undefined || place.key === undefined) return value
        const read = opened.get(place.field) ?? readParts(parts.get(place.field), value)
        opened.set(place.field, read)
        return read[place.key]
      }
    },
    write: values => writeAll(values, places, parts),
  }
}

function partsOf({ parts }: FieldForm): readonly (readonly [key: string, part: Part])[] {
  if (parts === undefined) return []
  if (parts.layout !== 'fixed') return Object.entries(parts.parts)
  return parts.parts.map((part, index) => [String(index + 1), part] as const)
}

function readParts(parts: FieldParts | undefined, value: string): Readonly<Record<string, string>> {
  try {
    return parts?.read(value) ?? {}
  } catch (error) {
    if (error instanceof IsoFormatError) return {}
    throw error
  }
}

function writeAll(
  values: PrivateValues,
  places: ReadonlyMap<string, Place>,
  parts: ReadonlyMap<number, FieldParts>,
): Record<number, string> {
  const fields: Record<number, string> = {}
  const byField = new Map<number, Record<string, string>>()
  for (const meaning in values) {
    const place = places.get(meaning)
    const value = place && readMember(values, meaning)
    if (value === undefined || place === undefined) continue
    if (place.key === undefined) fields[place.field] = value
    else {
      const group = byField.get(place.field) ?? {}
      group[place.key] = value
      byField.set(place.field, group)
    }
  }
  for (const [field, written] of byField) {
    const text = writeParts(parts.get(field), written)
    if (text !== undefined) fields[field] = text
  }
  return fields
}

const readMember = (values: Readonly<Record<string, string | undefined>>, name: string): string | undefined =>
  values[name]

function writeParts(
  parts: FieldParts | undefined,
  values: Readonly<Record<string, string>>,
): string | undefined {
  try {
    return parts?.write(values)
  } catch (error) {
    if (error instanceof IsoFormatError) return undefined
    throw error
  }
}
