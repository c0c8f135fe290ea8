// What every part of the reference page is rendered from, and the HTML elements they share.

import type { SchemaComponent, SchemaComponents } from '../../contract/document/components.ts'
import type { ExampleCaller } from '../../contract/document/examples.ts'
import { countValues } from '../../contract/document/fields.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { type Html, type HtmlContent, html } from '../../platform/html.ts'

/** The subject of a page; all parts of it are rendered from this. */
export type ReferenceView = {
  readonly operations: readonly Operation[]
  readonly version: number
  readonly isSandbox: boolean
  /** Where this gateway is reached, if that is known; no slash at the end. */
  readonly address?: string | undefined
  readonly components: SchemaComponents
  /** Whether this release carries an operation out; a valid request for another is answered 501. */
  readonly isAvailable: (operation: Operation) => boolean
}

/** Smaller groups are repeated where they occur: following a link for three fields is a nuisance. */
const ownSectionFrom = 5

/** Whether a group is shown once, in the chapter on shared groups. */
export const hasOwnSection = ({ isBody, places, group, side }: SchemaComponent): boolean =>
  isBody
    ? new Set(places.map(({ operation }) => operation)).size > 1
    : countValues(group, side) >= ownSectionFrom

export const groupId = ({ name }: SchemaComponent): string => `group-${name}`
export const operationId = ({ name }: Operation): string => name.toLowerCase().replaceAll('_', '-')

type CodePanel = {
  readonly label: string
  readonly title: string
  readonly language: string
  readonly code: HtmlContent
}
/** Code in a box of its own, beside the text it belongs to. */
export const codePanel = ({ label, title, language, code }: CodePanel): Html => html`<aside class="example"
 aria-label="${label}"><figure class="code"><figcaption>${title} <span>${language}</span></figcaption>
<pre tabindex="0"><code>${code}</code></pre></figure></aside>`

/** The first cell of each row is its head. */
export type ReferenceTable = {
  readonly caption?: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly HtmlContent[])[]
}
export const plainTable = (
  { caption, head, rows }: ReferenceTable,
  kind = 'plain',
): Html => html`<table class="${kind}">
${caption && html`<caption>${caption}</caption>`}
<thead><tr>${head.map(title => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${rows.map(
  ([first, ...others]) =>
    html`<tr><th scope="row">${first}</th>${others.map(cell => html`<td>${cell}</td>`)}</tr>`,
)}</tbody></table>`

type ReferenceChapter = { readonly id: string; readonly title: string; readonly lead?: string }
export const chapter = (
  { id, title, lead }: ReferenceChapter,
  ...contents: readonly HtmlContent[]
): Html => html`<section
 class="chapter" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${lead && html`<p class="lead">${lead}</p>`}${contents}</section>`

export const code = (text: string): Html => html`<code>${text}</code>`
export const status = (number: number): Html => html`<b class="status">${number}</b>`

/** Colours for a shell line whose body is JSON: enough to see its structure, no more. */
export const shellCode = (text: string): readonly Html[] =>
  lines(text, line => (/^(?:[a-z_]+[=( ]| {2}-)/.test(line) ? shellLine(line) : jsonLine(line)))

export const jsonCode = (text: string): readonly Html[] => lines(text, jsonLine)

const lines = (text: string, colour: (line: string) => Html): readonly Html[] =>
  text.split('\n').map((line, index) => html`${index > 0 && '\n'}${colour(line)}`)

const shellLine = (line: string): Html =>
  html`${line
    .split(/(^curl|(?<= )-[A-Za-z](?= ))/)
    .map((part, index) => (index % 2 === 1 ? html`<span class="o">${part}</span>` : breakable(part)))}`

/** A long address may break after a slash of its path. */
const breakable = (text: string): readonly Html[] =>
  text.split(/(?<=[^:/]\/)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)

/** Names, texts, and numbers or words. */
const token =
  /("(?:[^"\\]|\\.)*"(?=\s*:)|"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b|-?\b[0-9]+(?:\.[0-9]+)?\b)/

function jsonLine(line: string): Html {
  const parts = line.split(token)
  return html`${parts.map((part, index) => {
    if (index % 2 === 0) return part
    const isName = part.startsWith('"') && /^\s*:/.test(parts[index + 1] ?? '')
    return html`<span class="${isName ? 'k' : part.startsWith('"') ? 't' : 'n'}">${part}</span>`
  })}`
}

/** The caller in the examples. The published password belongs to sandboxes only. */
export const callerFor = ({
  isSandbox,
  address = isSandbox ? 'http://127.0.0.1:8080' : 'https://gateway.example',
  version,
}: Pick<ReferenceView, 'address' | 'isSandbox' | 'version'>): ExampleCaller => ({
  version,
  address,
  password: isSandbox ? '0123456789abcdef0123456789abcdef' : '<API_PASSWORD>',
})
