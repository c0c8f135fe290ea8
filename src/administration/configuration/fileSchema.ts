// The JSON schema of the configuration file, for editors and other tools.

import { groupSchema, type SchemaObject } from '../../contract/document/schema.ts'
import { groupIn, type ResolvedGroup, resolve } from '../../contract/kit/resolve.ts'
import { configurationFile, type FilePart, isMembers, reference } from './declaration.ts'

export const configurationSchema = (): SchemaObject => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Configuration of a Tollgate gateway',
  ...schemaOf(configurationFile),
})

function schemaOf(part: FilePart): SchemaObject {
  switch (part.kind) {
    case 'value':
      return valueSchema(part)
    case 'field':
      return fieldSchema(part)
    case 'named':
      return { type: 'object', additionalProperties: schemaOf(part.each) }
    case 'members': {
      const members = Object.entries(part.members)
      const needed = members.filter(([, { isRequired }]) => isRequired).map(([name]) => name)
      return {
        type: 'object',
        additionalProperties: false,
        ...(needed.length > 0 && { required: needed }),
        properties: Object.fromEntries(
          members.map(([name, { meaning, part: inner }]) => [name, described(meaning, inner)]),
        ),
      }
    }
  }
}

function described(meaning: string, part: FilePart): SchemaObject {
  const demand = part.kind === 'value' && part.values === undefined ? ` It must be ${part.expects}.` : ''
  return { description: `${meaning}${demand}`, ...schemaOf(part) }
}

function valueSchema({ usual, values, mayBeReference }: Extract<FilePart, { kind: 'value' }>): SchemaObject {
  if (values) return { enum: values }
  const plain = plainSchema(usual)
  return mayBeReference ? { anyOf: [plain, referenceSchema] } : plain
}

function plainSchema(usual: unknown): SchemaObject {
  if (typeof usual === 'boolean') return { type: 'boolean', default: usual }
  if (typeof usual === 'number') return { type: 'integer', minimum: 0, default: usual }
  if (Array.isArray(usual)) return { type: 'array', items: { type: 'string' } }
  return { type: isMembers(usual) ? 'object' : 'string' }
}

const referenceSchema: SchemaObject = {
  type: 'object',
  additionalProperties: false,
  required: [reference.name],
  properties: { [reference.name]: { type: 'string', pattern: reference.pattern.source } },
}

/** Groups within it stand where they are used. */
function fieldSchema({ group }: Extract<FilePart, { kind: 'field' }>): SchemaObject {
  const whole = groupIn(resolve(group, 1))
  const inline = (inner: ResolvedGroup): SchemaObject => groupSchema(inner, 'request', inline)
  const { properties } = whole ? inline(whole) : {}
  const held = isSchema(properties) ? properties.held : undefined
  return isSchema(held) ? held : {}
}

const isSchema = (value: unknown): value is SchemaObject => isMembers(value)
