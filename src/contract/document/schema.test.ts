import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { answerFormOf } from '../kit/answerForm.ts'
import { decimal } from '../kit/decimals.ts'
import { operation } from '../kit/operation.ts'
import { project } from '../kit/project.ts'
import type { ResolvedGroup, ResolvedScalar } from '../kit/resolve.ts'
import { groupIn, resolve } from '../kit/resolve.ts'
import { digits, isDate, isDateTime, oneOfSince, text } from '../kit/scalars.ts'
import { fieldFindings } from '../kit/validate.ts'
import { changedAt, group, list, optional, required } from '../kit/vocabulary.ts'
import { bodyAt, fieldsWithin } from './fields.ts'
import { groupSchema, type SchemaObject, scalarSchema } from './schema.ts'

const versions = [1, 37, 55, 73, 100]

test('a schema accepts what the gateway accepts, and refuses what keywords can refuse', () => {
  const ajv = new Ajv2020({
    strict: false,
    formats: { date: isDate, 'date-time': isDateTime, email: true, uri: true },
  })
  const scalars = new Set(
    versions.flatMap(version =>
      catalogue.flatMap(each =>
        [...fieldsWithin(bodyAt(each, 'request', version), 'request')].flatMap(({ field: { type } }) =>
          type.kind === 'scalar' ? [type] : [],
        ),
      ),
    ),
  )
  const different = new Map(
    [...scalars].map(type => [JSON.stringify([type.scalar, scalarSchema(type)]), type]),
  )
  expect(different.size).toBeGreaterThan(100)
  const disagreements: unknown[] = []
  for (const type of different.values()) {
    const judgeSchema = ajv.compile(scalarSchema(type))
    for (const value of candidates(type)) {
      const isAccepted = judge(type, value)
      if ((isAccepted || !type.scalar.holds) && judgeSchema(value) !== isAccepted)
        disagreements.push({ type: type.scalar.name, sentence: type.scalar.sentence, value, isAccepted })
    }
  }
  expect(disagreements).toEqual([])
})

/** The shortest, the longest, one beyond each, and values of many alphabets. */
function candidates({ scalar, values }: ResolvedScalar): readonly unknown[] {
  const { min = 0, max = 10 } = scalar
  if (scalar.json === 'boolean') return [true, false, 'true', 1]
  if (scalar.json !== 'string') return [min - 1, min, max, max + 1, (min + max) / 2, 0.5, '1']
  const lengths = [min - 1, min, max, max + 1].filter(length => length >= 0)
  const alphabets = ['1', 'A', 'a', ' ', '-', 'é', '🚲', 'x', '\u0007', '\n', '']
  return [
    ...alphabets.flatMap(letter => lengths.map(length => letter.repeat(length))),
    ...(values ?? []),
    ...[
      'USD',
      'usd',
      'FRA',
      '2030-02-28',
      '2030-02-30',
      '12:30Z',
      '+0100',
      '12.5',
      '00.5',
      '.5',
      '12',
      '01',
      '13',
    ],
    ...[
      'https://a.example/b',
      'http://a.example',
      'a@b.example',
      '+61 2 5550 1234',
      'en',
      'AQID',
      'AQI=',
      'ZZ/123',
    ],
    ...['2030-02-28T10:00:00.000Z', '{"a":1}', ';4111=3012?', 'MASK', 5, null, {}, []],
  ]
}

function judge({ scalar }: ResolvedScalar, value: unknown): boolean {
  const sole = operation({
    name: 'SOLE',
    title: 'Sole',
    method: 'PUT',
    path: '/',
    versions: [1],
    doc: '',
    request: { value: required(scalar, '') },
    response: {},
  })
  return fieldFindings(sole, 100, { value }).length === 0
}

const schemaAt = (body: ReturnType<typeof group>, version: number, side: 'request' | 'response') => {
  const inline = (inner: ResolvedGroup): SchemaObject => groupSchema(inner, side, inline)
  const resolved = groupIn(resolve(body, version))
  return resolved ? inline(resolved) : {}
}

const sample = group({
  number: required(digits(9, 19), 'The number.', { secret: 'number' }),
  securityCode: optional(digits(3, 4), 'The code.', { secret: 'authentication' }),
  name: optional(changedAt(50, text(1, 10), text(1, 20)), 'The name.', {
    requiredSince: 60,
    default: 'none',
  }),
  kind: optional(oneOfSince(['A', 'B', 'C'], { C: { since: 70 } }), 'The kind.', { since: 40 }),
  tags: optional(list(text(1, 5), 3), 'Tags.'),
})

test('a schema is that of its version', () => {
  expect(schemaAt(sample, 39, 'request')).toEqual({
    type: 'object',
    additionalProperties: false,
    required: ['number'],
    properties: {
      number: {
        type: 'string',
        minLength: 9,
        maxLength: 19,
        pattern: '^[0-9]*$',
        description: 'The number.',
        writeOnly: true,
      },
      securityCode: {
        type: 'string',
        minLength: 3,
        maxLength: 4,
        pattern: '^[0-9]*$',
        description: 'The code.',
        writeOnly: true,
      },
      name: { type: 'string', minLength: 1, maxLength: 10, description: 'The name.', default: 'none' },
      tags: {
        type: 'array',
        maxItems: 3,
        items: { type: 'string', minLength: 1, maxLength: 5 },
        description: 'Tags.',
      },
    },
  })
  const newer = JSON.stringify(schemaAt(sample, 70, 'request'))
  expect(newer).toContain('"required":["number","name"]')
  expect(newer).toContain('"maxLength":20')
  expect(newer).toContain('"enum":["A","B","C"]')
  expect(JSON.stringify(schemaAt(sample, 69, 'request'))).toContain('"enum":["A","B"]')
})

test('an answer shows numbers masked, security codes not at all, and may gain fields', () => {
  const answer = JSON.stringify(schemaAt(sample, 39, 'response'))
  expect(answer).toContain(`Shown masked with 'x'.`)
  expect(answer).not.toContain('securityCode')
  expect(answer).not.toContain('writeOnly')
  expect(answer).not.toContain('additionalProperties')
})
test('an answer keeps to its schema, whatever a masked account or a long quantity looks like', () => {
  const ajv = new Ajv2020({ strict: false })
  const record = group({
    account: optional(text(1, 50), 'Account.', { secret: 'number' }),
    quantity: optional(decimal(30), 'Quantity.'),
  })
  const shown = resolve(answerFormOf(record), 100)
  if (shown.kind !== 'group') throw new Error('A group resolves to a group')
  const judge = ajv.compile(groupSchema(shown, 'response', () => ({})))
  const kept = { account: 'ada.ruiz@shop.example', quantity: '9'.repeat(30) }
  expect(project(shown, kept)).toEqual({ account: 'ada.ruxxxxxxxxxxxmple', quantity: 1e30 })
  expect(judge(project(shown, kept))).toBe(true)
})
