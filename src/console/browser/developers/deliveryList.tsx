// What became of each notification, newest first.

import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ShownDelivery } from '../../api/developers.ts'
import { merchantAddress } from '../addresses.ts'
import { useAddressSearch } from '../addressSearch.ts'
import { DataList } from '../components/dataList.tsx'
import { useExportedList } from '../components/exportedList.tsx'
import { Icon } from '../components/icon.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import { useRowKeys } from '../shell/rowKeys.ts'
import { notificationWords } from '../words/notifications.ts'
import { DeliveryBadge, deliveryStateOf, deliveryStates } from './deliveryState.tsx'
import { ResendButton } from './resendButton.tsx'
import { ResendRangeDialog } from './resendRangeDialog.tsx'
import { TypedFilter } from './typedFilter.tsx'

export function DeliveryList({ merchantId }: { readonly merchantId: string }) {
  const say = useWords(notificationWords)
  const [search] = useAddressSearch()
  const [state, orderId] = [deliveryStateOf(search.state), search.order]
  useRowKeys()
  const input = { merchantId, ...(state && { state }), ...(orderId !== undefined && { orderId }) }
  const [list, download] = useExportedList('deliveries', input, nextOf, {
    ...{ everyMs: 5_000, fileName: `notifications-${merchantId}` },
  })
  const rows = list.data?.pages.flatMap(({ deliveries }) => deliveries)
  return (
    <Stack gap="md">
      <DeliveryFilters {...{ merchantId, download }} />
      <DataList<ShownDelivery>
        {...{ label: say('deliveries'), rows, error: list.error, onRetry: list.refetch }}
        {...{ isLoadingMore: list.isFetchingNextPage, keyOf: ({ notificationId }) => notificationId }}
        onMore={list.hasNextPage ? list.fetchNextPage : undefined}
        empty={say(state || orderId !== undefined ? 'noneSuch' : 'noDeliveries')}
        hrefOf={({ notificationId }) => merchantAddress(merchantId, `notifications/${notificationId}`)}
        columns={[
          { key: 'order', title: say('order'), isHead: true, cell: ({ orderId }) => <bdi>{orderId}</bdi> },
          { key: 'transaction', title: say('transaction'), cell: row => <bdi>{row.transactionId}</bdi> },
          { key: 'time', title: say('time'), cell: ({ time }) => <Timestamp at={time} /> },
          { key: 'state', title: say('state'), cell: row => <DeliveryBadge state={row.state} /> },
          { key: 'attempts', title: say('attempts'), isNumber: true, cell: ({ attempts }) => attempts },
          {
            ...{ key: 'resend', title: say('resend') },
            cell: row => <ResendButton {...{ merchantId, delivery: row, isCompact: true }} />,
          },
        ]}
      />
    </Stack>
  )
}

const nextOf = ({ next }: { readonly next?: string }) => (next === undefined ? undefined : { after: next })

type DeliveryFiltersProps = { readonly merchantId: string; readonly download: ReactNode }

function DeliveryFilters({ merchantId, download }: DeliveryFiltersProps) {
  const say = useWords(notificationWords)
  const [search, change] = useAddressSearch()
  const [isResending, setIsResending] = useState(false)
  return (
    <Group justify="space-between" align="flex-end" gap="sm">
      <Group gap="sm" align="flex-end">
        <NativeSelect
          {...{ label: say('state'), value: deliveryStateOf(search.state) ?? '' }}
          data={[
            { value: '', label: say('anyState') },
            ...deliveryStates.map(value => ({ value, label: say(`state${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => change({ state: value }, true)}
        />
        <TypedFilter
          {...{ label: say('orderId'), value: search.order ?? '', maxLength: 40 }}
          onEntered={order => change({ order }, true)}
        />
      </Group>
      <Group gap="sm">
        {download}
        <Button
          {...{ variant: 'default', onClick: () => setIsResending(true) }}
          leftSection={<Icon name="refresh" size={16} />}
        >
          {say('resendMany')}
        </Button>
      </Group>
      <ResendRangeDialog {...{ merchantId, isOpen: isResending, onClose: () => setIsResending(false) }} />
    </Group>
  )
}
