// Ranges while they change: in order, in blocks, so that each change costs little however many there are and
// no step of a change keeps others waiting.

export type RangeBlock = {
  readonly starts: BigUint64Array
  readonly ends: BigUint64Array
  /** What they have in common with others, by number. */
  readonly profiles: Uint32Array
  count: number
}

/** Half as many after a split. */
const blockRanges = 512

/** No two ranges of it overlap. */
export class RangeTable {
  readonly #blocks: RangeBlock[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  get blocks(): readonly RangeBlock[] {
    return this.#blocks
  }

  /** False: it overlaps with one that is there. */
  add(start: bigint, end: bigint, profile: number): boolean {
    const number = this.#blockAt(start)
    const block = this.#blocks[number]
    if (!block) {
      this.#insert(this.#newBlock(0), 0, start, end, profile)
      return true
    }
    const at = positionAfter(block, start)
    const before = at === 0 ? undefined : block.ends[at - 1]
    const after = at < block.count ? block.starts[at] : this.#blocks[number + 1]?.starts[0]
    if ((before !== undefined && before >= start) || (after !== undefined && after <= end)) return false
    this.#insertInto(number, at, start, end, profile)
    return true
  }

  /** False: there is none with just these bounds. */
  remove(start: bigint, end: bigint): boolean {
    const number = this.#blockAt(start)
    const block = this.#blocks[number]
    const at = block ? exactPosition(block, start, end) : -1
    if (!block || at === -1) return false
    for (const list of [block.starts, block.ends, block.profiles]) list.copyWithin(at, at + 1, block.count)
    block.count--
    this.#count--
    if (block.count === 0) this.#blocks.splice(number, 1)
    return true
  }

  /** False: there is none with just these bounds. */
  change(start: bigint, end: bigint, profile: number): boolean {
    const block = this.#blocks[this.#blockAt(start)]
    const at = block ? exactPosition(block, start, end) : -1
    if (!block || at === -1) return false
    block.profiles[at] = profile
    return true
  }

  /** The last block that begins at or before it; the first one if none does. */
  #blockAt(start: bigint): number {
    let [low, high] = [0, this.#blocks.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      const first = this.#blocks[middle]?.starts[0]
      if (first !== undefined && first <= start) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Into a block that may be full. Lists mostly come in order: then blocks stay full. */
  #insertInto(number: number, at: number, start: bigint, end: bigint, profile: number): void {
    const block = this.#blocks[number]
    if (!block) return
    const isFull = block.count === blockRanges
    const next = isFull ? this.#newBlock(number + 1) : undefined
    if (next && at < blockRanges) moveHalf(block, next)
    if (next && at > block.count) this.#insert(next, at - block.count, start, end, profile)
    else if (next && next.count === 0) this.#insert(next, 0, start, end, profile)
    else this.#insert(block, at, start, end, profile)
  }

  #insert(block: RangeBlock, at: number, start: bigint, end: bigint, profile: number): void {
    for (const list of [block.starts, block.ends, block.profiles]) list.copyWithin(at + 1, at, block.count)
    block.starts[at] = start
    block.ends[at] = end
    block.profiles[at] = profile
    block.count++
    this.#count++
  }

  #newBlock(number: number): RangeBlock {
    const block = {
      starts: new BigUint64Array(blockRanges),
      ends: new BigUint64Array(blockRanges),
      profiles: new Uint32Array(blockRanges),
      count: 0,
    }
    this.#blocks.splice(number, 0, block)
    return block
  }
}

function moveHalf(from: RangeBlock, to: RangeBlock): void {
  const half = blockRanges / 2
  to.starts.set(from.starts.subarray(half))
  to.ends.set(from.ends.subarray(half))
  to.profiles.set(from.profiles.subarray(half))
  to.count = blockRanges - half
  from.count = half
}

/** Of the first range in the block that begins after it. */
function positionAfter({ starts, count }: RangeBlock, start: bigint): number {
  return firstAfter(starts, count, start)
}

/** Among sorted numbers, the position of the first that is greater. */
export function firstAfter(sorted: BigUint64Array, count: number, wanted: bigint): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    const found = sorted[middle]
    if (found !== undefined && found <= wanted) low = middle + 1
    else high = middle
  }
  return low
}

function exactPosition(block: RangeBlock, start: bigint, end: bigint): number {
  const at = positionAfter(block, start) - 1
  return at >= 0 && block.starts[at] === start && block.ends[at] === end ? at : -1
}
