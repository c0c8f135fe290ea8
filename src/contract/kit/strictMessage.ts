// Reading a message of our own making by a declaration: what it does not declare is refused by its name.

import { type Content, onlyKnownFields } from './content.ts'
import { groupIn, resolve } from './resolve.ts'
import { FindingCollector, judgeNames, judgeValues, type ValidationFinding } from './validateFields.ts'
import type { Group } from './vocabulary.ts'

/** `Values` is what the declaration says: ValuesOf its shape. */
export function readStrictMessage<Values>(
  group: Group,
  message: Content,
): { readonly values: Values } | { readonly finding: ValidationFinding } {
  const shape = groupIn(resolve(group, 1))
  if (!shape) throw new Error('A message is a group of fields')
  const findings = new FindingCollector('first')
  if (judgeNames(shape, message, findings)) judgeValues(shape, message, findings)
  const [finding] = findings.found
  return finding ? { finding } : { values: onlyKnownFields(shape, message) as Values }
}
