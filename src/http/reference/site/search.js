// Search over the docs, in the browser: the index is a few hundred kilobytes, and no server has to answer for
// what anybody types.

const ignored = new Set(
  'a an and are as at be can do does for from how i if in is it me my of on or the this to what when why with you'.split(
    ' ',
  ),
)

const wordsIn = text =>
  text.toLowerCase().match(/[\p{Letter}\p{Number}_]+(?:[-.][\p{Letter}\p{Number}_]+)*/gu) ?? []

/** Plural and singular are one word; names in capitals stay as they are. */
const stemOf = word => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word)

/** The words of a text and how often; a name of parts (`TIMED_OUT`, `order.currency`) counts by its parts, too. */
function countsOf(text) {
  const counts = new Map()
  for (const word of wordsIn(text))
    for (const one of new Set([word, ...word.split(/[-._]/)].filter(Boolean).map(stemOf)))
      counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** Prepares an index; the function that it returns finds the best entries for a question. */
export function createSearch({ entries, synonyms }) {
  const known = entries.map(entry => ({
    entry,
    heading: countsOf(entry.heading),
    page: countsOf(entry.page),
    words: countsOf(entry.words),
    // In a long section a word says less.
    density: 1.5 / (1 + entry.words.length / 1_200),
  }))
  const rarities = new Map()
  const rarityOf = word => {
    const before = rarities.get(word)
    if (before !== undefined) return before
    const holders = known.filter(({ heading, words }) => heading.has(word) || words.has(word)).length
    const rarity = Math.log(1 + known.length / (1 + holders))
    rarities.set(word, rarity)
    return rarity
  }
  return (question, most = 10) => {
    const terms = termsOf(question, synonyms)
    if (terms.length === 0) return []
    const found = known.flatMap(one => {
      const score = scoreOf(one, terms, rarityOf)
      return score > 0 ? [{ score, entry: one.entry }] : []
    })
    return spread(found.sort((one, other) => other.score - one.score)).slice(0, most)
  }
}

/** Each word of a question with what it may be called in the pages. The last may be unfinished. */
function termsOf(question, synonyms) {
  const asked = wordsIn(question.replace(/\btime out\b/gi, 'time-out'))
  const meant = asked.filter(word => !ignored.has(word))
  const words = meant.length > 0 ? meant : asked
  return words.map((word, index) => ({
    word: stemOf(word),
    isLast: index === words.length - 1,
    others: (Object.hasOwn(synonyms, word) ? synonyms[word] : []).map(stemOf),
  }))
}

function scoreOf({ entry, ...place }, terms, rarityOf) {
  let score = 0
  let matched = 0
  for (const { word, isLast, others } of terms) {
    const own = matchOf(word, { ...place, isLast }) * rarityOf(word)
    const meant = others.map(other => 0.7 * matchOf(other, place) * rarityOf(other))
    const best = Math.max(own, ...meant)
    if (best > 0) matched++
    score += best
  }
  return score * (matched / terms.length) ** 2 * entry.weight
}

function matchOf(word, { heading, page, words, density, isLast }) {
  const often = counts => Math.min(1 + Math.log(counts.get(word) ?? 0.4), 3)
  const whole =
    (heading.has(word) ? 5 : 0) + (page.has(word) ? 3 : 0) + (words.has(word) ? often(words) * density : 0)
  if (whole > 0 || !isLast || word.length < 3) return whole
  const begins = counts => [...counts.keys()].some(one => one.startsWith(word))
  return (begins(heading) ? 2 : 0) + (begins(page) ? 1 : 0) + (begins(words) ? 0.5 : 0)
}

/** At most three of one page, so that others are seen. */
function spread(found) {
  const times = new Map()
  return found
    .map(({ entry }) => entry)
    .filter(({ address }) => {
      const page = address.split('#')[0]
      times.set(page, (times.get(page) ?? 0) + 1)
      return times.get(page) <= 3
    })
}

/** The words around the first hit, in parts: every second one is a hit. */
export function excerptOf(words, question) {
  const hits = wordsIn(question)
    .filter(word => !ignored.has(word))
    .map(word => stemOf(word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (hits.length === 0) return [words.slice(0, 140)]
  const pattern = new RegExp(`(${hits.join('|')})`, 'iu')
  const at = Math.max(words.search(pattern), 0)
  const from = at < 60 ? 0 : words.indexOf(' ', at - 60) + 1
  const text = `${from > 0 ? '… ' : ''}${words.slice(from, from + 150)}${words.length > from + 150 ? ' …' : ''}`
  return text.split(new RegExp(pattern.source, 'giu'))
}
