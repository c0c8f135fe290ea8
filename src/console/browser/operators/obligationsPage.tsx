// What is owed to acquirers and others, with its order; tried again by itself, or now.

import { Button } from '@mantine/core'
import type { WaitingObligation } from '../../api/operators.ts'
import { orderAddress } from '../addresses.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { useExportedList } from '../components/exportedList.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useNumber, useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { operatorWords } from './operatorWords.ts'

const nextOf = ({ next }: { readonly next?: string }) => (next === undefined ? undefined : { after: next })

export function ObligationsPage() {
  const [say, name] = [useWords(operatorWords), useWords(pageNames)]
  const number = useNumber()
  const [list, download] = useExportedList('obligations', {}, nextOf, { fileName: 'obligations' })
  const trying = useConsoleMutation('tryObligations', { invalidates: ['obligations'] })
  const columns: readonly DataColumn<WaitingObligation>[] = [
    { key: 'order', title: say('order'), cell: row => row.orderId, isHead: true },
    { key: 'merchant', title: say('merchant'), cell: row => row.merchantId },
    { key: 'kind', title: say('kind'), cell: row => <span lang="en">{row.obligation}</span> },
    { key: 'link', title: say('link'), cell: row => row.link ?? '–', isWideOnly: true },
    { key: 'since', title: say('since'), cell: row => <Timestamp at={row.owedSince} /> },
    { key: 'attempts', title: say('attempts'), cell: row => number(row.attempts), isNumber: true },
    { key: 'next', title: say('next'), cell: row => <Timestamp at={row.nextAttemptAt} /> },
    {
      ...{ key: 'try', title: say('tryNow') },
      cell: ({ merchantId: about, orderId, transactionId }) => (
        <Button
          {...{ size: 'xs', variant: 'default', 'aria-label': `${say('tryNow')}: ${orderId}` }}
          onClick={() => trying.mutate({ about, orderId, transactionId })}
        >
          {say('tryNow')}
        </Button>
      ),
    },
  ]
  return (
    <Page {...{ title: name('obligations'), lead: say('owedLead'), actions: download }}>
      <FieldError message={trying.errorBeside()} />
      <DataList
        {...{ label: name('obligations'), columns, empty: say('nothingOwed'), error: list.error }}
        rows={list.data?.pages.flatMap(({ obligations }) => obligations)}
        keyOf={row => `${row.merchantId} ${row.orderId} ${row.transactionId} ${row.obligation}`}
        hrefOf={row => orderAddress(row.merchantId, row.orderId)}
        onRetry={() => list.refetch()}
        onMore={list.hasNextPage ? () => list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
    </Page>
  )
}
