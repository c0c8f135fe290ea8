import type { SchemaComponent, SchemaComponents } from '../../contract/document/components.ts'
import { countValues } from '../../contract/document/fields.ts'
import type { Operation } from '../../contract/kit/operation.ts'

/** What a page is about; all parts of it are rendered from this. */
export type ReferenceView = {
  readonly operations: readonly Operation[]
  readonly version: number
  readonly isSandbox: boolean
  readonly components: SchemaComponents
  /** Whether this release carries an operation out; a valid request for another is answered 501. */
  readonly isAvailable: (operation: Operation) => boolean
}

/** Smaller groups are repeated where they occur: following a link for three fields is a nuisance. */
const standsAloneFrom = 5

/** Whether a group is shown once, in the chapter on shared groups. */
export const standsAlone = ({ isBody, places, group, side }: SchemaComponent): boolean =>
  isBody
    ? new Set(places.map(({ operation }) => operation)).size > 1
    : countValues(group, side) >= standsAloneFrom

export const groupId = ({ name }: SchemaComponent): string => `group-${name}`
export const operationId = ({ name }: Operation): string => name.toLowerCase().replaceAll('_', '-')
