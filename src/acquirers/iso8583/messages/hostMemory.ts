// What a host gives the gateway to remember about a transaction, as the journal keeps it: text that nobody
// else reads.

import { hostMemoryMax } from '../../port.ts'

export type HostMemory = {
  readonly transactionIdentifier: string | undefined
  readonly settlementDate: string | undefined
  /** With its spaces, where it has some before its end: hosts may compare it. */
  readonly authorizationCode: string | undefined
  /** What the dialect marks as the host's memory, by field or part. */
  readonly places: ReadonlyMap<string, string>
}

export const noPlaces: HostMemory['places'] = new Map()

const nothing: HostMemory = {
  ...{ transactionIdentifier: undefined, settlementDate: undefined, authorizationCode: undefined },
  places: noPlaces,
}

export type WrittenMemory = {
  readonly text: string | undefined
  /** Fields or parts that the host wants back, and does not get. */
  readonly leftOut: readonly string[]
}

/**
 * Where it is more than the journal keeps, the host gets back what tells the transaction from others, and
 * nothing of what only the host understands: half of that would be worse than none.
 */
export function writeHostMemory(memory: HostMemory): WrittenMemory {
  const text = textOf(memory)
  if (text === undefined || text.length <= hostMemoryMax) return { text, leftOut: [] }
  return { text: textOf({ ...memory, places: noPlaces }), leftOut: [...memory.places.keys()] }
}

function textOf({ transactionIdentifier: t, settlementDate: d, authorizationCode: c, places }: HostMemory) {
  if (t === undefined && d === undefined && c === undefined && places.size === 0) return undefined
  return JSON.stringify({ t, d, c, p: places.size === 0 ? undefined : [...places] })
}

/** Forgiving: what was written by another link is no memory of this one. */
export function readHostMemory(text: string | undefined): HostMemory {
  if (text === undefined) return nothing
  const { t, d, c, p } = membersOf(parsed(text))
  const places = new Map<string, string>()
  for (const [place, value] of pairsOf(p))
    if (typeof place === 'string' && typeof value === 'string') places.set(place, value)
  return {
    transactionIdentifier: typeof t === 'string' ? t : undefined,
    settlementDate: typeof d === 'string' ? d : undefined,
    authorizationCode: typeof c === 'string' ? c : undefined,
    places,
  }
}

/** A follow-up's answer may repeat less than the first one said: what is not replaced is kept. */
export const mergedMemory = (earlier: HostMemory, later: HostMemory): HostMemory => ({
  transactionIdentifier: later.transactionIdentifier ?? earlier.transactionIdentifier,
  settlementDate: later.settlementDate ?? earlier.settlementDate,
  authorizationCode: later.authorizationCode ?? earlier.authorizationCode,
  places: earlier.places.size === 0 ? later.places : new Map([...earlier.places, ...later.places]),
})

/** At first it was written as an object. */
function pairsOf(value: unknown): readonly (readonly unknown[])[] {
  return Array.isArray(value) ? value.filter(Array.isArray) : Object.entries(membersOf(value))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const membersOf = (value: unknown): { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null ? { ...value } : {}
