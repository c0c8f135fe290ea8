// Markdown as HTML: read by a library, written by our own templates, so that everything in it is escaped and
// nothing but these elements can come of it.

import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { type Html, type HtmlContent, html } from '../../../platform/html.ts'
import { jsonCode, shellCode } from '../elements.ts'

/** The target of a link; undefined if it leads nowhere on the site. */
export type LinkResolver = (href: string) => string | undefined

export type PageHeading = { readonly id: string; readonly depth: number; readonly text: string }

/** What stands under one heading, as words: what search looks through. */
export type PageSection = PageHeading & { readonly words: string }

export type RenderedMarkdown = {
  readonly content: Html
  readonly headings: readonly PageHeading[]
}

/** A page without its title, which its frame shows. */
export function renderMarkdown(text: string, resolve: LinkResolver): RenderedMarkdown {
  const ids = createIds()
  const headings: PageHeading[] = []
  let before: MarkedToken | undefined
  const parts = tokensOf(text).map(token => {
    const isTitle = token.type === 'heading' && token.depth === 1
    if (token.type === 'heading') {
      const heading = { id: ids(token.text), depth: token.depth, text: wordsOf(token.tokens) }
      headings.push(heading)
      return isTitle ? false : headingOf(heading, inlines(token.tokens, resolve))
    }
    const isAnswer = token.type === 'code' && before?.type === 'code' && isOutput(token.lang)
    if (token.type !== 'space') before = token
    return isAnswer && token.type === 'code' ? codeBlock(token, 'Answer') : block(token, resolve)
  })
  return { content: html`${parts}`, headings }
}

const isOutput = (language: string | undefined) => language === 'json' || language === 'text'

/** The sections of a page; the first has what comes before the first heading under the title. */
export function sectionsOf(text: string): readonly PageSection[] {
  const ids = createIds()
  const sections: { id: string; depth: number; text: string; words: string }[] = []
  for (const token of tokensOf(text)) {
    if (token.type === 'heading')
      sections.push({ id: ids(token.text), depth: token.depth, text: wordsOf(token.tokens), words: '' })
    else {
      const last = sections.at(-1)
      if (last) last.words = `${last.words} ${wordsIn(token)}`.trim()
    }
  }
  return sections
}

/** The first paragraph of a page: what it is about. */
export function leadOf(text: string): string {
  const paragraph = tokensOf(text).find(({ type }) => type === 'paragraph')
  return paragraph ? wordsIn(paragraph) : ''
}

const tokensOf = (text: string): readonly MarkedToken[] => lexer(text).filter(isKnown)

/** Others come of extensions only, of which there are none. */
const isKnown = (token: Token): token is MarkedToken => token.type !== 'def'

/** Ids of headings as code hosts make them, so that links work in both places. */
function createIds(): (text: string) => string {
  const used = new Map<string, number>()
  return text => {
    const id = slugOf(text)
    const times = used.get(id) ?? 0
    used.set(id, times + 1)
    return times === 0 ? id : `${id}-${times}`
  }
}

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

function headingOf({ id, depth, text }: PageHeading, content: HtmlContent): Html {
  const link = html`<a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a>`
  if (depth === 2) return html`<h2 id="${id}">${content} ${link}</h2>`
  return depth === 3
    ? html`<h3 id="${id}">${content} ${link}</h3>`
    : html`<h4 id="${id}">${content} ${link}</h4>`
}

function block(token: MarkedToken, resolve: LinkResolver): Html | false {
  switch (token.type) {
    case 'paragraph':
      return html`<p>${inlines(token.tokens, resolve)}</p>`
    case 'text':
      return html`${token.tokens ? inlines(token.tokens, resolve) : token.text}`
    case 'code':
      return codeBlock(token)
    case 'table':
      return table(token, resolve)
    case 'list':
      return list(token, resolve)
    case 'blockquote':
      return html`<blockquote>${blocks(token.tokens, resolve)}</blockquote>`
    case 'hr':
      return html`<hr>`
    case 'html':
      return !token.text.startsWith('<!--') && html`<p>${token.text}</p>`
    default:
      return false
  }
}

const blocks = (tokens: readonly Token[], resolve: LinkResolver): readonly HtmlContent[] =>
  tokens.filter(isKnown).map(token => block(token, resolve))

function list({ ordered, start, items }: Tokens.List, resolve: LinkResolver): Html {
  const rows = items.map(({ tokens }) => html`<li>${blocks(tokens, resolve)}</li>`)
  if (!ordered) return html`<ul>${rows}</ul>`
  return typeof start === 'number' && start !== 1
    ? html`<ol start="${start}">${rows}</ol>`
    : html`<ol>${rows}</ol>`
}

/** Wide tables scroll within themselves; a keyboard reaches what can scroll. */
function table({ header, rows }: Tokens.Table, resolve: LinkResolver): Html {
  const name = header.map(({ tokens }) => wordsOf(tokens)).filter(Boolean)
  return html`<div class="table" tabindex="0" role="region" aria-label="Table: ${name.join(', ')}"><table>
<thead><tr>${header.map(({ tokens }) => html`<th scope="col">${inlines(tokens, resolve)}</th>`)}</tr></thead>
<tbody>${rows.map(
    row => html`<tr>${row.map(({ tokens }) => html`<td>${inlines(tokens, resolve)}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

const languageNames: Readonly<Record<string, string>> = {
  sh: 'Shell',
  console: 'Shell',
  bash: 'Shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  json: 'JSON',
  html: 'HTML',
  python: 'Python',
  php: 'PHP',
  ruby: 'Ruby',
  java: 'Java',
  go: 'Go',
  csharp: 'C#',
  http: 'HTTP',
  sql: 'SQL',
  diff: 'Difference',
}

/** Behind the language an info string may name the file that the code is from. */
function codeBlock({ lang = '', text }: Tokens.Code, caption?: string): Html {
  const [language = '', file] = lang.split(' ')
  const name = languageNames[language] ?? 'Text'
  const coloured =
    language === 'json' ? jsonCode(text) : ['sh', 'bash'].includes(language) ? shellCode(text) : text
  return html`<figure class="code"><figcaption>${caption ?? file ?? name}
${(caption ?? file) !== undefined && html` <span>${name}</span>`}</figcaption>
<pre tabindex="0"><code>${coloured}</code></pre></figure>`
}

const inlines = (tokens: readonly Token[], resolve: LinkResolver): readonly HtmlContent[] =>
  tokens.filter(isKnown).map(token => inline(token, resolve))

function inline(token: MarkedToken, resolve: LinkResolver): HtmlContent {
  switch (token.type) {
    case 'text':
      return token.tokens ? inlines(token.tokens, resolve) : token.text
    case 'codespan':
      return html`<code>${token.text}</code>`
    case 'strong':
      return html`<strong>${inlines(token.tokens, resolve)}</strong>`
    case 'em':
      return html`<em>${inlines(token.tokens, resolve)}</em>`
    case 'del':
      return html`<del>${inlines(token.tokens, resolve)}</del>`
    case 'link':
      return link(token, resolve)
    case 'image':
      return picture(token, resolve)
    case 'br':
      return html`<br>`
    default:
      return 'text' in token ? token.text : ''
  }
}

function link({ href, tokens }: Tokens.Link, resolve: LinkResolver): HtmlContent {
  const target = resolve(href)
  const content = inlines(tokens, resolve)
  if (target === undefined) return html`<span class="file" title="In the package: ${href}">${content}</span>`
  return html`<a href="${target}">${content}</a>`
}

function picture({ href, text }: Tokens.Image, resolve: LinkResolver): HtmlContent {
  const target = resolve(href)
  return target === undefined ? text : html`<img src="${target}" alt="${text}">`
}

const wordsOf = (tokens: readonly Token[]): string => tokens.filter(isKnown).map(wordsIn).join('')

/** The words of a token and of those within; code blocks are not prose. */
function wordsIn(token: MarkedToken): string {
  switch (token.type) {
    case 'code':
    case 'html':
    case 'space':
      return ''
    case 'table':
      return [token.header, ...token.rows].map(row => row.map(cellWords).join(' · ')).join('. ')
    case 'list':
      return token.items.map(({ tokens }) => tokens.filter(isKnown).map(wordsIn).join(' ')).join(' ')
    case 'br':
      return ' '
    default:
      if ('tokens' in token && token.tokens) return wordsOf(token.tokens)
      return 'text' in token ? token.text : ''
  }
}

const cellWords = ({ tokens }: Tokens.TableCell): string => wordsOf(tokens)
