// The section of the reference page for one operation, and its lists of fields.

import type { SchemaComponent } from '../../contract/document/components.ts'
import { curlFor } from '../../contract/document/examples.ts'
import {
  bodyAt,
  boundsOf,
  countValues,
  historyOf,
  pathName,
  presenceOf,
  typeName,
  valuesOf,
} from '../../contract/document/fields.ts'
import { outcomesOf } from '../../contract/document/operationDetails.ts'
import { type ContractSide, shownFields } from '../../contract/document/schema.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { groupIn, type ResolvedField, type ResolvedGroup } from '../../contract/kit/resolve.ts'
import { type Html, html, prose } from '../../platform/html.ts'
import {
  callerFor,
  codePanel,
  groupId,
  hasOwnSection,
  operationId,
  type ReferenceView,
  shellCode,
  status,
} from './elements.ts'

/** One operation: how to call it, what to send, and what comes back. */
export function operationSection(operation: Operation, view: ReferenceView): Html {
  const id = operationId(operation)
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<header><h3 id="${id}-title"><a href="#${id}">${operation.title}</a></h3>
<p class="call">${methodPill(operation)} <code>${pathWithBreaks(operation.path)}</code></p></header>
<div class="columns"><div class="text">
<p class="lead">${prose(operation.doc)}</p>
${factsOf(operation, view)}
${bodyPart(operation, 'request', view)}
${rulePart(operation)}
${bodyPart(operation, 'response', view)}
</div>${examplePart(operation, view)}</div></section>`
}

export const methodPill = ({ method }: Operation): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`

/** A long path may break after a slash. */
const pathWithBreaks = (path: string): readonly Html[] =>
  path.split(/(?<=\/)/).map(segment => html`${segment}<wbr>`)

function factsOf(operation: Operation, { version, isAvailable }: ReferenceView): Html {
  const { versions, access } = operation
  const [earliest, ...later] = versions
  const facts = [
    !isAvailable(operation) && 'Not in this release: requests are judged, valid ones answered 501',
    access === 'public' && 'No credentials needed',
    `Documented at ${later.length > 0 ? 'versions' : 'version'} ${versions.join(' and ')}`,
    version < earliest && `Version ${version} follows the contract of ${earliest}`,
  ]
  return html`<p class="facts">${facts.map(fact => fact && html`<span>${fact}</span>`)}</p>`
}

const titles = { request: 'Request', response: 'Response' } as const

function bodyPart(operation: Operation, side: ContractSide, view: ReferenceView): Html {
  const group = bodyAt(operation, side, view.version)
  const outcomes = side === 'response' ? outcomesOf(operation) : []
  return html`<h4>${titles[side]}</h4>
${
  outcomes.length > 0 &&
  html`<ul class="outcomes">${outcomes.map(
    outcome => html`<li>${status(outcome.status)} ${prose(outcome.doc)}</li>`,
  )}</ul>`
}
${group.fields.length > 0 ? fieldsPart(operation, side, view) : html`<p>No body.</p>`}`
}

function fieldsPart(operation: Operation, side: ContractSide, view: ReferenceView): Html {
  const group = bodyAt(operation, side, view.version)
  const component = view.components.of(group, side)
  return component && hasOwnSection(component)
    ? sharedBody(component)
    : html`<div class="body">${fieldList(group, { side, at: '' }, view)}</div>`
}

/** With the page's script the fields appear in place; without it the link leads to them. */
const sharedBody = (component: SchemaComponent): Html => html`<details class="group"
 data-group="${groupId(component)}" data-at=""><summary><span><code>${component.name}</code></span>
<span class="kind">Body <small>${fieldCount(component.group, component.side)}</small></span>
<span>Shared with other operations.</span></summary>
<div class="inner">${sharedLink(component)}</div></details>`

const rulePart = ({ rules }: Operation): Html | false =>
  rules.length > 0 &&
  html`<details class="rules">
<summary>${rules.length} ${rules.length === 1 ? 'rule' : 'rules'} beyond single fields</summary>
<dl>${rules.map(({ name, doc }) => html`<dt>${capitalised(name)}</dt><dd>${prose(doc)}</dd>`)}</dl></details>`

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function examplePart(operation: Operation, view: ReferenceView): Html | false {
  const line = curlFor(operation, callerFor(view))
  const label = `Example of ${operation.title}`
  return line !== undefined && codePanel({ label, title: 'Try it', language: 'curl', code: shellCode(line) })
}

/** The position of a list of fields: request or response, and below which fields. */
type FieldPosition = { readonly side: ContractSide; readonly at: string }

/** The fields of a group, mandatory ones first: values as a table, groups folded below it. */
export function fieldList(group: ResolvedGroup, position: FieldPosition, view: ReferenceView): Html {
  const fields = needFirst(shownFields(group, position.side))
  const values = fields.filter(({ type }) => !groupIn(type))
  const groups = fields.filter(({ type }) => groupIn(type))
  return html`${values.length > 0 && valueTable(values, position)}${groups.map(field =>
    groupFold(field, position, view),
  )}`
}

const needFirst = (fields: readonly ResolvedField[]): readonly ResolvedField[] => [
  ...fields.filter(({ isRequired }) => isRequired),
  ...fields.filter(({ isRequired }) => !isRequired),
]

const valueTable = (
  fields: readonly ResolvedField[],
  position: FieldPosition,
): Html => html`<table class="fields">
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${fields.map(field => valueRow(field, position))}</tbody></table>`

function valueRow(field: ResolvedField, { side, at }: FieldPosition): Html {
  const { type } = field
  const bounds = side === 'response' && field.field.secret === 'number' ? "masked with 'x'" : boundsOf(type)
  return html`<tr><th scope="row">${nameOf(field, at)} ${presence(field, side)}</th>
<td class="type">${typeName(type)}${bounds !== '' && html` <small>${bounds}</small>`}</td>
<td>${field.field.doc}${valueList(field)}${notes(field)}</td></tr>`
}

const nameOf = (field: ResolvedField, at: string): Html =>
  html`<code>${at !== '' && html`<i>${at}</i><wbr>`}${pathName(field)}</code>`

function presence(field: ResolvedField, side: ContractSide): Html {
  const word = presenceOf(field, side)
  return html`<em class="${word}">${word}</em>`
}

/** A longer enumeration is folded, so that it does not hide its neighbours. */
const listedMax = 14

function valueList({ type, field }: ResolvedField): Html | false {
  const values = valuesOf(type)
  const [only, second] = values
  if (only === undefined || (second === undefined && field.doc.includes(only))) return false
  const list = html`<ul class="values">${values.map(value => html`<li><code>${value}</code></li>`)}</ul>`
  return values.length <= listedMax
    ? list
    : html`<details class="more"><summary>${values.length} values</summary>${list}</details>`
}

function notes({ field }: ResolvedField): Html | false {
  const initial = field.default === undefined ? [] : [`default ${field.default}`]
  const secret = field.secret === 'authentication' || field.secret === 'sealed' ? ['never stored'] : []
  const all = [...initial, ...secret, ...historyOf(field)]
  return all.length > 0 && html`<small class="notes">${all.join(' · ')}</small>`
}

/** A group within a group: folded, or a link where several share it. */
function groupFold(field: ResolvedField, { side, at }: FieldPosition, view: ReferenceView): Html {
  const inner = groupIn(field.type)
  if (!inner) return html``
  const path = `${at}${pathName(field)}.`
  const component = view.components.of(inner, side)
  const shared = component && hasOwnSection(component) ? component : undefined
  const content = shared ? sharedLink(shared) : fieldList(inner, { side, at: path }, view)
  return html`<details class="group"${shared && html` data-group="${groupId(shared)}" data-at="${path}"`}>
<summary><span>${nameOf(field, at)} ${presence(field, side)}</span>
<span class="kind">${typeName(field.type)} <small>${fieldCount(inner, side)}</small></span>
<span>${field.field.doc}${notes(field)}</span></summary>
<div class="inner">${content}</div></details>`
}

function fieldCount(group: ResolvedGroup, side: ContractSide): string {
  const count = countValues(group, side)
  return `${count} ${count === 1 ? 'field' : 'fields'}`
}

const sharedLink = (component: SchemaComponent): Html => html`<p class="shared">Shared group
<a href="#${groupId(component)}">${component.name}</a>, ${fieldCount(component.group, component.side)}.</p>`
