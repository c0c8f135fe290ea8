// The four figures that people look for first, each with how it went and what it was before.

import { Paper, SimpleGrid, Text } from '@mantine/core'
import type { ShownFigures } from '../../api/figures.ts'
import { Sparkline } from '../components/sparkline.tsx'
import { useMoney, useNumber, useWords } from '../language.tsx'
import { todayWords } from '../words/today.ts'
import { changeOf, useDuration } from './figureText.ts'

export function FigureCards({ figures }: { readonly figures: ShownFigures }) {
  const say = useWords(todayWords)
  const [count, percent, money, duration] = [useNumber(), useNumber(percentForm), useMoney(), useDuration()]
  const { totals, totalsBefore: before, currency, payments, volume, latency } = figures
  const amountIn = (decimal: string) => (currency ? money(decimal, currency) : '–')
  const isRefunding = Number(totals.refunded) !== 0
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
      <FigureCard
        {...{ title: say('captured'), value: amountIn(totals.captured) }}
        change={changeOf(Number(totals.captured), Number(before.captured))}
        note={isRefunding ? say('refundedToo', { amount: amountIn(totals.refunded) }) : ''}
        line={volume.captured.map(Number)}
      />
      <FigureCard
        {...{ title: say('payments'), value: count(totals.count), line: payments.count }}
        change={changeOf(totals.count, before.count)}
        note={say('ofThem', { approved: totals.approved, declined: totals.declined })}
      />
      <FigureCard
        {...{ title: say('approvalRate'), line: payments.approvalRate }}
        value={totals.approvalRate === null ? '–' : percent(totals.approvalRate)}
        change={changeOf(totals.approvalRate, before.approvalRate)}
      />
      <FigureCard
        {...{ title: say('duration'), value: duration(totals.p50), line: latency.p50, isLessBetter: true }}
        change={changeOf(totals.p50, before.p50)}
        note={totals.p95 === null ? '' : say('durationHint', { p95: duration(totals.p95) })}
      />
    </SimpleGrid>
  )
}

const percentForm = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

type FigureCardProps = {
  readonly title: string
  readonly value: string
  /** Relative to the time before; undefined where there is nothing to compare with. */
  readonly change: number | undefined
  readonly note?: string
  readonly line: readonly (number | null)[]
  readonly isLessBetter?: boolean
}

function FigureCard({ title, value, change, note, line, isLessBetter = false }: FigureCardProps) {
  return (
    <Paper component="section" className="sheet figureCard" aria-label={title}>
      <div className="figureHead">
        <Text size="sm" c="dimmed" fw={600}>
          {title}
        </Text>
        <p className="figure digits">{value}</p>
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
        <Change change={change} isLessBetter={isLessBetter} />
      </div>
      <Sparkline values={line} />
    </Paper>
  )
}

type ChangeProps = { readonly change: number | undefined; readonly isLessBetter: boolean }

function Change({ change, isLessBetter }: ChangeProps) {
  const say = useWords(todayWords)
  const percent = useNumber(changeForm)
  if (change === undefined) return null
  const isSame = Math.abs(change) < 0.0005
  const tone = change > 0 === isLessBetter ? 'worse' : 'better'
  return (
    <p className={isSame ? 'change' : `change ${tone}`}>
      {isSame ? say('same') : say('comparedWith', { change: percent(change) })}
    </p>
  )
}

const changeForm = { style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' } as const
