import type { Resolved, ResolvedField } from '../kit/resolve.ts'
import type { Side } from './schema.ts'

/** How a field is spoken of to people. */

export type Presence = 'always' | 'conditional' | 'fixed' | 'optional' | 'required'

export function presenceOf({ isRequired, type }: ResolvedField, side: Side): Presence {
  if (side === 'response') return isRequired ? 'always' : 'conditional'
  if (!isRequired) return 'optional'
  return isConstant(type) ? 'fixed' : 'required'
}

const isConstant = (type: Resolved) =>
  type.kind === 'scalar' && type.values?.size === 1 && type.scalar.name === 'String'

export function typeName(type: Resolved): string {
  switch (type.kind) {
    case 'scalar':
      return type.scalar.name
    case 'group':
      return 'Group'
    case 'list':
      return `List of ${plural[type.each.kind] ?? typeName(type.each)}`
    case 'dictionary':
      return `Map of ${typeName(type.each)}`
  }
}
const plural: Partial<Record<Resolved['kind'], string>> = { group: 'groups', list: 'lists' }

/** What a good value looks like; empty where the values are listed or the type says it all. */
export function boundsOf(type: Resolved): string {
  switch (type.kind) {
    case 'scalar':
      return type.values || type.scalar.json === 'boolean' ? '' : withoutPreamble(type.scalar.sentence)
    case 'group':
      return ''
    case 'list':
      return joined(`at most ${type.max} elements`, type.each.kind === 'scalar' ? boundsOf(type.each) : '')
    case 'dictionary':
      return joined(
        `at most ${type.dictionary.max} names`,
        withoutPreamble(type.dictionary.namesSentence),
        boundsOf(type.each),
      )
  }
}

const joined = (...parts: readonly string[]) => parts.filter(part => part !== '').join('; ')

/** 'It must be 1 to 40 characters.' → '1 to 40 characters'; what the type's name says is left out. */
const withoutPreamble = (sentence: string) =>
  sentence
    .replace(/^(?:It must be )?(?:an? )?/i, '')
    .replace(/^Its name must be /, 'names of ')
    .replace(/^decimal number (?:of )?(.*?)(?:: digits.*)?$/, '$1')
    .replace(/^whole (?:JSON )?number /, '')
    .replace(/\.$/, '')

export const valuesOf = (type: Resolved): readonly string[] => {
  if (type.kind === 'scalar') return [...(type.values ?? [])]
  return type.kind === 'list' ? valuesOf(type.each) : []
}

/** The name of a field inside its group: lists are marked, as error messages number their elements. */
export const pathName = ({ name, type }: ResolvedField): string =>
  type.kind === 'list' ? `${name}[n]` : name
