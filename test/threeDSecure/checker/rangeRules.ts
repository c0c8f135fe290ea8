import type { Finding } from './findings.ts'
import { isArray, isObject, type JsonObject } from './json.ts'
import type { Rule } from './rule.ts'
import { type Seen, textIn } from './seen.ts'

interface Range {
  readonly start: string
  readonly end: string
  readonly action: string
}

/** Bounds are numbers: padded to one length, texts sort as numbers do. */
const asNumber = (bound: string) => bound.padStart(19, '0')

function rangesIn({ version, message, preq }: Seen): readonly Range[] {
  const data = isArray(message.cardRangeData) ? message.cardRangeData.filter(isObject) : []
  // Whoever asked for everything gets additions only, whatever an entry calls itself.
  const isWhole = preq !== undefined && preq.serialNum === undefined
  const ranges = data.flatMap(entry => {
    const action = isWhole ? 'A' : (textIn(entry, 'actionInd') ?? 'A')
    const within = version === '2.3.1' ? entry.ranges : [entry]
    const bounds: readonly JsonObject[] = isArray(within) ? within.filter(isObject) : []
    return bounds.flatMap(each => rangeOf(each, action))
  })
  return message.readOrder === '02' ? [...ranges].reverse() : ranges
}

function rangeOf(bounds: JsonObject, action: string): readonly Range[] {
  const start = textIn(bounds, 'startRange') ?? textIn(bounds, 'start')
  const end = textIn(bounds, 'endRange') ?? textIn(bounds, 'end')
  return start === undefined || end === undefined
    ? []
    : [{ start: asNumber(start), end: asNumber(end), action }]
}

function findingsOfRanges(seen: Seen): readonly Finding[] {
  const ranges = rangesIn(seen)
  const fields = ['cardRangeData']
  if (ranges.some(({ start, end }) => start > end))
    return [{ code: '203', fields, why: 'a range ends before it starts' }]
  if (!hasOverlap(ranges)) return []
  // The code is of 2.3.1; what it says was wrong before, too.
  const orElse = seen.version === '2.3.1' ? [] : ['203']
  return [{ code: '205', fields, why: 'ranges overlap', orElse }]
}

/** Additions against each other, in order; what was deleted in between is no longer in the way. */
function hasOverlap(ranges: readonly Range[]): boolean {
  if (ranges.every(({ action }) => action !== 'D'))
    return touch(ranges.filter(({ action }) => action === 'A'))
  const kept = new Map<string, Range>()
  for (const range of ranges) {
    const key = `${range.start} ${range.end}`
    if (range.action === 'D') kept.delete(key)
    if (range.action !== 'A') continue
    if ([...kept.values()].some(other => range.start <= other.end && other.start <= range.end)) return true
    kept.set(key, range)
  }
  return false
}

function touch(ranges: readonly Range[]): boolean {
  const sorted = [...ranges].sort((one, other) => (one.start < other.start ? -1 : 1))
  return sorted.some(({ start }, index) => start <= (sorted[index - 1]?.end ?? ''))
}

export const rangeRules: readonly Rule[] = [{ kinds: ['PRes'], findings: findingsOfRanges }]
