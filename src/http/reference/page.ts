import { chaptersOf } from '../../contract/document/chapters.ts'
import { slug } from '../../contract/document/referenceFiles.ts'
import type { Side } from '../../contract/document/schema.ts'
import { script, style } from './assets.ts'
import { fieldList } from './fields.ts'
import { appendix, appendixSections, guide, guideSections, versionGrid } from './guide.ts'
import { Html, html } from './html.ts'
import { methodPill, operationSection } from './operation.ts'
import { sandboxChapter } from './sandbox.ts'
import { groupId, operationId, standsAlone, type View } from './view.ts'

/** The reference of one version as one document that needs nothing else. */
export function page(view: View): string {
  const document = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Tollgate API reference, version ${view.version}</title>
<meta name="description" content="Operations, fields and errors of the Tollgate merchant API at version ${view.version}.">
<link rel="icon" href="${icon}"><style>${new Html(style)}</style></head><body>
<a class="skip" href="#main">Skip to content</a>
${topBar(view)}${navigation(view)}
<main id="main" tabindex="-1">${guide(view)}${sandboxChapter(view)}${operationChapters(view)}${sharedGroups(view)}${appendix(view)}
<footer><p>Rendered from the contract this gateway validates by. <a href="#introduction">Back to the top</a></p></footer></main>
<script>${new Html(script)}</script></body></html>
`
  return document.markup
}

const stripes =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#14202e'/><path d='M8 9v17' stroke='#fff' stroke-width='4' stroke-linecap='round'/><path d='M10 12h16' stroke='#fff' stroke-width='5'/><path d='M13 12h4m5 0h4' stroke='#f2a33a' stroke-width='5'/></svg>"
const icon = `data:image/svg+xml,${encodeURIComponent(stripes)}`

const topBar = (view: View): Html => html`<header class="top">
<a class="menu" href="#navigation" aria-label="Open navigation"><span aria-hidden="true">☰</span></a>
<a class="brand" href="/docs">${new Html(stripes.replace('<svg ', "<svg aria-hidden='true' width='28' height='28' "))}<b>Tollgate</b><span>API reference</span></a>
<search class="filter" hidden><label><span class="hidden">Filter fields</span><input type="search" id="filter" placeholder="Filter fields" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></label><output for="filter" aria-live="polite"></output></search>
${view.isSandbox && html`<span class="badge">Sandbox</span>`}
<details class="switch"><summary><span class="hidden">Switch version, now </span><span class="word">Version </span>${view.version}</summary><div>${versionGrid(view)}<p>Marked: something changed.</p></div></details>
</header>`

const navigation = (view: View): Html => html`<nav id="navigation" aria-label="Reference" tabindex="-1">
<a class="close" href="#main">Close</a>
<h2>Guide</h2><ul class="links">${guideSections.map(([id, title]) => navigationLink(id, title))}${
  view.isSandbox && navigationLink('sandbox', 'Sandbox')
}</ul>
${chaptersOf(view.operations).map(
  ({ title, operations }) =>
    html`<h2>${title}</h2><ul class="links">${operations.map(
      operation =>
        html`<li><a href="#${operationId(operation)}">${operation.title} ${methodPill(operation)}</a></li>`,
    )}</ul>`,
)}
<h2>Appendix</h2><ul class="links">${appendixSections.map(([id, title]) => navigationLink(id, title))}</ul>
</nav>`

const navigationLink = (id: string, title: string): Html => html`<li><a href="#${id}">${title}</a></li>`

const operationChapters = (view: View): readonly Html[] =>
  chaptersOf(view.operations).map(({ title, doc, operations }) => {
    const id = `chapter-${slug(title)}`
    return html`<section class="chapter" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2><p class="lead">${doc}</p>
${operations.map(operation => operationSection(operation, view))}</section>`
  })

const groupTitles = { request: 'Shared groups in requests', response: 'Shared groups in answers' } as const

const sharedGroups = (view: View): readonly Html[] =>
  (['request', 'response'] as const satisfies readonly Side[]).map(side => {
    const shared = view.components.all.filter(component => component.side === side && standsAlone(component))
    return html`<section class="chapter" id="groups-${side}" aria-labelledby="groups-${side}-title"><h2 id="groups-${side}-title">${groupTitles[side]}</h2>
${shared.map(component => {
  const id = groupId(component)
  const users = [...new Set(component.places.map(({ operation }) => operation))]
  return html`<section class="shared-group" id="${id}" aria-labelledby="${id}-title"><h3 id="${id}-title"><a href="#${id}">${component.name}</a></h3>
<p class="facts"><span>Used by ${users.map((operation, index) => html`${index > 0 && ', '}<a href="#${operationId(operation)}">${operation.title}</a>`)}</span></p>
<div class="body">${fieldList(component.group, { side, at: '' }, view)}</div></section>`
})}</section>`
  })
