// The API calls of a merchant's servers, as they come.

import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ShownCall } from '../../api/developers.ts'
import { merchantAddress } from '../addresses.ts'
import { useAddressSearch } from '../addressSearch.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { useExportedList } from '../components/exportedList.tsx'
import { Page } from '../components/page.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { isShortList } from '../queries.ts'
import { useRowKeys } from '../shell/rowKeys.ts'
import { pageNames } from '../words/pageNames.ts'
import { requestWords } from '../words/requests.ts'
import { CallName, CallOutcomeBadge } from './callParts.tsx'
import { RequestFilterBar } from './requestFilterBar.tsx'
import { requestFilters } from './requestFilters.ts'

export function RequestsPage({ merchantId }: MerchantPageProps) {
  const [say, name] = [useWords(requestWords), useWords(pageNames)]
  const [search] = useAddressSearch()
  const filters = requestFilters(search)
  useRowKeys()
  const input = { merchantId, ...filters }
  const [list, download] = useExportedList('requests', input, nextOf, {
    ...{ everyMs: 3_000, fileName: `requests-${merchantId}` },
  })
  const isLive = isShortList(list.data?.pages)
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page
      {...{ title: name('requests'), lead: say('lead') }}
      actions={
        <>
          <Anchor component={Link} href={merchantAddress(merchantId, 'requests/replay')}>
            {say('replay')}
          </Anchor>
          {download}
        </>
      }
    >
      <Stack gap="md">
        <RequestFilterBar />
        <LiveMark isLive={isLive} />
        <DataList<ShownCall>
          {...{ label: name('requests'), columns: useCallColumns() }}
          keyOf={({ key }) => key}
          {...{ rows: list.data?.pages.flatMap(({ calls }) => calls), error: list.error }}
          {...{ onRetry: list.refetch, isLoadingMore: list.isFetchingNextPage }}
          hrefOf={({ key }) => merchantAddress(merchantId, `requests/${key}`)}
          onMore={list.hasNextPage ? list.fetchNextPage : undefined}
          empty={say(isFiltered ? 'noneSuch' : 'noCalls')}
        />
      </Stack>
    </Page>
  )
}

const nextOf = ({ next }: { readonly next?: string }) => (next === undefined ? undefined : { after: next })

function LiveMark({ isLive }: { readonly isLive: boolean }) {
  const say = useWords(requestWords)
  const queries = useQueryClient()
  return (
    <Group gap="md" mih={30}>
      <span className={isLive ? 'devLive' : 'devLive off'}>{say(isLive ? 'live' : 'paused')}</span>
      {!isLive && (
        <Button
          {...{ size: 'compact-sm', variant: 'light' }}
          onClick={() => queries.resetQueries({ queryKey: ['requestLog'] })}
        >
          {say('newest')}
        </Button>
      )}
    </Group>
  )
}

function useCallColumns(): readonly DataColumn<ShownCall>[] {
  const say = useWords(requestWords)
  return [
    { key: 'call', title: say('call'), isHead: true, cell: call => <CallName call={call} /> },
    { key: 'time', title: say('time'), cell: ({ time }) => <Timestamp at={time} /> },
    { key: 'outcome', title: say('outcome'), cell: call => <CallOutcomeBadge call={call} /> },
    { key: 'why', title: say('why'), cell: call => <Why call={call} /> },
    { key: 'order', title: say('order'), cell: call => <OrderOfCall call={call} /> },
    {
      ...{ key: 'took', title: say('took'), isNumber: true },
      cell: ({ ms }) => <span className="digits">{say('ms', { ms: Math.round(ms) })}</span>,
    },
  ]
}

function OrderOfCall({ call: { orderId, transactionId } }: { readonly call: ShownCall }) {
  return (
    <bdi>
      {orderId ?? '–'}
      {transactionId !== undefined && <span className="devPath">{transactionId}</span>}
    </bdi>
  )
}

/** In the words of the API, as its caller read them. */
function Why({ call: { error, gatewayCode, supportCode } }: { readonly call: ShownCall }) {
  const text = error ? (error.explanation ?? error.cause) : (supportCode ?? gatewayCode)
  return <bdi className="devWhy">{text ?? '–'}</bdi>
}
