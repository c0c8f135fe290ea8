import { brandOf, type CardBrand } from './cardBrands.ts'
import { digitGroupsOf, type WrittenDigits } from './digitsInText.ts'
import { passesLuhn } from './luhn.ts'
import { readsAsTime, withoutIdentifiers } from './ordinaryNumbers.ts'

/**
 * Whether a card number is written out in a text: known prefix, a length that its network has, the right
 * check digit, in one piece or in groups as people and programs write it. Narrow enough for every text of
 * every request: what is an ordinary number by its own form (time, parcel, account, decimal) is none.
 */
export function writesCardNumber(text: string): boolean {
  return isIn(text) && isIn(withoutIdentifiers(text))
}

const isIn = (text: string): boolean => digitGroupsOf(text, digitsMin).some(holdsNumber)

const digitsMin = 13
const digitsMax = 19

function holdsNumber(run: WrittenDigits): boolean {
  const { starts, digits } = run
  for (let first = 0; first < starts.length; first++) {
    const from = starts[first] ?? 0
    if (isAmongSmallOnes(run, first)) continue
    for (let next = first + 1; next <= starts.length; next++) {
      const to = starts[next] ?? digits.length
      if (to - from > digitsMax) break
      if (to - from >= digitsMin && isCardNumber(run, { first, next, from, to })) return true
    }
  }
  return false
}

/** Small groups must be all there are: lists of small numbers go on and on. */
function isAmongSmallOnes(run: WrittenDigits, first: number): boolean {
  const size = sizeAt(run, first)
  return size < 4 && first > 0 && sizeAt(run, first - 1) === size
}

/** From one group of a run up to another, and where they stand among its digits. */
type Span = { readonly first: number; readonly next: number; readonly from: number; readonly to: number }

function isCardNumber(run: WrittenDigits, span: Span): boolean {
  const length = span.to - span.from
  const isWhole = span.next === span.first + 1
  if (isFraction(run, span)) return false
  if (length <= telephoneDigitsMax && isTelephone(run, span)) return false
  if (!isWhole && !isGroupedLikeNumber(run, span)) return false
  const number = run.digits.slice(span.from, span.to)
  if (!isLengthOf(brandOf(number), number, isWhole) || !passesLuhn(number)) return false
  return !isWhole || !readsAsTime(number, run.isAfterTwoLetters && span.first === 0)
}

/** No country whose code begins like a card has longer ones. */
const telephoneDigitsMax = 13

/** An international one; a plus sign between two digits is no more than a space that a form wrote. */
const isTelephone = ({ gaps }: WrittenDigits, { first }: Span): boolean =>
  first === 0 ? gaps[0] === '+' : / \+$/.test(gaps[first] ?? '')

/** Which lengths the networks have in use. A prefix alone says too little: one number in three begins so. */
const lengths: { readonly [brand in CardBrand]: readonly number[] } = {
  NETWORK_A: [15],
  NETWORK_B: [16],
  NETWORK_C: [16, 19],
  NETWORK_D: [16],
  NETWORK_E: [14, 16],
  NETWORK_F: [16],
  NETWORK_G: [16, 19],
  NETWORK_H: [16, 19],
  NETWORK_I: [15],
  LOCAL_BRAND_ONLY: [16, 19],
  UNKNOWN: [],
}

/**
 * Thirteen digits are an article's number or a telephone's unless somebody grouped them. Of the network whose
 * prefix is a mere 1, what begins with 15 to 19 is a time and with 10 a member of a large social network.
 */
function isLengthOf(brand: CardBrand, number: string, isWhole: boolean): boolean {
  if (brand === 'NETWORK_C' && number.length === 13) return !isWhole
  if (brand === 'NETWORK_I' && !/^1[1-4]/.test(number)) return false
  return lengths[brand].includes(number.length) || othersInUse.test(number)
}

/** Of smaller networks and domestic schemes, as far as their prefixes tell them from ordinary numbers. */
const othersInUse =
  /^(?:(?:220[0-4]|9792)\d{12}|(?:60|8[12])\d{14}|6011\d{15}|(?:6304|6762|5893|6759)\d{9,15})$/

/**
 * What stands behind a decimal point: programs write up to seventeen digits there. What another point or
 * comma touches is a list, what stands behind a comma is a column unless a zero and nothing else precedes it,
 * and of sixteen digits behind a figure those are a fraction that a program would have written so.
 */
function isFraction(run: WrittenDigits, { first }: Span): boolean {
  const { gaps, starts } = run
  const gap = gaps[first]
  if (first === 0 || (gap !== '.' && gap !== ',') || sizeAt(run, first) <= 4) return false
  const whole = groupAt(run, first - 1)
  if (gap === ',') return whole === '0' && starts.length === 2
  if (
    whole.length > 3 ||
    !isFree(gaps[first - 1], gaps[first - 2]) ||
    !isFree(gaps[first + 1], gaps[first + 2])
  )
    return false
  const written = `${whole}.${groupAt(run, first)}`
  return whole === '0' || sizeAt(run, first) < 16 || String(Number(written)) === written
}

/** Whether a decimal ends at a gap: nothing, space, sign or bracket, or what divides it from another one. */
const isFree = (gap: string | undefined, beyond: string | undefined): boolean =>
  gap === undefined || ends.test(gap) || ((gap === ',' || gap === ';') && beyond === '.')
const ends = /^$|[\s+=#(<[{-]$|^[)>\]}]/

const groupAt = ({ starts, digits }: WrittenDigits, index: number): string =>
  digits.slice(starts[index], starts[index + 1])

const sizeAt = ({ starts, digits }: WrittenDigits, index: number): number =>
  (starts[index + 1] ?? digits.length) - (starts[index] ?? digits.length)

/**
 * Fours and their multiples in any case. Groups of another size with a smaller last one, thousands, and what
 * the networks print on their cards, when nothing but one separator divides them, and not one more group.
 */
function isGroupedLikeNumber(run: WrittenDigits, span: Span): boolean {
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
 * Numbers of their own: four digits among more such between commas, two telephones of eight digits, and what
 * signs that seldom divide a number divide in more ways than one.
 */
function isListOfNumbers(run: WrittenDigits, { first, next }: Span): boolean {
  const { gaps } = run
  const inner = gaps.slice(first + 1, next)
  const [gap = '', middle = gap, ...others] = inner
  const isAlike = inner.every(each => each === gap)
  if (!isAlike && inner.some(each => seldom.test(each))) return true
  if (isAlike && sizeAt(run, first) === 4 && listing.test(gap))
    return (first > 0 && gaps[first] === gap) || gaps[next] === gap
  if (inner.length === 1) return sizeAt(run, first) === 8 && listing.test(gap) && /\s/.test(gap)
  return (
    inner.length === 3 && others[0] === gap && middle !== gap && listing.test(middle) && !listing.test(gap)
  )
}

const seldom = /[;=#&\\()[\]{}<>]/
const listing = /[,;|/&]/

/** Sixteen digits in fours that begin with another group: nothing else may be beside them. */
function isOfShiftedFours(run: WrittenDigits, { first, next, from, to }: Span): boolean {
  if (first > 0 || next < run.starts.length || next !== 5 || to - from !== 16) return false
  const inner = [1, 2, 3].every(index => sizeAt(run, index) === 4)
  return inner && run.gaps.slice(2).every(gap => gap === run.gaps[1])
}

/** Nobody writes longer ones. */
const groupMax = 8
const printed: ReadonlySet<string> = new Set(['4 6 5', '4 6 4', '4 5 6', '6  13', '6  9', '6  10', '6  8'])
