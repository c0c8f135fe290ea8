import { type Content, isObject } from './normalise.ts'
import { type Operation, requestAt } from './operation.ts'
import { fieldsIn, type Resolved, type ResolvedGroup } from './resolve.ts'

export type PlainAddress = { readonly field: string; readonly value: string }

/** The addresses of a request that begin with http://, in contract order; whether they may, others judge. */
export function plainAddresses(
  operation: Operation,
  version: number,
  body: Content,
): readonly PlainAddress[] {
  const found: PlainAddress[] = []
  lookInto(requestAt(operation, version), body, '', found)
  return found
}

function lookInto(group: ResolvedGroup, content: Content, at: string, found: PlainAddress[]): void {
  for (const { name, type } of fieldsIn(group, content)) look(type, content[name], at + name, found)
}

function look(type: Resolved, value: unknown, field: string, found: PlainAddress[]): void {
  if (type.kind === 'scalar') {
    if (type.scalar.name === 'Url' && typeof value === 'string' && /^http:/i.test(value))
      found.push({ field, value })
  } else if (type.kind === 'group' && isObject(value)) lookInto(type, value, `${field}.`, found)
  else if (type.kind === 'list' && Array.isArray(value))
    for (const [index, each] of value.entries()) look(type.each, each, `${field}[${index}]`, found)
}
