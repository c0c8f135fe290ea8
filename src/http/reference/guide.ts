import { groupWithin } from '../../contract/document/components.ts'
import { curlFor } from '../../contract/document/examples.ts'
import { refusals } from '../../contract/document/refusals.ts'
import { errorAnswer } from '../../contract/groups/call.ts'
import { resolve } from '../../contract/kit/resolve.ts'
import { type Html, html, prose } from '../../platform/html.ts'
import { jsonCode, shellCode } from './code.ts'
import { fieldList } from './fields.ts'
import { chapter, code, codePanel, plainTable, status } from './parts.ts'
import { callerFor } from './sandboxChapter.ts'
import type { ReferenceView } from './view.ts'

/** What a reader should know before the first operation. */
export const guideSections = [
  ['introduction', 'Introduction'],
  ['requests', 'Requests and retries'],
  ['results', 'Results'],
  ['errors', 'Errors'],
] as const

export const guide = (view: ReferenceView): Html =>
  html`${introduction(view)}${requests}${results}${errors(view)}`

function introduction(view: ReferenceView): Html {
  const [first] = view.operations
  const line = first && curlFor(first, callerFor(view))
  const steps = nextSteps(view).map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)
  const panel = { label: 'First call', title: 'Your first authorization', language: 'curl' }
  return html`<section id="introduction" class="opening" aria-labelledby="introduction-title">
<div class="columns"><div class="text"><p class="eyebrow">Merchant API · version ${view.version}</p>
<h1 id="introduction-title">Take card payments with one HTTP call</h1>
<p class="lead">Send JSON, read the result. Every request can be repeated safely, every outcome can be
rehearsed, and every answer says why.</p>
${basics(view)}
<ul class="next">${steps}</ul></div>
${line !== undefined && codePanel({ ...panel, code: shellCode(line) })}</div></section>`
}

function basics(view: ReferenceView): Html {
  const base = `/api/rest/version/${view.version}`
  const facts = [
    ['Base path', code(base)],
    ['User', code(`merchant.${view.isSandbox ? 'TESTMERCHANT' : '<merchantId>'}`)],
    ['Password', code(callerFor(view).password)],
    ['OpenAPI 3.1', html`<a href="${base}/openapi.json">openapi.json</a>`],
  ] as const
  return html`<dl class="basics">${facts.map(
    ([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>`,
  )}</dl>`
}

/** Operations a beginner looks for, as far as the catalogue has them. */
function nextSteps({ operations, isSandbox }: ReferenceView): readonly (readonly [string, string])[] {
  const steps = [
    ['authorize', 'Authorize a card'],
    ['capture', 'Capture the money'],
    ['refund', 'Give it back'],
  ] as const
  const known = steps.filter(([id]) => operations.some(({ name }) => name.toLowerCase() === id))
  return isSandbox ? [...known, ['sandbox', 'Rehearse a decline']] : known
}

const principles = [
  [
    'You choose the ids',
    'An order and each of its transactions carry ids of yours, in the path.',
    'A PUT on a transaction does what its `apiOperation` says.',
  ],
  [
    'Repeat without fear',
    'The same request under the same ids is answered again with `Idempotent-Replayed: true`; nothing is done',
    'twice, for ever. Another request under the same ids is refused.',
    'A declined attempt needs a new transaction id.',
  ],
  [
    'Decimals are text',
    'Send `"100.00"`, receive `100.00`: text in requests, JSON numbers in answers.',
    'At most the decimals of the currency.',
  ],
  [
    'Lenient, then strict',
    'Null is an absent field, an empty group an absent group. What remains is judged to the letter: unknown',
    'fields first, then fields in the order of the contract, then rules, then the state of the order.',
  ],
] as const

const requests = chapter(
  { id: 'requests', title: 'Requests and retries' },
  html`<div class="notes-grid">${principles.map(
    ([title, ...text]) => html`<div><h3>${title}</h3><p>${prose(...text)}</p></div>`,
  )}</div>`,
)

const results = chapter(
  { id: 'results', title: 'Results' },
  html`<p>${prose(
    'The HTTP status says whether the request was processed; `result` says how it went,',
    '`response.gatewayCode` why. A decline is processed: 201 with FAILURE.',
  )}</p>`,
  plainTable({
    head: ['result', 'Meaning'],
    rows: [
      [code('SUCCESS'), 'It went well.'],
      [code('PENDING'), 'It is under way. Retrieve the transaction later, or wait for its notification.'],
      [code('FAILURE'), 'Declined or rejected by the gateway, the acquirer or the issuer.'],
      [code('UNKNOWN'), 'The outcome cannot be told yet. The gateway finds out and corrects the record.'],
      [code('ERROR'), html`The request could not be processed; see <a href="#errors">Errors</a>.`],
    ],
  }),
)

function errors(view: ReferenceView): Html {
  const body = groupWithin(resolve(errorAnswer, view.version))
  return chapter(
    { id: 'errors', title: 'Errors' },
    html`<div class="columns"><div class="text"><p>A request that cannot be processed leaves no trace: its ids
stay free. The body names the field and what is wrong with it.</p>
<div class="body">${body && fieldList(body, { side: 'response', at: '' }, view)}</div></div>
${codePanel({ label: 'An error', title: '400', language: 'json', code: jsonCode(sampleError) })}</div>`,
    plainTable({
      caption: 'Statuses',
      head: ['Status', 'error.cause', 'When'],
      rows: refusals.map(refusal => [status(refusal.status), code(refusal.cause), refusal.doc]),
    }),
  )
}

const sampleError = JSON.stringify(
  {
    error: {
      cause: 'INVALID_REQUEST',
      explanation: "Value 'usd' is invalid. It must be an ISO 4217 alpha code in upper case.",
      field: 'order.currency',
      validationType: 'INVALID',
    },
    result: 'ERROR',
  },
  null,
  2,
)
