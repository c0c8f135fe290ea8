// docs/dialects.md: its tables are written from dialect.ts, and what it leads through is done here.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectPath } from '../../../platform/files.ts'
import { checkDialect } from './check/checkDialect.ts'
import { frameLengthNames, wiredAsks } from './dialect.ts'
import { meanings } from './meanings.ts'
import { dialectNamed } from './shippedDialects.ts'

const page = readFileSync(projectPath('docs', 'dialects.md'), 'utf8')
const source = readFileSync(projectPath('src', 'acquirers', 'iso8583', 'dialects', 'dialect.ts'), 'utf8')

test('docs/dialects.md explains each member as dialect.ts does (run with --update to write it)', async () => {
  const written = page.replace(
    /(<!-- (\w+) -->\n).*?(<!-- end -->)/gs,
    (_, begin: string, type: string, end: string) => `${begin}\n${tableOf(type).join('\n')}\n\n${end}`,
  )
  await expect(written).toMatchFileSnapshot(projectPath('docs', 'dialects.md'))
})

const tableOf = (type: string): readonly string[] =>
  type === 'meanings'
    ? [
        ...['| Meaning | Its value |', '|---|---|'],
        ...Object.entries(meanings).map(([name, value]) => `| \`${name}\` | ${value} |`),
      ]
    : [
        ...['| Member | Value | Means |', '|---|---|---|'],
        ...membersOf(type).map(
          ({ name, isOptional, value, means }) =>
            `| \`${name}\`${isOptional ? '' : ' *'} | ${value} | ${means} |`,
        ),
      ]

function membersOf(type: string) {
  const [, body = ''] = new RegExp(`^export type ${type} = \\{\\n(.*?)^\\}`, 'ms').exec(source) ?? []
  const members = [
    ...body.matchAll(/^ {2}(?:\/\*\*((?:(?!\*\/).)*)\*\/\s+)?readonly (\w+)(\??): ([^\n]*)$/gms),
  ]
  if (members.length === 0) throw new Error(`dialect.ts has no type ${type} with members`)
  return members.map(([, remark = '', name = '', mark, written = '']) => {
    const means = remark.replace(/\s*\n\s*\*\s?/g, ' ').trim()
    if (means === '') throw new Error(`${type}.${name} is not explained in dialect.ts`)
    return { name, isOptional: mark === '?', value: valueText(written), means }
  })
}

const choices = (words: readonly unknown[]): string =>
  words.map(word => `\`${JSON.stringify(word)}\``).join(' ')

function valueText(type: string): string {
  const known = valueTexts.get(type)
  if (known !== undefined) return known
  if (!/^(?:'[^']+'|\d+|true)(?: \| (?:'[^']+'|\d+|true))*$/.test(type))
    throw new Error(`The page cannot say what ${type} is`)
  return choices(type.split(' | ').map((word): unknown => JSON.parse(word.replaceAll("'", '"'))))
}

const valueTexts = new Map([
  ['string', 'text'],
  ['readonly string[]', 'list of texts'],
  ['number', 'number'],
  ['boolean', choices([true, false])],
  ['Meaning', 'a [meaning](#meanings)'],
  ['GatewayCode', "one of the API's codes"],
  ['Shown', choices(['whole', 'firstSixLastFour', 'length'])],
  ['(typeof frameLengthNames)[number]', choices(frameLengthNames)],
  ['{ readonly destination: string; readonly source: string }', 'object: `destination`, `source`'],
  ['{ readonly [number: string]: string }', 'texts by field number'],
  ['{ readonly [number: string]: FieldForm }', 'by number, [fields](#fields)'],
  ['{ readonly [ask in WiredAsk]?: AskForm }', 'by name, [asks](#asks)'],
  ['{ readonly [code: string]: ResponseMeaning }', 'by code, [response codes](#response-codes)'],
  ["Partial<Omit<Coding, 'type' | 'bitmap'>>", 'some of [coding](#coding), without `type` and `bitmap`'],
  ['FrameForm', '[frame](#frame)'],
  ['Coding', '[coding](#coding)'],
  ['PartLayout', '[parts](#parts)'],
  ['ReversalRules', '[reversals](#reversals)'],
  ['AnswerRules', '[answers](#answers)'],
  ['NetworkForm', '[network](#network)'],
  ['SignOnFields', 'object: `send`, `constants`'],
  ['TraceNumberRules', '[trace numbers](#trace-numbers)'],
  ['ReconciliationForm', '[reconciliation](#reconciliation)'],
])

test('it has every question', () => {
  for (const ask of wiredAsks) expect(page).toMatch(new RegExp(`^\\| \`${ask}\` \\|`, 'm'))
})

type Tree = { readonly [key: string]: unknown }
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of a step in the place of those that the file has; others stay. */
const changed = (tree: Tree, step: Tree): Tree => ({
  ...tree,
  ...Object.fromEntries(
    Object.entries(step).map(([key, value]) => {
      const before = tree[key]
      return [key, isTree(before) && isTree(value) ? changed(before, value) : value]
    }),
  ),
})

test('whoever follows it step by step has a dialect that is in order', () => {
  const steps = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = '']): unknown => JSON.parse(text))
  expect(steps.length).toBeGreaterThan(5)
  let own: Tree = JSON.parse(JSON.stringify(dialectNamed('iso1987-ascii')))
  for (const step of steps) {
    if (!isTree(step)) throw new Error('A step is an object')
    own = changed(own, step)
  }
  const before = checkDialect(own)
  expect(before).toEqual({ findings: [expect.any(String)] })
  expect(page).toContain('findings' in before ? before.findings[0] : '')
  Reflect.deleteProperty(Object(own).fields['48'].parts.parts, '92')
  Reflect.deleteProperty(Object(own).asks, 'inquire')
  expect(checkDialect(own)).toEqual({ dialect: own })
})
