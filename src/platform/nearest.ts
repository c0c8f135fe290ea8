/** The candidate the word begins, else the one the fewest typing mistakes away: for messages that guess. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const completed = candidates.find(candidate => candidate.startsWith(word))
  if (completed !== undefined) return completed
  const short = word.slice(0, charactersMax)
  const distances = candidates.map(candidate => editDistance(short, candidate.slice(0, charactersMax)))
  return candidates[distances.indexOf(Math.min(...distances))]
}

/** The distance costs the product of both lengths. */
const charactersMax = 100

/** Letters to add, leave out or replace (Levenshtein), one row of the table at a time. */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1)
      const added = (current[column - 1] ?? 0) + 1
      const leftOut = (above[column] ?? 0) + 1
      current.push(Math.min(replaced, added, leftOut))
    }
    above = current
  }
  return above.at(-1) ?? 0
}
