// Card numbers as people and machines write them in text: in groups, divided by other characters, as chip
// data.

import {
  digitsMinIn,
  endsLikeCard,
  isNumberInUse,
  numberDigitsMax,
  readsAsTime,
  withoutFilling,
  withoutIdentifiers,
} from './cardNumberForm.ts'
import { type DigitRun, digitRunsOf } from './digitsInText.ts'

/**
 * Whether a text contains a card number: known prefix, a length of its network, the right check digit, in one
 * piece or in groups as people and programs write it. It is applied to every text of every request, so
 * numbers whose form shows that they are something else (time, parcel, account, decimal) do not count.
 */
export function writesCardNumber(text: string): boolean {
  return holdsWrittenNumber(text) && holdsWrittenNumber(withoutIdentifiers(text))
}

function holdsWrittenNumber(text: string): boolean {
  const digitsMin = digitsMinIn(text)
  const runs = digitRunsOf(text, digitsMin, 'loose')
  return runs.some(run => holdsNumber(run, digitsMin)) || dividesCardNumber(text)
}

function holdsNumber(run: DigitRun, digitsMin: number): boolean {
  const { starts, digits } = run
  for (let first = 0; first < starts.length; first++) {
    const from = starts[first] ?? 0
    if (isInListOfSmallNumbers(run, first)) continue
    const reach = searchEndOf(run, first)
    for (let next = first + 1; next <= reach; next++) {
      const to = starts[next] ?? digits.length
      if (to - from > numberDigitsMax) break
      if (to - from >= digitsMin && isCardNumber(run, { first, next, from, to })) return true
    }
  }
  return false
}

/**
 * The index after the last group that can belong to the same number as group `first`: at least `unlikeMax`
 * groups, more while their sizes are equal, multiples of four, or thousands. This bounds the search, so that
 * a text full of small groups takes no longer than any other.
 */
function searchEndOf(run: DigitRun, first: number): number {
  const { starts, gaps } = run
  const size = sizeAt(run, first)
  const gap = gaps[first + 1]
  const fewest = Math.min(first + unlikeMax, starts.length)
  let isOfFours = size % 4 === 0
  let isAlike = size <= groupMax
  let next = first + 1
  while (next < starts.length && (isOfFours || isAlike) && next - first < numberDigitsMax) {
    const each = sizeAt(run, next)
    isOfFours &&= each % 4 === 0
    isAlike &&= gaps[next] === gap && (each === size || (each === 3 && size < 3))
    next++
  }
  return Math.max(next, fewest)
}

/** The most groups of different sizes that can be one number: groups of four after a shorter first one. */
const unlikeMax = 5

/**
 * Groups of up to three digits count only from the first one on: otherwise they are a list of small numbers.
 */
function isInListOfSmallNumbers(run: DigitRun, first: number): boolean {
  const size = sizeAt(run, first)
  return size < 4 && first > 0 && sizeAt(run, first - 1) === size
}

/** The groups `first` to `next` (exclusive) of a run, and their digits `from` to `to` (exclusive). */
type GroupSpan = { readonly first: number; readonly next: number; readonly from: number; readonly to: number }

function isCardNumber(run: DigitRun, span: GroupSpan): boolean {
  const length = span.to - span.from
  const isWhole = span.next === span.first + 1
  const written = run.digits.slice(span.from, span.to)
  const number = isWhole ? withoutFilling(written) : written
  if (!isNumberInUse(number, isWhole)) return false
  if (isFraction(run, span)) return false
  if (length <= telephoneDigitsMax && isTelephone(run, span)) return false
  if (!isWhole && !isGroupedLikeNumber(run, span)) return false
  return !isWhole || !readsAsTime(number, span.first === 0 && isAfterTwoLetters(run))
}

/** International telephone numbers whose country code equals a prefix of cards are not longer than this. */
const telephoneDigitsMax = 13

/** Whether a plus sign precedes it. A plus directly between two digits is a space that a form encoded. */
const isTelephone = ({ gaps }: DigitRun, { first }: GroupSpan): boolean =>
  first === 0 ? gaps[0] === '+' : / \+$/.test(gaps[first] ?? '')

const isAfterTwoLetters = ({ gaps, before }: DigitRun): boolean => gaps[0] === '' && twoLetters.test(before)
const twoLetters = /(?:^|[^A-Za-z])[A-Z]{2}$/

/**
 * Whether the group is the fraction of a decimal number: programs write up to seventeen digits of it. With
 * another point or comma beside it, it is part of a list. After a comma it is a column of a table, unless
 * exactly one zero precedes it. With sixteen digits or more after a figure other than zero, it is a fraction
 * only if the language would print the number in exactly this way.
 */
function isFraction(run: DigitRun, { first }: GroupSpan): boolean {
  const { gaps, starts } = run
  const gap = gaps[first]
  if (first === 0 || (gap !== '.' && gap !== ',') || sizeAt(run, first) <= 4) return false
  const whole = groupAt(run, first - 1)
  if (gap === ',') return whole === '0' && starts.length === 2
  if (
    whole.length > 3 ||
    !isDecimalEnd(gaps[first - 1], gaps[first - 2]) ||
    !isDecimalEnd(gaps[first + 1], gaps[first + 2])
  )
    return false
  const written = `${whole}.${groupAt(run, first)}`
  return whole === '0' || sizeAt(run, first) < 16 || String(Number(written)) === written
}

/**
 * Whether a decimal ends at a gap: nothing, space, sign or bracket, or a separator before another decimal.
 */
const isDecimalEnd = (gap: string | undefined, beyond: string | undefined): boolean =>
  gap === undefined || decimalEnd.test(gap) || ((gap === ',' || gap === ';') && beyond === '.')
const decimalEnd = /^$|[\s+=#(<[{-]$|^[)>\]}]/

const groupAt = ({ starts, digits }: DigitRun, index: number): string =>
  digits.slice(starts[index], starts[index + 1])

const sizeAt = ({ starts, digits }: DigitRun, index: number): number =>
  (starts[index + 1] ?? digits.length) - (starts[index] ?? digits.length)

/**
 * Groups of four or multiples of four always count. Groups of one other size (the last may be smaller),
 * thousands, and the groupings printed on cards count only if all separators are equal and no equal group
 * follows.
 */
function isGroupedLikeNumber(run: DigitRun, span: GroupSpan): boolean {
  if (isListOfNumbers(run, span)) return false
  const { first, next } = span
  const size = sizeAt(run, first)
  const last = sizeAt(run, next - 1)
  const gap = run.gaps[first + 1]
  let isOfFours = size % 4 === 0 && (last % 4 === 0 || (last < 4 && size === 4))
  let isOfOneSize = size <= groupMax && last <= size && (first === 0 || run.gaps[first] !== gap)
  let isOfThousands = size <= 3 && last === 3
  for (let index = first + 1; index < next; index++) {
    const isAlike = run.gaps[index] === gap
    const each = sizeAt(run, index)
    const isInner = index < next - 1
    isOfFours &&= !isInner || each % 4 === 0
    isOfOneSize &&= isAlike && (!isInner || each === size)
    isOfThousands &&= isAlike && (!isInner || each === 3)
  }
  if (isOfFours || isOfThousands || isOfShiftedFours(run, span)) return true
  if (isOfOneSize) return size > 3 || sizeAt(run, next) !== size
  return (
    next - first <= 3 && printed.has(`${size} ${next - first === 3 ? sizeAt(run, first + 1) : ''} ${last}`)
  )
}

/**
 * Whether the groups are separate numbers: groups of four in a longer comma-separated list, two telephone
 * numbers of eight digits, two grouped numbers with one other separator between them, or different separators
 * of which one rarely occurs inside a number.
 */
function isListOfNumbers(run: DigitRun, { first, next }: GroupSpan): boolean {
  const { gaps } = run
  const inner = gaps.slice(first + 1, next)
  const [gap = ''] = inner
  const isAlike = inner.every(each => each === gap)
  if (!isAlike) return inner.some(each => rareSeparators.test(each)) || isDividedOnce(inner)
  if (inner.length === 1) return sizeAt(run, first) === 8 && listSeparators.test(gap)
  if (sizeAt(run, first) !== 4 || !listSeparators.test(gap)) return false
  return (first > 0 && gaps[first] === gap) || (gaps[next] === gap && !isExpiryBehind(run, next))
}

/** Whether exactly one gap is a list separator or a dash between spaces, and all others are equal. */
function isDividedOnce(inner: readonly string[]): boolean {
  const parting = inner.filter(each => dividers.test(each))
  const others = inner.filter(each => !dividers.test(each))
  return parting.length === 1 && others.every(each => each === others[0])
}

/** Whether the groups after the number are an expiry date and perhaps a security code: then it is no list. */
const isExpiryBehind = (run: DigitRun, next: number): boolean =>
  run.starts.length - next <= 3 &&
  endsLikeCard(run.starts.slice(next).map((_, at) => groupAt(run, next + at)))

const rareSeparators = /[;=#&\\()[\]{}<>]/
const listSeparators = /[,;|/&]/
const dividers = /[,;|/&]|\s\p{Pd}\s/u

/** Sixteen digits as a shorter group, three of four, and the rest; the run must have no other groups. */
function isOfShiftedFours(run: DigitRun, { first, next, from, to }: GroupSpan): boolean {
  if (first > 0 || next < run.starts.length || next !== 5 || to - from !== 16) return false
  const inner = [1, 2, 3].every(index => sizeAt(run, index) === 4)
  return inner && run.gaps.slice(2).every(gap => gap === run.gaps[1])
}

/** Longer groups are not used in practice. */
const groupMax = 8
const printed: ReadonlySet<string> = new Set([
  '4 6 5',
  '4 6 4',
  '4 6 6',
  '4 5 6',
  '6  13',
  '6  9',
  '6  10',
  '6  8',
])

/**
 * Whether a text contains a card number with a colon or a letter between its groups (4-4-4-4, 4-6-5 or
 * 4-6-4). Colons also separate the parts of IP addresses and times, and letters occur anywhere, so further
 * groups beside the number exclude it.
 */
export function dividesCardNumber(text: string): boolean {
  if (!dividing.test(text) || !dividingFours.test(text)) return false
  return holdsNumberInGroups(text, inFours) || holdsNumberInGroups(text, asPrinted)
}

/** Fast tests that exclude most texts: nearly all by the first, times by the second. */
const dividing = /[0-9] ?[:A-Za-z] ?[0-9]/
const dividingFours = /[0-9]{4} ?[:A-Za-z] ?[0-9]{4}/
const inFours = /(?<![0-9])[0-9]{4}( ?[:A-Za-z] ?)[0-9]{4}\1[0-9]{4}\1[0-9]{4}(?![0-9])/g
const asPrinted = /(?<![0-9])[0-9]{4}( ?[:A-Za-z] ?)[0-9]{6}\1[0-9]{4,5}(?![0-9])/g

function holdsNumberInGroups(text: string, groups: RegExp): boolean {
  for (const { 0: written, 1: gap = '', index } of text.matchAll(groups)) {
    const number = written.replaceAll(gap, '')
    const to = index + written.length
    if (isNumberInUse(number, false) && !isPartOfLonger(text, { from: index, to, gap })) return true
  }
  return false
}

type DividedNumber = { readonly from: number; readonly to: number; readonly gap: string }

/**
 * Whether the groups are part of an IPv6 address, or of a longer list that does not end with an expiry date.
 */
function isPartOfLonger(text: string, { from, to, gap }: DividedNumber): boolean {
  const before = text.slice(Math.max(0, from - addressMax), from)
  const behind = text.slice(to, to + addressMax)
  if (before.endsWith(gap) && /[0-9]$/.test(before.slice(0, -gap.length))) return true
  if (gap === ':' && isIpAddress(`${addressEnd.exec(before)?.[0]}.${addressStart.exec(behind)?.[0]}`))
    return true
  if (!behind.startsWith(gap)) return false
  const [others = ''] = digitsBehind.exec(behind) ?? []
  return others !== '' && !endsLikeCard(others.match(/[0-9]+/g) ?? [])
}

const addressMax = 40
const addressEnd = /[0-9A-Fa-f:]*$/
const addressStart = /^[0-9A-Fa-f:]*/
const digitsBehind = /^(?:[ :/A-Za-z-]{1,3}[0-9]+)*/

/** `around` is the text before and after the four parts: an IPv6 address has `::`, or four more parts. */
const isIpAddress = (around: string): boolean => around.includes('::') || around.split(':').length === 5

/**
 * Whether a text contains data of a chip or a stripe in hexadecimal digits: the card number after its tag and
 * length, or track 2 (number, D, expiry, service code).
 */
export function holdsChipData(text: string): boolean {
  if (!chipDataHint.test(text)) return false
  if (holdsNumberWrittenAs(text, bareTrack)) return true
  const joined = text.replace(/[\s:-]+/g, '')
  return holdsNumberWrittenAs(joined, taggedTrack) || holdsNumberWrittenAs(joined, taggedNumber)
}

/** A fast test that excludes most texts: it begins with a rare letter. */
const chipDataHint = /D(?<=(?:[0-9][\s:-]?){12}D)|A(?<=5A)[\s:-]?0[6-9A](?:[\s:-]?[0-9]){11}/i
const behindNumber = 'D[0-9]{2}(?:0[1-9]|1[0-2])[0-9]{3}'
const bareTrack = new RegExp(`(?<![0-9])([0-9]{12,19})${behindNumber}`, 'gi')
const taggedTrack = new RegExp(`57(?:0[9A-F]|1[0-3])([0-9]{12,19})${behindNumber}`, 'gi')
/** Two digits in a byte; an F fills the last one if the number of digits is odd. */
const taggedNumber = /5A(?:06[0-9]{12}|07[0-9]{13}[0-9F]|08[0-9]{15}[0-9F]|09[0-9]{17}[0-9F]|0A[0-9]{19}F)/gi

function holdsNumberWrittenAs(text: string, written: RegExp): boolean {
  for (const [whole, number = whole.slice(tagLength).replace(/f$/i, '')] of text.matchAll(written))
    if (isNumberInUse(number, false)) return true
  return false
}
const tagLength = '5A08'.length
