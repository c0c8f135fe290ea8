// Suggestions for mistyped words.

/** The candidate that begins with the word, or one that differs by a few typing mistakes, if any. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const short = word.slice(0, charactersMax).toLowerCase()
  if (short === '') return undefined
  const completed =
    candidates.find(candidate => candidate.startsWith(word)) ??
    candidates.find(candidate => candidate.toLowerCase().startsWith(short))
  if (completed !== undefined) return completed
  const near = candidates
    .map(candidate => ({ candidate, to: candidate.slice(0, charactersMax).toLowerCase() }))
    .map(({ candidate, to }) => ({
      candidate,
      distance: mistakes(short, to),
      most: Math.max(1, Math.floor(Math.max(short.length, to.length) / 3)),
    }))
    .filter(({ distance, most }) => distance <= most)
  const least = Math.min(...near.map(({ distance }) => distance))
  return near.find(({ distance }) => distance === least)?.candidate
}

/** Limits the time: computing the distance takes the product of both lengths. */
const charactersMax = 100

/** The number of letters to insert, delete, replace, or swap with their neighbour; computed row by row. */
function mistakes(from: string, to: string): number {
  let before: readonly number[] = []
  let above: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 0; row < from.length; row++) {
    const current = [row + 1]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (from[row] === to[column - 1] ? 0 : 1)
      const added = (current[column - 1] ?? 0) + 1
      const leftOut = (above[column] ?? 0) + 1
      const isSwapped =
        row > 0 && column > 1 && from[row] === to[column - 2] && from[row - 1] === to[column - 1]
      const swapped = isSwapped ? (before[column - 2] ?? 0) + 1 : leftOut
      current.push(Math.min(replaced, added, leftOut, swapped))
    }
    before = above
    above = current
  }
  return above.at(-1) ?? 0
}
