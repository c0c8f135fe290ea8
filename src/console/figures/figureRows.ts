// Figures as rows of a list: one for each hour or day.

import type { ShownFigures } from '../api/figures.ts'

export const figureColumns = [
  ...(['time', 'payments', 'approved', 'declined', 'undecided', 'approvalRate', 'currency'] as const),
  ...(['authorized', 'captured', 'refunded', 'p50Ms', 'p95Ms'] as const),
] as const

export function figureRows(figures: ShownFigures) {
  const { times, payments, volume, latency, currency } = figures
  return times.map((time, index) => ({
    ...{ time, payments: payments.count[index], approved: payments.approved[index] },
    ...{ declined: payments.declined[index], undecided: payments.undecided[index] },
    ...{ approvalRate: payments.approvalRate[index], currency, authorized: volume.authorized[index] },
    ...{ captured: volume.captured[index], refunded: volume.refunded[index] },
    ...{ p50Ms: latency.p50[index], p95Ms: latency.p95[index] },
  }))
}
