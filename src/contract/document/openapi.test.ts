import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { normalise } from '../kit/content.ts'
import { requestAt } from '../kit/operation.ts'
import { isDate, isDateTime } from '../kit/scalars.ts'
import { validate } from '../kit/validate.ts'
import { versions } from '../kit/versions.ts'
import { componentsOf } from './components.ts'
import { exampleOf } from './examples.ts'
import { openApi } from './openapi.ts'
import type { SchemaObject } from './schema.ts'

test.each([1, 24, 37, 48, 55, 60, 73, versions.last])(
  'version %i is a valid OpenAPI 3.1 document',
  async version => {
    const outcome = await new Validator().validate(structuredClone({ ...openApi(catalogue, version) }))
    expect(outcome).toEqual({ valid: true })
  },
)

test.each([24, 55, versions.last])('version %i names every call differently', version => {
  const names = [...JSON.stringify(openApi(catalogue, version)).matchAll(/"operationId":"([^"]+)"/g)].map(
    ([, name]) => name,
  )
  expect(names.length).toBeGreaterThan(10)
  expect(new Set(names).size).toBe(names.length)
})

test('a PUT on a transaction is told apart by apiOperation', () => {
  const document = JSON.stringify(openApi(catalogue, versions.last))
  expect(document).toContain('"discriminator":{"propertyName":"apiOperation","mapping":{"AUTHORIZE":')
  expect(document).toContain('"PAY":"#/components/schemas/PayRequest"')
  expect(document).toContain('"Idempotent-Replayed"')
})

test('groups that say the same stand once', () => {
  const names = componentsOf(catalogue, versions.last).all.map(({ name }) => name)
  expect(names).toContain('OrderSubMerchant')
  expect(names).toContain('Airline')
  expect(names).toContain('TransactionResponse')
  expect(new Set(names).size).toBe(names.length)
  // A number at the end would tell two apart that should have names; one group is called 3ds2.
  expect(names.filter(name => /[0-9]$/.test(name) && !name.endsWith('3ds2'))).toEqual([])
})

const judge = judgeOf(versions.last)
const withBody = catalogue.filter(operation => exampleOf(operation)?.body)

test.each(withBody.map(operation => [operation.name, operation] as const))(
  'the example of %s keeps the contract and its schema',
  (_, operation) => {
    const body = exampleOf(operation)?.body ?? {}
    expect(judge(operation, body)).toBe(true)
    for (const version of [...operation.versions, versions.last])
      expect(validate(operation, version, normalise(requestAt(operation, version), body))).toBeUndefined()
  },
)

test('every operation that takes a body has an example, and every example an operation', () => {
  for (const operation of catalogue) {
    const takesBody = requestAt(operation, versions.last).fields.length > 0
    expect([operation.name, exampleOf(operation)?.body !== undefined]).toEqual([operation.name, takesBody])
    expect(exampleOf(operation)?.path).not.toContain('{')
  }
})

test.each([
  ['an unknown field', { order: { amount: '1.00', currency: 'USD', colour: 'red' } }],
  ['a missing currency', { order: { amount: '1.00' } }],
  ['an amount that is a number', { order: { amount: 1, currency: 'USD' } }],
  ['an amount with a comma', { order: { amount: '1,00', currency: 'USD' } }],
  ['a currency in lower case', { order: { amount: '1.00', currency: 'usd' } }],
  [
    'a description that is too long',
    { order: { amount: '1.00', currency: 'USD', description: 'x'.repeat(128) } },
  ],
  ['an unknown tax status', { order: { amount: '1.00', currency: 'USD', taxStatus: 'MAYBE' } }],
  ['a name of a custom field', { order: { amount: '1.00', currency: 'USD', custom: { 'a b': 'c' } } }],
  ['a date of no calendar', { agreement: { expiryDate: '2030-02-31' } }],
  ['too many passengers', { airline: { passenger: Array.from({ length: 100 }, () => ({})) } }],
  ['another operation', { apiOperation: 'VOID' }],
])('the schema of AUTHORIZE refuses %s', (_, part) => {
  const authorize = catalogue[0]
  if (!authorize) throw new Error('The catalogue is empty')
  expect(judge(authorize, { ...exampleOf(authorize)?.body, ...part })).toBe(false)
})

test('lengths count code points, as the validator does', () => {
  const authorize = catalogue[0]
  if (!authorize) throw new Error('The catalogue is empty')
  const described = (description: string) => ({
    ...exampleOf(authorize)?.body,
    order: { amount: '1.00', currency: 'USD', description },
  })
  expect(judge(authorize, described('🚲'.repeat(127)))).toBe(true)
  expect(judge(authorize, described('🚲'.repeat(128)))).toBe(false)
})

/** Judges a body by the schema its operation has in the document. */
function judgeOf(version: number) {
  const components = componentsOf(catalogue, version)
  const ajv = new Ajv2020({
    strict: false,
    formats: { date: isDate, 'date-time': isDateTime, email: true, uri: true },
  })
  ajv.addSchema(structuredClone({ ...openApi(catalogue, version) }), 'tollgate')
  return (operation: (typeof catalogue)[number], body: SchemaObject): boolean => {
    const component = components.of(requestAt(operation, version), 'request')
    return ajv.getSchema(`tollgate#/components/schemas/${component?.name}`)?.(body) === true
  }
}
