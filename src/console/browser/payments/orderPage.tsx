// The page of one order: what it is, why it came out so, its money, and everything that happened.

import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useEffect } from 'react'
import type { ExplainedOrder, ShownOrder } from '../../api/payments.ts'
import { merchantAddress } from '../addresses.ts'
import { CopyButton } from '../components/copyButton.tsx'
import { LoadError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { Sheet } from '../components/sheet.tsx'
import { StatusBadge } from '../components/statusBadge.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { rememberOrder } from '../shell/recentOrders.ts'
import { pageNames } from '../words/pageNames.ts'
import { CodeBadge } from './codeText.tsx'
import { EnterActions } from './enterActions.tsx'
import { ErasePayerAction } from './erasePayerAction.tsx'
import { MoneyBar } from './moneyBar.tsx'
import { OrderActions } from './orderActions.tsx'
import { OrderFacts } from './orderFacts.tsx'
import { orderWords } from './orderWords.ts'
import { TimelineView } from './timelineView.tsx'
import { TransactionList } from './transactionList.tsx'
import { useOrder } from './useOrder.ts'
import { needsWhy } from './why.ts'
import { WhyPanel } from './whyPanel.tsx'

export function OrderPage({ merchantId, id: orderId }: MerchantPageProps) {
  const [say, name] = [useWords(orderWords), useWords(pageNames)]
  const { shown, explained } = useOrder(merchantId, orderId)
  const isFound = shown.data !== undefined
  useEffect(() => {
    if (isFound) rememberOrder(merchantId, orderId)
  }, [merchantId, orderId, isFound])
  return (
    <Page
      title={orderId}
      breadcrumbs={[{ label: name('payments'), href: merchantAddress(merchantId, 'payments') }]}
      beside={
        <Group gap="xs">
          <CopyButton value={orderId} label={say('copyId')} />
          {shown.data && <OrderStatus order={shown.data} />}
        </Group>
      }
      hasManyActions
      actions={
        shown.data && (
          <>
            <Group gap="xs">
              <OrderActions merchantId={merchantId} order={shown.data} />
            </Group>
            {/* Seldom wanted: where they have no room beside the others, they go below together. */}
            <Group gap="xs">
              <EnterActions merchantId={merchantId} order={shown.data} />
              <ErasePayerAction merchantId={merchantId} order={shown.data} />
            </Group>
          </>
        )
      }
    >
      {shown.error && !shown.data && <LoadError error={shown.error} onRetry={shown.refetch} />}
      {shown.isPending && <Skeleton height={180} radius="lg" />}
      {shown.data && <OrderBody {...{ merchantId, order: shown.data, explained: explained.data }} />}
      {shown.data && explained.error && !explained.data && (
        <LoadError error={explained.error} onRetry={explained.refetch} />
      )}
    </Page>
  )
}

function OrderStatus({ order: { status } }: { readonly order: ShownOrder }) {
  const say = useWords(orderWords)
  return status === undefined ? (
    <StatusBadge tone="wait">{say('undecided')}</StatusBadge>
  ) : (
    <CodeBadge code={status} />
  )
}

type OrderBodyProps = {
  readonly merchantId: string
  readonly order: ShownOrder
  readonly explained: ExplainedOrder | undefined
}

function OrderBody({ merchantId, order, explained }: OrderBodyProps) {
  const say = useWords(orderWords)
  return (
    <Stack gap="lg">
      {explained && whyShown(explained).map(one => <WhyPanel key={one.transactionId} explained={one} />)}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <OrderFacts order={order} />
        <Sheet title={say('money')}>
          <MoneyBar order={order} />
        </Sheet>
      </SimpleGrid>
      <TransactionList transactions={order.transactions} />
      <Sheet title={say('timeline')}>
        {explained ? <TimelineView {...{ merchantId, explained }} /> : <Skeleton height={240} radius="md" />}
      </Sheet>
    </Stack>
  )
}

/** Whatever is undecided, and the newest where it did not simply go well. */
function whyShown({ transactions }: ExplainedOrder): ExplainedOrder['transactions'] {
  const newest = transactions.at(-1)
  return transactions.filter(one =>
    one === newest ? needsWhy(one) : one.result === 'PENDING' || one.result === 'UNKNOWN',
  )
}
