// The port to the figures that are kept as payments happen.

import type { Owner } from '../../orders/merchant.ts'

/** One merchant, or all of the gateway. */
export type FiguresOf = Owner | 'everybody'

export interface FigureStore {
  read(whose: FiguresOf, range: FigureRange, looked?: LookedAt): Promise<KeptFigures>
  openWork(whose: FiguresOf): Promise<KeptOpenWork>
  /** The time of the last change that was taken in; of all cells, the earliest. */
  takenInUntil(whose: FiguresOf): Promise<Date | undefined>
}

export type LookedAt = {
  readonly detail?: FigureDetail
  /** Only what was paid with it; `brands` are of all all the same. */
  readonly brand?: string | undefined
}

/**
 * Of 'totals', the series and latencies have no times, and there is nothing else. Only 'byBrand' they have
 * brands: then there is one entry for each.
 */
export type FigureDetail = 'byBrand' | 'totals' | 'whole'

/** Whole hours or days, UTC. */
export type FigureRange = {
  readonly step: 'hour' | 'day'
  readonly from: Date
  /** Not in the range any more. */
  readonly to: Date
}

/** Amounts in minor units. */
export type KeptFigures = {
  readonly series: readonly {
    readonly at: Date
    readonly brand: string
    readonly currency: string
    readonly approved: number
    readonly declined: number
    readonly undecided: number
    readonly authorized: bigint
    readonly captured: bigint
    readonly refunded: bigint
  }[]
  readonly declines: readonly { readonly gatewayCode: string; readonly count: number }[]
  readonly brands: readonly {
    readonly brand: string
    readonly currency: string
    readonly approved: number
    readonly declined: number
    readonly undecided: number
    readonly captured: bigint
  }[]
  readonly authentications: readonly { readonly status: string; readonly count: number }[]
  /** By the buckets of latency.ts. */
  readonly latencies: readonly {
    readonly at: Date
    readonly brand: string
    readonly bucket: number
    readonly count: number
  }[]
}

export type KeptOpenWork = Readonly<Record<OpenWorkKind, KeptCount>>
export type OpenWorkKind = 'reversals' | 'notificationsWaiting' | 'notificationsFailed'

type KeptCount = { readonly count: number; readonly isMore: boolean; readonly since?: Date }
