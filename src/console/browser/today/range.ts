// Which time the figures are of: a name in the address, hours or days for the server.

export const rangeNames = ['24h', '7d', '30d', '90d'] as const
export type RangeName = (typeof rangeNames)[number]

export type AskedRange = { readonly step: 'day' | 'hour'; readonly from: string; readonly to: string }

export const rangeNamed = (name: string | undefined): RangeName =>
  rangeNames.find(known => known === name) ?? '24h'

/** Until the given time, in whole hours or days: the same within an hour, so nothing is asked again. */
export function rangeUntil(name: RangeName, untilMs: number): AskedRange {
  const { step, count } = extents[name]
  const unit = step === 'hour' ? hourMs : dayMs
  const last = Math.floor(untilMs / unit) * unit
  return { step, from: timeOf(last - (count - 1) * unit), to: timeOf(last) }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const extents = {
  '24h': { step: 'hour', count: 24 },
  '7d': { step: 'hour', count: 7 * 24 },
  '30d': { step: 'day', count: 30 },
  '90d': { step: 'day', count: 90 },
} as const satisfies Readonly<
  Record<RangeName, { readonly step: AskedRange['step']; readonly count: number }>
>

const timeOf = (ms: number): string => new Date(ms).toISOString()
