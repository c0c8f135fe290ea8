// What changed between two versions, as a page: what can break a caller comes first.

import { catalogue } from '../../../contract/catalogue.ts'
import {
  bySharers,
  type DeclaredChange,
  type DiffSection,
  differences,
  documentedAnew,
  titlesOf,
  type VersionSpan,
} from '../../../contract/document/diff.ts'
import { changeText, otherPlaces } from '../../../contract/document/diffText.ts'
import { turningPoints } from '../../../contract/document/fields.ts'
import type { Operation } from '../../../contract/kit/operation.ts'
import { allVersions, versions } from '../../../contract/kit/versions.ts'
import { type Html, html, prose } from '../../../platform/html.ts'
import { operationId } from '../elements.ts'
import { framed, type Site } from './page.ts'

/** What is compared when nobody says what: the newest contract, and the one before its last change. */
export function newestSpan(): VersionSpan {
  const changed = turningPoints(catalogue.flatMap(({ request, response }) => [request, response]))
  return { from: Math.max(versions.first, Math.max(...changed) - 1), to: versions.last }
}

export function differencePage(site: Site, span: VersionSpan): string {
  const { from, to } = span
  const found = differences(catalogue, from, to)
  const sections = bySharers(found.filter(({ changes }) => changes.length > 0))
  const isBreaking = ({ canBreak }: DeclaredChange) => canBreak
  const parts = [
    { id: 'can-break', title: 'Can break a caller', lead: lead.breaks, sections: only(sections, isBreaking) },
    {
      ...{ id: 'other-changes', title: 'Other changes', lead: lead.others },
      sections: only(sections, change => !isBreaking(change)),
    },
  ].filter(part => part.sections.length > 0)
  const replayed = { id: 'your-requests', title: 'Your own requests' }
  return framed(site, {
    title: `Version ${from} to ${to}`,
    description: `What changed in the API between version ${from} and version ${to}.`,
    outline: [...parts, replayed].map(({ id, title }) => ({ id, depth: 2, text: title })),
    content: html`<p class="eyebrow">API reference</p><h1>What changed from version ${from} to ${to}</h1>
${spanForm(span)}${summary(found, span)}
${parts.map(
  part => html`<h2 id="${part.id}">${part.title}</h2><p>${part.lead}</p>
${part.sections.map(section => sectionOf(section, to))}`,
)}
<h2 id="${replayed.id}">${replayed.title}</h2>${replay(site, to)}`,
  })
}

const lead = {
  breaks: `A request that is right at the old version can be refused at the new one; of an answer, something
can be missing, or a value can come that did not exist.`,
  others: 'New fields that may be left out, longer texts, new values that requests may have.',
}

function only(
  sections: readonly DiffSection[],
  isWanted: (change: DeclaredChange) => boolean,
): readonly DiffSection[] {
  return sections
    .map(section => ({ ...section, changed: section.changed.filter(isWanted) }))
    .filter(({ changed }) => changed.length > 0)
}

/** Without a script: the two versions in the address. */
function spanForm({ from, to }: VersionSpan): Html {
  const choice = (name: string, label: string, chosen: number) => html`<label>${label}
<select name="${name}">${allVersions.map(
    version => html`<option${version === chosen && html` selected`}>${version}</option>`,
  )}</select></label>`
  return html`<form class="span" action="/docs/diff">${choice('from', 'From version', from)}
${choice('to', 'to', to)}<button class="go">Compare</button>
<a href="/docs/diff/${to}/${from}">The other way round</a></form>`
}

function summary(found: ReturnType<typeof differences>, span: VersionSpan): Html {
  const changed = found.filter(({ changes }) => changes.length > 0)
  const same = found.filter(({ changes }) => changes.length === 0).map(({ operation }) => operation)
  if (changed.length === 0)
    return html`<p>Nothing: every operation serves the same contract at both versions.</p>`
  const anew = documentedAnew(found, span).map(one => `${one.operation.title} (${one.from} to ${one.to})`)
  return html`<p>${changed.length} of ${found.length} operations serve a different contract.
${anew.length > 0 && html`Documented anew: ${anew.join(', ')}.`}
${same.length > 0 && html`Unchanged: ${titlesOf(same)}.`}</p>`
}

function sectionOf({ side, operations, changed }: DiffSection, version: number): Html {
  const at = (operation: Operation) => `/docs/version/${version}#${operationId(operation)}`
  const links = [...operations].map(
    (operation, index) => html`${index > 0 && ', '}<a href="${at(operation)}">${operation.title}</a>`,
  )
  return html`<h3>${side === 'request' ? 'Requests' : 'Answers'}</h3>
${
  links.length > fewOperations
    ? html`<details class="shared-by"><summary>${links.length} operations</summary><p>${links}</p></details>`
    : html`<p class="shared-by">${links}</p>`
}<ul class="changes">${changed.map(changeItem)}</ul>`
}

/** More are folded: the names would hide what changed. */
const fewOperations = 5

const signs = { added: ['+', 'new'], removed: ['−', 'gone'], changed: ['~', 'changed'] } as const

function changeItem(changed: DeclaredChange): Html {
  const [path = ''] = changed.paths
  const changes = [...changed.changes.values()]
  const kind = changes[0]?.kind
  const [sign, word] = signs[kind === 'added' || kind === 'removed' ? kind : 'changed']
  const elsewhere = otherPlaces(changed)
  return html`<li class="${word}"><span class="sign" role="img" aria-label="${word}">${sign}</span>
<div><code>${path}</code> ${changes.map((change, index) => html`${index > 0 && '; '}${changeText(change)}`)}
${elsewhere.length > 0 && html`<small>also ${elsewhere.join(', ')}</small>`}</div></li>`
}

/** Calls are kept for their merchant: whoever replays them has to be signed in. */
const replay = ({ isSandbox }: Site, version: number): Html => {
  const address = `/console/m/TESTMERCHANT/requests/replay?version=${version}`
  const what = prose(
    'The console replays your last requests against the contract of',
    `version ${version}, without executing anything: which of them would be refused, and what would be`,
    'different in their answers.',
  )
  return isSandbox
    ? html`<p>${what} <a href="${address}">Replay my last requests at version ${version}</a>
(sign in by the address that the sandbox printed when it started).</p>`
    : html`<p>${what} There it is “Replay at another version”, in the request log.</p>`
}
