// Groups and scalars of the contract as JSON Schema.

import type {
  Resolved,
  ResolvedDictionary,
  ResolvedField,
  ResolvedGroup,
  ResolvedScalar,
} from '../kit/resolve.ts'
import { isWithheld, type Scalar } from '../kit/vocabulary.ts'

type SchemaValue = string | number | boolean | null | readonly SchemaValue[] | SchemaObject
export type SchemaObject = { readonly [name: string]: SchemaValue }
/** A field is described differently in requests and in responses. */
export type ContractSide = 'request' | 'response'
/** How a schema includes a nested group: by reference, or inline. */
type ReferToGroup = (group: ResolvedGroup) => SchemaObject

/** The JSON Schema (2020-12, as used by OpenAPI 3.1) of a group at one version of the API. */
export function groupSchema(group: ResolvedGroup, side: ContractSide, refer: ReferToGroup): SchemaObject {
  const fields = shownFields(group, side)
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    type: 'object',
    ...(side === 'request' && { additionalProperties: false }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map(field => [field.name, fieldSchema(field, side, refer)])),
  }
}

/** Answers never show withheld fields, even if they are declared. */
export const shownFields = (group: ResolvedGroup, side: ContractSide): readonly ResolvedField[] =>
  side === 'request' ? group.fields : group.fields.filter(({ secret }) => !isWithheld(secret))

function fieldSchema({ field, type }: ResolvedField, side: ContractSide, refer: ReferToGroup): SchemaObject {
  const isMasked = side === 'response' && field.secret === 'number'
  return {
    ...(isMasked ? maskedSchema : typeSchema(type, side, refer)),
    description: describe(field.doc, type, { side, isMasked }),
    ...(field.default !== undefined && { default: field.default }),
    ...(side === 'request' && field.secret && { writeOnly: true }),
  }
}

/** Numbers shorter than 13 digits show their last four only, longer ones also their first six. */
const maskedSchema: SchemaObject = { type: 'string', minLength: 1 }

function typeSchema(type: Resolved, side: ContractSide, refer: ReferToGroup): SchemaObject {
  switch (type.kind) {
    case 'scalar':
      return scalarSchema(type)
    case 'group':
      return refer(type)
    case 'list':
      return { type: 'array', maxItems: type.max, items: typeSchema(type.each, side, refer) }
    case 'dictionary':
      return dictionarySchema(type)
  }
}

function dictionarySchema({ dictionary, each }: ResolvedDictionary): SchemaObject {
  return {
    type: 'object',
    maxProperties: dictionary.max,
    propertyNames: { type: 'string', pattern: dictionary.names.source },
    additionalProperties: scalarSchema(each),
  }
}

export function scalarSchema({ scalar, values }: ResolvedScalar): SchemaObject {
  if (values?.size === 1) return { type: 'string', const: [...values].join() }
  if (values) return { type: 'string', enum: [...values] }
  const { json, min, max, pattern } = scalar
  if (json === 'boolean') return { type: json }
  if (json !== 'string')
    return {
      type: json,
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    }
  return {
    type: json,
    ...formats[scalar.name],
    ...(min !== undefined && min > 0 && { minLength: min }),
    ...(max !== undefined && { maxLength: max }),
    ...(pattern && { pattern: pattern.source }),
  }
}

const formats: Readonly<Record<string, SchemaObject>> = {
  Base64: { contentEncoding: 'base64' },
  Date: { format: 'date' },
  DateTime: { format: 'date-time' },
  Email: { format: 'email' },
  'JSON Text': { contentMediaType: 'application/json' },
  Url: { format: 'uri' },
}

/** The description contains what JSON Schema keywords cannot express. */
function describe(doc: string, type: Resolved, shown: { side: ContractSide; isMasked: boolean }): string {
  if (shown.isMasked) return `${doc} Shown masked with 'x'.`
  const scalar = scalarWithin(type)
  const names = type.kind === 'dictionary' ? ` ${type.dictionary.namesSentence}` : ''
  return shown.side === 'request' && scalar?.holds ? `${doc}${names} ${scalar.sentence}` : `${doc}${names}`
}

const scalarWithin = (type: Resolved): Scalar | undefined => {
  if (type.kind === 'scalar') return type.scalar
  if (type.kind === 'dictionary') return type.each.scalar
  return type.kind === 'list' ? scalarWithin(type.each) : undefined
}
