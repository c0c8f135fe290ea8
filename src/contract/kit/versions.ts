// Which versions of the API are served.

/**
 * The versions of the API that are served. A new one begins here: raise `last`, and give each field that came
 * with it `{ since: 101 }` where it is declared, in groups/ or operations/. Any other number in a path is an
 * unknown path.
 */
export const versions = { first: 1, last: 100 } as const

/** The version that a path segment names: exactly the decimal text of one that is served. */
export function readVersion(segment: string): number | undefined {
  const version = /^[1-9][0-9]{0,2}$/.test(segment) ? Number(segment) : 0
  return version >= versions.first && version <= versions.last ? version : undefined
}

export const allVersions: readonly number[] = Array.from(
  { length: versions.last - versions.first + 1 },
  (_, index) => versions.first + index,
)
