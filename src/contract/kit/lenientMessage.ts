// Reading a message of another company by a declaration: what it does not declare is ignored, so that either
// side may add fields before the other knows them.

import { type Content, isObject, onlyKnownFields } from './content.ts'
import { groupIn, resolve } from './resolve.ts'
import { FindingCollector, judgeValues, type ValidationFinding } from './validateFields.ts'
import type { Group, Shape, ValuesOf } from './vocabulary.ts'

export type LenientMessage<S extends Shape> =
  | {
      readonly values: ValuesOf<S>
      /** Fields that were present, and left out because their values are invalid or hold card data. */
      readonly leftOut: readonly string[]
    }
  | { readonly finding: ValidationFinding }

/**
 * The declared fields of a message, or the first finding. Null counts as absent. A field that is dispensable
 * is left out where its value is invalid or holds card data, which nobody may store: it must not cost the
 * message. The others are judged by their form alone: an id may look like the number of a card.
 */
export function readLenientMessage<S extends Shape>(
  group: Group<S>,
  message: Content,
  dispensable: ReadonlySet<string> = noneDispensable,
): LenientMessage<S> {
  const shape = groupIn(resolve(group as Group, 1))
  if (!shape) throw new Error('A message is a group of fields')
  const present: Record<string, unknown> = {}
  for (const { name } of shape.fields) {
    const value = withoutNulls(message[name])
    if (value !== undefined) present[name] = value
  }
  const leftOut = dispensable.size === 0 ? [] : unacceptable()
  for (const name of leftOut) delete present[name]
  const findings = new FormFindings('first')
  judgeValues(shape, present, findings)
  const [finding] = findings.found
  return finding ? { finding } : { values: onlyKnownFields(shape, present) as ValuesOf<S>, leftOut }

  function unacceptable(): readonly string[] {
    const all = new FindingCollector('all')
    if (shape) judgeValues(shape, present, all)
    const names = all.found.map(({ field }) => field.split(/[.[]/, 1).join())
    return [...new Set(names)].filter(name => dispensable.has(name))
  }
}

const noneDispensable: ReadonlySet<string> = new Set()

/** Judges forms, and does not look for card data. */
class FormFindings extends FindingCollector {
  override isHarmless(): boolean {
    return true
  }
}

function withoutNulls(value: unknown): unknown {
  if (value === null) return undefined
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null))
}
