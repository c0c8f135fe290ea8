// The list of payments. Its address is its state.

import { Button, Group, Stack, Text } from '@mantine/core'
import { useLocation, useSearch } from 'wouter'
import type { ListedOrder } from '../../api/payments.ts'
import { merchantAddress, orderAddress } from '../addresses.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { ExportButton } from '../components/exportButton.tsx'
import { Icon } from '../components/icon.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useTimeFormats, useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { pageNames } from '../words/pageNames.ts'
import { CodeBadge, GatewayCodeText } from './codeText.tsx'
import { readable } from './codeWords.ts'
import { FilterBar } from './filterBar.tsx'
import { listWords } from './listWords.ts'
import { filtersOf, type PaymentFilters, queryOf, withFilters } from './paymentFilters.ts'
import { SavedFilters } from './savedFilters.tsx'
import { SearchBox } from './searchBox.tsx'
import { inputOf, usePayments } from './usePayments.ts'

export function PaymentsPage({ merchantId }: MerchantPageProps) {
  const [say, name] = [useWords(listWords), useWords(pageNames)]
  const [, navigate] = useLocation()
  useSearch()
  // Of the address itself: the router decodes it, and values may contain what looks encoded.
  const filters = filtersOf(location.search)
  const query = queryOf(filters)
  const change = (changes: PaymentFilters) => {
    const next = queryOf(withFilters(filters, changes))
    navigate(`${merchantAddress(merchantId, 'payments')}${next === '' ? '' : `?${next}`}`)
  }
  return (
    <Page
      title={name('payments')}
      lead={say('lead')}
      actions={
        <>
          <SavedFilters {...{ merchantId, query }} />
          <ExportButton
            {...{ list: 'orders', input: inputOf(merchantId, filters), fileName: `payments-${merchantId}` }}
          />
        </>
      }
    >
      <Stack gap="sm">
        <SearchBox onFound={change} />
        <FilterBar {...{ filters, onChange: change }} />
      </Stack>
      <PaymentList {...{ merchantId, filters }} />
    </Page>
  )
}

type PaymentListProps = { readonly merchantId: string; readonly filters: PaymentFilters }

function PaymentList({ merchantId, filters }: PaymentListProps) {
  const say = useWords(listWords)
  const { short } = useTimeFormats()
  const { pages, orders, waiting, admit, isLive, upToDateAsOf } = usePayments(merchantId, filters)
  const searchedTo = pages.data?.pages.at(-1)?.searchedTo
  const isFiltered = queryOf(filters) !== ''
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <LiveMark {...{ isLive, upToDateAsOf }} />
        {waiting > 0 && (
          <Button
            {...{ size: 'compact-md', className: 'newOnes', leftSection: <Icon name="refresh" size={14} /> }}
            onClick={() => {
              admit()
              window.scrollTo({ top: 0 })
            }}
          >
            {say('newOnes', { count: waiting })}
          </Button>
        )}
      </Group>
      <DataList
        {...{ label: say('list'), columns: useColumns(), rows: orders, error: pages.error }}
        keyOf={({ orderId }) => orderId}
        hrefOf={({ orderId }) => orderAddress(merchantId, orderId)}
        empty={<Text c="dimmed">{say(isFiltered ? 'emptyFiltered' : 'empty')}</Text>}
        onRetry={() => pages.refetch()}
        onMore={pages.hasNextPage ? () => pages.fetchNextPage() : undefined}
        isLoadingMore={pages.isFetchingNextPage}
      />
      {searchedTo !== undefined && pages.hasNextPage && (
        <Text size="sm" c="dimmed" ta="center">
          {say('searchedTo', { time: short(new Date(searchedTo)) })}
        </Text>
      )}
    </Stack>
  )
}

function LiveMark({
  isLive,
  upToDateAsOf,
}: {
  readonly isLive: boolean
  readonly upToDateAsOf?: string | undefined
}) {
  const say = useWords(listWords)
  const { short } = useTimeFormats()
  const hint =
    upToDateAsOf === undefined ? undefined : say('liveHint', { time: short(new Date(upToDateAsOf)) })
  return (
    <Text size="sm" c="dimmed" className={isLive ? 'liveMark' : 'liveMark off'} title={hint} role="status">
      {isLive ? say('live') : say('notLive')}
    </Text>
  )
}

function useColumns(): readonly DataColumn<ListedOrder>[] {
  const say = useWords(listWords)
  return [
    {
      key: 'orderId',
      title: say('orderId'),
      isHead: true,
      cell: ({ orderId }) => <span className="orderId">{orderId}</span>,
    },
    { key: 'created', title: say('created'), cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
    {
      ...{ key: 'amount', title: say('amount'), isNumber: true },
      cell: ({ amount, currency }) => <Money {...{ amount, currency }} />,
    },
    { key: 'status', title: say('status'), cell: ({ status }) => <CodeBadge code={status} /> },
    {
      ...{ key: 'result', title: say('result') },
      cell: ({ gatewayCode }) => (
        <bdi>
          <GatewayCodeText code={gatewayCode} />
        </bdi>
      ),
    },
    {
      ...{ key: 'card', title: say('card') },
      cell: ({ brand, lastFour }) => <CardText {...{ brand, lastFour }} />,
    },
    {
      ...{ key: 'email', title: `${say('email')}, ${say('reference')}`, isWideOnly: true },
      cell: ({ email, reference }) => (
        <>
          <span className="cut">{email}</span>
          <span className="cut soft">{reference}</span>
        </>
      ),
    },
  ]
}

type CardTextProps = { readonly brand: string | undefined; readonly lastFour: string | undefined }

function CardText({ brand, lastFour }: CardTextProps) {
  if (lastFour === undefined) return <span>{brand === undefined ? '' : readable(brand)}</span>
  return (
    <bdi>
      {brand === undefined ? '' : `${readable(brand)} `}
      <span className="digits" dir="ltr">
        •••• {lastFour}
      </span>
    </bdi>
  )
}
