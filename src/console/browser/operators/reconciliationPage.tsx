// Business dates of acquirer hosts, with what was said about their totals; each is opened to what differs.

import { NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import type { CountedMoney, ShownBusinessDate } from '../../api/operators.ts'
import { gatewayAddress } from '../addresses.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { useExportedList } from '../components/exportedList.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge, type Tone } from '../components/statusBadge.tsx'
import { useNumber, useWords } from '../language.tsx'
import { useConsoleList } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { operatorWords } from './operatorWords.ts'
import { reconciliationWords } from './reconciliationWords.ts'

const nextOf = ({ next }: { readonly next?: string }) => (next === undefined ? undefined : { after: next })

export function ReconciliationPage() {
  const [say, name] = [useWords(operatorWords), useWords(pageNames)]
  const sayTotals = useWords(reconciliationWords)
  const [link, setLink] = useState('')
  const input = link === '' ? {} : { link }
  const [list, download] = useExportedList('businessDates', input, nextOf, { fileName: 'business-dates' })
  const all = useConsoleList('businessDates', {}, () => undefined)
  const links = [...new Set(all.data?.pages.flatMap(({ dates }) => dates.map(date => date.link)))].sort()
  const columns: readonly DataColumn<ShownBusinessDate>[] = [
    {
      ...{ key: 'date', title: say('date'), isHead: true },
      cell: row => <span className="digits">{row.date}</span>,
    },
    { key: 'link', title: say('link'), cell: row => row.link },
    { key: 'state', title: say('state'), cell: row => say(row.state) },
    { key: 'debits', title: sayTotals('debit'), cell: row => <Sent row={row} of="debit" />, isNumber: true },
    {
      key: 'credits',
      title: sayTotals('credit'),
      cell: row => <Sent row={row} of="credit" />,
      isNumber: true,
    },
    { key: 'totals', title: say('totals'), cell: row => <Exchanges row={row} /> },
  ]
  return (
    <Page {...{ title: name('reconciliation'), lead: say('datesLead'), actions: download }}>
      {links.length > 1 && (
        <NativeSelect
          {...{ label: say('link'), value: link, w: 240 }}
          data={[{ value: '', label: sayTotals('anyLink') }, ...links]}
          onChange={({ currentTarget: { value } }) => setLink(value)}
        />
      )}
      <DataList
        {...{ label: name('reconciliation'), columns, empty: say('noDates'), error: list.error }}
        rows={list.data?.pages.flatMap(({ dates }) => dates)}
        keyOf={row => `${row.link} ${row.date}`}
        hrefOf={row => gatewayAddress(`business-date/${encodeURIComponent(`${row.date} ${row.link}`)}`)}
        onRetry={() => list.refetch()}
        onMore={list.hasNextPage ? () => list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
    </Page>
  )
}

function Sent({
  row: { exchanges },
  of,
}: {
  readonly row: ShownBusinessDate
  readonly of: 'credit' | 'debit'
}) {
  if (exchanges.length === 0) return '–'
  return (
    <Stack gap={4}>
      {exchanges.map(exchange => (
        <Counted key={exchange.currency} total={exchange[of] ?? {}} currency={exchange.currency} />
      ))}
    </Stack>
  )
}

/** How many, and what they come to. */
export function Counted({ total, currency }: { readonly total: CountedMoney; readonly currency: string }) {
  const number = useNumber()
  const { count, amount } = total
  if (count === undefined && amount === undefined) return <span>–</span>
  return (
    <span>
      {count !== undefined && `${number(count)}: `}
      {amount !== undefined && <Money {...{ amount, currency }} />}
    </span>
  )
}

function Exchanges({ row: { exchanges } }: { readonly row: ShownBusinessDate }) {
  if (exchanges.length === 0) return '–'
  return (
    <Stack gap={4}>
      {exchanges.map(({ currency, state }) => (
        <StatusBadge key={currency} tone={toneOfTotals(state)}>
          <span lang="en">
            {currency} {state}
          </span>
        </StatusBadge>
      ))}
    </Stack>
  )
}

function toneOfTotals(state: string): Tone {
  if (state === 'OUT_OF_BALANCE' || state === 'REFUSED') return 'bad'
  return state.endsWith('IN_BALANCE') ? 'good' : 'wait'
}
