// One notification: what is sent, each attempt, and what the receiver answered.

import { Anchor, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ExplainedDelivery } from '../../api/developers.ts'
import type { NotificationAttempt } from '../../api/payments.ts'
import { merchantAddress, orderAddress } from '../addresses.ts'
import { CopyButton } from '../components/copyButton.tsx'
import { LoadError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { Sheet } from '../components/sheet.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { useConsoleQuery } from '../queries.ts'
import { notificationWords } from '../words/notifications.ts'
import { pageNames } from '../words/pageNames.ts'
import { CodeBlock } from './codeBlock.tsx'
import { DeliveryBadge, deliveryStateOf, toneOfDelivery } from './deliveryState.tsx'
import { FactList } from './factList.tsx'
import { prettyBody } from './prettyBody.ts'
import { ResendButton } from './resendButton.tsx'

export function DeliveryPage({ merchantId, id: notificationId }: MerchantPageProps) {
  const [say, name] = [useWords(notificationWords), useWords(pageNames)]
  const input = { merchantId, notificationId }
  const { data, error, refetch } = useConsoleQuery('explainDelivery', input, { everyMs: 4_000 })
  return (
    <Page
      title={data ? `${say('delivery')} · ${data.orderId}` : say('delivery')}
      breadcrumbs={[{ label: name('notifications'), href: merchantAddress(merchantId, 'notifications') }]}
      beside={data && <DeliveryBadge state={data.state} />}
      actions={data && <ResendButton merchantId={merchantId} delivery={data} />}
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={260} radius="lg" />}
      {data && <Delivery merchantId={merchantId} delivery={data} />}
    </Page>
  )
}

type DeliveryProps = { readonly merchantId: string; readonly delivery: ExplainedDelivery }

function Delivery({ merchantId, delivery }: DeliveryProps) {
  const say = useWords(notificationWords)
  const state = deliveryStateOf(delivery.state)
  return (
    <Stack gap="lg">
      {state && (
        <section className={`devPanel ${toneOfDelivery[state]}`}>
          <Text className="devText">{say(`why${state}`)}</Text>
        </section>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Sheet title={say('delivery')}>
          <DeliveryFacts {...{ merchantId, delivery }} />
        </Sheet>
        <Sheet title={say('attempts')}>
          <Attempts attempts={delivery.attempts} />
        </Sheet>
      </SimpleGrid>
      <Sheet title={say('body')}>
        {delivery.body === undefined ? (
          <Text c="dimmed">{say('noBody')}</Text>
        ) : (
          <CodeBlock {...{ copyLabel: say('copyBody'), text: prettyBody(delivery.body) }} />
        )}
      </Sheet>
    </Stack>
  )
}

function DeliveryFacts({ merchantId, delivery }: DeliveryProps) {
  const say = useWords(notificationWords)
  const { orderId, transactionId, sequence, time, target, nextAttemptAt, notificationId } = delivery
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      say('order'),
      <Anchor key="order" component={Link} href={orderAddress(merchantId, orderId)}>
        <bdi>{orderId}</bdi>
      </Anchor>,
    ],
    [say('transaction'), <bdi key="transaction">{transactionId}</bdi>],
    [say('sequence'), sequence],
    [say('time'), <Timestamp key="time" at={time} />],
    [say('target'), target === undefined ? say('ofProfile') : <bdi key="target">{target}</bdi>],
    ...(nextAttemptAt === undefined
      ? []
      : ([[say('next'), <Timestamp key="next" at={nextAttemptAt} />]] as const)),
    [
      say('notificationId'),
      <span key="id" className="devMono">
        {notificationId} <CopyButton value={notificationId} label={say('copyId')} />
      </span>,
    ],
  ]
  return <FactList facts={facts} />
}

function Attempts({ attempts }: { readonly attempts: readonly NotificationAttempt[] }) {
  const say = useWords(notificationWords)
  if (attempts.length === 0) return <Text c="dimmed">{say('noAttempts')}</Text>
  return (
    <ol className="devAttempts">
      {attempts.toReversed().map(made => (
        <Attempt key={made.attempt} made={made} />
      ))}
    </ol>
  )
}

function Attempt({ made }: { readonly made: NotificationAttempt }) {
  const say = useWords(notificationWords)
  const { attempt, time, target, tookMs: ms, status, reason } = made
  const isTaken = status !== undefined && status >= 200 && status < 300
  return (
    <li className={isTaken ? 'isGood' : 'isBad'}>
      <Text fw={600}>
        {say('attempt', { attempt })} · <Timestamp at={time} />
      </Text>
      <Text size="sm">
        {status === undefined ? say('notAnswered', { ms }) : say('answered', { status: String(status), ms })}
        {reason !== undefined && ` · ${reason}`}
      </Text>
      <Text size="sm" c="dimmed" className="devMono" dir="ltr">
        {target}
      </Text>
    </li>
  )
}
