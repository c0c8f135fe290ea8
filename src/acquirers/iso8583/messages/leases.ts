/** Where nodes get trace numbers: blocks that no other node has. Implemented by the store. */
export interface TraceNumberLeases {
  /**
   * A block of numbers that no node has used in this scope for `reuseAfterMs`, by the database's clock: one
   * that was never leased, and once there is none, the one that was leased longest ago. `exhausted`: even
   * that was leased more recently, or lies in the future because the clock was set back. Scopes begin with
   * different blocks.
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

/**
 * A node uses a block for so long; what is left of it then is a gap. A terminal has a thousand blocks for a
 * whole day, and several nodes may use it: so its blocks live longer.
 */
export const blockLifeMs = { link: 60_000, terminal: 60 * 60_000 } as const

/** Between the number and the intent that is committed with it, and for clocks that differ. */
const allowanceMs = 30_000

/** The numbers of a scope are used again after this time. */
export const reuseAfterMs = {
  /** The transmission time tells uses apart, by the second. */
  link: blockLifeMs.link + allowanceMs,
  /** The date tells uses apart, in whichever time zone. */
  terminal: 24 * 60 * 60_000 + blockLifeMs.terminal + allowanceMs,
} as const
