// Records: what the gateway stores and computes with, typed by the operations that the contract declares.

import { type Content, mergeContent, type NotContent, onlyKnownFields } from './content.ts'
import type { ResolvedGroup } from './resolve.ts'

/** Values of any of several shapes, as a record of them has them: each may be absent, at any depth. */
export type Recorded<U> = [U] extends [readonly (infer Each)[]]
  ? readonly Recorded<Each>[]
  : [U] extends [object]
    ? { readonly [Name in NamesOf<U>]?: Recorded<NamedIn<U, Name>> | undefined } & NotContent
    : U
type NamesOf<U> = U extends unknown ? keyof U : never
type NamedIn<U, Name extends PropertyKey> = U extends { readonly [Key in Name]?: infer V }
  ? NonNullable<V>
  : never

/**
 * Content as the record that it is: a contract has admitted it, or the gateway itself has written it. The
 * only cast from content to a record.
 */
export const recordOf = <R extends Content>(admitted: Content): R => admitted as R

/** Some fields of a record, without those that are absent. */
export function selectFields<R extends Content, Name extends keyof R & string>(
  record: R,
  names: readonly Name[],
): Pick<R, Name> {
  const present = names.filter(name => record[name] !== undefined)
  return Object.fromEntries(present.map(name => [name, record[name]])) as Pick<R, Name>
}

/** Merges group by group; values of `top` replace those of `below`. */
export const mergeRecords = <R extends Content>(below: R, top: NoInfer<R>): R =>
  recordOf(mergeContent(below, top))

/** The fields of a record that a contract declares. */
export const knownFieldsOf = <R extends Content>(group: ResolvedGroup, record: R): R =>
  recordOf(onlyKnownFields(group, record))
