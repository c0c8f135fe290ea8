// What a host gives the gateway to remember about a transaction, as the journal keeps it: text that nobody
// else reads.

export type HostMemory = {
  readonly transactionIdentifier?: string
  readonly settlementDate?: string
  /** What the dialect marks as the host's memory, by field or part. */
  readonly places: { readonly [place: string]: string }
}

const nothing: HostMemory = { places: {} }

/** Undefined where there is nothing to remember, or more than the journal keeps. */
export function writeHostMemory(memory: HostMemory): string | undefined {
  const { transactionIdentifier: t, settlementDate: d, places: p } = memory
  const isEmpty = Object.keys(p).length === 0
  if (t === undefined && d === undefined && isEmpty) return undefined
  const text = JSON.stringify({ t, d, ...(!isEmpty && { p }) })
  return text.length <= longest ? text : undefined
}

/** Forgiving: what was written by another link is no memory of this one. */
export function readHostMemory(text: string | undefined): HostMemory {
  if (text === undefined) return nothing
  const { t, d, p } = membersOf(parsed(text))
  const places: { [place: string]: string } = {}
  for (const [place, value] of Object.entries(membersOf(p)))
    if (typeof value === 'string') places[place] = value
  return {
    ...(typeof t === 'string' && { transactionIdentifier: t }),
    ...(typeof d === 'string' && { settlementDate: d }),
    places,
  }
}

/** A follow-up's answer may repeat less than the first one said: what is not replaced is kept. */
export const mergedMemory = (earlier: HostMemory, later: HostMemory): HostMemory => ({
  ...{},
  ...earlier,
  ...later,
  places: { ...{}, ...earlier.places, ...later.places },
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const membersOf = (value: unknown): { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const longest = 512
