/** The one source of chance in a run: the same seed makes the same choices. */
export type Random = {
  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number
  /** From low up to high, with fractions: moments seldom coincide. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** One of the names, each as likely as its weight says. */
  weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name
}

export function randomOf(seed: number): Random {
  const next = mixer(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (low, high) => low + next() * (high - low),
    chance: probability => next() < probability,
    pick: items => items[below(items.length)] ?? items[0],
    weighted: weights => choose(weights, next()),
  }
}

function choose<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>, at: number): Name {
  const names = Object.keys(weights).filter((name): name is Name => name in weights)
  let left = at * names.reduce((sum, name) => sum + (weights[name] ?? 0), 0)
  for (const name of names) {
    left -= weights[name] ?? 0
    if (left < 0) return name
  }
  const [last] = names.slice(-1)
  if (last === undefined) throw new Error('There is nothing to choose from')
  return last
}

/** A small generator with 32 bits of state; seeds that lie close together are spread first. */
function mixer(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (seed >>> 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
