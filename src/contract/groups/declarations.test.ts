import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Field, Type } from '../kit/vocabulary.ts'

type Declared = { readonly name: string; readonly type: Type }

const isType = (value: unknown): value is Type =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  ['scalar', 'group', 'list', 'dictionary', 'versioned'].includes(String(value.kind))

/** Everything that the files of this folder and the data types of the kit export. */
const declarations: readonly Declared[] = (
  await Promise.all([...modulesIn('.'), '../kit/scalars.ts', '../kit/decimals.ts'].map(exportsOf))
).flat()

function modulesIn(folder: string): readonly string[] {
  return readdirSync(new URL(folder, import.meta.url))
    .filter(name => /(?<!\.test)\.ts$/.test(name))
    .map(name => `./${name}`)
}

async function exportsOf(path: string): Promise<readonly Declared[]> {
  const module: Readonly<Record<string, unknown>> = await import(path)
  return Object.entries(module).flatMap(([name, value]) => {
    if (isType(value)) return [{ name, type: value }]
    const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
    return isType(type) ? [{ name, type }] : []
  })
}

const fields = declarations.flatMap(({ name, type }) => fieldsOf(type, name))

function fieldsOf(type: Type, path: string): readonly (readonly [path: string, field: Field])[] {
  switch (type.kind) {
    case 'group':
      return Object.entries(type.fields).flatMap(([name, field]) => [
        [`${path}.${name}`, field] as const,
        ...fieldsOf(field.type, `${path}.${name}`),
      ])
    case 'list':
      return fieldsOf(type.each, path)
    case 'versioned':
      return type.forms.flatMap(form => fieldsOf(form.type, path))
    default:
      return []
  }
}

test('there is something to judge', () => {
  expect(declarations.length).toBeGreaterThan(80)
  expect(fields.length).toBeGreaterThan(800)
})

test('every field says in one line what it is', () => {
  const silent = fields.filter(([, { doc }]) => !/^[A-Z][^\n]{3,}[.?]$/.test(doc)).map(([path]) => path)
  expect(silent).toEqual([])
})

test('a default is a value the field accepts', () => {
  const strange = fields.filter(([, field]) => field.default !== undefined && !acceptsDefault(field))
  expect(strange.map(([path]) => path)).toEqual([])
})

function acceptsDefault({ type, default: value }: Field): boolean {
  if (type.kind !== 'scalar') return false
  return type.values ? type.values.includes(String(value)) : type.json === typeof value
}

const patterns = new Map(
  declarations.flatMap(({ name, type }) =>
    patternsOf(type, name).map(([path, pattern]) => [String(pattern), { path, pattern }] as const),
  ),
)

function patternsOf(type: Type, path: string): readonly (readonly [path: string, pattern: RegExp])[] {
  switch (type.kind) {
    case 'scalar':
      return type.pattern ? [[path, type.pattern]] : []
    case 'group':
      return Object.entries(type.fields).flatMap(([name, field]) => patternsOf(field.type, `${path}.${name}`))
    case 'list':
      return patternsOf(type.each, path)
    case 'dictionary':
      return [[path, type.names], ...patternsOf(type.each, path)]
    case 'versioned':
      return type.forms.flatMap(form => patternsOf(form.type, path))
  }
}

const hostileLength = 10_000
const patienceMs = 5

/** Runs of what patterns love to repeat, with prefixes that lead into them and endings that disappoint them. */
const prefixes = ['', '0', '1.', '%B4', ';4', '%B4^AA^', '+1 ', 'a@', 'https://', 'ZZ/', '-', '01:00+']
const runs = [
  '0',
  '1',
  'a',
  'A',
  ' ',
  '=',
  'x',
  '.',
  '1 ',
  'a.',
  'a@',
  'aA0',
  '0x',
  '^',
  '\u00e9',
  '😀',
  '-',
  '0.0',
]
const endings = ['', '\n', '!', '\u0000', '=', '?']
const hostile = prefixes.flatMap(prefix =>
  runs.flatMap(run =>
    endings.map(
      ending => prefix + run.repeat(Math.ceil(hostileLength / run.length)).slice(0, hostileLength) + ending,
    ),
  ),
)

test.each([...patterns.values()])('$path is judged in linear time: $pattern', ({ pattern }) => {
  const slow = hostile.filter(text => milliseconds(pattern, text) > patienceMs)
  expect(slow.map(text => `${text.slice(0, 12)}… ${text.length}`)).toEqual([])
})

/** The best of three: a busy machine slows one run down, a bad pattern all of them. */
function milliseconds(pattern: RegExp, text: string): number {
  let best = Infinity
  for (let run = 0; run < 3 && best > patienceMs; run++) {
    const start = performance.now()
    pattern.test(text)
    best = Math.min(best, performance.now() - start)
  }
  return best
}

test('the judgement itself notices a pattern that is not linear', () => {
  const text = `${'a'.repeat(28)}!`
  expect(milliseconds(/^(?:a+)+$/, text)).toBeGreaterThan(patienceMs)
})
