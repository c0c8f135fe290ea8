// What the contract says that a request may have at a version: each field by its path, and values for it.

import type { Operation } from '../../src/contract/kit/operation.ts'
import { requestAt } from '../../src/contract/kit/operation.ts'
import type { Resolved, ResolvedGroup, ResolvedScalar } from '../../src/contract/kit/resolve.ts'
import type { Scalar } from '../../src/contract/kit/vocabulary.ts'
import type { Random } from '../simulation/random.ts'

export type ContractField = {
  /** Names from the top; a number is a place in a list. */
  readonly path: readonly (string | number)[]
  readonly type: Resolved
}

const known = new WeakMap<ResolvedGroup, readonly ContractField[]>()

/** Every field that a request has at this version, groups and lists included. */
export function fieldsAt(operation: Operation, version: number): readonly ContractField[] {
  const request = requestAt(operation, version)
  const before = known.get(request)
  if (before) return before
  const fields = fieldsIn(request, [])
  known.set(request, fields)
  return fields
}

function fieldsIn(type: Resolved, path: ContractField['path']): readonly ContractField[] {
  const own = path.length === 0 ? [] : [{ path, type }]
  switch (type.kind) {
    case 'scalar':
      return own
    case 'list':
      return [...own, ...fieldsIn(type.each, [...path, 0])]
    case 'dictionary':
      return [...own, { path: [...path, 'any'], type: type.each }]
    case 'group':
      return [...own, ...type.fields.flatMap(field => fieldsIn(field.type, [...path, field.name]))]
  }
}

/** A value that this field takes by itself; rules about several fields may still refuse it. */
export function goodValue(type: Resolved, random: Random): unknown {
  switch (type.kind) {
    case 'scalar':
      return goodScalar(type, random)
    case 'list':
      return [goodValue(type.each, random)]
    case 'dictionary':
      return { note: goodScalar(type.each, random) }
    case 'group': {
      const optional = type.fields[random.below(type.fields.length)]
      const wanted = type.fields.filter(field => field.isRequired || field === optional)
      return Object.fromEntries(wanted.map(field => [field.name, goodValue(field.type, random)]))
    }
  }
}

function goodScalar({ scalar, values }: ResolvedScalar, random: Random): unknown {
  const { json, min = 0, max = 99 } = scalar
  if (values) return [...values][random.below(values.size)]
  if (json === 'boolean') return random.chance(0.5)
  if (json === 'integer') return min + random.below(Math.min(max - min, 1e9) + 1)
  const taken = takenBy(scalar)
  return taken[random.below(taken.length)] ?? ''
}

const texts = new WeakMap<Scalar, readonly string[]>()

/** The samples that a text field takes; where there are none its sample is still a text. */
function takenBy(scalar: Scalar): readonly string[] {
  const before = texts.get(scalar)
  if (before) return before
  const { min = 1, max = 20 } = scalar
  const lengths = [Math.max(min, 1), max, Math.min(max, 16), Math.min(max, Math.max(min, 5))]
  const made = lengths.flatMap(length => alphabets.map(own => repeated(own, Math.min(length, 300))))
  const taken = [...samples, ...made].filter(text => isTaken(scalar, text))
  const found = taken.length === 0 ? ['x'] : taken
  texts.set(scalar, found)
  return found
}

const isTaken = ({ min = 0, max = 1e9, pattern, holds = () => true }: Scalar, text: string): boolean =>
  [...text].length >= min && [...text].length <= max && (pattern?.test(text) ?? true) && holds(text)

const repeated = (own: string, length: number): string => {
  const characters = [...own]
  return Array.from({ length }, (_, index) => characters[index % characters.length]).join('')
}

const alphabets = ['12', 'Ab1', 'AB', 'A5', 'Añ東😀z9-&', 'x y', 'QUJD']
const samples = [
  ...['USA', 'DEU', 'USD', 'JPY', 'KWD', '2028-02-29', '2027-01-31T10:00:00.000Z', '10:30Z', '+1000'],
  ...['1', '12', '10.00', '0.5', '39', '5123450000000008', '371881634498004', '4508750015741019'],
  ...['jo@mail.example', '+44 2079460000', 'https://shop.example/done', 'en', 'pt-BR', '{"a":1}', 'QUJD'],
  ...['%B5123450000000008^PAYER/TEST^39011010000?', ';5123450000000008=39011010000?', '9A03250101'],
  ...['198.51.100.7', 'QF/081', '012', '0a1b2c3d01', 'SESSION0002776555072F1187G4FA37', '512345xxxxxx0008'],
]
