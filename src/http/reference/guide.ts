import { versions } from '../../contract/catalogue.ts'
import { groupWithin } from '../../contract/document/components.ts'
import { dataTypes } from '../../contract/document/dataTypes.ts'
import { refusals } from '../../contract/document/errors.ts'
import { curlFor } from '../../contract/document/examples.ts'
import { turningPoints } from '../../contract/document/history.ts'
import { errorAnswer } from '../../contract/groups/error.ts'
import { resolve } from '../../contract/kit/resolve.ts'
import { jsonCode, shellCode } from './code.ts'
import { fieldList } from './fields.ts'
import { type Html, html, prose } from './html.ts'
import { callerFor } from './sandbox.ts'
import type { View } from './view.ts'

/** What a reader should know before the first operation. */
export const guideSections = [
  ['introduction', 'Introduction'],
  ['requests', 'Requests and retries'],
  ['results', 'Results'],
  ['errors', 'Errors'],
] as const
export const guide = (view: View): Html => html`${introduction(view)}${requests}${results}${errors(view)}`

export const appendixSections = [
  ['groups-request', 'Groups in requests'],
  ['groups-response', 'Groups in answers'],
  ['versions', 'Versions'],
  ['types', 'Data types'],
] as const
export const appendix = (view: View): Html => html`${versionChapter(view)}${types}`

function introduction(view: View): Html {
  const [first] = view.operations
  const { password } = callerFor(view)
  const line = first && curlFor(first, callerFor(view))
  return html`<section id="introduction" class="opening" aria-labelledby="introduction-title"><div class="columns"><div class="text">
<p class="eyebrow">Merchant API · version ${view.version}</p>
<h1 id="introduction-title">Take card payments with one HTTP call</h1>
<p class="lead">Send JSON, read the result. Every request can be repeated safely, every outcome can be rehearsed, and every answer says why.</p>
<dl class="basics">
<div><dt>Base path</dt><dd><code>/api/rest/version/${view.version}</code></dd></div>
<div><dt>User</dt><dd><code>merchant.${view.isSandbox ? 'TESTMERCHANT' : '<merchantId>'}</code></dd></div>
<div><dt>Password</dt><dd><code>${password}</code></dd></div>
<div><dt>OpenAPI 3.1</dt><dd><a href="/api/rest/version/${view.version}/openapi.json">openapi.json</a></dd></div>
</dl>
<ul class="next"><li><a href="#authorize">Authorize a card</a></li><li><a href="#capture">Capture the money</a></li><li><a href="#refund">Give it back</a></li>${
    view.isSandbox && html`<li><a href="#sandbox">Rehearse a decline</a></li>`
  }</ul></div>
${line && html`<aside class="example" aria-label="First call"><figure class="code"><figcaption>Your first authorization <span>curl</span></figcaption><pre tabindex="0"><code>${shellCode(line)}</code></pre></figure></aside>`}
</div></section>`
}

const requests = html`<section id="requests" class="chapter" aria-labelledby="requests-title"><h2 id="requests-title">Requests and retries</h2>
<div class="notes-grid">
<div><h3>You choose the ids</h3><p>${prose('An order and each of its transactions carry ids of yours, in the path. A PUT on a transaction does what its `apiOperation` says.')}</p></div>
<div><h3>Repeat without fear</h3><p>${prose('The same request under the same ids is answered again with `Idempotent-Replayed: true`; nothing is done twice, for ever. Another request under the same ids is refused. A declined attempt needs a new transaction id.')}</p></div>
<div><h3>Decimals are text</h3><p>${prose('Send `"100.00"`, receive `100.00`: text in requests, JSON numbers in answers. At most the decimals of the currency.')}</p></div>
<div><h3>Lenient, then strict</h3><p>${prose('Null is an absent field, an empty group an absent group. What remains is judged to the letter: unknown fields first, then fields in the order shown here, then rules, then the state of the order.')}</p></div>
</div></section>`

const results = html`<section id="results" class="chapter" aria-labelledby="results-title"><h2 id="results-title">Results</h2>
<p>${prose('The HTTP status says whether the request was processed; `result` says how it went, `response.gatewayCode` why. A decline is processed: 201 with FAILURE.')}</p>
<table class="plain"><thead><tr><th scope="col">result</th><th scope="col">Meaning</th></tr></thead><tbody>
${[
  ['SUCCESS', 'It went well.'],
  ['PENDING', 'It is under way. Retrieve the transaction later, or wait for its notification.'],
  ['FAILURE', 'Declined or rejected by the gateway, the acquirer or the issuer.'],
  ['UNKNOWN', 'The outcome cannot be told yet. The gateway finds out and corrects the record.'],
  ['ERROR', 'The request could not be processed; see Errors.'],
].map(([name, doc]) => html`<tr><th scope="row"><code>${name}</code></th><td>${doc}</td></tr>`)}
</tbody></table></section>`

function errors(view: View): Html {
  const body = groupWithin(resolve(errorAnswer, view.version))
  return html`<section id="errors" class="chapter" aria-labelledby="errors-title"><h2 id="errors-title">Errors</h2>
<div class="columns"><div class="text">
<p>A request that cannot be processed leaves no trace: its ids stay free. The body names the field and what is wrong with it.</p>
<div class="body open">${body && fieldList(body, { side: 'response', at: '' }, view)}</div></div>
<aside class="example" aria-label="An error"><figure class="code"><figcaption>400 <span>json</span></figcaption><pre tabindex="0"><code>${jsonCode(sampleError)}</code></pre></figure></aside></div>
<table class="plain"><caption>Statuses</caption><thead><tr><th scope="col">Status</th><th scope="col">error.cause</th><th scope="col">When</th></tr></thead><tbody>
${refusals.map(({ status, cause, doc }) => html`<tr><th scope="row"><b class="status">${status}</b></th><td><code>${cause}</code></td><td>${doc}</td></tr>`)}
</tbody></table></section>`
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

const versionChapter = (view: View): Html =>
  html`<section id="versions" class="chapter" aria-labelledby="versions-title"><h2 id="versions-title">Versions</h2>
<p>${prose(`The version stands in the path, ${versions.first} to ${versions.last}. An operation at version N follows the newest contract documented at or below N, or its earliest. You read version ${view.version}; in marked versions something changed. The command \`npm run contract -- diff 48 73\` prints what changed between two of them.`)}</p>
${versionGrid(view)}</section>`

export function versionGrid({ operations, version }: View): Html {
  const changed = new Set([
    ...turningPoints(operations.flatMap(({ request, response }) => [request, response])),
    ...operations.flatMap(operation => operation.versions),
  ])
  const all = Array.from({ length: versions.last - versions.first + 1 }, (_, index) => versions.first + index)
  return html`<ol class="versions">${all.map(
    each =>
      html`<li><a href="/docs/version/${each}"${changed.has(each) && html` class="changed" title="something changed"`}${
        each === version && html` aria-current="page"`
      }>${each}</a></li>`,
  )}</ol>`
}

const types = html`<section id="types" class="chapter" aria-labelledby="types-title"><h2 id="types-title">Data types</h2>
<table class="plain"><thead><tr><th scope="col">Type</th><th scope="col">Rule</th></tr></thead><tbody>
${Object.entries(dataTypes).map(([name, rule]) => html`<tr><th scope="row">${name}</th><td>${prose(rule)}</td></tr>`)}
</tbody></table></section>`
