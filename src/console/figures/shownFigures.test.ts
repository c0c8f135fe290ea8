import { expect, test } from 'vitest'
import { figureRows } from './figureRows.ts'
import { latencyBounds, percentileMs } from './latency.ts'
import type { KeptFigures } from './port.ts'
import { rangeBefore, rangeOf, shownFiguresOf } from './shownFigures.ts'

const none: KeptFigures = { series: [], declines: [], brands: [], authentications: [], latencies: [] }
const hour = (text: string) => new Date(`2026-11-17T${text}:00:00.000Z`)
const range = { step: 'hour', from: hour('08'), to: hour('11') } as const
const entry = {
  ...{ at: hour('09'), brand: '', currency: 'EUR', approved: 3, declined: 1, undecided: 1 },
  ...{ authorized: 0n, captured: 4_990n, refunded: 10n },
}

test('every series has an entry for each hour, and rates leave out what is undecided', () => {
  const shown = shownFiguresOf({ range, kept: { ...none, series: [entry] }, before: none })
  expect(shown.times).toEqual(['08', '09', '10'].map(text => hour(text).toISOString()))
  expect(shown.payments.count).toEqual([0, 5, 0])
  expect(shown.payments.approvalRate).toEqual([null, 0.75, null])
  expect(shown.volume.captured).toEqual(['0.00', '49.90', '0.00'])
  expect(shown.totals).toMatchObject({ count: 5, approvalRate: 0.75, captured: '49.90', p50: null })
  expect(shown.totalsBefore).toMatchObject({ count: 0, approvalRate: null, captured: '0.00' })
})

test('amounts are of one currency, the most frequent or the one asked for; counts are of all', () => {
  const yen = { ...entry, currency: 'JPY', approved: 1, declined: 0, undecided: 0, captured: 700n }
  const kept = { ...none, series: [yen, entry] }
  expect(shownFiguresOf({ range, kept, before: none })).toMatchObject({
    ...{ currency: 'EUR', currencies: ['EUR', 'JPY'], totals: { count: 6, captured: '49.90' } },
  })
  expect(shownFiguresOf({ range, kept, before: none, currency: 'JPY' }).totals).toMatchObject({
    ...{ count: 6, captured: '700' },
  })
})

test('figures of several cells are added up by name, the most frequent first', () => {
  const declines = [
    { gatewayCode: 'EXPIRED_CARD', count: 2 },
    { gatewayCode: 'DECLINED', count: 5 },
    { gatewayCode: 'EXPIRED_CARD', count: 1 },
  ]
  expect(shownFiguresOf({ range, kept: { ...none, declines }, before: none }).declines).toEqual([
    { gatewayCode: 'DECLINED', count: 5, share: 0.625 },
    { gatewayCode: 'EXPIRED_CARD', count: 3, share: 0.375 },
  ])
})

test('each brand has series of its own, which add up to those of all', () => {
  const at = hour('09')
  const other = { ...entry, brand: 'NETWORK_C', approved: 1, declined: 1, undecided: 0, captured: 1_000n }
  const series = [{ ...entry, brand: 'NETWORK_B' }, other]
  const latencies = [
    { at, brand: 'NETWORK_B', bucket: 3, count: 4 },
    { at, brand: 'NETWORK_C', bucket: 10, count: 4 },
  ]
  const kept = { ...none, series, latencies, brands: series }
  const shown = shownFiguresOf({ range, kept, before: none, isByBrand: true })
  expect(shown.payments.count).toEqual([0, 7, 0])
  expect(shown.volume.captured).toEqual(['0.00', '59.90', '0.00'])
  expect(shown.brandSeries).toEqual([
    {
      ...{ brand: 'NETWORK_B', count: [0, 5, 0], approvalRate: [null, 0.75, null] },
      ...{ captured: ['0.00', '49.90', '0.00'], p50: [null, 40, null] },
    },
    {
      ...{ brand: 'NETWORK_C', count: [0, 2, 0], approvalRate: [null, 0.5, null] },
      ...{ captured: ['0.00', '10.00', '0.00'], p50: [null, 450, null] },
    },
  ])
  const rows = figureRows(shown)
  expect(rows).toHaveLength(6)
  expect(rows[3]).toMatchObject({ time: at.toISOString(), brand: 'NETWORK_C', payments: 2, p50Ms: 450 })
  expect(shownFiguresOf({ range, kept, before: none })).not.toHaveProperty('brandSeries')
})

test('a percentile lies within its bucket', () => {
  const counts = Array.from({ length: latencyBounds.length + 1 }, () => 0)
  expect(percentileMs(counts, 0.95)).toBeUndefined()
  counts[3] = 100
  expect(percentileMs(counts, 0.5)).toBe(40)
  expect(percentileMs(counts, 1)).toBe(50)
  counts[latencyBounds.length] = 100
  expect(percentileMs(counts, 0.95)).toBe(60_000)
})

test('a range is whole hours or days, and bounded', () => {
  const asked = { from: '2026-11-17T08:30:00.000Z', to: '2026-11-17T10:00:00.000Z' }
  expect(rangeOf({ step: 'hour', ...asked })).toEqual(range)
  expect(rangeBefore(range)).toEqual({ step: 'hour', from: hour('05'), to: hour('08') })
  expect(rangeOf({ step: 'hour', from: '2026-01-01T00:00:00.000Z', to: asked.to })).toMatchObject({
    ...{ kind: 'rejection', field: 'from' },
  })
  expect(rangeOf({ step: 'day', from: asked.to, to: '2026-11-16T00:00:00.000Z' })).toMatchObject({
    field: 'to',
  })
})
