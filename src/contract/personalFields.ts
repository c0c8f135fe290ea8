// Which fields of what is stored are data of a person who pays, as a tree: what an erasure takes away.

import { catalogue } from './catalogue.ts'
import type { Field, FieldType } from './kit/vocabulary.ts'

/**
 * By the names of the model. Null: the field goes, with everything in it. Text: that takes its place, because
 * the field is required. Elements of a list have the tree of the list.
 */
export type PersonalFields = { readonly [name: string]: PersonalFields | string | null }

/** Of the requests and outcomes of all operations that record a transaction. */
export function personalFields(): PersonalFields {
  const recorded = catalogue.filter(({ role }) => role !== undefined)
  return recorded
    .flatMap(({ request, response }) => [personalIn(request), personalIn(response)])
    .reduce(merged, {})
}

function personalIn(type: FieldType): PersonalFields {
  switch (type.kind) {
    case 'group':
      return Object.fromEntries(
        Object.entries(type.fields).flatMap(([name, field]) => {
          const personal = personalOf(field)
          return personal === undefined ? [] : [[name, personal]]
        }),
      )
    case 'list':
      return personalIn(type.each)
    case 'versioned':
      return type.forms.map(form => personalIn(form.type)).reduce(merged, {})
    default:
      return {}
  }
}

function personalOf({ personal, type }: Field): PersonalFields[string] | undefined {
  if (personal !== undefined) return personal === true ? null : personal
  const inner = personalIn(type)
  return Object.keys(inner).length === 0 ? undefined : inner
}

/** Where one operation has all of a group as personal, and another some of it, all of it is. */
function merged(one: PersonalFields, other: PersonalFields): PersonalFields {
  const result: Record<string, PersonalFields[string]> = { ...one }
  for (const [name, theirs] of Object.entries(other)) {
    const ours = result[name]
    const areBoth = isTree(ours) && isTree(theirs)
    if (areBoth) result[name] = merged(ours, theirs)
    else if (ours === undefined || isTree(ours)) result[name] = theirs
  }
  return result
}

const isTree = (value: PersonalFields[string] | undefined): value is PersonalFields =>
  typeof value === 'object' && value !== null
