// The sandbox corner: a payment for each outcome, and the cards that lead to them.

import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import type { MadePayment, SandboxCards } from '../../api/sandbox.ts'
import { orderAddress } from '../addresses.ts'
import { CopyButton } from '../components/copyButton.tsx'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { Sheet } from '../components/sheet.tsx'
import { StatusBadge, toneOf } from '../components/statusBadge.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { SandboxTabs } from './sandboxTabs.tsx'
import { sandboxWords } from './sandboxWords.ts'

export function SandboxPage({ merchantId }: MerchantPageProps) {
  const [say, name] = [useWords(sandboxWords), useWords(pageNames)]
  return (
    <Page title={name('sandbox')} lead={say('lead')}>
      <SandboxTabs {...{ merchantId, here: 'cards' }} />
      <EachOutcome merchantId={merchantId} />
      <TestCards merchantId={merchantId} />
    </Page>
  )
}

function EachOutcome({ merchantId }: { readonly merchantId: string }) {
  const say = useWords(sandboxWords)
  const run = useConsoleQuery('eachOutcome', { merchantId }, { everyMs: 1_000 })
  const making = useConsoleMutation('makeEachOutcome', { invalidates: ['eachOutcome'] })
  const { isRunning = false, total = 0, payments = [] } = run.data ?? {}
  const columns: readonly DataColumn<MadePayment>[] = [
    { key: 'order', title: say('order'), cell: row => row.orderId, isHead: true },
    { key: 'outcome', title: say('outcome'), cell: row => <span lang="en">{row.wanted}</span> },
    {
      ...{ key: 'answer', title: say('answer') },
      cell: ({ result, gatewayCode, refused }) => (
        <StatusBadge tone={toneOf(result ?? 'ERROR')}>
          <span lang="en">{gatewayCode ?? refused}</span>
        </StatusBadge>
      ),
    },
  ]
  return (
    <>
      <Sheet>
        <Stack gap="sm">
          <Group justify="space-between">
            <Text>{say('eachLead')}</Text>
            <Button onClick={() => making.mutate({ merchantId })} loading={isRunning || making.isPending}>
              {say('each')}
            </Button>
          </Group>
          <FieldError message={making.errorBeside()} />
          {total > 0 && (
            <div role="status">
              <Text size="sm">{say('progress', { done: payments.length, total })}</Text>
              <Progress value={(100 * payments.length) / total} aria-label={say('each')} mt={4} />
            </div>
          )}
        </Stack>
      </Sheet>
      {payments.length > 0 && (
        <DataList
          {...{ label: say('each'), columns, rows: payments, empty: say('none'), hasCount: false }}
          keyOf={row => row.orderId}
          hrefOf={row => orderAddress(merchantId, row.orderId)}
        />
      )}
    </>
  )
}

type DateRow = SandboxCards['outcomes'][number]
type NumberRow = SandboxCards['numbers'][number]

function TestCards({ merchantId }: { readonly merchantId: string }) {
  const say = useWords(sandboxWords)
  const cards = useConsoleQuery('sandboxCards', { merchantId })
  const dates: readonly DataColumn<DateRow>[] = [
    {
      ...{ key: 'expiry', title: say('expiry'), isHead: true },
      cell: row => <span className="digits">{row.expiry}</span>,
    },
    { key: 'outcome', title: say('outcome'), cell: row => <span lang="en">{row.gatewayCode}</span> },
  ]
  const numbers: readonly DataColumn<NumberRow>[] = [
    { key: 'number', title: say('number'), isHead: true, cell: row => <CardNumber number={row.number} /> },
    { key: 'network', title: say('network'), cell: row => <span lang="en">{row.brand}</span> },
  ]
  const shared = { empty: say('none'), error: cards.error, hasCount: false, onRetry: () => cards.refetch() }
  return (
    <>
      <Title order={2}>{say('numbers')}</Title>
      <DataList
        {...{ ...shared, label: say('numbers'), columns: numbers, rows: cards.data?.numbers }}
        keyOf={row => row.number}
      />
      <Title order={2}>{say('outcomes')}</Title>
      <DataList
        {...{ ...shared, label: say('outcomes'), columns: dates, rows: cards.data?.outcomes }}
        keyOf={row => row.expiry}
      />
    </>
  )
}

function CardNumber({ number }: { readonly number: string }) {
  const say = useWords(sandboxWords)
  return (
    <Group gap="xs" wrap="nowrap">
      <span className="digits">{number}</span>
      <CopyButton value={number} label={say('copyNumber', { number })} />
    </Group>
  )
}
