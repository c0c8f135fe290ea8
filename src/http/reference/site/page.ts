// A page of the docs site: the bar at its top, all pages at its left, its own headings at its right, and the
// way to the page before and after.

import { brandIcon, brandMark } from '../../../platform/brandMark.ts'
import { Html, type HtmlContent, html } from '../../../platform/html.ts'
import { siteScript, siteStyle } from './assets.ts'
import { leadOf, type PageHeading, renderMarkdown } from './markdown.ts'
import { addressOf, linkTarget, type SiteChapter, type SiteFiles, type SitePage } from './sources.ts'

/** What every page of the site is rendered from. */
export type Site = {
  readonly chapters: readonly SiteChapter[]
  readonly files: SiteFiles
  readonly isSandbox: boolean
}

/** The page of a Markdown file. */
export function sitePage(site: Site, page: SitePage): string {
  const { content, headings } = renderMarkdown(page.text, href => linkTarget(href, page, site.files))
  return framed(site, {
    page,
    title: page.title,
    description: summaryOf(page),
    outline: headings.filter(({ depth }) => depth === 2 || depth === 3),
    content: html`<p class="eyebrow">${chapterOf(site, page)?.title}</p><h1>${page.title}</h1>
${content}${wayOn(site, page)}`,
  })
}

/** The first page: everything there is, by reader. */
export function homePage(site: Site): string {
  const [guides, ...others] = site.chapters
  return framed(site, {
    title: 'Tollgate docs',
    description: 'Guides for developers and operators of this gateway, and the reference of its API.',
    outline: [],
    content: html`<p class="eyebrow">Docs</p><h1>Take card payments through this gateway</h1>
<p class="lead">Each guide takes a few minutes and ends with something that works. Every command can be pasted
against a sandbox, and the tests of this release have run every one of them.</p>
<ul class="cards">${guides?.pages.map(card)}${referenceCard}</ul>
${others.map(chapterList)}
<h2 id="for-programs">For programs</h2>
<p>Each page is there in Markdown, under its address with <code>.md</code> behind it.
<a href="/docs/llms.txt">llms.txt</a> lists all of them in plain text.</p>`,
  })
}

/** For every address below /docs that nothing lies under. */
export const missingPage = (site: Site): string =>
  framed(site, {
    title: 'No such page',
    description: 'There is no page under this address.',
    outline: [],
    content: html`<p class="eyebrow">Docs</p><h1>There is no such page</h1>
<p class="lead">Its name may have changed, or the address is not complete. Search for it above, or begin with
<a href="/docs">all guides</a> or the <a href="/docs/reference">API reference</a>.</p>`,
  })

const card = (page: SitePage): Html =>
  html`<li><a href="${addressOf(page.name)}">${page.title}</a><p>${summaryOf(page)}</p></li>`

const referenceCard = html`<li><a href="/docs/reference">API reference</a>
<p>Every operation and field, rendered from the contract that requests are judged by.</p></li>`

/** Pages within a folder are listed on the page of that folder. */
const isShown = ({ name }: SitePage): boolean => !/^(?:decisions|specification)\//.test(name)

const chapterList = ({ title, pages }: SiteChapter): Html => html`<h2>${title}</h2>
<ul class="entries">${pages.filter(isShown).map(card)}</ul>`

/** What a page is about, in a sentence; guides begin with what their reader will have at the end. */
export function summaryOf({ text }: SitePage): string {
  const lead = leadOf(text).replace(/^At the end of this page (.)/, (_, first) => first.toUpperCase())
  return /^.*?[.](?=\s|$)/s.exec(lead)?.[0] ?? lead
}

type Frame = {
  readonly page?: SitePage
  readonly title: string
  readonly description: string
  readonly outline: readonly PageHeading[]
  readonly content: HtmlContent
}

/** Content in the frame that all pages have. */
export function framed(site: Site, { page, title, description, outline, content }: Frame): string {
  const document = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page ? `${title} · Tollgate docs` : title}</title>
<meta name="description" content="${description}">
${page && html`<link rel="alternate" type="text/markdown" href="${addressOf(page.name)}.md">`}
${brandIcon()}
<style>${new Html(siteStyle)}</style></head><body class="site"${site.isSandbox && html` data-sandbox`}>
<a class="skip" href="#main">Skip to content</a>
${topBar(site)}${navigation(site, page)}
<main id="main" tabindex="-1"><div class="page${outline.length > 1 ? '' : ' wide'}">
<article class="prose">${content}</article>
${outline.length > 1 && outlineOf(outline)}</div>
<footer><p>${page && html`<a href="${addressOf(page.name)}.md">This page in Markdown</a> · `}
<a href="/docs/llms.txt">llms.txt</a> · <a href="/docs/reference">API reference</a></p></footer></main>
<script type="module">${new Html(siteScript)}</script></body></html>
`
  return document.markup
}

const topBar = ({ isSandbox }: Site): Html => html`<header class="top">
<a class="menu" href="#navigation" aria-label="Open navigation"><span aria-hidden="true">☰</span></a>
<a class="brand" href="/docs" aria-label="Tollgate docs">${brandMark(28)}<b>Tollgate</b><span>Docs</span></a>
<search class="filter" hidden><label><span class="hidden">Search the docs</span>
<input type="search" id="search" placeholder="Search" autocomplete="off" spellcheck="false"
 aria-describedby="search-status">
<kbd aria-hidden="true">/</kbd></label>
<div class="found" hidden><p id="search-status" role="status"></p><ol></ol></div></search>
${isSandbox && html`<span class="badge">Sandbox</span>`}
<a class="to-reference" href="/docs/reference">API reference</a></header>`

function navigation({ chapters }: Site, here: SitePage | undefined): Html {
  const folder = here && /^(decisions|specification)(?:\/|$)/.exec(here.name)?.[1]
  const isListed = (page: SitePage) =>
    isShown(page) || (folder !== undefined && page.name.startsWith(`${folder}/`))
  return html`<nav id="navigation" aria-label="Docs" tabindex="-1">
<a class="close" href="#main">Close</a>
${chapters.map(
  ({ title, pages }) => html`<h2>${title}</h2>
<ul class="links">${pages.filter(isListed).map(page => navigationLink(page, here))}</ul>`,
)}
<h2>Reference</h2><ul class="links">
<li><a href="/docs/reference">API reference</a></li>
<li><a href="/docs/diff">Compare two versions</a></li></ul></nav>`
}

function navigationLink(page: SitePage, here: SitePage | undefined): Html {
  const isWithin = !isShown(page) && html` class="within"`
  const isHere = page.name === here?.name && html` aria-current="page"`
  return html`<li${isWithin}><a href="${addressOf(page.name)}"${isHere}>${page.title}</a></li>`
}

const outlineOf = (headings: readonly PageHeading[]): Html => html`<nav class="outline"
 aria-label="On this page"><details open><summary>On this page</summary><ul>${headings.map(
   ({ id, depth, text }) =>
     html`<li${depth === 3 && html` class="deeper"`}><a href="#${id}">${text}</a></li>`,
 )}</ul></details></nav>`

const chapterOf = ({ chapters }: Site, page: SitePage): SiteChapter | undefined =>
  chapters.find(({ pages }) => pages.some(({ name }) => name === page.name))

/** Previous and next, within the pages for the same readers. */
function wayOn(site: Site, page: SitePage): Html {
  const readers = chapterOf(site, page)?.readers
  const pages = site.chapters.filter(chapter => chapter.readers === readers).flatMap(chapter => chapter.pages)
  const at = pages.findIndex(({ name }) => name === page.name)
  const [previous, next] = [pages[at - 1], pages[at + 1]]
  return html`<nav class="way" aria-label="Previous and next page">
${previous && wayTo(previous, 'prev', 'Previous')}${next && wayTo(next, 'next', 'Next')}</nav>`
}

const wayTo = ({ name, title }: SitePage, relation: string, word: string): Html =>
  html`<a rel="${relation}" href="${addressOf(name)}"><small>${word}</small>${title}</a>`
