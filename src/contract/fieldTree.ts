// Fields of what is stored that are chosen by how they are declared, as a tree.

import { catalogue } from './catalogue.ts'
import type { Field, FieldType } from './kit/vocabulary.ts'

/**
 * By the names of the model. Null: the field goes, with everything in it. Text: that takes its place, because
 * the field is required. Elements of a list have the tree of the list.
 */
export type FieldTree = { readonly [name: string]: FieldTree | string | null }

/** What is chosen of a field: true, that it goes; or the text that takes its place. */
export type ChooseField = (field: Field) => true | string | undefined

/** Of the requests and outcomes of all operations that record a transaction. */
export function fieldTree(choose: ChooseField): FieldTree {
  const recorded = catalogue.filter(({ role }) => role !== undefined)
  return recorded
    .flatMap(({ request, response }) => [chosenIn(request, choose), chosenIn(response, choose)])
    .reduce(merged, {})
}

function chosenIn(type: FieldType, choose: ChooseField): FieldTree {
  switch (type.kind) {
    case 'group':
      return Object.fromEntries(
        Object.entries(type.fields).flatMap(([name, field]) => {
          const chosen = chosenOf(field, choose)
          return chosen === undefined ? [] : [[name, chosen]]
        }),
      )
    case 'list':
      return chosenIn(type.each, choose)
    case 'versioned':
      return type.forms.map(form => chosenIn(form.type, choose)).reduce(merged, {})
    default:
      return {}
  }
}

function chosenOf(field: Field, choose: ChooseField): FieldTree[string] | undefined {
  const chosen = choose(field)
  if (chosen !== undefined) return chosen === true ? null : chosen
  const inner = chosenIn(field.type, choose)
  return Object.keys(inner).length === 0 ? undefined : inner
}

/** Where one operation has all of a group chosen, and another some of it, all of it is. */
function merged(one: FieldTree, other: FieldTree): FieldTree {
  const result: Record<string, FieldTree[string]> = { ...one }
  for (const [name, theirs] of Object.entries(other)) {
    const ours = result[name]
    const areBoth = isTree(ours) && isTree(theirs)
    if (areBoth) result[name] = merged(ours, theirs)
    else if (ours === undefined || isTree(ours)) result[name] = theirs
  }
  return result
}

export const isTree = (value: FieldTree[string] | undefined): value is FieldTree =>
  typeof value === 'object' && value !== null
