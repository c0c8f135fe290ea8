// The Markdown pages of docs/: which there are, in which order, and where links between them lead.

import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import type { VersionSpan } from '../../../contract/document/diff.ts'
import { readVersion } from '../../../contract/kit/versions.ts'
import { projectPath } from '../../../platform/files.ts'
import { type ContentsChapter, chapterOfOthers, chapters } from './contents.ts'

/** A page of the site: its path below docs/ without `.md`, and what is in the file. */
export type SitePage = {
  readonly name: string
  readonly file: string
  readonly title: string
  readonly text: string
}
export type SiteChapter = Omit<ContentsChapter, 'pages'> & { readonly pages: readonly SitePage[] }

/** What can be asked for below /docs, by name: pages, their sources, pictures. */
export type SiteFiles = {
  readonly pages: ReadonlySet<string>
  /** Markdown without a page of its own: the reference, which the contract has as HTML. */
  readonly sources: ReadonlySet<string>
  readonly pictures: ReadonlySet<string>
}

/** A package without docs/ is served without them. */
export function findSiteFiles(): SiteFiles {
  const files = filesUnder('')
  const markdown = files.filter(file => file.endsWith('.md')).map(nameOf)
  return {
    pages: new Set(markdown.filter(isPage)),
    sources: new Set(markdown),
    pictures: new Set(files.filter(file => file.endsWith('.svg'))),
  }
}

function filesUnder(folder: string): readonly string[] {
  try {
    return readdirSync(projectPath('docs', folder), { withFileTypes: true })
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap(found => {
        const path = posix.join(folder, found.name)
        return found.isDirectory() ? filesUnder(path) : [path]
      })
  } catch {
    return []
  }
}

/** `decisions/README.md` is `decisions`. */
const nameOf = (file: string): string => file.replace(/\.md$/, '').replace(/\/README$/, '')
const isPage = (name: string): boolean => !/^reference(?:$|\/(?!errors$))/.test(name)

export function readSource(name: string): string {
  return readFileSync(projectPath('docs', fileOf(name)), 'utf8')
}

const folders = new Set(['decisions', 'specification', 'reference'])
const fileOf = (name: string): string => (folders.has(name) ? `${name}/README.md` : `${name}.md`)

export const readPicture = (name: string): string => readFileSync(projectPath('docs', name), 'utf8')

/** All pages in the order of the table of contents; pages of a folder follow its README. */
export function readChapters({ pages }: SiteFiles): readonly SiteChapter[] {
  const listed = new Set(chapters.flatMap(chapter => chapter.pages))
  const within = (name: string) => [...pages].filter(page => page.startsWith(`${name}/`) && !listed.has(page))
  const isOther = (name: string) => !listed.has(name) && ![...folders].some(one => name.startsWith(`${one}/`))
  const others = [...pages].filter(isOther)
  return chapters.map(({ title, readers, pages: named }) => {
    const all = named.flatMap(name => (folders.has(name) ? [name, ...within(name)] : [name]))
    const names = title === chapterOfOthers ? [...all, ...others] : all
    return { title, readers, pages: names.filter(name => pages.has(name)).map(readPage) }
  })
}

function readPage(name: string): SitePage {
  const text = readSource(name)
  const [, title = name] = /^# (.+)$/m.exec(text) ?? []
  return { name, file: fileOf(name), title: title.replaceAll('`', ''), text }
}

export const addressOf = (name: string): string => `/docs/${name}`

/**
 * Where a link of a page leads on the site: to another page, into the reference, to a picture or to another
 * site. Undefined for files that are not served; the reader has them in the package.
 */
export function linkTarget(href: string, from: SitePage, files: SiteFiles): string | undefined {
  if (/^https?:\/\//.test(href) || href.startsWith('#')) return href
  const [path = '', anchor] = href.split('#')
  const file = posix.normalize(posix.join(posix.dirname(from.file), path))
  const fragment = anchor === undefined ? '' : `#${anchor}`
  const name = nameOf(file.replace(/\/$/, ''))
  if (files.pages.has(name)) return addressOf(name) + fragment
  if (files.pictures.has(file)) return addressOf(file)
  if (name === 'reference') return `/docs/reference${fragment}`
  if (/^reference\/[^/]+$/.test(name)) return `/docs/reference#${name.slice('reference/'.length)}`
  return undefined
}

/** The two versions in the name of a page that compares them. */
export function spanIn(name: string): VersionSpan | undefined {
  const [, from, to] = /^diff\/([^/]+)\/([^/]+)$/.exec(name)?.map(readVersion) ?? []
  return from === undefined || to === undefined ? undefined : { from, to }
}
