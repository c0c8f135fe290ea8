// The OpenAPI 3.1 document of a version.

import { errorAnswer } from '../groups/call.ts'
import { type Operation, requestAt } from '../kit/operation.ts'
import { groupIn, type ResolvedGroup, resolve } from '../kit/resolve.ts'
import {
  camelCase,
  componentSchema,
  componentsOf,
  nounOf,
  pascalCase,
  referenceTo,
  type SchemaComponent,
  type SchemaComponents,
} from './components.ts'
import { exampleOf } from './examples.ts'
import { bodyAt } from './fields.ts'
import {
  chapterOf,
  chaptersOf,
  generatorName,
  generatorPath,
  outcomesOf,
  parametersOf,
} from './operationDetails.ts'
import { type DocumentedRefusal, refusals, refusalsOf } from './refusals.ts'
import { type ContractSide, groupSchema, type SchemaObject, scalarSchema } from './schema.ts'

/** The API at one version as an OpenAPI 3.1 document. */
export function openApi(operations: readonly Operation[], version: number): SchemaObject {
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

type DocumentEdition = { readonly version: number; readonly components: SchemaComponents }

/** Paths with their methods. */
function pathsOf(operations: readonly Operation[], edition: DocumentEdition): SchemaObject {
  const paths = [...new Set(operations.map(({ path }) => path))]
  return Object.fromEntries(
    paths.map(path => {
      const here = operations.filter(operation => operation.path === path)
      const methods = [...new Set(here.map(({ method }) => method))]
      const calls = methods.map(method => {
        const sharing = here.filter(operation => operation.method === method)
        return [method.toLowerCase(), callOf(sharing, edition)] as const
      })
      return [generatorPath(path), { ...parametersAt(path), ...Object.fromEntries(calls) }]
    }),
  )
}

function parametersAt(path: string): SchemaObject {
  const parameters = parametersOf(path).map(({ name, type, doc }) => ({
    name: generatorName(name),
    in: 'path',
    required: true,
    description: doc,
    schema: scalarSchema({ kind: 'scalar', scalar: type }),
  }))
  return parameters.length > 0 ? { parameters } : {}
}

/** One method on one path: one operation, or several that apiOperation distinguishes. */
function callOf(operations: readonly Operation[], edition: DocumentEdition): SchemaObject {
  const [first, ...others] = operations
  if (!first) throw new Error('A call needs an operation')
  const isShared = others.length > 0
  const body = bodyOf(operations, edition)
  return {
    operationId: operationId(operations),
    summary: isShared ? operations.map(({ title }) => title).join(', ') : first.title,
    description: isShared
      ? operations.map(({ title, doc }) => `- **${title}**: ${doc}`).join('\n')
      : first.doc,
    tags: [...new Set(operations.map(chapterOf))],
    ...(first.access === 'public' && { security: [] }),
    ...(body && { requestBody: body }),
    responses: responsesOf(operations, { edition, hasBody: body !== undefined }),
  }
}

function operationId(operations: readonly Operation[]): string {
  const [first, ...others] = operations
  if (!first) return ''
  return camelCase(others.length > 0 ? `${first.method}_${nounOf(first.path)}` : first.name)
}

function bodyOf(
  operations: readonly Operation[],
  { version, components }: DocumentEdition,
): SchemaObject | undefined {
  const bodies = componentsFor(operations, 'request', { version, components })
  if (bodies.length === 0) return undefined
  const isNeeded = operations.every(operation =>
    requestAt(operation, version).fields.some(({ isRequired }) => isRequired),
  )
  const examples = operations.flatMap(operation => {
    const value = exampleOf(operation)?.body
    return value ? [[pascalCase([operation.title]), { summary: operation.title, value }] as const] : []
  })
  return {
    required: isNeeded,
    content: {
      'application/json': {
        schema: oneOfBodies(operations, bodies, { version, components }),
        ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
      },
    },
  }
}

/** Several bodies; apiOperation is the discriminator if all of them require it. */
function oneOfBodies(
  operations: readonly Operation[],
  bodies: readonly SchemaComponent[],
  { version, components }: DocumentEdition,
): SchemaObject {
  const [only, ...others] = bodies
  if (only && others.length === 0) return { $ref: referenceTo(only) }
  const mapping = operations.flatMap(operation => {
    const component = components.of(requestAt(operation, version), 'request')
    return apiOperations(operation, version).map(
      value => [value, component ? referenceTo(component) : ''] as const,
    )
  })
  const isToldApart = operations.every(
    operation => requestAt(operation, version).names.get('apiOperation')?.isRequired,
  )
  return {
    oneOf: bodies.map(body => ({ $ref: referenceTo(body) })),
    ...(isToldApart && {
      discriminator: { propertyName: 'apiOperation', mapping: Object.fromEntries(mapping) },
    }),
  }
}

/** The values of apiOperation that select this operation. */
function apiOperations(operation: Operation, version: number): readonly string[] {
  const type = requestAt(operation, version).names.get('apiOperation')?.type
  return type?.kind === 'scalar' ? [...(type.values ?? [])] : []
}

type Call = { readonly edition: DocumentEdition; readonly hasBody: boolean }

function responsesOf(operations: readonly Operation[], { edition, hasBody }: Call): SchemaObject {
  const schemas = componentsFor(operations, 'response', edition).map(component => ({
    $ref: referenceTo(component),
  }))
  const [only, ...others] = schemas
  const schema = only && others.length === 0 ? only : { anyOf: schemas }
  const outcomes = operations.flatMap(outcomesOf)
  const isPublic = operations.every(({ access }) => access === 'public')
  return {
    ...Object.fromEntries(
      outcomes.map(({ status, doc, isReplay }) => [
        String(status),
        {
          description: doc,
          ...(isReplay && {
            headers: { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } },
          }),
          ...(schemas.length > 0 && { content: { 'application/json': { schema } } }),
        },
      ]),
    ),
    ...Object.fromEntries(
      refusalsOf({ hasBody, isPublic }).map(({ status, title }) => [
        String(status),
        { $ref: `#/components/responses/${title}` },
      ]),
    ),
  }
}

function componentsFor(
  operations: readonly Operation[],
  side: ContractSide,
  { version, components }: DocumentEdition,
): readonly SchemaComponent[] {
  const found = operations.flatMap(operation => {
    const group = bodyAt(operation, side, version)
    return group.fields.length > 0 ? (components.of(group, side) ?? []) : []
  })
  return [...new Set(found)]
}

function refusalResponse({ doc, header }: DocumentedRefusal): SchemaObject {
  return {
    description: doc,
    ...(header && {
      headers: { [header.name]: { description: header.doc, schema: { type: header.type } } },
    }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
  }
}

function errorSchema(version: number): SchemaObject {
  const inline = (group: ResolvedGroup): SchemaObject => groupSchema(group, 'response', inline)
  const body = groupIn(resolve(errorAnswer, version))
  return body ? inline(body) : {}
}
