import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cpuTime } from '../../../test/cpuTime.ts'
import type { Field, FieldType } from '../kit/vocabulary.ts'

type Declared = { readonly name: string; readonly type: FieldType }

const isType = (value: unknown): value is FieldType =>
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

function fieldsOf(type: FieldType, path: string): readonly (readonly [path: string, field: Field])[] {
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

/** Groups whose fields stand in the order in which a reader meets them; all others are in order of name. */
const inOrderOfTheirOwn: readonly string[] = [
  'errorAnswer',
  'heldSourceOfFundsAnswer',
  'keptSourceOfFundsAnswer',
  'orderAnswer',
  'response',
  'sourceOfFundsAnswer',
  'transactionAnswer',
  'verifiedOrderAnswer',
]

test('the reference lists fields by name, and so do the files', async () => {
  const groups = (await Promise.all(modulesIn('.').map(exportsOf))).flat()
  const unsorted = groups.filter(({ type }) =>
    namesIn(type).some(names => names.join() !== [...names].sort().join()),
  )
  expect(unsorted.map(({ name }) => name).sort()).toEqual(inOrderOfTheirOwn)
})

function namesIn(type: FieldType): readonly (readonly string[])[] {
  if (type.kind === 'list') return namesIn(type.each)
  if (type.kind !== 'group') return []
  return [Object.keys(type.fields), ...Object.values(type.fields).flatMap(field => namesIn(field.type))]
}

test('a default is a value the field accepts', () => {
  const strange = fields.filter(([, field]) => field.default !== undefined && !acceptsDefault(field))
  expect(strange.map(([path]) => path)).toEqual([])
})

function acceptsDefault({ type, default: value }: Field): boolean {
  if (type.kind !== 'scalar') return false
  return type.values ? type.values.includes(String(value)) : type.json === typeof value
}

/** A value is judged by its pattern first, so only what has none must stand every text. */
type Judgement = { readonly path: string; readonly by: string; readonly judge: (text: string) => boolean }

const judgements = new Map(
  declarations.flatMap(({ name, type }) => judgementsOf(type, name)).map(found => [found.by, found]),
)

function judgementsOf(type: FieldType, path: string): readonly Judgement[] {
  switch (type.kind) {
    case 'scalar':
      if (type.pattern) return [byPattern(type.pattern, path)]
      return type.holds ? [{ path, by: `${type.name}: ${type.sentence}`, judge: type.holds }] : []
    case 'group':
      return Object.entries(type.fields).flatMap(([name, field]) =>
        judgementsOf(field.type, `${path}.${name}`),
      )
    case 'list':
      return judgementsOf(type.each, path)
    case 'dictionary':
      return [byPattern(type.names, path), ...judgementsOf(type.each, path)]
    case 'versioned':
      return type.forms.flatMap(form => judgementsOf(form.type, path))
  }
}

function byPattern(pattern: RegExp, path: string): Judgement {
  return { path, by: String(pattern), judge: text => pattern.test(text) }
}

const hostileLength = 10_000
const patienceMs = 5

/**
 * Runs of what patterns love to repeat, with prefixes that lead into them and endings that disappoint them.
 */
const prefixes = [
  '',
  '0',
  '1.',
  '%B4',
  ';4',
  '%B4^AA^',
  '+1 ',
  'a@',
  'https://',
  'ZZ/',
  '-',
  '01:00+',
  '{"a":',
  'en-',
]
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

test.each([...judgements.values()])('$path is judged in linear time: $by', ({ judge }) => {
  const slow = hostile.filter(text => milliseconds(judge, text) > patienceMs)
  expect(slow.map(text => `${text.slice(0, 12)}… ${text.length}`)).toEqual([])
})

/** The best of three: a busy machine slows one run down, a bad pattern all of them. */
function milliseconds(judge: Judgement['judge'], text: string): number {
  let best = Infinity
  for (let run = 0; run < 3 && best > patienceMs; run++) {
    best = Math.min(
      best,
      cpuTime(() => judge(text)),
    )
  }
  return best
}

test('the judgement itself notices a pattern that is not linear', () => {
  const text = `${'a'.repeat(22)}!`
  expect(milliseconds(byPattern(/^(?:a+)+$/, 'a').judge, text)).toBeGreaterThan(patienceMs)
})

test('however its bounds change with versions, a value is spelled alike at all of them', () => {
  const spelling = (type: FieldType): string =>
    type.kind === 'scalar' ? `${type.json} ${type.canonical ?? ''}` : type.kind
  const differing = fields.filter(
    ([, { type }]) =>
      type.kind === 'versioned' && new Set(type.forms.map(form => spelling(form.type))).size > 1,
  )
  expect(differing.map(([path]) => path)).toEqual([])
})
