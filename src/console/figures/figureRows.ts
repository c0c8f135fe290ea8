// Figures as rows of a list: one for each hour or day, or for each brand in it.

import type { ShownFigures } from '../api/figures.ts'

type FigureRow = {
  readonly time: string
  readonly brand?: string | undefined
  readonly payments: number | undefined
  readonly approved?: number | undefined
  readonly declined?: number | undefined
  readonly undecided?: number | undefined
  readonly approvalRate: number | null | undefined
  readonly currency: string | undefined
  readonly authorized?: string | undefined
  readonly captured: string | undefined
  readonly refunded?: string | undefined
  readonly p50Ms: number | null | undefined
  readonly p95Ms?: number | null | undefined
}

export const figureColumns = [
  ...(['time', 'brand', 'payments', 'approved', 'declined', 'undecided', 'approvalRate'] as const),
  ...(['currency', 'authorized', 'captured', 'refunded', 'p50Ms', 'p95Ms'] as const),
] as const satisfies readonly (keyof FigureRow)[]

export function figureRows(figures: ShownFigures): readonly FigureRow[] {
  const { times, payments, volume, latency, currency, brand, brandSeries } = figures
  if (brandSeries)
    return times.flatMap((time, index) =>
      brandSeries.map(series => ({
        ...{ time, brand: series.brand === '' ? 'OTHER' : series.brand, payments: series.count[index] },
        ...{ approvalRate: series.approvalRate[index], currency, captured: series.captured[index] },
        p50Ms: series.p50[index],
      })),
    )
  return times.map((time, index) => ({
    ...{ time, brand, payments: payments.count[index], approved: payments.approved[index] },
    ...{ declined: payments.declined[index], undecided: payments.undecided[index] },
    ...{ approvalRate: payments.approvalRate[index], currency, authorized: volume.authorized[index] },
    ...{ captured: volume.captured[index], refunded: volume.refunded[index] },
    ...{ p50Ms: latency.p50[index], p95Ms: latency.p95[index] },
  }))
}
