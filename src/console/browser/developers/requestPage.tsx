// One API call: why it was refused, what was sent, and the same call for a shell.

import { Anchor, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ExplainedCall, ShownCall } from '../../api/developers.ts'
import { merchantAddress, orderAddress } from '../addresses.ts'
import { CopyButton } from '../components/copyButton.tsx'
import { LoadError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { Sheet } from '../components/sheet.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { requestWords } from '../words/requests.ts'
import { bodyLines } from './bodyLines.ts'
import { CallOutcomeBadge, shortPath } from './callParts.tsx'
import { CodeBlock } from './codeBlock.tsx'
import { FactList } from './factList.tsx'
import { RefusalPanel } from './refusalPanel.tsx'

export function RequestPage({ merchantId, id: key }: MerchantPageProps) {
  const [say, name] = [useWords(requestWords), useWords(pageNames)]
  const { data, error, refetch } = useConsoleQuery('explainCall', { merchantId, key })
  return (
    <Page
      title={data ? (data.operation ?? `${data.method} ${shortPath(data.path)}`) : say('call')}
      breadcrumbs={[{ label: name('requests'), href: merchantAddress(merchantId, 'requests') }]}
      beside={data && <CallOutcomeBadge call={data} />}
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={320} radius="lg" />}
      {data && <Call merchantId={merchantId} call={data} />}
    </Page>
  )
}

type CallProps = { readonly merchantId: string; readonly call: ExplainedCall }

function Call({ merchantId, call }: CallProps) {
  const say = useWords(requestWords)
  return (
    <Stack gap="lg">
      <RefusalPanel merchantId={merchantId} call={call} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Sheet title={say('facts')}>
          <CallFacts {...{ merchantId, call }} />
        </Sheet>
        <Sheet title={say('asCurl')}>
          <Text size="sm" c="dimmed" mb="sm">
            {say('asCurlHint')}
          </Text>
          <CodeBlock {...{ copyLabel: say('copyLine'), text: call.curl, isWrapped: true }} />
        </Sheet>
      </SimpleGrid>
      <Sheet title={say('body')}>
        <SentBody call={call} />
      </Sheet>
    </Stack>
  )
}

function SentBody({ call: { body, error } }: { readonly call: ExplainedCall }) {
  const say = useWords(requestWords)
  if (!body) return <Text c="dimmed">{say('noBody')}</Text>
  const lines = bodyLines(body, error?.field)
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {say('bodyHint')}
      </Text>
      <CodeBlock {...{ copyLabel: say('copyBody'), lines }} text={lines.map(({ text }) => text).join('\n')} />
    </>
  )
}

function CallFacts({ merchantId, call }: CallProps) {
  const say = useWords(requestWords)
  const { method, path, version, time, ms, orderId, transactionId } = call
  const { correlationId, requestId, supportCode } = call
  const result = [call.result, call.gatewayCode].filter(text => text !== undefined).join(' · ')
  const facts: readonly (readonly [string, ReactNode] | undefined)[] = [
    [
      say('call'),
      <span key="call" className="devMono" dir="ltr">
        {method} {shortPath(path)}
      </span>,
    ],
    [say('version'), String(version)],
    [say('time'), <Timestamp key="time" at={time} />],
    [say('took'), say('ms', { ms })],
    result === '' ? undefined : [say('result'), result],
    orderId === undefined
      ? undefined
      : [say('order'), <OrderLinks key="order" {...{ merchantId, orderId }} />],
    transactionId === undefined ? undefined : [say('transaction'), <bdi key="id">{transactionId}</bdi>],
    correlationId === undefined ? undefined : [say('correlationId'), <bdi key="id">{correlationId}</bdi>],
    copied(say('requestId'), requestId, say('copyId')),
    copied(say('supportCode'), supportCode, say('copyId')),
    [say('caller'), say(callerOf(call))],
  ]
  return <FactList facts={facts.filter(fact => fact !== undefined)} />
}

function callerOf({ isOfBrowser, isOfTool }: Pick<ShownCall, 'isOfBrowser' | 'isOfTool'>) {
  if (isOfBrowser) return 'byBrowser'
  return isOfTool ? 'byTool' : 'byServer'
}

/** An id that people tell others. */
function copied(title: string, id: string | undefined, label: string) {
  if (id === undefined) return undefined
  return [
    title,
    <span key="id" className="devMono">
      {id} <CopyButton value={id} {...{ label }} />
    </span>,
  ] as const
}

function OrderLinks({ merchantId, orderId }: { readonly merchantId: string; readonly orderId: string }) {
  const say = useWords(requestWords)
  const calls = `requests?orderId=${encodeURIComponent(orderId)}`
  return (
    <>
      <Anchor component={Link} href={orderAddress(merchantId, orderId)}>
        <bdi>{orderId}</bdi>
      </Anchor>
      <br />
      <Anchor component={Link} href={merchantAddress(merchantId, calls)} size="sm">
        {say('sameOrder')}
      </Anchor>
    </>
  )
}
