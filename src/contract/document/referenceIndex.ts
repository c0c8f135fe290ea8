import { versions } from '../catalogue.ts'
import { errorAnswer } from '../groups/error.ts'
import type { Operation } from '../kit/operation.ts'
import { resolve } from '../kit/resolve.ts'
import { chaptersOf } from './chapters.ts'
import { type Component, groupWithin } from './components.ts'
import { dataTypes } from './dataTypes.ts'
import { refusals } from './errors.ts'
import { countValues } from './fields.ts'
import { fieldTable } from './fieldTable.ts'
import { code, list, page, plain, table } from './markdown.ts'
import { groupFile, operationFile } from './referenceFiles.ts'

export const referenceTitle = '# API reference'

/** The first page of the reference: operations, types, errors. */
export function indexPage(operations: readonly Operation[], groups: readonly Component[]): string {
  return page(
    referenceTitle,
    opening,
    ...chaptersOf(operations).flatMap(({ title, doc, operations: here }) => [
      `## ${title}`,
      doc,
      table(['Operation', 'Call', 'Versions', 'Purpose'], here.map(operationRow)),
    ]),
    '## Conventions',
    list(conventions),
    '## Data types',
    table(
      ['Type', 'Rule'],
      Object.entries(dataTypes).map(([name, rule]) => [name, rule]),
    ),
    '## Errors',
    'A request that could not be processed is answered with this body.',
    errorTable(),
    table(
      ['Status', 'Cause', 'When'],
      refusals.map(({ status, cause, doc }) => [code(String(status)), code(cause), plain(doc)]),
    ),
    '## Shared groups',
    'Groups of fields that several operations have in common.',
    table(
      ['Group', 'In', 'Fields'],
      groups.map(group => [
        `[${group.name}](${groupFile(group)})`,
        group.side === 'request' ? 'requests' : 'answers',
        String(countValues(group.group, group.side)),
      ]),
    ),
  )
}

const opening = [
  'Every path starts with `/api/rest/version/{version}`, the version being a number from',
  `${versions.first} to ${versions.last}. Bodies are JSON. Credentials are HTTP Basic: user`,
  '`merchant.<merchantId>`, password an API password. Generated from the contract by `npm run reference`;',
  'the same is served at `/docs` of a running gateway, and as OpenAPI 3.1 at',
  '`/api/rest/version/{version}/openapi.json`.',
].join(' ')

const conventions = [
  'An operation at version N follows the newest contract documented at or below N, or its earliest.',
  'Presence in requests: required, optional or fixed. In answers: always there, or conditional on what ' +
    'happened. A required field of an optional group is required when the group is there.',
  '`[n]` marks the elements of a list; error messages count them from 0.',
  'Null is an absent field, an empty group an absent group, a number where text is expected its shortest ' +
    'decimal text.',
  'A request is judged in this order: the JSON itself, unknown fields, fields in the order of the ' +
    'contract, rules, the state of the order. The first finding is answered.',
  'The same request under the same ids is answered again with `Idempotent-Replayed: true`, and nothing is ' +
    'done twice. Another request under the same ids is refused.',
]

const operationRow = (operation: Operation): readonly string[] => [
  `[${operation.title}](${operationFile(operation)})`,
  code(`${operation.method} ${operation.path}`),
  operation.versions.join(', '),
  plain(operation.doc),
]

function errorTable(): string {
  const group = groupWithin(resolve(errorAnswer, versions.last))
  const components = { all: [], of: () => undefined }
  return group ? fieldTable(group, { side: 'response', components, address: () => '' }) : ''
}
