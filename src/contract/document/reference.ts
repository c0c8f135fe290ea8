// The reference in docs/reference: index, a page for each operation, a page for each shared group.

import { errorAnswer } from '../groups/call.ts'
import type { Operation } from '../kit/operation.ts'
import { groupIn, resolve } from '../kit/resolve.ts'
import { versions as served, versions } from '../kit/versions.ts'
import { componentsOf, type SchemaComponent, type SchemaComponents } from './components.ts'
import { changesOf } from './diff.ts'
import { changeSentence } from './diffText.ts'
import { errorsPage } from './errorsPage.ts'
import { curlFor } from './examples.ts'
import { bodyAt, countValues, dataTypes, type GoneField, goneFields, historyOf } from './fields.ts'
import { code, fenced, fieldTable, hasOwnPage, list, page, plain, table } from './markdown.ts'
import { chaptersOf, outcomesOf, parametersOf } from './operationDetails.ts'
import { refusals } from './refusals.ts'
import type { ContractSide } from './schema.ts'

/** The reference in Markdown, by file name: operations next to the index, shared groups in a folder. */
export function markdownReference(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const components = componentsOf(operations, versions.last)
  const groups = components.all.filter(hasOwnPage)
  return new Map([
    ['README.md', indexPage(operations, groups)],
    ['errors.md', errorsPage()],
    ...operations.map(operation => [operationFile(operation), operationPage(operation, components)] as const),
    ...groups.map(group => [groupFile(group), groupPage(group, components)] as const),
  ])
}

// The addresses of the pages, relative to the index.

const operationFile = ({ name }: Operation): string => `${slug(name.toLowerCase())}.md`
const groupFile = ({ name }: SchemaComponent): string => `groups/${slug(name)}.md`

/** 'OrderSubMerchant' and 'Order sub merchant' → order-sub-merchant. */
export const slug = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^0-9A-Za-z]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()

export const referenceTitle = '# API reference'

/** The index page: operations, types, errors. */
function indexPage(operations: readonly Operation[], groups: readonly SchemaComponent[]): string {
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
    '[Every error](errors.md) tells what to do about each, with an example.',
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
  'the same is served at `/docs/reference` of a running gateway, and as OpenAPI 3.1 at',
  '`/api/rest/version/{version}/openapi.json`.',
].join(' ')

const conventions = [
  'An operation at version N follows the newest contract documented at or below N, or its earliest.',
  'Presence in requests: required, optional or fixed. In answers: always there, or conditional on what ' +
    'happened. A required field of an optional group is required when the group is there.',
  '`[n]` marks the elements of a list; error messages count them from 0.',
  '`personal` marks data of a person who pays: answers lack it once that payer was erased.',
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
  const group = groupIn(resolve(errorAnswer, versions.last))
  const components = { all: [], of: () => undefined }
  return group ? fieldTable(group, { side: 'response', components, address: () => '' }) : ''
}

/** The page of one operation: example, request, response, rules, history. */
function operationPage(operation: Operation, components: SchemaComponents): string {
  const curl = curlFor(operation, sandboxCall)
  return page(
    `# ${operation.title}`,
    operation.doc,
    fenced('http', `${operation.method} /api/rest/version/{version}${operation.path}`),
    `${accessLine(operation)} Documented at ${versionsText(operation)}. [All operations](README.md)`,
    parameterTable(operation),
    curl ? page('## Example', fenced('sh', curl)).trimEnd() : '',
    '## Request',
    bodyText(operation, 'request', components),
    rulesText(operation),
    '## Response',
    outcomesText(operation),
    bodyText(operation, 'response', components),
    historyText(operation),
  )
}

/** The sandbox with its default settings. */
const sandboxCall = {
  address: 'http://127.0.0.1:8080',
  password: '0123456789abcdef0123456789abcdef',
  version: served.last,
}

const accessLine = ({ access }: Operation) =>
  access === 'public' ? 'No credentials needed.' : 'Basic credentials of the merchant.'

const versionsText = ({ versions }: Operation) =>
  `${versions.length > 1 ? 'versions' : 'version'} ${versions.join(' and ')}`

function parameterTable({ path }: Operation): string {
  return table(
    ['Path', 'Type', 'Bounds', 'Meaning'],
    parametersOf(path).map(({ name, type, doc }) => [
      code(`{${name}}`),
      type.name,
      plain(`${type.min} to ${type.max} characters`),
      plain(doc),
    ]),
  )
}

function bodyText(operation: Operation, side: ContractSide, components: SchemaComponents): string {
  const group = bodyAt(operation, side, served.last)
  if (group.fields.length === 0) return side === 'request' ? 'There is no body.' : 'The answer is empty.'
  const component = components.of(group, side)
  if (component && hasOwnPage(component))
    return `The body is [${component.name}](${groupFile(component)}), ${countValues(group, side)} fields.`
  return fieldTable(group, { side, components, address: (other: SchemaComponent) => groupFile(other) })
}

function rulesText({ rules }: Operation): string {
  if (rules.length === 0) return ''
  const sentences = rules.map(({ name, doc }) => `**${plain(capitalised(name))}.** ${plain(doc)}`)
  return page('### Rules', 'Judged after the fields, in this order.', list(sentences)).trimEnd()
}

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const outcomesText = (operation: Operation) =>
  list(outcomesOf(operation).map(({ status, doc }) => `${code(String(status))} ${doc}`))

/** How its documented versions differ, and the fields that the newest no longer has. */
function historyText(operation: Operation): string {
  const { versions, request, response } = operation
  const steps = versions.slice(1).map((to, index) => {
    const from = versions[index] ?? to
    const sentences = changesOf(operation, from, to).map(({ change }) => changeSentence(change))
    return page(`### ${from} → ${to}`, list(sentences.length > 0 ? sentences : ['No difference.'])).trimEnd()
  })
  const gone = [
    ...goneRows([...goneFields(request, served.last)], ''),
    ...goneRows([...goneFields(response, served.last)], ' in the answer'),
  ]
  const former =
    gone.length > 0
      ? [page('### Fields of earlier versions', table(['Field', 'Versions', 'Meaning'], gone)).trimEnd()]
      : []
  return steps.length + former.length > 0 ? page('## Between versions', ...steps, ...former).trimEnd() : ''
}

const goneRows = (gone: readonly GoneField[], where: string) =>
  gone.map(({ path, field }) => [`${code(path)}${where}`, historyOf(field).join('; '), plain(field.doc)])

const sides = { request: 'requests', response: 'answers' } as const

function groupPage(component: SchemaComponent, components: SchemaComponents): string {
  const { name, side, group, places } = component
  const listing = { side, components, address: (other: SchemaComponent) => `../${groupFile(other)}` }
  const operations = [...new Set(places.map(({ operation }) => operation))].map(operation => {
    const here = places.filter(place => place.operation === operation && place.path.length > 0)
    const paths = here.map(({ path }) => code(path.join('.')))
    const link = `[${operation.title}](../${operationFile(operation)})`
    return paths.length > 0 ? `${link}: ${paths.join(', ')}` : link
  })
  return page(
    `# ${name}`,
    `${countValues(group, side)} fields, in ${sides[side]}. [All operations](../README.md)`,
    fieldTable(group, listing),
    '## Where it is used',
    list(operations),
  )
}
