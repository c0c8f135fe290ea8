// Messages of a dialect before anything happens to them: what others wrote in the same bytes, and values made
// up for the fields of its table, those with parts in their layout.

import { createCodec } from '../../src/acquirers/iso8583/codec/codec.ts'
import { createParts } from '../../src/acquirers/iso8583/codec/parts.ts'
import type { Dialect, FieldForm, PartLayout } from '../../src/acquirers/iso8583/dialects/dialect.ts'
import { type Format, parseFormat } from '../../src/acquirers/iso8583/dialects/formats.ts'
import { goldenDialect, goldens } from '../iso8583/goldens.ts'
import type { Random } from '../simulation/random.ts'

const madeUp = 200
/** Long enough for whatever hosts send; longer ones would only take longer. */
const longestBytes = 800

export function corpusOf(dialect: Dialect, random: Random): readonly Buffer[] {
  const codec = createCodec(dialect)
  const others = goldens.messages
    .filter(({ coding }) => isSame(goldenDialect(coding), dialect))
    .map(({ hex }) => Buffer.from(hex, 'hex'))
  const own: Buffer[] = []
  while (own.length < madeUp) {
    const bytes = codec.encode(messageOf(dialect, random))
    if (bytes.length < longestBytes) own.push(bytes)
  }
  return [...others, ...own]
}

const isSame = (one: Dialect, other: Dialect): boolean =>
  one.generation === other.generation && JSON.stringify(one.coding) === JSON.stringify(other.coding)

function messageOf({ fields, generation }: Dialect, random: Random) {
  const share = random.pick([0.05, 0.1, 0.2, 0.4])
  const chosen = Object.entries(fields).filter(() => random.chance(share))
  const classAndFunction = random.pick(['100', '110', '200', '210', '220', '420', '421', '430', '800', '810'])
  return {
    type: (generation === '1987' ? '0' : '1') + classAndFunction,
    fields: Object.fromEntries(chosen.map(([number, form]) => [Number(number), valueFor(form, random)])),
  }
}

function valueFor(form: FieldForm, random: Random): string {
  const format = parseFormat(form.format)
  if (!form.parts || random.chance(0.2)) return textOf(format, random)
  const parts = Object.entries(partsOf(form.parts)).filter(() => random.chance(0.5))
  const values = Object.fromEntries(
    parts.map(([key, part]) => [key, textOf(parseFormat(part.format), random)]),
  )
  const value = createParts(form).write(values)
  return value.length > format.longest ? textOf(format, random) : value
}

const partsOf = (layout: PartLayout) =>
  layout.layout === 'fixed'
    ? Object.fromEntries(layout.parts.map((part, index) => [String(index + 1), part]))
    : layout.parts

const alphabets: Readonly<Record<Format['characters'], string>> = {
  n: '0123456789',
  z: '0123456789',
  'x+n': '0123456789',
  b: '0123456789ABCDEF',
  a: 'ABCXYZabcxyz ',
  an: 'ABCXYZabcxyz 0123456789',
  ns: '0123456789.,-/=',
  ans: 'ABCXYZabcxyz 0123456789.,-/@#&*<>=~',
}

function textOf({ characters, isVariable, longest }: Format, random: Random): string {
  const asked = isVariable
    ? random.pick([1, longest, 1 + random.below(longest), 1 + random.below(20)])
    : longest
  const length = characters === 'b' ? Math.min(longest, asked + (asked % 2)) : Math.min(longest, asked)
  const alphabet = alphabets[characters]
  const text = Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('')
  if (characters === 'x+n') return random.pick(['C', 'D']) + text.slice(1)
  return characters === 'z' && length > 3 ? `${text.slice(0, 2)}=${text.slice(3)}` : text
}
