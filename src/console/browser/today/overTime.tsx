// One picture over time: of which figure, the address says.

import { useMemo } from 'react'
import type { BrandSeries, ShownFigures } from '../../api/figures.ts'
import { useAddressSearch } from '../addressSearch.ts'
import { Choice } from '../components/choice.tsx'
import { Sheet } from '../components/sheet.tsx'
import { type TimeLine, TimeSeries } from '../components/timeSeries.tsx'
import { type Say, useMoney, useNumber, useWords } from '../language.tsx'
import { todayWords } from '../words/today.ts'
import { brandText, useDuration } from './figureText.ts'

const views = ['payments', 'volume', 'approvalRate', 'duration'] as const
type View = (typeof views)[number]

export function OverTime({ figures }: { readonly figures: ShownFigures }) {
  const say = useWords(todayWords)
  const [search, change] = useAddressSearch()
  const view = views.find(known => known === search.view) ?? 'payments'
  const lines = useMemo(() => linesOf(view, figures, say), [view, figures, say])
  const format = useFormat(view, figures.currency)
  return (
    <Sheet
      title={say('overTime')}
      actions={
        <Choice
          {...{
            label: say('overTime'),
            value: view,
            data: views.map(value => ({ value, label: say(value) })),
          }}
          onChange={chosen => change({ view: chosen === 'payments' ? undefined : chosen }, true)}
        />
      }
    >
      <TimeSeries
        {...{ label: labelOf(view, figures, say), times: figures.times, lines, format }}
        isDaily={figures.step === 'day'}
      />
    </Sheet>
  )
}

/** In one sentence for whoever does not see it. */
function labelOf(view: View, { brand, brandSeries }: ShownFigures, say: Words): string {
  const shown = `${say('overTime')}: ${say(view)}`
  if (brandSeries) return `${shown}, ${say('sideBySide')}`
  return brand === undefined ? shown : `${shown}, ${brandText(brand, say)}`
}

type Words = Say<(typeof todayWords)['en']>

/** Side by side: of each brand what the view is about first. */
const brandLines = {
  payments: ({ count }) => count,
  volume: ({ captured }) => captured.map(Number),
  approvalRate: ({ approvalRate }) => approvalRate,
  duration: ({ p50 }) => p50,
} as const satisfies Record<View, (series: BrandSeries) => TimeLine['values']>

function linesOf(view: View, figures: ShownFigures, say: Words): readonly TimeLine[] {
  const { payments, volume, latency, brandSeries } = figures
  if (brandSeries)
    return brandSeries.map((series, tone) => ({
      ...{ label: brandText(series.brand, say), values: brandLines[view](series), tone },
    }))
  if (view === 'volume')
    return [
      { label: say('captured'), values: volume.captured.map(Number), tone: 'main' },
      { label: say('authorized'), values: volume.authorized.map(Number), tone: 'quiet' },
      { label: say('refunded'), values: volume.refunded.map(Number), tone: 'brand' },
    ]
  if (view === 'approvalRate')
    return [{ label: say('approvalRate'), values: payments.approvalRate, tone: 'main' }]
  if (view === 'duration')
    return [
      { label: say('half'), values: latency.p50, tone: 'main' },
      { label: say('most'), values: latency.p95, tone: 'brand' },
    ]
  const undecided = { label: say('undecided'), values: payments.undecided, tone: 'brand' } as const
  return [
    { label: say('approved'), values: payments.approved, tone: 'main' },
    { label: say('declined'), values: payments.declined, tone: 'bad' },
    ...(payments.undecided.some(count => count > 0) ? [undecided] : []),
  ]
}

function useFormat(view: View, currency: string | undefined): (value: number) => string {
  const [count, percent, money, duration] = [useNumber(), useNumber(percentForm), useMoney(), useDuration()]
  return useMemo(() => {
    if (view === 'approvalRate') return percent
    if (view === 'duration') return duration
    return view === 'volume' && currency ? value => money(String(value), currency) : count
  }, [view, currency, count, percent, money, duration])
}

const percentForm = { style: 'percent', maximumFractionDigits: 1 } as const
