// Business dates of acquirer hosts, and what differs about one of them, each opened to its order.

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ShownBusinessDate, ShownDifference } from '../../api/operators.ts'
import { orderAddress } from '../addresses.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { ExportButton } from '../components/exportButton.tsx'
import { LoadError } from '../components/fieldError.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge, type Tone } from '../components/statusBadge.tsx'
import { useWords } from '../language.tsx'
import { useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { operatorWords } from './operatorWords.ts'

export function ReconciliationPage() {
  const [say, name] = [useWords(operatorWords), useWords(pageNames)]
  const dates = useConsoleQuery('businessDates', {})
  const [compared, setCompared] = useState<ShownBusinessDate>()
  const columns: readonly DataColumn<ShownBusinessDate>[] = [
    {
      key: 'date',
      title: say('date'),
      cell: row => <span className="digits">{row.date}</span>,
      isHead: true,
    },
    { key: 'link', title: say('link'), cell: row => row.link },
    { key: 'state', title: say('state'), cell: row => say(row.state) },
    { key: 'totals', title: say('totals'), cell: row => <Exchanges row={row} /> },
    {
      ...{ key: 'compare', title: say('compare') },
      cell: row => (
        <Button
          {...{ size: 'xs', variant: 'default', 'aria-label': `${say('compare')}: ${row.link} ${row.date}` }}
          onClick={() => setCompared(row)}
        >
          {say('compare')}
        </Button>
      ),
    },
  ]
  return (
    <Page
      {...{ title: name('reconciliation'), lead: say('datesLead') }}
      actions={<ExportButton {...{ list: 'businessDates', input: {}, fileName: 'business-dates' }} />}
    >
      <DataList
        {...{ label: name('reconciliation'), columns, empty: say('noDates'), error: dates.error }}
        rows={dates.data?.dates}
        keyOf={row => `${row.link} ${row.date}`}
        onRetry={() => dates.refetch()}
      />
      {compared && (
        <Modal
          {...{ opened: true, size: 'xl', title: `${compared.link} ${compared.date}` }}
          onClose={() => setCompared(undefined)}
        >
          <Comparison {...compared} />
        </Modal>
      )}
    </Page>
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

function Comparison({ link, date }: Pick<ShownBusinessDate, 'date' | 'link'>) {
  const say = useWords(operatorWords)
  const compared = useConsoleQuery('compareBusinessDate', { link, date })
  const columns: readonly DataColumn<ShownDifference>[] = [
    { key: 'order', title: say('order'), cell: row => row.orderId ?? '–', isHead: true },
    { key: 'what', title: say('what'), cell: row => <span lang="en">{row.explanation}</span> },
    {
      ...{ key: 'amount', title: say('amount'), isNumber: true },
      cell: ({ amount, currency }) =>
        amount === undefined || currency === undefined ? '–' : <Money {...{ amount, currency }} />,
    },
    { key: 'advice', title: say('advice'), cell: row => <span lang="en">{row.advice}</span> },
  ]
  if (compared.error) return <LoadError error={compared.error} onRetry={() => compared.refetch()} />
  return (
    <Stack>
      {compared.data?.findings.map(({ type, currency, explanation, isTrouble }) => (
        <Alert key={`${type} ${currency}`} color={isTrouble ? 'bad' : 'gray'} variant="light">
          <Text size="sm" lang="en">
            {currency}: {explanation}
          </Text>
        </Alert>
      ))}
      <Group justify="flex-end">
        <ExportButton
          {...{ list: 'differences', input: { link, date }, fileName: `differences-${link}-${date}` }}
        />
      </Group>
      <DataList
        {...{ label: say('differences'), columns, rows: compared.data?.differences, hasCount: false }}
        empty={say('noDifferences')}
        keyOf={row => `${row.type} ${row.merchantId} ${row.orderId} ${row.transactionId}`}
        hrefOf={({ merchantId = '', orderId = '' }) => orderAddress(merchantId, orderId)}
      />
    </Stack>
  )
}
