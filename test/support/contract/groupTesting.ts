import { type Content, normalise } from '../../../src/contract/kit/content.ts'
import { operation, type Rule, requestAt } from '../../../src/contract/kit/operation.ts'
import { project } from '../../../src/contract/kit/project.ts'
import { resolve } from '../../../src/contract/kit/resolve.ts'
import { validate } from '../../../src/contract/kit/validate.ts'
import type { Group, Shape } from '../../../src/contract/kit/vocabulary.ts'

/** For tests: how a request with these fields and rules is validated. */
export function verdict(fields: Shape, body: Content, { version = 100, rules = noRules } = {}): string {
  const declared = operation({
    name: 'TESTED',
    title: 'Tested',
    method: 'PUT',
    path: '/tested',
    versions: [1],
    doc: 'Only for tests.',
    request: fields,
    response: {},
    rules,
  })
  const finding = validate(declared, version, normalise(requestAt(declared, version), body))
  return finding ? `${finding.validationType} ${finding.field}` : 'accepted'
}

/** For tests: what an answer of one version shows of a record. */
export function seen(group: Group, record: Content, version = 100): unknown {
  const resolved = resolve(group, version)
  return resolved.kind === 'group' ? project(resolved, record) : undefined
}

const noRules: readonly Rule[] = []
