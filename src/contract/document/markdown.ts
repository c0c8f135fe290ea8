// Writes Markdown whose source is readable, too: blocks, tables, and the table of a group's fields.

import { groupIn, type ResolvedField, type ResolvedGroup } from '../kit/resolve.ts'
import type { SchemaComponent, SchemaComponents } from './components.ts'
import { boundsOf, countValues, historyOf, pathName, presenceOf, typeName, valuesOf } from './fields.ts'
import { type ContractSide, shownFields } from './schema.ts'

export const page = (...blocks: readonly string[]): string =>
  `${blocks.filter(block => block !== '').join('\n\n')}\n`

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export const code = (text: string): string => `\`${text}\``
export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``
/** Escapes what Markdown would read as markup. */
export const plain = (text: string): string => text.replace(/[\\`*_<>[\]]/g, character => `\\${character}`)
export const list = (items: readonly string[]): string => items.map(item => `- ${item}`).join('\n')

/** Groups with fewer values are repeated wherever they occur, which is easier to read than a link. */
const ownPageFrom = 10

type FieldListing = {
  readonly side: ContractSide
  readonly components: SchemaComponents
  /** The address of a group's page, relative to the page that is being written. */
  readonly address: (component: SchemaComponent) => string
}

/** Whether a group is documented on a page of its own. */
export const hasOwnPage = ({ places, group, side, isBody }: SchemaComponent): boolean =>
  isBody
    ? new Set(places.map(({ operation }) => operation)).size > 1
    : countValues(group, side) >= ownPageFrom

export function fieldTable(group: ResolvedGroup, listing: FieldListing, at = ''): string {
  return table(['Field', 'Type', 'Presence', 'Bounds', 'Versions', 'Meaning'], [...rows(group, listing, at)])
}

function* rows(group: ResolvedGroup, listing: FieldListing, at: string): Generator<readonly string[]> {
  for (const field of shownFields(group, listing.side)) {
    const path = at + pathName(field)
    const inner = groupIn(field.type)
    const component = inner && listing.components.of(inner, listing.side)
    const isElsewhere = component !== undefined && hasOwnPage(component)
    yield row(path, field, {
      listing,
      elsewhere: isElsewhere
        ? `[${countValues(component.group, listing.side)} fields](${listing.address(component)})`
        : '',
    })
    if (inner && !isElsewhere) yield* rows(inner, listing, `${path}.`)
  }
}

type Row = { readonly listing: FieldListing; readonly elsewhere: string }

function row(path: string, field: ResolvedField, { listing, elsewhere }: Row): readonly string[] {
  const values = valuesOf(field.type)
  const isMasked = listing.side === 'response' && field.field.secret === 'number'
  const initial = field.field.default === undefined ? '' : `default ${code(String(field.field.default))}`
  const bounds = [
    elsewhere,
    isMasked ? "masked with 'x'" : plain(boundsOf(field.type)),
    values.map(code).join(' '),
    initial,
    field.field.personal === undefined ? '' : 'personal',
  ]
  return [
    code(path),
    typeName(field.type),
    presenceOf(field, listing.side),
    bounds.filter(part => part !== '').join('; '),
    historyOf(field.field).map(plain).join('; '),
    plain(field.field.doc),
  ]
}
