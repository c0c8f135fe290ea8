// The books of the simulated acquirer beside the gateway's, each row opened to its order.

import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ShownBookRow } from '../../api/sandbox.ts'
import { orderAddress } from '../addresses.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { LoadError } from '../components/fieldError.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge, toneOf } from '../components/statusBadge.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { useConsoleList, useConsoleQuery } from '../queries.ts'
import { bookWords } from './bookWords.ts'
import { SandboxTabs } from './sandboxTabs.tsx'

export function BooksPage({ merchantId }: MerchantPageProps) {
  const say = useWords(bookWords)
  const [isComparing, setComparing] = useState(false)
  const compared = useConsoleQuery('sandboxDifferences', { merchantId }, { isEnabled: isComparing })
  const compare = () => (isComparing ? void compared.refetch() : setComparing(true))
  const list = useConsoleList('sandboxBooks', { merchantId }, ({ next }) =>
    next === undefined ? undefined : { after: next },
  )
  const actions = (
    <Button onClick={compare} loading={compared.isFetching}>
      {say('compareAll')}
    </Button>
  )
  return (
    <Page title={say('title')} lead={say('lead')} actions={actions}>
      <SandboxTabs {...{ merchantId, here: 'books' }} />
      {compared.error && <LoadError error={compared.error} onRetry={compare} />}
      {compared.data && <Differences {...{ merchantId, ...compared.data }} />}
      <Title order={2}>{say('newest')}</Title>
      <Rows
        {...{ merchantId, label: say('newest'), error: list.error, onRetry: () => list.refetch() }}
        rows={list.data?.pages.flatMap(({ rows }) => rows)}
        onMore={list.hasNextPage ? () => list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
    </Page>
  )
}

type DifferencesProps = {
  readonly merchantId: string
  readonly orders: number
  readonly rows: readonly ShownBookRow[]
  readonly isWhole: boolean
}

function Differences({ merchantId, orders, rows, isWhole }: DifferencesProps) {
  const say = useWords(bookWords)
  if (rows.length === 0)
    return (
      <Alert color="good" variant="light" role="status">
        {say('allSame', { count: orders })}
      </Alert>
    )
  return (
    <>
      <Title order={2}>{say('found', { count: rows.length })}</Title>
      {!isWhole && <Text c="dimmed">{say('more')}</Text>}
      <Rows {...{ merchantId, label: say('differences'), rows }} />
    </>
  )
}

type RowsProps = {
  readonly merchantId: string
  readonly label: string
  readonly rows: readonly ShownBookRow[] | undefined
  readonly error?: Error | null
  readonly onRetry?: () => unknown
  readonly onMore?: (() => unknown) | undefined
  readonly isLoadingMore?: boolean
}

function Rows({ merchantId, ...list }: RowsProps) {
  const say = useWords(bookWords)
  const columns: readonly DataColumn<ShownBookRow>[] = [
    { key: 'order', title: say('order'), cell: row => row.orderId, isHead: true },
    { key: 'transaction', title: say('transaction'), cell: row => row.transactionId },
    { key: 'gateway', title: say('gateway'), cell: row => <GatewaySide row={row} /> },
    { key: 'books', title: say('books'), cell: row => <BookSides row={row} /> },
    { key: 'compared', title: say('compared'), cell: row => <Verdict row={row} /> },
  ]
  return (
    <DataList
      {...{ ...list, columns, empty: say('none'), hasCount: false }}
      keyOf={row => `${row.orderId} ${row.transactionId}`}
      hrefOf={row => orderAddress(merchantId, row.orderId)}
    />
  )
}

type RowProps = { readonly row: ShownBookRow }

function GatewaySide({ row: { gateway } }: RowProps) {
  const say = useWords(bookWords)
  if (!gateway) return <Text c="dimmed">{say('nothing')}</Text>
  return (
    <Stack gap={2} align="flex-start">
      <span lang="en">{gateway.type}</span>
      <Money {...gateway} />
      <StatusBadge tone={toneOf(gateway.result)}>
        <span lang="en">{gateway.result}</span>
      </StatusBadge>
    </Stack>
  )
}

function BookSides({ row: { books } }: RowProps) {
  const say = useWords(bookWords)
  if (books.length === 0) return <Text c="dimmed">{say('nothing')}</Text>
  return (
    <Stack gap="xs">
      {books.map(({ kind, state, ...money }) => (
        <Stack key={kind} gap={2} align="flex-start">
          <span lang="en">
            {kind}, {state}
          </span>
          <Money {...money} />
        </Stack>
      ))}
    </Stack>
  )
}

function Verdict({ row: { difference } }: RowProps) {
  const say = useWords(bookWords)
  if (!difference) return <StatusBadge tone="good">{say('same')}</StatusBadge>
  return (
    <Stack gap={2} align="flex-start" lang="en">
      <StatusBadge tone="bad">{difference.type}</StatusBadge>
      <Text size="sm">{difference.explanation}</Text>
    </Stack>
  )
}
