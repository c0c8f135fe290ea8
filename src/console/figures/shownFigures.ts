// Figures as they are drawn: every series has an entry for each hour or day, rates and percentiles included.

import { toDecimal } from '../../orders/money.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type {
  AskedBrand,
  BrandSeries,
  FigureStep,
  FiguresOfBrand,
  FigureTotals,
  ShownFigures,
} from '../api/figures.ts'
import { latencyBounds, percentileMs } from './latency.ts'
import type { FigureRange, KeptFigures } from './port.ts'

const hourMs = 3_600_000
const stepMs = { hour: hourMs, day: 24 * hourMs } as const satisfies Record<FigureStep, number>
/** A longer range has too many entries to be drawn. */
const stepsMax = { hour: 14 * 24, day: 400 } as const satisfies Record<FigureStep, number>

type AskedRange = { readonly step: FigureStep; readonly from: string; readonly to: string }

/** The whole hours or days that the two times lie in. */
export function rangeOf({ step, from, to }: AskedRange): FigureRange | Rejection {
  const size = stepMs[step]
  const first = Math.floor(Date.parse(from) / size)
  const last = Math.floor(Date.parse(to) / size)
  if (last < first) return invalid('to', 'It must not be before the beginning.')
  if (last - first >= stepsMax[step])
    return invalid('from', `The range has more than ${stepsMax[step]} entries: choose another step.`)
  return { step, from: new Date(first * size), to: new Date((last + 1) * size) }
}

/** As long, and right before. */
export function rangeBefore({ step, from, to }: FigureRange): FigureRange {
  return { step, from: new Date(2 * from.getTime() - to.getTime()), to: from }
}

export type FiguresToShow = {
  readonly range: FigureRange
  readonly kept: KeptFigures
  readonly before: KeptFigures
  readonly currency?: string | undefined
  readonly brand?: AskedBrand | undefined
  readonly isByBrand?: boolean
  readonly until?: Date | undefined
}

export function shownFiguresOf(shown: FiguresToShow): ShownFigures {
  const { range, kept, before, currency: asked, brand, isByBrand, until } = shown
  const currencies = currenciesOf(kept)
  const currency = asked ?? currencies[0]
  const times = timesOf(range)
  const [seriesAt, latenciesAt] = [byTime(kept.series), byTime(kept.latencies)]
  const at = times.map(time => summed(seriesAt(time), currency))
  const shares = sharesOf(kept, currency)
  const perStep = times.map(time => countsOf(latenciesAt(time)))
  return {
    step: range.step,
    times: times.map(time => new Date(time).toISOString()),
    ...(currency !== undefined && { currency }),
    currencies,
    payments: {
      count: at.map(one => one.count),
      approved: at.map(one => one.approved),
      declined: at.map(one => one.declined),
      undecided: at.map(one => one.undecided),
      approvalRate: at.map(one => one.approvalRate),
    },
    volume: {
      authorized: at.map(one => one.authorized),
      captured: at.map(one => one.captured),
      refunded: at.map(one => one.refunded),
    },
    latency: {
      p50: perStep.map(counts => percentileMs(counts, 0.5) ?? null),
      p95: perStep.map(counts => percentileMs(counts, 0.95) ?? null),
    },
    totals: totalsOf(kept, currency),
    totalsBefore: totalsOf(before, currency),
    ...(brand !== undefined && { brand }),
    ...shares,
    ...(isByBrand && {
      brandSeries: shares.brands.map(({ brand }) => seriesOf(brand, kept, times, currency)),
    }),
    ...(until && { upToDateAsOf: until.toISOString() }),
  }
}

function seriesOf(
  brand: string,
  { series, latencies }: KeptFigures,
  times: readonly number[],
  currency: string | undefined,
): BrandSeries {
  const seriesAt = byTime(series.filter(one => one.brand === brand))
  const latenciesAt = byTime(latencies.filter(one => one.brand === brand))
  const at = times.map(time => summed(seriesAt(time), currency))
  return {
    brand,
    count: at.map(one => one.count),
    approvalRate: at.map(one => one.approvalRate),
    captured: at.map(one => one.captured),
    p50: times.map(time => percentileMs(countsOf(latenciesAt(time)), 0.5) ?? null),
  }
}

function timesOf({ step, from, to }: FigureRange): readonly number[] {
  const count = (to.getTime() - from.getTime()) / stepMs[step]
  return Array.from({ length: count }, (_, index) => from.getTime() + index * stepMs[step])
}

/** The most frequent first. */
function currenciesOf({ series }: KeptFigures): readonly string[] {
  const counts = new Map<string, number>()
  for (const { currency, approved, declined, undecided } of series)
    counts.set(currency, (counts.get(currency) ?? 0) + approved + declined + undecided)
  return [...counts].sort((one, other) => other[1] - one[1]).map(([currency]) => currency)
}

type StepFigures = Omit<FigureTotals, 'p50' | 'p95'>

function summed(series: KeptFigures['series'], currency: string | undefined): StepFigures {
  const sum = (of: (one: KeptFigures['series'][number]) => number) =>
    series.reduce((total, one) => total + of(one), 0)
  const money = (of: (one: KeptFigures['series'][number]) => bigint) => {
    const own = series.filter(one => one.currency === currency)
    return decimalOf(
      own.reduce((total, one) => total + of(one), 0n),
      currency,
    )
  }
  const [approved, declined] = [sum(one => one.approved), sum(one => one.declined)]
  const undecided = sum(one => one.undecided)
  return {
    ...{ count: approved + declined + undecided, approved, declined, undecided },
    approvalRate: rateOf(approved, approved + declined),
    authorized: money(one => one.authorized),
    captured: money(one => one.captured),
    refunded: money(one => one.refunded),
  }
}

const decimalOf = (minor: bigint, currency: string | undefined): string =>
  currency === undefined ? '0' : toDecimal(minor, currency)

/** What nobody knows the outcome of yet counts neither way. */
const rateOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

function totalsOf(kept: KeptFigures, currency: string | undefined): FigureTotals {
  const counts = countsOf(kept.latencies)
  return {
    ...summed(kept.series, currency),
    p50: percentileMs(counts, 0.5) ?? null,
    p95: percentileMs(counts, 0.95) ?? null,
  }
}

function countsOf(latencies: KeptFigures['latencies']): readonly number[] {
  const counts = Array.from({ length: latencyBounds.length + 1 }, () => 0)
  for (const { bucket, count } of latencies) counts[bucket] = (counts[bucket] ?? 0) + count
  return counts
}

function sharesOf(
  { declines, brands, authentications }: KeptFigures,
  currency: string | undefined,
): Pick<ShownFigures, 'authentications' | 'brands' | 'declines'> {
  return {
    declines: ranked(declines, 'gatewayCode'),
    authentications: ranked(authentications, 'status'),
    brands: [...new Set(brands.map(({ brand }) => brand))]
      .map(brand =>
        brandOf(
          brands.filter(one => one.brand === brand),
          brand,
          currency,
        ),
      )
      .filter(({ count, captured }) => count > 0 || /[1-9]/.test(captured))
      .sort((one, other) => other.count - one.count),
  }
}

function ranked<Name extends string>(
  rows: readonly ({ readonly count: number } & { readonly [key in Name]: string })[],
  name: Name,
): readonly ({ readonly count: number; readonly share: number } & { readonly [key in Name]: string })[] {
  const sums = new Map<string, { readonly count: number } & { readonly [key in Name]: string }>()
  for (const row of rows)
    sums.set(row[name], { ...row, count: row.count + (sums.get(row[name])?.count ?? 0) })
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  return [...sums.values()]
    .map(row => ({ ...row, share: row.count / all }))
    .sort((one, other) => other.count - one.count)
}

function brandOf(own: KeptFigures['brands'], brand: string, currency: string | undefined): FiguresOfBrand {
  const sum = (of: (one: KeptFigures['brands'][number]) => number) =>
    own.reduce((total, one) => total + of(one), 0)
  const [approved, declined] = [sum(one => one.approved), sum(one => one.declined)]
  const captured = own
    .filter(one => one.currency === currency)
    .reduce((total, one) => total + one.captured, 0n)
  return {
    ...{ brand, count: approved + declined + sum(one => one.undecided), approved },
    approvalRate: rateOf(approved, approved + declined),
    captured: decimalOf(captured, currency),
  }
}

function byTime<Row extends { readonly at: Date }>(rows: readonly Row[]): (time: number) => readonly Row[] {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const time = row.at.getTime()
    const group = groups.get(time)
    if (group) group.push(row)
    else groups.set(time, [row])
  }
  return time => groups.get(time) ?? []
}
