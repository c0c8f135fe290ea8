// The introduction of the reference page, and its chapter on the sandbox.

import { curlFor } from '../../contract/document/examples.ts'
import { refusals } from '../../contract/document/refusals.ts'
import { errorAnswer } from '../../contract/groups/call.ts'
import { groupIn, resolve } from '../../contract/kit/resolve.ts'
import { type Html, html, prose } from '../../platform/html.ts'
import {
  callerFor,
  chapter,
  code,
  codePanel,
  jsonCode,
  plainTable,
  type ReferenceTable,
  type ReferenceView,
  shellCode,
  status,
} from './elements.ts'
import { fieldList } from './operation.ts'

/** The sections before the first operation. */
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
    [
      'Postman',
      html`<a href="/docs/version/${view.version}/postman_collection.json">postman_collection.json</a>`,
    ],
  ] as const
  return html`<dl class="basics">${facts.map(
    ([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>`,
  )}</dl>`
}

/** Operations a beginner looks for, if the catalogue has them. */
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
  const body = groupIn(resolve(errorAnswer, view.version))
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
    html`<p>What to do about each: <a href="/docs/reference/errors">every error</a>, with an example.</p>`,
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

/** What controls the simulated acquirer, so that every outcome can be tested. */
export const sandboxChapter = ({ isSandbox }: ReferenceView): Html | false =>
  isSandbox &&
  chapter(
    {
      id: 'sandbox',
      title: 'Sandbox',
      lead: 'No money moves here. The simulated acquirer does what the card tells it to, every time.',
    },
    html`<div class="tables">${triggers.map(trigger => plainTable(trigger, 'triggers'))}</div><p>${prose(
      'Any other expiry date in the future is approved, one in the past is `EXPIRED_CARD`.',
      'Cards of network A carry a security code of four digits: `1000`, `1010`, `1020`.',
      'Any other code matches; without one the result is `NOT_PRESENT`.',
    )}</p>${plainTable(controls)}<p>${prose(
      'The control API needs no credentials and serves callers on the same machine only, never a web page.',
      'With it no test depends on a magic value: a script says what the acquirer answers next.',
    )}</p>`,
  )

type Rows = readonly (readonly [string, string])[]

const cards: Rows = [
  ['371881634498004', 'Network A'],
  ['5123450000000008', 'Network B'],
  ['2223000000000007', 'Network B'],
  ['5111111111111118', 'Network B, debit'],
  ['4508750015741019', 'Network C'],
  ['4012000033330026', 'Network C, debit'],
  ['3528000000000007', 'Network D'],
  ['36259600000012', 'Network E'],
  ['6011003179988686', 'Network F'],
  ['6201089999995464', 'Network G'],
  ['5000000000000000005', 'Network H'],
  ['135492354874528', 'Network I'],
]

const expiries: Rows = [
  ['01/39', 'APPROVED'],
  ['02/39', 'INSUFFICIENT_FUNDS'],
  ['03/39', 'REFERRED'],
  ['04/39', 'PARTIALLY_APPROVED'],
  ['05/39', 'DECLINED'],
  ['06/39', 'DECLINED_DO_NOT_CONTACT'],
  ['07/39', 'BLOCKED'],
  ['08/39', 'PENDING'],
  ['09/39', 'SYSTEM_ERROR'],
  ['10/39', 'EXPIRED_CARD'],
  ['11/39', 'TIMED_OUT'],
  ['12/39', 'APPROVED_PENDING_SETTLEMENT'],
  ['01/37', 'ACQUIRER_SYSTEM_ERROR'],
  ['02/37', 'UNSPECIFIED_FAILURE'],
  ['05/37', 'UNKNOWN'],
]

const securityCodes: Rows = [
  ['100', 'MATCH'],
  ['101', 'NOT_PROCESSED'],
  ['102', 'NO_MATCH'],
]

const streets: Rows = [
  ['Alpha St', 'ADDRESS_MATCH'],
  ['X-ray St', 'ADDRESS_ZIP_MATCH'],
  ['Whiskey St', 'ZIP_MATCH'],
  ['November St', 'NO_MATCH'],
  ['Gamma St', 'NOT_VERIFIED'],
  ['Kilo St', 'NAME_MATCH'],
  ['Oscar St', 'NAME_ADDRESS_MATCH'],
  ['Lima St', 'NAME_ZIP_MATCH'],
  ['Romeo St', 'SERVICE_NOT_AVAILABLE_RETRY'],
  ['Sierra St', 'SERVICE_NOT_SUPPORTED'],
  ['Uniform St', 'NOT_AVAILABLE'],
  ['Zero St', 'NOT_REQUESTED'],
]

const triggerTable = (caption: string, head: readonly [string, string], rows: Rows): ReferenceTable => ({
  caption,
  head,
  rows: rows.map(([trigger, outcome]) => [code(trigger), outcome]),
})

const controls: ReferenceTable = {
  caption: 'Control API',
  head: ['Path', 'Methods', 'What for'],
  rows: [
    [code('/sandbox/acquirer/scripts'), 'POST, GET, DELETE', 'What the acquirer answers next'],
    [code('/sandbox/acquirer/books'), 'GET', 'What the acquirer has written down'],
    [code('/sandbox/clock'), 'GET, POST', 'The time, and moving it forward'],
    [code('/sandbox/reconciliation'), 'GET', 'Where gateway and books differ, and what is still open'],
    [
      code('/sandbox/merchants/{merchantId}/profile'),
      'GET, PUT',
      'What a merchant may do beyond the ordinary',
    ],
    [code('/sandbox/data'), 'DELETE', 'Back to the beginning'],
  ],
}

const triggers: readonly ReferenceTable[] = [
  triggerTable('Cards', ['Number', 'Network'], cards),
  triggerTable('Security code', ['Code', 'response.cardSecurityCode'], securityCodes),
  triggerTable('Expiry date decides the outcome', ['Expiry', 'response.gatewayCode'], expiries),
  triggerTable('Billing street', ['Street', 'response.cardholderVerification.avs'], streets),
]
