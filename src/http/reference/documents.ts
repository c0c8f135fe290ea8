// Rendering the documents of the reference (pages and OpenAPI) from the catalogue.

import { componentsOf } from '../../contract/document/components.ts'
import { openApi } from '../../contract/document/openapi.ts'
import { chaptersOf } from '../../contract/document/operationDetails.ts'
import { postmanCollection } from '../../contract/document/postman.ts'
import { slug } from '../../contract/document/reference.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { brandIcon, brandMark } from '../../platform/brandMark.ts'
import { Html, html } from '../../platform/html.ts'
import { appendix, appendixSections, versionGrid } from './appendix.ts'
import { script, style } from './assets.ts'
import { callerFor, chapter, operationId, type ReferenceView } from './elements.ts'
import { guide, guideSections, sandboxChapter } from './guide.ts'
import { methodPill, operationSection } from './operation.ts'

export type DocumentKind = 'openApi' | 'page' | 'postman'
export type ReferenceSettings = {
  readonly sandbox: boolean
  /** Where this gateway is reached: examples call it there. */
  readonly address?: string | undefined
  /** Names of the operations this release carries out; without it, all. The others are marked. */
  readonly available?: readonly string[]
}

/** Renders each kind of document from the catalogue. */
export function createDocuments(
  operations: readonly Operation[],
  setting: ReferenceSettings,
): Readonly<Record<DocumentKind, (version: number) => string>> {
  const available = setting.available && new Set(setting.available)
  const isAvailable = ({ name }: Operation) => available?.has(name) ?? true
  return {
    openApi: version => JSON.stringify(openApi(operations, version)),
    postman: version => {
      const { address: host, password } = callerFor({
        isSandbox: setting.sandbox,
        address: setting.address,
        version,
      })
      const merchant = setting.sandbox ? 'TESTMERCHANT' : ''
      return JSON.stringify(postmanCollection(operations, version, { host, merchant, password }))
    },
    page: version => {
      const components = componentsOf(operations, version)
      const { sandbox: isSandbox, address } = setting
      return renderPage({ operations, version, isSandbox, address, isAvailable, components })
    },
  }
}

/** The reference of one version as one self-contained document. */
function renderPage(view: ReferenceView): string {
  const { version } = view
  const document = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tollgate API reference, version ${version}</title>
<meta name="description" content="Operations, fields and errors of the merchant API at version ${version}.">
${brandIcon()}
<style>${new Html(style)}</style></head><body>
<a class="skip" href="#main">Skip to content</a>
${topBar(view)}${navigation(view)}
<main id="main" tabindex="-1">
${guide(view)}${sandboxChapter(view)}${operationChapters(view)}${appendix(view)}
<footer><p>Rendered from the contract this gateway validates by.
<a href="#introduction">Back to the top</a></p></footer></main>
<script>${new Html(script)}</script></body></html>
`
  return document.markup
}

const topBar = (view: ReferenceView): Html => html`<header class="top">
<a class="menu" href="#navigation" aria-label="Open navigation"><span aria-hidden="true">☰</span></a>
<a class="brand" href="/docs" aria-label="Tollgate docs"
>${brandMark(28)}<b>Tollgate</b><span>API reference</span></a>
<search class="filter" hidden><label><span class="hidden">Filter fields</span>
<input type="search" id="filter" placeholder="Filter fields" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">/</kbd></label><output for="filter" aria-live="polite"></output></search>
${view.isSandbox && html`<span class="badge">Sandbox</span>`}
<details class="switch"><summary><span class="hidden">Switch version, now </span>
<span class="word">Version </span>${view.version}</summary>
<div>${versionGrid(view)}<p>Marked: something changed.</p></div></details></header>`

const navigation = (
  view: ReferenceView,
): Html => html`<nav id="navigation" aria-label="Reference" tabindex="-1">
<a class="close" href="#main">Close</a>
<h2>Docs</h2><ul class="links"><li><a href="/docs">Guides and search</a></li></ul>
${linkList('Guide', view.isSandbox ? [...guideSections, ['sandbox', 'Sandbox']] : guideSections)}
${chaptersOf(view.operations).map(
  ({ title, operations }) => html`<h2>${title}</h2>
<ul class="links">${operations.map(operation => operationLink(operation, view))}</ul>`,
)}
${linkList('Appendix', appendixSections)}</nav>`

function operationLink(operation: Operation, { isAvailable }: ReferenceView): Html {
  const later = !isAvailable(operation) && html` class="later" title="Not in this release"`
  const id = operationId(operation)
  return html`<li><a href="#${id}"${later}>${operation.title} ${methodPill(operation)}</a></li>`
}

const linkList = (title: string, links: readonly (readonly [string, string])[]): Html =>
  html`<h2>${title}</h2><ul class="links">${links.map(
    ([id, name]) => html`<li><a href="#${id}">${name}</a></li>`,
  )}</ul>`

const operationChapters = (view: ReferenceView): readonly Html[] =>
  chaptersOf(view.operations).map(({ title, doc, operations }) =>
    chapter(
      { id: `chapter-${slug(title)}`, title, lead: doc },
      operations.map(operation => operationSection(operation, view)),
    ),
  )
