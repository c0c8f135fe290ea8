import { type Content, isObject } from './normalise.ts'
import type { ResolvedField, ResolvedGroup } from './resolve.ts'

/** The content without the values that are not passed on; the very same where there are none. */
export function passedOn(group: ResolvedGroup, content: Content): Content {
  let result = content
  for (const field of group.sifting) {
    const { name, type } = field
    const value = content[name]
    if (isKeptBack(field, value)) {
      const { [name]: _, ...others } = result
      result = others
    } else if (type.kind === 'group' && isObject(value)) {
      const inner = passedOn(type, value)
      if (inner !== value) result = { ...result, [name]: inner }
    }
  }
  return result
}

/** Where they are, by path. */
export function keptBack(group: ResolvedGroup, content: Content, at = ''): readonly string[] {
  return group.sifting.flatMap(field => {
    const { name, type } = field
    const value = content[name]
    if (isKeptBack(field, value)) return [at + name]
    return type.kind === 'group' && isObject(value) ? keptBack(type, value, `${at}${name}.`) : []
  })
}

const isKeptBack = ({ type }: ResolvedField, value: unknown): boolean =>
  value !== undefined && type.kind === 'scalar' && type.scalar.passesOn?.(value) === false
