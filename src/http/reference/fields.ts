import { type Component, groupWithin } from '../../contract/document/components.ts'
import { countValues } from '../../contract/document/fields.ts'
import { historyOf } from '../../contract/document/history.ts'
import { boundsOf, pathName, presenceOf, typeName, valuesOf } from '../../contract/document/labels.ts'
import { type Side, shownFields } from '../../contract/document/schema.ts'
import type { ResolvedField, ResolvedGroup } from '../../contract/kit/resolve.ts'
import { type Html, html } from './html.ts'
import { groupId, standsAlone, type View } from './view.ts'

/** Where a list of fields stands: on which side, under which fields, within which part of the page. */
export type Position = { readonly side: Side; readonly at: string; readonly id: string }

/** The fields of a group: its values as a table, the groups within it folded below. */
export function fieldList(group: ResolvedGroup, position: Position, view: View): Html {
  const fields = shownFields(group, position.side)
  const values = fields.filter(({ type }) => !groupWithin(type))
  const groups = fields.filter(({ type }) => groupWithin(type))
  return html`${values.length > 0 && valueTable(values, position)}${groups.map(field =>
    groupFold(field, position, view),
  )}`
}

const valueTable = (fields: readonly ResolvedField[], position: Position): Html => html`<table class="fields">
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${fields.map(field => valueRow(field, position))}</tbody></table>`

function valueRow(field: ResolvedField, { side, at, id }: Position): Html {
  const { type } = field
  const path = at + pathName(field)
  const bounds = side === 'response' && field.field.secret === 'number' ? "masked with 'x'" : boundsOf(type)
  return html`<tr id="${id}.${path}"><th scope="row">${nameOf(field, at)} ${presence(field, side)}</th>
<td>${typeName(type)}${bounds !== '' && html`<small>${bounds}</small>`}</td>
<td>${field.field.doc}${valueList(valuesOf(type))}${notes(field)}</td></tr>`
}

const nameOf = (field: ResolvedField, at: string): Html =>
  html`<code><i>${at}</i>${pathName(field)}</code>`

function presence(field: ResolvedField, side: Side): Html {
  const word = presenceOf(field, side)
  return html`<em class="${word}">${word}</em>`
}

/** A long enumeration is folded, so that it does not drown its neighbours. */
const listedMax = 14

function valueList(values: readonly string[]): Html | false {
  if (values.length === 0) return false
  const list = html`<ul class="values">${values.map(value => html`<li><code>${value}</code></li>`)}</ul>`
  return values.length <= listedMax
    ? list
    : html`<details class="more"><summary>${values.length} values</summary>${list}</details>`
}

function notes({ field }: ResolvedField): Html | false {
  const initial = field.default === undefined ? [] : [`default ${field.default}`]
  const secret = field.secret === 'authentication' ? ['never stored'] : []
  const all = [...initial, ...secret, ...historyOf(field)]
  return all.length > 0 && html`<small class="notes">${all.join(' · ')}</small>`
}

/** A group within a group: folded, or, where several share it, told in its own place. */
function groupFold(field: ResolvedField, { side, at, id }: Position, view: View): Html {
  const inner = groupWithin(field.type)
  if (!inner) return html``
  const path = at + pathName(field)
  const component = view.components.of(inner, side)
  const shared = component && standsAlone(component) ? component : undefined
  const count = countValues(inner, side)
  return html`<details class="group" id="${id}.${path}"${shared && html` data-group="${groupId(shared)}" data-at="${path}."`}>
<summary>${nameOf(field, at)} ${presence(field, side)} <span class="kind">${typeName(field.type)}, ${count} ${
    count === 1 ? 'field' : 'fields'
  }</span><span class="doc">${field.field.doc} ${notes(field)}</span></summary>
<div class="inner">${
    shared ? sharedLink(shared) : fieldList(inner, { side, at: `${path}.`, id }, view)
  }</div></details>`
}

export const sharedLink = (component: Component): Html =>
  html`<p class="shared">See the shared group <a href="#${groupId(component)}">${component.name}</a>.</p>`
