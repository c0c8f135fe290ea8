// The documents of the docs site by kind: pages, their Markdown, pictures, the search index, llms.txt.

import { versions } from '../../../contract/kit/versions.ts'
import { differencePage, newestSpan } from './difference.ts'
import { homePage, missingPage, type Site, sitePage, summaryOf } from './page.ts'
import { searchIndex } from './searchIndex.ts'
import { addressOf, findSiteFiles, readChapters, readPicture, readSource, spanIn } from './sources.ts'

export type SiteKind = 'guide' | 'missing' | 'markdown' | 'picture' | 'searchIndex' | 'llms' | 'difference'

/** Renders each kind of document by its name; the caller asks for names that `findSiteFiles` has. */
export function createSite(setting: {
  readonly sandbox: boolean
}): Readonly<Record<SiteKind, (name: string) => string>> {
  const files = findSiteFiles()
  const site: Site = { chapters: readChapters(files), files, isSandbox: setting.sandbox }
  const pages = new Map(site.chapters.flatMap(chapter => chapter.pages).map(page => [page.name, page]))
  return {
    guide: name => {
      const page = pages.get(name)
      return page ? sitePage(site, page) : homePage(site)
    },
    missing: () => missingPage(site),
    markdown: readSource,
    picture: readPicture,
    searchIndex: () => JSON.stringify(searchIndex(site)),
    llms: () => llmsText(site),
    difference: name => differencePage(site, spanIn(name) ?? newestSpan()),
  }
}

/** A list of all pages for programs that read text: https://llmstxt.org. */
function llmsText({ chapters }: Site): string {
  const lines = chapters.flatMap(({ title, pages }) => [
    `## ${title}`,
    '',
    ...pages.map(page => `- [${page.title}](${addressOf(page.name)}.md): ${summaryOf(page)}`),
    '',
  ])
  return `# Tollgate

> A self-hosted card payment gateway for merchants: orders and transactions over REST, pages for payers.
> Each page below is Markdown; without \`.md\` it is the same page for people. The API is described by
> OpenAPI 3.1 documents, one a version.

${lines.join('\n')}## Reference

- [All operations](/docs/reference.md): every operation of the API, with links to its fields
- [What changed between two versions](/docs/diff/48/73): for any two versions
- [OpenAPI 3.1](/api/rest/version/${versions.last}/openapi.json): the newest version of the API for tools
`
}
