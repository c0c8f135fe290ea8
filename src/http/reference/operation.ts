import type { Component } from '../../contract/document/components.ts'
import { curlFor } from '../../contract/document/examples.ts'
import { bodyAt, countValues } from '../../contract/document/fields.ts'
import { outcomesOf } from '../../contract/document/outcomes.ts'
import type { Side } from '../../contract/document/schema.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { shellCode } from './code.ts'
import { fieldList, sharedLink } from './fields.ts'
import { type Html, html, prose } from './html.ts'
import { callerFor } from './sandbox.ts'
import { groupId, operationId, standsAlone, type View } from './view.ts'

/** One operation: how to call it beside what to send and what comes back. */
export function operationSection(operation: Operation, view: View): Html {
  const id = operationId(operation)
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<header><h3 id="${id}-title"><a href="#${id}">${operation.title}</a></h3>
<p class="call">${methodPill(operation)} <code>${pathWithBreaks(operation.path)}</code></p></header>
<div class="columns"><div class="text">
<p class="lead">${prose(operation.doc)}</p>
${documentedAt(operation, view)}
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

function documentedAt({ versions, access }: Operation, { version }: View): Html {
  const [earliest] = versions
  const isEarlier = version < earliest
  return html`<p class="facts">${access === 'public' && html`<span>No credentials needed</span>`}<span>Documented at ${versions.length > 1 ? 'versions' : 'version'} ${versions.join(
    ' and ',
  )}</span>${isEarlier && html`<span>Version ${version} follows the contract of ${earliest}</span>`}</p>`
}

const titles = { request: 'Request', response: 'Response' } as const

function bodyPart(operation: Operation, side: Side, view: View): Html {
  const group = bodyAt(operation, side, view.version)
  const id = `${operationId(operation)}-${side}`
  const component = view.components.of(group, side)
  const isEmpty = group.fields.length === 0
  const isShared = !isEmpty && component !== undefined && standsAlone(component)
  const outcomes = side === 'response' ? outcomesOf(operation) : []
  return html`<h4 id="${id}">${titles[side]}</h4>
${
  outcomes.length > 0 &&
  html`<ul class="outcomes">${outcomes.map(
    ({ status, doc }) => html`<li><b class="status">${status}</b> ${prose(doc)}</li>`,
  )}</ul>`
}
${isEmpty && side === 'request' && html`<p>No body.</p>`}
${!isEmpty && !isShared && html`<div class="body">${fieldList(group, { side, at: '' }, view)}</div>`}
${isShared && component && sharedBody(component)}`
}

/** With the page's script the fields appear in place; without it the link leads to them. */
const sharedBody = (
  component: Component,
): Html => html`<details class="group whole" data-group="${groupId(component)}" data-at="">
<summary><span><code>${component.name}</code></span><span class="kind">Body <small>${countValues(component.group, component.side)} fields</small></span><span>Shared with other operations.</span></summary>
<div class="inner">${sharedLink(component)}</div></details>`

const rulePart = ({ rules }: Operation): Html | false =>
  rules.length > 0 &&
  html`<details class="rules"><summary>${rules.length} ${
    rules.length === 1 ? 'rule' : 'rules'
  } beyond single fields</summary><dl>${rules.map(
    ({ name, doc }) => html`<dt>${name.charAt(0).toUpperCase() + name.slice(1)}</dt><dd>${prose(doc)}</dd>`,
  )}</dl></details>`

function examplePart(operation: Operation, view: View): Html {
  const line = curlFor(operation, callerFor(view))
  if (!line) return html``
  return html`<aside class="example" aria-label="Example of ${operation.title}"><figure class="code">
<figcaption>Try it <span>curl</span></figcaption><pre tabindex="0"><code>${shellCode(line)}</code></pre></figure></aside>`
}
