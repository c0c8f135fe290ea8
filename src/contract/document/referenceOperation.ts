import { versions as served } from '../catalogue.ts'
import type { Operation } from '../kit/operation.ts'
import type { Component, Components } from './components.ts'
import { changesOf } from './diff.ts'
import { changeSentence } from './diffSentence.ts'
import { curlFor } from './examples.ts'
import { bodyAt, countValues } from './fields.ts'
import { fieldTable, hasOwnPage } from './fieldTable.ts'
import { type GoneField, goneFields, historyOf } from './history.ts'
import { code, fenced, list, page, plain, table } from './markdown.ts'
import { outcomesOf } from './outcomes.ts'
import { parametersOf } from './parameters.ts'
import { groupFile } from './referenceFiles.ts'
import type { Side } from './schema.ts'

/** One operation on one page: how to call it, what to send, what comes back, what changed. */
export function operationPage(operation: Operation, components: Components): string {
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

/** The sandbox as it starts on a fresh machine. */
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

function bodyText(operation: Operation, side: Side, components: Components): string {
  const group = bodyAt(operation, side, served.last)
  if (group.fields.length === 0) return side === 'request' ? 'There is no body.' : 'The answer is empty.'
  const component = components.of(group, side)
  if (component && hasOwnPage(component))
    return `The body is [${component.name}](${groupFile(component)}), ${countValues(group, side)} fields.`
  return fieldTable(group, { side, components, address: (other: Component) => groupFile(other) })
}

function rulesText({ rules }: Operation): string {
  if (rules.length === 0) return ''
  const sentences = rules.map(({ name, doc }) => `**${plain(capitalised(name))}.** ${plain(doc)}`)
  return page('### Rules', 'Judged after the fields, in this order.', list(sentences)).trimEnd()
}

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const outcomesText = (operation: Operation) =>
  list(outcomesOf(operation).map(({ status, doc }) => `${code(String(status))} ${doc}`))

/** What its documented versions differ in, and what the newest no longer knows. */
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
