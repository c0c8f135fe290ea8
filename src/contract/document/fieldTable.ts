import type { ResolvedField, ResolvedGroup } from '../kit/resolve.ts'
import { type Component, type Components, groupWithin } from './components.ts'
import { countValues } from './fields.ts'
import { historyOf } from './history.ts'
import { boundsOf, pathName, presenceOf, typeName, valuesOf } from './labels.ts'
import { code, plain, table } from './markdown.ts'
import { type Side, shownFields } from './schema.ts'

/** Fewer values than this are repeated wherever they occur; turning the page for them would cost more. */
const ownPageFrom = 10

export type Listing = {
  readonly side: Side
  readonly components: Components
  /** The address of a group's page, seen from the page that is being written. */
  readonly address: (component: Component) => string
}

/** Groups that are told on a page of their own. */
export const hasOwnPage = ({ places, group, side, isBody }: Component): boolean =>
  isBody
    ? new Set(places.map(({ operation }) => operation)).size > 1
    : countValues(group, side) >= ownPageFrom

export function fieldTable(group: ResolvedGroup, listing: Listing, at = ''): string {
  return table(['Field', 'Type', 'Presence', 'Bounds', 'Versions', 'Meaning'], [...rows(group, listing, at)])
}

function* rows(group: ResolvedGroup, listing: Listing, at: string): Generator<readonly string[]> {
  for (const field of shownFields(group, listing.side)) {
    const path = at + pathName(field)
    const inner = groupWithin(field.type)
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

type Row = { readonly listing: Listing; readonly elsewhere: string }

function row(path: string, field: ResolvedField, { listing, elsewhere }: Row): readonly string[] {
  const values = valuesOf(field.type)
  const isMasked = listing.side === 'response' && field.field.secret === 'number'
  const initial = field.field.default === undefined ? '' : `default ${code(String(field.field.default))}`
  const bounds = [
    elsewhere,
    isMasked ? "masked with 'x'" : plain(boundsOf(field.type)),
    values.map(code).join(' '),
    initial,
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
