import type { SchemaComponent } from '../../contract/document/components.ts'
import { curlFor } from '../../contract/document/examples.ts'
import { bodyAt } from '../../contract/document/fields.ts'
import { outcomesOf } from '../../contract/document/operationDetails.ts'
import type { ContractSide } from '../../contract/document/schema.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { type Html, html, prose } from '../../platform/html.ts'
import { shellCode } from './code.ts'
import { fieldCount, fieldList, sharedLink } from './fields.ts'
import { codePanel, status } from './parts.ts'
import { callerFor } from './sandboxChapter.ts'
import { groupId, operationId, type ReferenceView, standsAlone } from './view.ts'

/** One operation: how to call it beside what to send and what comes back. */
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
  return component && standsAlone(component)
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
