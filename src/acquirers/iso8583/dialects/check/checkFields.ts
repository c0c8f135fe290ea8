// The fields of a dialect: whether their parts fit them, whether each meaning has one place, and whether
// nothing secret would be shown.

import { longestSaid } from '../../codec/fieldCodes.ts'
import type { Coding, Dialect, FieldForm, Part, PartLayout } from '../dialect.ts'
import { type Format, fits, parseFormat } from '../formats.ts'
import type { Meaning } from '../meanings.ts'
import { accountNumberField, secretFields, secretMeanings } from '../secretMeanings.ts'
import type { Finding } from './shapes.ts'

/** Without these nothing can be asked of a host, or its answer not be read. */
const needed: readonly Meaning[] = [
  ...(['processingCode', 'amount', 'currency', 'traceNumber', 'terminal', 'responseCode'] as const),
]

export function checkFields({ fields, coding }: Dialect, find: Finding): void {
  if (coding.lengths === 'ascii' && coding.lengthBytes !== undefined)
    find('coding.lengthBytes', 'is of packed and binary lengths, and these are ascii')
  for (const [number, form] of Object.entries(fields)) {
    checkField(`fields.${number}`, Number(number), form, find)
    checkLength(`fields.${number}`, form, coding, find)
  }
  const places = placesOfMeanings(fields)
  // The check value is in 64, or in 128 where there is a second bitmap.
  for (const [meaning, where] of places)
    if (where.length > 1 && meaning !== 'checkValue')
      find(where.at(-1) ?? '', `has the meaning ${meaning}, and so has ${where[0]}`)
  for (const meaning of needed)
    if (!places.has(meaning)) find('fields', `no field has the meaning ${meaning}`)
  if (fields[11] !== undefined && fields[11].meaning !== 'traceNumber')
    find('fields.11', 'must have the meaning traceNumber')
}

function placesOfMeanings(fields: Dialect['fields']): ReadonlyMap<Meaning, readonly string[]> {
  const places = new Map<Meaning, string[]>()
  const note = (meaning: Meaning | undefined, place: string) => {
    if (meaning !== undefined) places.set(meaning, [...(places.get(meaning) ?? []), place])
  }
  for (const [number, { meaning, parts }] of Object.entries(fields)) {
    note(meaning, `fields.${number}`)
    for (const [key, part] of partsIn(parts)) note(part.meaning, `fields.${number}.parts.parts.${key}`)
  }
  return places
}

/** By the key under which they are found in the file. */
const partsIn = (layout: PartLayout | undefined): readonly (readonly [string, Part])[] =>
  layout === undefined ? [] : Object.entries<Part>({ ...layout.parts })

function checkField(place: string, number: number, form: FieldForm, find: Finding): void {
  const format = parseFormat(form.format)
  if (format.isVariable && format.lengthDigits === 0)
    find(`${place}.format`, 'needs LL, LLL or LLLL: the field has a variable length')
  checkShown(place, form, secretFields.has(number), number === accountNumberField, find)
  if (form.show === 'whole' && format.lengthDigits >= 3 && form.meaning === undefined)
    find(`${place}.show`, 'a field without a meaning may hold anything: only its length may be shown')
  if (form.parts === undefined) return
  if (form.meaning !== undefined)
    find(`${place}.meaning`, 'the field has parts, which have meanings of their own')
  if (form.show !== undefined)
    find(`${place}.show`, 'the field has parts, which say what may be seen of them')
  checkLayout(`${place}.parts`, form.parts, find)
}

function checkLength(place: string, form: FieldForm, general: Coding, find: Finding): void {
  const coding = { ...general, ...form.coding }
  if (form.coding?.lengthBytes !== undefined && coding.lengths === 'ascii')
    find(`${place}.coding.lengthBytes`, 'is of packed and binary lengths, and this one is ascii')
  const format = parseFormat(form.format)
  if (format.lengthDigits === 0) return
  // In hexadecimal the standard's own formats say more than their length can: the shorter one counts.
  const longest = format.characters === 'b' ? format.longest / 2 : format.longest
  if (longest > longestSaid(format, coding))
    find(`${place}.format`, `is longer than its length can say: ${longestSaid(format, coding)}`)
}

function checkShown(
  place: string,
  { meaning, show }: FieldForm | Part,
  isSecretField: boolean,
  isNumberField: boolean,
  find: Finding,
): void {
  if (show === undefined || show === 'length') return
  if (isSecretField || (meaning !== undefined && secretMeanings.has(meaning)))
    find(`${place}.show`, 'nothing of it may be seen but its length')
  else if ((isNumberField || meaning === 'accountNumber') && show === 'whole')
    find(`${place}.show`, 'of an account number at most the first six and the last four digits may be seen')
}

function checkLayout(place: string, layout: PartLayout, find: Finding): void {
  if (partsIn(layout).length === 0) find(place, 'has no parts')
  for (const [key, part] of partsIn(layout)) {
    const at = `${place}.parts.${key}`
    const format = parseFormat(part.format)
    if (format.lengthDigits !== 0)
      find(`${at}.format`, 'the layout says its length, so it has no LL, LLL or LLLL')
    if (part.constant !== undefined && !fits(format, part.constant))
      find(`${at}.constant`, 'does not fit the format')
    checkShown(at, part, false, false, find)
    checkPlaceInLayout(at, key, format, part, layout, find)
  }
}

function checkPlaceInLayout(
  at: string,
  key: string,
  format: Format,
  { prefix = '' }: Part,
  layout: PartLayout,
  find: Finding,
): void {
  switch (layout.layout) {
    case 'fixed':
      if (format.isVariable && Number(key) !== layout.parts.length - 1)
        find(`${at}.format`, 'only the last part may have a variable length')
      return
    case 'tagged':
      if (key.length !== layout.tagDigits) find(at, `its tag must have ${layout.tagDigits} digits`)
      if (prefix.length + format.longest > (layout.lengthDigits === 2 ? 99 : 999))
        find(`${at}.format`, 'is longer than its length can say')
      return
    case 'bitmap':
      if (format.isVariable) find(`${at}.format`, 'must have a fixed length')
      if (Number(key) > layout.bytes * 8) find(at, 'its bitmap has no such number')
  }
}
