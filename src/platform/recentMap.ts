// A map of what was used lately, with a limit on the weight of all of it.

/**
 * Two generations: what is set or found goes into the younger one. When that has half of the weight, it
 * becomes the elder one, and what only the elder one had is forgotten. No entry is ever looked for to be
 * evicted, which takes microseconds in a map from which many were deleted.
 */
export class RecentMap<Key, Value> {
  readonly #weightMax: number
  #younger = new Map<Key, Weighed<Value>>()
  #elder = new Map<Key, Weighed<Value>>()
  #weight = 0

  constructor(weightMax: number) {
    this.#weightMax = weightMax
  }

  get(key: Key): Value | undefined {
    const young = this.#younger.get(key)
    if (young !== undefined) return young.value
    const found = this.#elder.get(key)
    if (found !== undefined) this.set(key, found.value, found.weight)
    return found?.value
  }

  set(key: Key, value: Value, weight = 1): void {
    this.delete(key)
    if (this.#weight + weight > this.#weightMax / 2) {
      this.#elder = this.#younger
      this.#younger = new Map()
      this.#weight = 0
    }
    this.#younger.set(key, { value, weight })
    this.#weight += weight
  }

  delete(key: Key): void {
    this.#weight -= this.#younger.get(key)?.weight ?? 0
    this.#younger.delete(key)
    this.#elder.delete(key)
  }
}

type Weighed<Value> = { readonly value: Value; readonly weight: number }
