// What was paid, how it ended, and what waits: of one merchant, or of all together.

import { Group, Select, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { OpenWork, ShownFigures } from '../../api/figures.ts'
import { merchantAddress } from '../addresses.ts'
import { useAddressSearch } from '../addressSearch.ts'
import { nowMs } from '../clock.ts'
import { Choice } from '../components/choice.tsx'
import { LoadError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { useTimeFormats, useWords } from '../language.tsx'
import { useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { todayWords } from '../words/today.ts'
import { FigureCards } from './figureCards.tsx'
import { OverTime } from './overTime.tsx'
import { type AskedRange, rangeNamed, rangeNames, rangeUntil } from './range.ts'
import { Authentications, Brands, Declines, RightNow } from './shares.tsx'

export function TodayPage({ merchantId }: { readonly merchantId: string }) {
  const say = useWords(todayWords)
  const [range, currency, heard] = useAskedFigures()
  const asked = { merchantId, ...range, ...currency }
  const figures = useConsoleQuery('figures', asked, { everyMs: refreshMs, keepsPrevious: true })
  const work = useConsoleQuery('openWork', { merchantId }, { everyMs: refreshMs })
  heard(figures.data)
  return (
    <FiguresPage
      {...{ lead: say('lead'), figures: figures.data, work: work.data }}
      {...{
        error: figures.error ?? work.error,
        onRetry: () => Promise.all([figures.refetch(), work.refetch()]),
      }}
      hrefOf={filter => `${merchantAddress(merchantId, 'payments')}?${new URLSearchParams(filter)}`}
    />
  )
}

/** For operators. */
export function AllMerchantsPage() {
  const say = useWords(todayWords)
  const [range, currency, heard] = useAskedFigures()
  const asked = { ...range, ...currency }
  const figures = useConsoleQuery('gatewayFigures', asked, { everyMs: refreshMs, keepsPrevious: true })
  const work = useConsoleQuery('gatewayOpenWork', {}, { everyMs: refreshMs })
  heard(figures.data)
  return (
    <FiguresPage
      {...{ lead: say('leadOfAll'), figures: figures.data, work: work.data }}
      {...{
        error: figures.error ?? work.error,
        onRetry: () => Promise.all([figures.refetch(), work.refetch()]),
      }}
    />
  )
}

const refreshMs = 10_000

type Heard = (figures: ShownFigures | undefined) => void

/** What the address asks for. A sandbox's clock may be ahead of the browser's: then its time counts. */
function useAskedFigures(): readonly [AskedRange, { readonly currency?: string }, Heard] {
  const [search] = useAddressSearch()
  const [now, setNow] = useState(nowMs)
  const [ahead, setAhead] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const range = rangeUntil(rangeNamed(search.range), Math.max(now, ahead))
  const heard: Heard = figures => {
    const asOf = Date.parse(figures?.upToDateAsOf ?? '')
    if (asOf > Math.max(now, ahead)) setAhead(asOf)
  }
  return [range, search.currency ? { currency: search.currency } : {}, heard]
}

type FiguresPageProps = {
  readonly lead: string
  readonly figures: ShownFigures | undefined
  readonly work: OpenWork | undefined
  readonly error: Error | null
  readonly onRetry: () => unknown
  /** Where the payments behind a figure are; absent for all merchants together. */
  readonly hrefOf?: (filter: Record<string, string>) => string
}

function FiguresPage({ lead, figures, work, error, onRetry, hrefOf }: FiguresPageProps) {
  const [name, say] = [useWords(pageNames), useWords(todayWords)]
  const { short } = useTimeFormats()
  const linked = hrefOf && { hrefOf }
  return (
    <Page title={name('today')} lead={lead} actions={<RangeChoice currencies={figures?.currencies ?? []} />}>
      {error && <LoadError error={error} onRetry={onRetry} />}
      {figures && work ? (
        <>
          <FigureCards figures={figures} />
          <OverTime figures={figures} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <RightNow work={work} />
            <Declines figures={figures} {...linked} />
            <Brands figures={figures} {...linked} />
            <Authentications figures={figures} />
          </SimpleGrid>
          {figures.upToDateAsOf && (
            <Text size="sm" c="dimmed">
              {say('upToDate', { time: short(new Date(figures.upToDateAsOf)) })}
            </Text>
          )}
        </>
      ) : (
        !error && <Waiting />
      )}
    </Page>
  )
}

function RangeChoice({ currencies }: { readonly currencies: readonly string[] }) {
  const say = useWords(todayWords)
  const [search, change] = useAddressSearch()
  return (
    <Group gap="xs">
      {currencies.length > 1 && (
        <Select
          {...{
            data: [...currencies],
            value: search.currency ?? currencies[0] ?? null,
            allowDeselect: false,
          }}
          {...{ w: 96, 'aria-label': say('currency'), comboboxProps: { withinPortal: true } }}
          onChange={chosen => change({ currency: chosen ?? undefined }, true)}
        />
      )}
      <Choice
        {...{ label: say('range'), value: rangeNamed(search.range) }}
        data={rangeNames.map(value => ({ value, label: say(value) }))}
        onChange={chosen => change({ range: chosen }, true)}
      />
    </Group>
  )
}

function Waiting() {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} aria-busy>
      {[1, 2, 3, 4].map(number => (
        <Skeleton key={number} height={148} radius="lg" />
      ))}
    </SimpleGrid>
  )
}
