import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { versions } from '../kit/versions.ts'
import { postmanCollection } from './postman.ts'

const caller = { host: 'http://127.0.0.1:8080', merchant: 'TESTMERCHANT', password: 'secret' }
const at = (version: number) => postmanCollection(catalogue, version, caller)

/** What the published schema of the format (2.1.0) says of the parts that are used here; no others may be. */
const closed = { type: 'object', additionalProperties: false }
const text = { type: 'string' }
const listOf = (items: object) => ({ type: 'array', items })
const attribute = { ...closed, required: ['key'], properties: { key: text, value: {}, type: text } }
const auth = {
  ...closed,
  required: ['type'],
  properties: { type: { enum: ['basic', 'noauth'] }, basic: listOf(attribute) },
}
const script = { ...closed, properties: { type: text, exec: listOf(text) } }
const request = {
  ...closed,
  properties: {
    url: { ...closed, properties: { raw: text, host: listOf(text), path: listOf(text) } },
    auth,
    method: { enum: ['GET', 'PUT', 'POST', 'DELETE'] },
    description: text,
    header: listOf({ ...closed, required: ['key', 'value'], properties: { key: text, value: text } }),
    body: { ...closed, properties: { mode: { const: 'raw' }, raw: text, options: { type: 'object' } } },
  },
}
const item = {
  ...closed,
  required: ['request'],
  properties: {
    name: text,
    event: listOf({ ...closed, required: ['listen'], properties: { listen: text, script } }),
    request,
    response: { type: 'array', maxItems: 0 },
  },
}
const collection = {
  ...closed,
  required: ['info', 'item'],
  properties: {
    info: {
      ...closed,
      required: ['name', 'schema'],
      properties: { name: text, description: text, schema: text },
    },
    auth,
    variable: listOf({
      ...closed,
      required: ['key'],
      properties: { key: text, value: text, type: { enum: ['string', 'boolean', 'any', 'number'] } },
    }),
    item: listOf({
      ...closed,
      required: ['item'],
      properties: { name: text, description: text, item: listOf(item) },
    }),
  },
}
const isCollection = new Ajv({ strict: false }).compile(collection)

test.each([1, 55, 73, versions.last])('version %i is a collection of the format 2.1.0', version => {
  const made = at(version)
  expect(isCollection(made), JSON.stringify(isCollection.errors)).toBe(true)
  expect(JSON.stringify(made)).toContain(`/api/rest/version/${version}/merchant/{{merchant}}/`)
})

test('every operation is in it, and every variable that is used is declared', () => {
  const written = JSON.stringify(at(versions.last))
  for (const { title } of catalogue) expect(written).toContain(`"name":"${title}"`)
  const used = new Set([...written.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))
  const declared = [...written.matchAll(/"key":"(\w+)","value":"[^"]*","type":"string"/g)].map(
    ([, name]) => name,
  )
  expect([...used].filter(name => !declared.includes(name))).toEqual([])
  expect(written).toContain("pm.collectionVariables.set('order1', pm.variables.replaceIn('{{$guid}}'))")
})
