// Calls about figures: what was paid over time, how it ended, and what waits now.

import { currency, dateTime, oneOf } from '../../contract/kit/scalars.ts'
import { optional, required } from '../../contract/kit/vocabulary.ts'
import { cardBrands } from '../../standards/cardBrands.ts'
import { gatewayCall, merchantCall } from './call.ts'

/**
 * Transactions by the hour or the day (UTC) in which they began. Every list of the series has one entry for
 * each of `times`, so that it can be drawn as it is. Rates and shares are from 0 to 1, and null where there
 * was nothing to divide by. Amounts are decimals of `currency`; counts are of all currencies together.
 */
export type ShownFigures = {
  readonly step: FigureStep
  /** The beginning of each hour or day, oldest first. */
  readonly times: readonly string[]
  /** The currency of the amounts; absent where there was no transaction. */
  readonly currency?: string
  /** All that occur, the most frequent first. */
  readonly currencies: readonly string[]
  /** AUTHORIZE, PAY and payments at a provider. */
  readonly payments: {
    readonly count: readonly number[]
    readonly approved: readonly number[]
    readonly declined: readonly number[]
    /** Of which nobody knows the outcome yet. */
    readonly undecided: readonly number[]
    readonly approvalRate: readonly (number | null)[]
  }
  readonly volume: {
    readonly authorized: readonly string[]
    readonly captured: readonly string[]
    readonly refunded: readonly string[]
  }
  /** How long payments took from the request to the outcome, in milliseconds. */
  readonly latency: { readonly p50: readonly (number | null)[]; readonly p95: readonly (number | null)[] }
  readonly totals: FigureTotals
  /** The same length of time before, to compare with. */
  readonly totalsBefore: FigureTotals
  /** The most frequent first. */
  readonly declines: readonly {
    readonly gatewayCode: string
    readonly count: number
    readonly share: number
  }[]
  /** What was asked for: the figures are of this brand alone. */
  readonly brand?: AskedBrand
  /** Of all brands, also where one of them was asked for. */
  readonly brands: readonly FiguresOfBrand[]
  /** Where they were asked for; in the order of `brands`. */
  readonly brandSeries?: readonly BrandSeries[]
  readonly authentications: readonly {
    readonly status: string
    readonly count: number
    readonly share: number
  }[]
  /** What happened until then is counted; absent while nothing ever happened. */
  readonly upToDateAsOf?: string
}

export type FigureTotals = {
  readonly count: number
  readonly approved: number
  readonly declined: number
  readonly undecided: number
  readonly approvalRate: number | null
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
  readonly p50: number | null
  readonly p95: number | null
}

export type FiguresOfBrand = {
  /** Empty: no card, or none that is known. */
  readonly brand: string
  readonly count: number
  readonly approved: number
  readonly approvalRate: number | null
  readonly captured: string
}

/** Of one brand, one entry for each of `times`. */
export type BrandSeries = {
  readonly brand: string
  readonly count: readonly number[]
  readonly approvalRate: readonly (number | null)[]
  readonly captured: readonly string[]
  readonly p50: readonly (number | null)[]
}

export const figureSteps = ['hour', 'day'] as const
export type FigureStep = (typeof figureSteps)[number]

/** What waits now. Counting stops at a bound: `isMore` says that there are more. */
export type OpenWork = {
  readonly reversals: CountedWork
  readonly notificationsWaiting: CountedWork
  /** Given up within the last day. */
  readonly notificationsFailed: CountedWork
}

export type CountedWork = {
  readonly count: number
  readonly isMore: boolean
  /** Since when the oldest of them waits. */
  readonly since?: string
}

/** What the figures have as '' is asked for by this name. */
const otherBrand = 'OTHER'
const brandNames = [...cardBrands, otherBrand] as const
export type AskedBrand = (typeof brandNames)[number]

export const askedBrandOf = (brand: string): AskedBrand | undefined =>
  brandNames.find(known => known === (brand === '' ? otherBrand : brand))

const rangeFields = {
  step: required(oneOf(...figureSteps), 'By hours, over 14 days at most, or by days, over 400.'),
  from: required(dateTime, 'The hour or day of this time is the first.'),
  to: required(dateTime, 'The hour or day of this time is the last.'),
  currency: optional(currency, 'Of the amounts; the most frequent if it is not given.'),
  brand: optional(oneOf(...brandNames), 'Only what was paid with it; OTHER: without a card that is known.'),
  by: optional(oneOf('brand'), 'Each brand has series of its own, too.'),
}

export const figureCalls = {
  figures: merchantCall<ShownFigures>()('payments.read', rangeFields),
  openWork: merchantCall<OpenWork>()('payments.read', {}),
  /** Of all merchants together. */
  gatewayFigures: gatewayCall<ShownFigures>()('gateway.read', rangeFields),
  gatewayOpenWork: gatewayCall<OpenWork>()('gateway.read', {}),
}
