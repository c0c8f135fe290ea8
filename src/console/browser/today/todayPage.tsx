// What was paid, how it ended, and what waits: of one merchant, or of all together.

import { Group, NativeSelect, Select, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { type AskedBrand, askedBrandOf, type OpenWork, type ShownFigures } from '../../api/figures.ts'
import { merchantAddress } from '../addresses.ts'
import { useAddressSearch } from '../addressSearch.ts'
import { nowMs } from '../clock.ts'
import { Choice } from '../components/choice.tsx'
import { ExportButton } from '../components/exportButton.tsx'
import { LoadError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { useTimeFormats, useWords } from '../language.tsx'
import { useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { todayWords } from '../words/today.ts'
import { FigureCards } from './figureCards.tsx'
import { brandText } from './figureText.ts'
import { OverTime } from './overTime.tsx'
import { type AskedRange, rangeNamed, rangeNames, rangeUntil } from './range.ts'
import { Authentications, Brands, Declines, RightNow } from './shares.tsx'

export function TodayPage({ merchantId }: { readonly merchantId: string }) {
  const say = useWords(todayWords)
  const [wanted, heard] = useAskedFigures()
  const asked = { merchantId, ...wanted }
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
      download={<ExportButton {...{ list: 'figures', input: asked, fileName: `figures-${merchantId}` }} />}
      hrefOf={filter => `${merchantAddress(merchantId, 'payments')}?${new URLSearchParams(filter)}`}
    />
  )
}

/** For operators. */
export function AllMerchantsPage() {
  const say = useWords(todayWords)
  const [asked, heard] = useAskedFigures()
  const figures = useConsoleQuery('gatewayFigures', asked, { everyMs: refreshMs, keepsPrevious: true })
  const work = useConsoleQuery('gatewayOpenWork', {}, { everyMs: refreshMs })
  heard(figures.data)
  return (
    <FiguresPage
      {...{ lead: say('leadOfAll'), figures: figures.data, work: work.data }}
      download={<ExportButton {...{ list: 'gatewayFigures', input: asked, fileName: 'figures' }} />}
      {...{
        error: figures.error ?? work.error,
        onRetry: () => Promise.all([figures.refetch(), work.refetch()]),
      }}
    />
  )
}

const refreshMs = 10_000

type AskedFigures = AskedRange & {
  readonly currency?: string
  readonly brand?: AskedBrand
  readonly by?: 'brand'
}

type Heard = (figures: ShownFigures | undefined) => void

/** What the address asks for. A sandbox's clock may be ahead of the browser's: then its time counts. */
function useAskedFigures(): readonly [AskedFigures, Heard] {
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
  const brand = search.brand === undefined ? undefined : askedBrandOf(search.brand)
  const asked = {
    ...range,
    ...(search.currency && { currency: search.currency }),
    ...(brand ? { brand } : search.by === 'brand' && { by: 'brand' as const }),
  }
  return [asked, heard]
}

type FiguresPageProps = {
  readonly lead: string
  readonly figures: ShownFigures | undefined
  readonly work: OpenWork | undefined
  readonly download: ReactNode
  readonly error: Error | null
  readonly onRetry: () => unknown
  /** Where the payments behind a figure are; absent for all merchants together. */
  readonly hrefOf?: (filter: Record<string, string>) => string
}

function FiguresPage({ lead, figures, work, download, error, onRetry, hrefOf }: FiguresPageProps) {
  const [name, say] = [useWords(pageNames), useWords(todayWords)]
  const { short } = useTimeFormats()
  const linked = hrefOf && { hrefOf }
  return (
    <Page
      {...{ title: name('today'), lead }}
      actions={
        <>
          <BrandChoice brands={figures?.brands.map(({ brand }) => brand) ?? []} />
          <RangeChoice currencies={figures?.currencies ?? []} />
          {download}
        </>
      }
    >
      {error && <LoadError error={error} onRetry={onRetry} />}
      {figures && work ? (
        <>
          <FigureCards figures={figures} />
          <OverTime figures={figures} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <RightNow work={work} />
            <Declines figures={figures} {...linked} />
          </SimpleGrid>
          {/* A table of amounts takes more room than half of a small desktop. */}
          <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="lg">
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

const sideBySide = 'by'

/** All together, beside each other, or one of them. */
function BrandChoice({ brands }: { readonly brands: readonly string[] }) {
  const say = useWords(todayWords)
  const [search, change] = useAddressSearch()
  const chosen = askedBrandOf(search.brand ?? 'none')
  const known = [
    ...new Set([...brands.flatMap(brand => askedBrandOf(brand) ?? []), ...(chosen ? [chosen] : [])]),
  ]
  return (
    <NativeSelect
      {...{ 'aria-label': say('brand'), value: chosen ?? (search.by === 'brand' ? sideBySide : '') }}
      data={[
        { value: '', label: say('allBrands') },
        { value: sideBySide, label: say('sideBySide') },
        ...known.map(value => ({ value, label: brandText(value, say) })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        change(
          value === sideBySide ? { by: 'brand', brand: undefined } : { by: undefined, brand: value },
          true,
        )
      }
    />
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
