// One business date of a link: totals on each side, and what differs; with a clearing file, line by line.

import { Alert, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ComparedBusinessDate, ShownDifference, ShownTotals } from '../../api/operators.ts'
import { gatewayAddress, orderAddress } from '../addresses.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { ExportButton } from '../components/exportButton.tsx'
import { LoadError } from '../components/fieldError.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { useNumber, useWords } from '../language.tsx'
import type { GatewayPageProps } from '../pageKinds.ts'
import { useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { ClearingFileForm } from './clearingFileForm.tsx'
import { operatorWords } from './operatorWords.ts'
import { Counted } from './reconciliationPage.tsx'
import { reconciliationWords } from './reconciliationWords.ts'

export function BusinessDatePage({ id }: GatewayPageProps) {
  const name = useWords(pageNames)
  const [date = '', link = ''] = id.split(' ')
  const own = useConsoleQuery('compareBusinessDate', { link, date }, { asksOnFocus: false })
  const [withFile, setWithFile] = useState<ComparedBusinessDate>()
  const compared = withFile ?? own.data
  const breadcrumbs = [{ label: name('reconciliation'), href: gatewayAddress('reconciliation') }]
  return (
    <Page
      {...{ title: `${link} ${date}`, breadcrumbs }}
      actions={
        // A file that was compared is kept nowhere, so that no download can have what it shows.
        withFile === undefined && (
          <ExportButton
            {...{ list: 'differences', input: { link, date }, fileName: `differences-${link}-${date}` }}
          />
        )
      }
    >
      {own.error && <LoadError error={own.error} onRetry={() => own.refetch()} />}
      {compared && <Comparison compared={compared} />}
      <ClearingFileForm {...{ link, date, onCompared: setWithFile }} />
    </Page>
  )
}

function Comparison({ compared }: { readonly compared: ComparedBusinessDate }) {
  const [say, sayTotals, number] = [useWords(operatorWords), useWords(reconciliationWords), useNumber()]
  const { findings, differences, isWhole, lines, same, totals } = compared
  return (
    <Stack>
      {findings.map(({ type, currency, explanation, isTrouble }) => (
        <Alert key={`${type} ${currency}`} color={isTrouble ? 'bad' : 'gray'} variant="light">
          <Text size="sm" lang="en">
            {currency}: {explanation}
          </Text>
        </Alert>
      ))}
      <Totals totals={totals} />
      <Title order={2}>{say('differences')}</Title>
      {lines !== undefined && (
        <Text role="status">{sayTotals('linesCompared', { lines: number(lines), same: number(same) })}</Text>
      )}
      {!isWhole && <Text c="dimmed">{sayTotals('notAll')}</Text>}
      <Differences differences={differences} />
    </Stack>
  )
}

function Totals({ totals }: { readonly totals: readonly ShownTotals[] }) {
  const say = useWords(reconciliationWords)
  const parts = ['debit', 'debitReversed', 'credit', 'creditReversed'] as const
  const columns: readonly DataColumn<ShownTotals>[] = [
    { key: 'whose', title: say('whose'), cell: row => `${say(row.whose)}, ${row.currency}`, isHead: true },
    ...parts.map(part => ({
      ...{ key: part, title: say(part), isNumber: true },
      cell: (row: ShownTotals) => <Counted total={row[part]} currency={row.currency} />,
    })),
  ]
  return (
    <DataList
      {...{ label: say('totals'), columns, rows: totals, empty: say('nothingMoved'), hasCount: false }}
      keyOf={row => `${row.whose} ${row.currency}`}
    />
  )
}

function Differences({ differences }: { readonly differences: readonly ShownDifference[] }) {
  const [say, sayTotals] = [useWords(operatorWords), useWords(reconciliationWords)]
  const columns: readonly DataColumn<ShownDifference>[] = [
    { key: 'order', title: say('order'), cell: row => row.orderId ?? '–', isHead: true },
    { key: 'what', title: say('what'), cell: row => <span lang="en">{row.explanation}</span> },
    {
      ...{ key: 'amount', title: say('amount'), isNumber: true },
      cell: ({ amount, currency }) =>
        amount === undefined || currency === undefined ? '–' : <Money {...{ amount, currency }} />,
    },
    {
      ...{ key: 'file', title: sayTotals('file') },
      cell: ({ file }) =>
        file ? (
          <Stack gap={2}>
            {sayTotals('line', { line: file.line })}
            <Money {...file} />
          </Stack>
        ) : (
          '–'
        ),
    },
    { key: 'advice', title: say('advice'), cell: row => <span lang="en">{row.advice}</span> },
  ]
  return (
    <DataList
      {...{ label: say('differences'), columns, rows: differences, hasCount: false }}
      empty={say('noDifferences')}
      keyOf={row => `${row.type} ${row.merchantId} ${row.orderId} ${row.transactionId} ${row.file?.line}`}
      hrefOf={({ merchantId, orderId }) =>
        merchantId === undefined || orderId === undefined ? undefined : orderAddress(merchantId, orderId)
      }
    />
  )
}
