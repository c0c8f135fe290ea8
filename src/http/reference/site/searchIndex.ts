// What search looks through: sections of pages, operations and fields of the reference, and the words that
// mean the same. Built once; the browser that searches gets all of it.

import { catalogue } from '../../../contract/catalogue.ts'
import { bodyAt, fieldsWithin } from '../../../contract/document/fields.ts'
import { versions } from '../../../contract/kit/versions.ts'
import { operationId } from '../elements.ts'
import { sectionsOf } from './markdown.ts'
import type { Site } from './page.ts'
import { addressOf, type SiteChapter } from './sources.ts'
import { synonyms } from './synonyms.ts'

/** One thing that can be found. */
export type SearchEntry = {
  readonly address: string
  /** The title of the page. */
  readonly page: string
  readonly heading: string
  readonly words: string
  /** How likely it is meant, of entries that fit alike. */
  readonly weight: number
}
export type SearchIndex = {
  readonly entries: readonly SearchEntry[]
  readonly synonyms: Readonly<Record<string, readonly string[]>>
}

export function searchIndex({ chapters }: Site): SearchIndex {
  const sections = chapters.flatMap(chapter => chapter.pages.flatMap(page => entriesOf(page, chapter)))
  return { entries: [...sections, comparison, ...operationEntries(), ...fieldEntries()], synonyms }
}

const weightOf = { developers: 1.2, operators: 0.9, contributors: 0.6 } as const

function entriesOf(page: SiteChapter['pages'][number], { readers }: SiteChapter): readonly SearchEntry[] {
  const { name, title, text } = page
  const weight = name.startsWith('guides/')
    ? 1.7
    : /^(?:decisions|specification)\//.test(name)
      ? 0.6
      : weightOf[readers]
  return sectionsOf(text).map(({ id, depth, text: heading, words }) => ({
    address: depth === 1 ? addressOf(name) : `${addressOf(name)}#${id}`,
    page: title,
    heading: depth === 1 ? title : heading,
    words,
    weight,
  }))
}

const referenceTitle = 'API reference'

const comparison: SearchEntry = {
  address: '/docs/diff',
  page: referenceTitle,
  heading: 'Compare two versions',
  words: `What changed between two versions of the API, what can break a caller who upgrades to a newer
version or migrates, the difference, and whether the last requests would still be accepted.`,
  weight: 1.7,
}

const operationEntries = (): readonly SearchEntry[] =>
  catalogue.map(operation => ({
    address: `/docs/reference#${operationId(operation)}`,
    page: referenceTitle,
    heading: operation.title,
    words: [operation.name, operation.doc, ...operation.rules.map(({ name, doc }) => `${name}. ${doc}`)].join(
      ' ',
    ),
    weight: 1.1,
  }))

/** Fields by path and meaning, each once; the reference shows those that a filter leaves. */
function fieldEntries(): readonly SearchEntry[] {
  const users = new Map<string, { path: string; doc: string; operations: Set<string> }>()
  for (const operation of catalogue)
    for (const side of ['request', 'response'] as const)
      for (const { path, field } of fieldsWithin(bodyAt(operation, side, versions.last), side)) {
        const known = users.get(path) ?? { path, doc: field.field.doc, operations: new Set<string>() }
        known.operations.add(operation.title)
        users.set(path, known)
      }
  return [...users.values()].map(({ path, doc, operations }) => ({
    address: `/docs/reference#filter=${path.split('.').at(-1)?.replace('[n]', '')}`,
    page: referenceTitle,
    heading: path,
    words: `${doc} In ${[...operations].slice(0, 3).join(', ')}.`,
    weight: 0.5,
  }))
}
