/** Where a group occurs: in which operation's body, under which fields. */
export type Occurrence = { readonly operation: string; readonly path: readonly string[] }
export type Occurrences = { readonly places: readonly Occurrence[]; readonly ending: string }

/**
 * Readable names for groups that say the same in several places: after the fields that lead to them in all
 * of those (`order.subMerchant` → OrderSubMerchant). Where different groups want one name none of them gets
 * it: longer names are tried, then the operation in front, then a number.
 */
export function nameGroups<G>(
  groups: ReadonlyMap<G, Occurrences>,
  taken: ReadonlySet<string> = new Set(),
): ReadonlyMap<G, string> {
  const names = new Map<G, string>()
  const contested = new Set(taken)
  let nameless = [...groups].map(([group, occurrences]) => ({
    group,
    candidates: candidatesFor(occurrences),
  }))
  for (let attempt = 0; nameless.some(({ candidates }) => attempt < candidates.length); attempt++) {
    const wanted = nameless.map(({ candidates }) => candidates[attempt] ?? '')
    const isFree = (name: string) =>
      name !== '' && !contested.has(name) && wanted.indexOf(name) === wanted.lastIndexOf(name)
    const left = nameless.filter(({ group }, index) => {
      const name = wanted[index] ?? ''
      if (isFree(name)) names.set(group, name)
      return !isFree(name)
    })
    for (const name of wanted) contested.add(name)
    nameless = left
  }
  for (const { group, candidates } of nameless) {
    const name = numbered(candidates.at(-1) ?? 'Group', contested)
    contested.add(name)
    names.set(group, name)
  }
  return names
}

function candidatesFor({ places, ending }: Occurrences): readonly string[] {
  const [first] = places
  if (!first) return []
  const shared = commonEnding(places.map(({ path }) => path))
  const path = shared.length > 0 ? shared : first.path
  const lengths = path.map((_, index) => index + 1).filter(length => length >= Math.min(2, path.length))
  const endings = lengths.map(length => pascalCase(path.slice(-length)))
  const names = [...endings, pascalCase(first.path), pascalCase([first.operation, ...first.path])]
  return [...new Set(names)].map(name => `${name}${ending}`)
}

function commonEnding(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = paths
  let length = 0
  while (
    length < first.length &&
    others.every(path => path.length > length && path.at(-1 - length) === first.at(-1 - length))
  )
    length++
  return length === 0 ? [] : first.slice(-length)
}

function numbered(name: string, contested: ReadonlySet<string>): string {
  let number = 2
  while (contested.has(`${name}${number}`)) number++
  return `${name}${number}`
}

/** ['order', 'subMerchant'] → OrderSubMerchant; names start with a letter, so 3DSecure → ThreeDSecure. */
export function pascalCase(words: readonly string[]): string {
  const parts = words.flatMap(word => word.split(/[^0-9A-Za-z]+/)).filter(part => part !== '')
  return parts
    .map(part => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('')
    .replace(/^3(?=[Dd])/, 'Three')
}

/** CHECK_GATEWAY → checkGateway. */
export function camelCase(name: string): string {
  const joined = pascalCase(name.replace(/[A-Z]{2,}/g, word => word.toLowerCase()).split('_'))
  return `${joined.charAt(0).toLowerCase()}${joined.slice(1)}`
}
