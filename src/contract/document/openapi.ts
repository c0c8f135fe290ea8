import { errorAnswer } from '../groups/error.ts'
import type { Operation } from '../kit/operation.ts'
import { type ResolvedGroup, resolve } from '../kit/resolve.ts'
import { pathsOf } from './calls.ts'
import { chaptersOf } from './chapters.ts'
import { componentSchema, componentsOf, groupWithin } from './components.ts'
import { type Refusal, refusals } from './errors.ts'
import { groupSchema, type JsonObject } from './schema.ts'

/** The API at one version as an OpenAPI 3.1 document. */
export function openApi(operations: readonly Operation[], version: number): JsonObject {
  const components = componentsOf(operations, version)
  return {
    openapi: '3.1.0',
    info: { title: 'Tollgate', version: String(version), description: preface(version) },
    servers: [
      { url: `/api/rest/version/${version}`, description: 'The gateway this document comes from.' },
      { url: `http://127.0.0.1:8080/api/rest/version/${version}`, description: 'A sandbox on this machine.' },
    ],
    security: [{ basic: [] }],
    tags: chaptersOf(operations).map(({ title, doc }) => ({ name: title, description: doc })),
    paths: pathsOf(operations, { version, components }),
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'User `merchant.<your merchant id>`, password: an API password.',
        },
      },
      headers: { IdempotentReplayed: replayedHeader },
      responses: Object.fromEntries(refusals.map(refusal => [refusal.title, refusalResponse(refusal)])),
      schemas: {
        ...Object.fromEntries(
          components.all.map(component => [component.name, componentSchema(components, component)]),
        ),
        ErrorBody: errorSchema(version),
      },
    },
  }
}

const preface = (version: number) =>
  [
    `The merchant API at version ${version}.`,
    'Every PUT on a transaction is dispatched by `apiOperation`.',
    'The same request under the same ids is answered again from memory, never carried out twice.',
    'Decimals are sent as text and answered as JSON numbers; a number where text is expected is taken as',
    'its shortest decimal text, and null as an absent field.',
  ].join(' ')

const replayedHeader = {
  description: '`true` when this very request was answered before and nothing was done again.',
  schema: { type: 'string', const: 'true' },
}

function refusalResponse({ doc, header }: Refusal): JsonObject {
  return {
    description: doc,
    ...(header && {
      headers: { [header.name]: { description: header.doc, schema: { type: header.type } } },
    }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
  }
}

function errorSchema(version: number): JsonObject {
  const inline = (group: ResolvedGroup): JsonObject => groupSchema(group, 'response', inline)
  const body = groupWithin(resolve(errorAnswer, version))
  return body ? inline(body) : {}
}
