import { versions } from '../catalogue.ts'
import type { Operation } from '../kit/operation.ts'
import { type Component, type Components, componentsOf } from './components.ts'
import { countValues } from './fields.ts'
import { fieldTable, hasOwnPage } from './fieldTable.ts'
import { code, list, page } from './markdown.ts'
import { groupFile, operationFile } from './referenceFiles.ts'
import { indexPage } from './referenceIndex.ts'
import { operationPage } from './referenceOperation.ts'

/** The reference in Markdown: texts by file name, operations beside the index, shared groups in a folder. */
export function markdownReference(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const components = componentsOf(operations, versions.last)
  const groups = components.all.filter(hasOwnPage)
  return new Map([
    ['README.md', indexPage(operations, groups)],
    ...operations.map(operation => [operationFile(operation), operationPage(operation, components)] as const),
    ...groups.map(group => [groupFile(group), groupPage(group, components)] as const),
  ])
}

const sides = { request: 'requests', response: 'answers' } as const

function groupPage(component: Component, components: Components): string {
  const { name, side, group, places } = component
  const listing = { side, components, address: (other: Component) => `../${groupFile(other)}` }
  const operations = [...new Set(places.map(({ operation }) => operation))].map(operation => {
    const here = places.filter(place => place.operation === operation && place.path.length > 0)
    const paths = here.map(({ path }) => code(path.join('.')))
    const link = `[${operation.title}](../${operationFile(operation)})`
    return paths.length > 0 ? `${link}: ${paths.join(', ')}` : link
  })
  return page(
    `# ${name}`,
    `${countValues(group, side)} fields, in ${sides[side]}. [All operations](../README.md)`,
    fieldTable(group, listing),
    '## Where it is used',
    list(operations),
  )
}
