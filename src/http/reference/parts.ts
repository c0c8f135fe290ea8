import { type Html, type HtmlContent, html } from '../../platform/html.ts'

/** Pieces that several parts of the page are made of. */

export type CodePanel = {
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

export type ReferenceChapter = { readonly id: string; readonly title: string; readonly lead?: string }
export const chapter = (
  { id, title, lead }: ReferenceChapter,
  ...contents: readonly HtmlContent[]
): Html => html`<section
 class="chapter" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${lead && html`<p class="lead">${lead}</p>`}${contents}</section>`

export const code = (text: string): Html => html`<code>${text}</code>`
export const status = (number: number): Html => html`<b class="status">${number}</b>`
