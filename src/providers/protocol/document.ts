// The protocol as an OpenAPI 3.1 document, for those who write adapters.

import { groupSchema, type SchemaObject } from '../../contract/document/schema.ts'
import { groupIn, type ResolvedGroup, resolve } from '../../contract/kit/resolve.ts'
import type { FieldType } from '../../contract/kit/vocabulary.ts'
import {
  declineCodeDocs,
  declineCodes,
  protocolAbilities,
  protocolAnswer,
  protocolCallNames,
  protocolCalls,
  protocolErrorBody,
  protocolErrorCodes,
  protocolErrors,
  protocolName,
  protocolNotice,
  protocolVersion,
} from './declaration.ts'

export function protocolDocument(): SchemaObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tollgate provider protocol',
      version: String(protocolVersion),
      description:
        'What an adapter of a payment provider serves, and the notice that it may send. Bodies are JSON of ' +
        'at most 64 KiB. Fields that are not declared are ignored by both sides. Calls, answers and ' +
        'notices are signed as Standard Webhooks are; docs/provider-protocol.md explains how.',
    },
    servers: [
      {
        url: '{base}',
        description: "The adapter's address.",
        variables: { base: { default: 'https://adapter.example' } },
      },
    ],
    paths: {
      [`/v${protocolVersion}`]: { get: describing() },
      ...Object.fromEntries(
        protocolCallNames.map(name => [`/v${protocolVersion}/${name}`, { post: calling(name) }]),
      ),
    },
    webhooks: { notice: { post: noticing() } },
    components: {
      parameters: Object.fromEntries(signatureHeaders.map(({ key, ...each }) => [key, parameterOf(each)])),
      headers: Object.fromEntries(signatureHeaders.map(({ key, ...each }) => [key, headerOf(each)])),
      responses: Object.fromEntries(protocolErrorCodes.map(code => [code, errorResponse(code)])),
      schemas: {
        ...Object.fromEntries(protocolCallNames.map(name => [schemaName(name), callSchema(name)])),
        Notice: schemaOf(protocolNotice.fields),
        Payment: { ...schemaOf(protocolAnswer), description: codesInWords },
        Error: schemaOf(protocolErrorBody),
      },
    },
  }
}

const codesInWords = declineCodes.map(code => `- \`${code}\`: ${declineCodeDocs[code]}`).join('\n')

const signatureHeaders = [
  {
    key: 'Id',
    name: 'webhook-id',
    doc: 'New for each call; an answer repeats that of its call.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  },
  {
    key: 'Timestamp',
    name: 'webhook-timestamp',
    doc: 'Seconds since 1970; more than five minutes away it is refused.',
    schema: { type: 'string', pattern: '^[0-9]{1,12}$' },
  },
  {
    key: 'Signature',
    name: 'webhook-signature',
    doc: '`v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; several are separated by spaces.',
    schema: { type: 'string', maxLength: 1_024 },
  },
] as const

type SignatureHeader = Omit<(typeof signatureHeaders)[number], 'key'>

const parameterOf = ({ name, doc, schema }: SignatureHeader): SchemaObject => ({
  name,
  in: 'header',
  required: true,
  description: doc,
  schema,
})
const headerOf = ({ doc, schema }: SignatureHeader): SchemaObject => ({
  description: doc,
  required: true,
  schema,
})

const parameters = signatureHeaders.map(({ key }) => ({ $ref: `#/components/parameters/${key}` }))
const headers = Object.fromEntries(
  signatureHeaders.map(({ key, name }) => [name, { $ref: `#/components/headers/${key}` }]),
)

type CallKey = (typeof protocolCallNames)[number]

const schemaName = (name: CallKey): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

const calling = (name: CallKey): SchemaObject => ({
  operationId: name,
  description: protocolCalls[name].doc,
  parameters,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schemaName(name)}` } } },
  },
  responses: {
    200: {
      description: 'The payment, or the part of it that the call is about.',
      headers,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Payment' } } },
    },
    ...Object.fromEntries(
      protocolErrorCodes.map(code => [
        String(protocolErrors[code].status),
        { $ref: `#/components/responses/${code}` },
      ]),
    ),
  },
})

const noticing = (): SchemaObject => ({
  operationId: 'notice',
  description: protocolNotice.doc,
  parameters,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Notice' } } },
  },
  responses: {
    204: { description: 'The gateway has noted durably that it will ask.' },
    401: { description: 'The signature is missing, wrong or too old.' },
    404: { description: 'The gateway has no such payment: the notice need not be repeated.' },
  },
})

const describing = (): SchemaObject => ({
  operationId: 'describe',
  description: 'What the adapter can do. Neither the call nor its answer is signed.',
  security: [],
  responses: {
    200: {
      description: 'The protocol, its versions and what of it the adapter supports.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['protocol', 'versions', 'supports'],
            properties: {
              protocol: { type: 'string', const: protocolName },
              versions: { type: 'array', items: { type: 'integer' }, contains: { const: protocolVersion } },
              supports: { type: 'array', items: { type: 'string', examples: [...protocolAbilities] } },
              name: { type: 'string', maxLength: 100, description: "The provider's name, for people." },
            },
          },
        },
      },
    },
  },
})

const errorResponse = (code: (typeof protocolErrorCodes)[number]): SchemaObject => ({
  description: `${code}: ${protocolErrors[code].doc}`,
  ...(code !== 'NOT_SIGNED' && { headers }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function callSchema(name: CallKey): SchemaObject {
  const { fields, hasParticulars } = protocolCalls[name]
  const schema = schemaOf(fields)
  return hasParticulars ? { allOf: [schema, { type: 'object', properties: { particulars } }] } : schema
}

const particulars = {
  type: 'object',
  description:
    'What may be shown to the payer, under the names of the merchant API: order, shipping, customer. ' +
    'Nothing depends on it, any of it may be missing, and it is left out where the call would be too large.',
} as const

/** Unknown fields are ignored in calls, too, so the schemas forbid none. */
function schemaOf(type: FieldType): SchemaObject {
  const inline = (group: ResolvedGroup): SchemaObject => {
    const { additionalProperties: _, ...schema } = groupSchema(group, 'request', inline)
    return schema
  }
  const body = groupIn(resolve(type, protocolVersion))
  return body ? inline(body) : {}
}
