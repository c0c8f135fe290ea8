/** Where nodes get trace numbers: blocks that no other node has. Implemented by the store. */
export interface TraceNumberLeases {
  /**
   * The next block of numbers in a scope; after the last it begins again. `exhausted`: the next block was
   * leased less than `reuseAfterMs` ago by the database's clock, or that clock was set back.
   */
  lease(wanted: TraceNumberRequest): Promise<TraceNumberBlock | 'exhausted'>
}

export type TraceNumberRequest = {
  /** The link, or the link with institution and terminal. */
  readonly scope: string
  readonly reuseAfterMs: number
}

/** Both inclusive, from 1 to 999999. */
export type TraceNumberBlock = { readonly first: number; readonly last: number }

/** A node uses a block for so long; what is left of it then is a gap. */
export const blockLifeMs = 60_000

/** The numbers of a scope are used again after this time: the rest is for clocks that differ. */
export const reuseAfterMs = {
  /** The transmission time tells uses apart, by the second. */
  link: 90_000,
  /** The date tells uses apart, in whichever time zone. */
  terminal: 24 * 60 * 60_000 + 90_000,
} as const
