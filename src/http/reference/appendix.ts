import type { SchemaComponent } from '../../contract/document/components.ts'
import { dataTypes, turningPoints } from '../../contract/document/fields.ts'
import type { ContractSide } from '../../contract/document/schema.ts'
import { allVersions, versions } from '../../contract/kit/versions.ts'
import { type Html, html, prose } from '../../platform/html.ts'
import { chapter, groupId, hasOwnSection, operationId, plainTable, type ReferenceView } from './elements.ts'
import { fieldList } from './operation.ts'

/**
 * The end of the reference page: what operations have in common, that is shared groups, versions and types.
 */
export const appendixSections = [
  ['groups-request', 'Groups in requests'],
  ['groups-response', 'Groups in answers'],
  ['versions', 'Versions'],
  ['types', 'Data types'],
] as const

export const appendix = (view: ReferenceView): Html =>
  html`${sharedGroups('request', view)}${sharedGroups('response', view)}${versionChapter(view)}${types}`

const groupTitles = { request: 'Groups in requests', response: 'Groups in answers' } as const

const sharedGroups = (side: ContractSide, view: ReferenceView): Html =>
  chapter(
    { id: `groups-${side}`, title: groupTitles[side], lead: 'Told once, used by several operations.' },
    view.components.all
      .filter(component => component.side === side && hasOwnSection(component))
      .map(component => sharedGroup(component, view)),
  )

function sharedGroup(component: SchemaComponent, view: ReferenceView): Html {
  const id = groupId(component)
  const users = [...new Set(component.places.map(({ operation }) => operation))]
  const links = users.map(
    (operation, index) =>
      html`${index > 0 && ', '}<a href="#${operationId(operation)}">${operation.title}</a>`,
  )
  return html`<section class="shared-group" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="#${id}">${component.name}</a></h3>
<p class="facts"><span>Used by ${links}</span></p>
<div class="body">${fieldList(component.group, { side: component.side, at: '' }, view)}</div></section>`
}

const versionChapter = (view: ReferenceView): Html =>
  chapter(
    { id: 'versions', title: 'Versions' },
    html`<p>${prose(
      `The version stands in the path, ${versions.first} to ${versions.last}.`,
      'An operation at version N follows the newest contract documented at or below N, or its earliest.',
      `You read version ${view.version}; in marked versions something changed.`,
    )} <a href="/docs/diff">Compare two versions</a>; the command
<code>npm run contract -- diff 48 73</code> prints the same.</p>${versionGrid(view)}`,
  )

export function versionGrid({ operations, version }: ReferenceView): Html {
  const changed = new Set([
    ...turningPoints(operations.flatMap(({ request, response }) => [request, response])),
    ...operations.flatMap(operation => operation.versions),
  ])
  return html`<ol class="versions">${allVersions.map(each => {
    const mark = changed.has(each) && html` class="changed" title="something changed"`
    const here = each === version && html` aria-current="page"`
    return html`<li><a href="/docs/version/${each}"${mark}${here}>${each}</a></li>`
  })}</ol>`
}

const types = chapter(
  { id: 'types', title: 'Data types' },
  plainTable({
    head: ['Type', 'Rule'],
    rows: Object.entries(dataTypes).map(([name, rule]) => [name, prose(rule)]),
  }),
)
