// Whether there is a directory server of a name. A record under a mistyped one would never be used, and
// nobody would know why.

import { nearest } from '../standards/nearest.ts'

/** Those of the file of TOLLGATE_DIRECTORY_SERVERS. */
export type KnownDirectoryServers = { readonly path: string; readonly names: readonly string[] }

/** Which there are, for somebody who named another; nothing for a name that is among them. */
export function hintForUnknownServer(name: string, { names }: KnownDirectoryServers): string | undefined {
  if (names.includes(name)) return undefined
  const near = nearest(name, names)
  const all = `There ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}.`
  return near === undefined ? all : `The nearest is ${near}. ${all}`
}
