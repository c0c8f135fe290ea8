// Comparing the gateway's movements of a business date with the host's clearing file, one by one.

import type { BusinessDate } from './businessDate.ts'
import {
  type DifferenceType,
  differenceAdvice,
  differenceExplanations,
  type LinkDifference,
} from './differences.ts'
import {
  type ClearingMovement,
  type GatewayMovement,
  type IdentityName,
  type Movement,
  type MovementIdentity,
  reversedBy,
} from './movements.ts'
import { packLine, unpackLine } from './packedLines.ts'
import { createTotals, type TotalsByCurrency } from './totals.ts'

export type ComparisonOptions = {
  readonly date: BusinessDate
  /** By which names a movement is found on the other side: those that the file has columns of. */
  readonly identity: readonly IdentityName[]
  /** Whether the file lists what was reversed within the date, or leaves both out. */
  readonly reversed: 'listed' | 'leftOut'
}

export interface Comparison {
  /** First all lines of the file … */
  addLine(line: ClearingMovement): void
  /** … then everything of the gateway that could be of the date, or near it. */
  addGateway(movement: GatewayMovement): void
  finish(): ComparisonResult
}

export type ComparisonResult = {
  readonly differences: readonly LinkDifference[]
  /** How many are the same on both sides. */
  readonly same: number
  readonly gateway: TotalsByCurrency
  readonly file: TotalsByCurrency
}

/**
 * Keeps the lines of the file, and of the gateway only what has no equal line. A reference is the same
 * through the life of a transaction, so movements that share one are looked at together, whatever their
 * trace numbers.
 */
export function createComparison({ date, identity, reversed }: ComparisonOptions): Comparison {
  const shared = identity.includes('reference') ? identity.filter(name => name !== 'traceNumber') : identity
  const keyOf = (movement: Movement): string => keyBy(shared, movement.identity)
  const groups = createGroups(shared)
  const totals = { gateway: createTotals(), file: createTotals() }
  let same = 0
  const hasItsLine = (movement: GatewayMovement): boolean =>
    groups.match(keyOf(movement), line => isEqual(line, movement, date))
  const addCounted = (movement: GatewayMovement): void => {
    totals.gateway.add(movement)
    if (hasItsLine(movement)) same += 1
    else groups.open(keyOf(movement)).missing.push(movement)
  }
  return {
    addLine(line) {
      if ((line.date ?? date) === date) totals.file.add(line)
      groups.add(keyOf(line), line)
    },
    addGateway(movement) {
      if (movement.state === 'counted' && movement.date === date) return addCounted(movement)
      // A file may have lines of other dates, which count neither here nor there.
      if (movement.state === 'counted' && hasItsLine(movement)) return
      // What is open is told in any case; the rest matters only where the file has it.
      const key = keyOf(movement)
      if (movement.state === 'open' || groups.has(key)) groups.open(key).near.push(movement)
    },
    finish: () => ({
      differences: [...groups.left()].flatMap(group => differencesIn(group, { date, reversed })),
      same,
      gateway: totals.gateway.read(),
      file: totals.file.read(),
    }),
  }
}

const matchedMark = '='

/** By key: one line as a text, marked once it has its equal; or whatever else there is, in full. */
function createGroups(names: readonly IdentityName[]) {
  const groups = new Map<string, string | ComparedGroup>()
  const unpacked = (text: string, key: string): ComparedGroup => {
    const isMatched = text.startsWith(matchedMark)
    const line = unpackLine(isMatched ? text.slice(matchedMark.length) : text, key, names)
    return { lines: [{ ...line, isMatched }], missing: [], near: [] }
  }
  const open = (key: string): ComparedGroup => {
    const known = groups.get(key) ?? { lines: [], missing: [], near: [] }
    const group = typeof known === 'string' ? unpacked(known, key) : known
    if (group !== groups.get(key)) groups.set(key, group)
    return group
  }
  return {
    open,
    has: (key: string) => groups.has(key),
    add(key: string, line: ClearingMovement): void {
      if (groups.has(key)) open(key).lines.push({ ...line, isMatched: false })
      else groups.set(key, packLine(line))
    },
    /** Marks a line that fits and has no equal yet. */
    match(key: string, fits: (line: ClearingMovement) => boolean): boolean {
      const known = groups.get(key)
      if (known === undefined) return false
      const { lines } = typeof known === 'string' ? unpacked(known, key) : known
      const line = lines.find(one => !one.isMatched && fits(one))
      if (line === undefined) return false
      if (typeof known === 'string') groups.set(key, matchedMark + known)
      else line.isMatched = true
      return true
    },
    /** All but single lines that have their equal. */
    *left(): Generator<ComparedGroup> {
      for (const [key, group] of groups)
        if (typeof group !== 'string') yield group
        else if (!group.startsWith(matchedMark)) yield unpacked(group, key)
    },
  }
}

/** Movements that share an identity. */
type ComparedGroup = {
  readonly lines: ComparedLine[]
  /** Of the gateway: counted on the date, and without an equal line. */
  readonly missing: GatewayMovement[]
  /** Of the gateway: open, failed, or counted on another date. */
  readonly near: GatewayMovement[]
}
type ComparedLine = ClearingMovement & { isMatched: boolean }

/** Messages fill values with spaces, files often do not. */
const keyBy = (names: readonly IdentityName[], identity: MovementIdentity): string =>
  names.map(name => identity[name]?.trim() ?? '').join('\n')

const isEqual = (line: ClearingMovement, movement: GatewayMovement, date: BusinessDate): boolean =>
  isSameKind(line, movement) && isSameMoney(line, movement) && (line.date ?? date) === movement.date

const isSameKind = (one: Movement, other: Movement): boolean =>
  one.kind === other.kind && isSameTrace(one, other)

/** A file without trace numbers tells nothing apart by them. */
const isSameTrace = ({ identity: { traceNumber: one } }: Movement, { identity: other }: Movement): boolean =>
  one === undefined || other.traceNumber === undefined || one === other.traceNumber

const isSameMoney = (one: Movement, other: Movement): boolean =>
  one.amount === other.amount && one.currency === other.currency

type GroupOptions = Pick<ComparisonOptions, 'date' | 'reversed'>

function differencesIn(group: ComparedGroup, { date, reversed }: GroupOptions): readonly LinkDifference[] {
  const left: LeftOver = {
    lines: group.lines.filter(({ isMatched }) => !isMatched),
    missing: reversed === 'leftOut' ? withoutReversed(group.missing) : [...group.missing],
    near: [...group.near],
  }
  if (left.lines.length + left.missing.length + left.near.length === 0) return []
  forgetReversedLines(left)
  const found = [...twiceIn(group, left, date), ...pairsIn(left, date), ...explainedLines(group, left)]
  const missing = left.missing.map(movement => differenceOf(missingType(group, movement), movement))
  const open = left.near.filter(({ state }) => state === 'open')
  return [...found, ...missing, ...open.map(movement => differenceOf('STILL_OPEN', movement))]
}

/** What has no explanation yet; explaining takes it out. */
type LeftOver = { lines: ComparedLine[]; missing: GatewayMovement[]; near: GatewayMovement[] }

/** A movement and its reversal, which the file leaves out together. */
function withoutReversed(missing: readonly GatewayMovement[]): GatewayMovement[] {
  const left = [...missing]
  for (const movement of missing) {
    const original = left.find(one => one.kind === reversedBy(movement.kind) && isSameMoney(one, movement))
    if (original) remove(left, original, movement)
  }
  return left
}

/**
 * What nobody answered was reversed, and failed here. A host that had booked it lists it with its reversal:
 * no money is missing.
 */
function forgetReversedLines(left: LeftOver): void {
  for (const failed of left.near.filter(({ state }) => state === 'failed')) {
    const booked = left.lines.find(line => isSameKind(line, failed) && line.currency === failed.currency)
    if (booked === undefined) continue
    const undone = left.lines.find(line => reversedBy(line.kind) === booked.kind && isSameMoney(line, booked))
    if (undone) remove(left.lines, booked, undone)
  }
}

function remove<Item>(from: Item[], ...items: readonly Item[]): void {
  for (const item of items) from.splice(from.indexOf(item), 1)
}

/** Lines that repeat one that has its equal at the gateway. */
function twiceIn({ lines }: ComparedGroup, left: LeftOver, date: BusinessDate): readonly LinkDifference[] {
  const matched = lines.filter(({ isMatched }) => isMatched)
  return [...left.lines].flatMap(line => {
    const isTwice = matched.some(
      one => isSameKind(one, line) && isSameMoney(one, line) && (one.date ?? date) === (line.date ?? date),
    )
    if (!isTwice) return []
    remove(left.lines, line)
    return [differenceOf('TWICE_AT_HOST', undefined, line)]
  })
}

/** Lines and movements of the date that are the same but for one thing, the likeliest first. */
function pairsIn(left: LeftOver, date: BusinessDate): readonly LinkDifference[] {
  const found: LinkDifference[] = []
  for (const [type, isPair] of likeness) {
    for (const movement of [...left.missing]) {
      const line = left.lines.find(one => isPair(one, movement) && (type === 'OTHER_DATE' || isOf(one, date)))
      if (line === undefined) continue
      found.push(differenceOf(type, movement, line))
      remove(left.lines, line)
      remove(left.missing, movement)
    }
  }
  return found
}

const isOf = (line: ClearingMovement, date: BusinessDate): boolean => (line.date ?? date) === date

type Likeness = (line: ClearingMovement, movement: GatewayMovement) => boolean
const likeness: readonly (readonly [DifferenceType, Likeness])[] = [
  ['OTHER_DATE', (line, movement) => isSameKind(line, movement) && isSameMoney(line, movement)],
  ['OTHER_AMOUNT', (line, movement) => isSameKind(line, movement) && line.currency === movement.currency],
  ['OTHER_CURRENCY', isSameKind],
  [
    'OTHER_TYPE',
    (line, movement) =>
      (reversedBy(line.kind) === undefined) === (reversedBy(movement.kind) === undefined) &&
      isSameTrace(line, movement) &&
      isSameMoney(line, movement),
  ],
]

/** Lines that no movement of the date is like: something else of the gateway may tell why they are there. */
function explainedLines(group: ComparedGroup, left: LeftOver): readonly LinkDifference[] {
  return left.lines.map(line => {
    const near = left.near.filter(one => isSameKind(line, one) || isReversalOf(line, one))
    const open = near.find(({ state }) => state === 'open')
    const elsewhere = near.find(one => one.state === 'counted' && isSameMoney(one, line))
    const failed = near.find(({ state }) => state === 'failed')
    const cause = open ?? elsewhere ?? failed
    if (cause) remove(left.near, cause)
    if (open) return differenceOf('STILL_OPEN', open, line)
    if (elsewhere) return differenceOf('OTHER_DATE', elsewhere, line)
    if (failed) return differenceOf(typeOfFailed(line, failed), failed, line)
    const original = reversedBy(line.kind)
    const isKnown = original !== undefined && hasMovement(group, original)
    return differenceOf(isKnown ? 'REVERSED_AT_HOST_ONLY' : 'MISSING_AT_GATEWAY', undefined, line)
  })
}

/** The reversal of what nobody knew the outcome of: a message of its own, and no transaction here. */
const isReversalOf = (line: ClearingMovement, movement: GatewayMovement): boolean =>
  movement.state !== 'counted' && reversedBy(line.kind) === movement.kind && isSameMoney(line, movement)

/**
 * A void that failed leaves its original in place; any other movement that failed must not stand there. Its
 * reversal alone means that it was booked on an earlier date.
 */
function typeOfFailed({ kind }: ClearingMovement, failed: GatewayMovement): DifferenceType {
  if (kind !== failed.kind) return 'OTHER_DATE'
  return reversedBy(kind) === undefined ? 'NOT_REVERSED_AT_HOST' : 'REVERSED_AT_HOST_ONLY'
}

function hasMovement({ lines, missing, near }: ComparedGroup, kind: Movement['kind']): boolean {
  return (
    lines.some(one => one.isMatched && one.kind === kind) ||
    [...missing, ...near].some(one => one.kind === kind && one.state === 'counted')
  )
}

/** A void without its line: the host has still booked what it undoes, or knows nothing of both. */
function missingType({ lines }: ComparedGroup, { kind }: GatewayMovement): DifferenceType {
  const original = reversedBy(kind)
  const isThere = original !== undefined && lines.some(line => line.kind === original)
  return isThere ? 'NOT_REVERSED_AT_HOST' : 'MISSING_AT_HOST'
}

export function differenceOf(
  type: DifferenceType,
  movement: GatewayMovement | undefined,
  line?: ClearingMovement,
): LinkDifference {
  const identity = movement?.identity ?? line?.identity ?? {}
  const at = {
    ...{ type, explanation: differenceExplanations[type], advice: differenceAdvice[type] },
    identity,
  }
  return {
    ...at,
    ...(movement && { gateway: shownMovement(movement) }),
    ...(line && { file: shownLine(line) }),
  }
}

function shownMovement({ identity: _, kind: __, startedAtMs: ___, ...shown }: GatewayMovement) {
  return shown
}

function shownLine({ line, kind, amount, currency, date }: ClearingMovement) {
  return { line, kind, amount, currency, ...(date !== undefined && { date }) }
}
