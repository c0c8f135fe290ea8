/** A newer release may have written what this one cannot understand; then it must not touch the order. */
export function knownWord<Word extends string>(words: readonly Word[], word: string | null): Word {
  const found = words.find(one => one === word)
  if (found === undefined) throw new Error(`This release does not know the stored word ${word}`)
  return found
}
