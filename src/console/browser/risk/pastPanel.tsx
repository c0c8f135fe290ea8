// What a rule finds in the past, while it is still looked at.

import { Anchor, Button, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { JudgedPayment } from '../../api/risk.ts'
import { orderAddress } from '../addresses.ts'
import { DataList } from '../components/dataList.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { Money } from '../components/money.tsx'
import { Sheet } from '../components/sheet.tsx'
import { StatusBadge, toneOf } from '../components/statusBadge.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useNumber, useWords } from '../language.tsx'
import { GatewayCodeText } from '../payments/codeText.tsx'
import { riskWords } from './riskWords.ts'
import type { PastSum } from './usePastJudged.ts'

type PastPanelProps = {
  /** Whether it goes through all merchants: then each order is told with its merchant. */
  readonly isOfAll: boolean
  readonly title: string
  readonly sum: PastSum
  readonly onStop: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

export function PastPanel({ isOfAll, title, sum, onStop, onClose, children }: PastPanelProps) {
  const say = useWords(riskWords)
  const { seen, held, isRunning, searchedTo, searchedIn, error } = sum
  return (
    <Sheet
      title={title}
      actions={
        <Button variant="default" size="xs" onClick={isRunning ? onStop : onClose}>
          {say(isRunning ? 'stop' : 'closePanel')}
        </Button>
      }
    >
      <Stack gap="md">
        {children}
        {isRunning && <Progress value={100} animated aria-label={say('running')} />}
        <Text size="sm" c="dimmed" role="status">
          {isRunning ? say('running') : say('finished', { count: seen })}{' '}
          {searchedTo !== undefined && <Timestamp at={searchedTo} />}
          {isRunning && searchedIn}
        </Text>
        <FieldError message={error} />
        <Figures sum={sum} />
        {held > 0 && <Samples {...{ isOfAll, samples: sum.samples }} />}
      </Stack>
    </Sheet>
  )
}

function Figures({ sum: { seen, held, unknown, amounts } }: { readonly sum: PastSum }) {
  const say = useWords(riskWords)
  const number = useNumber()
  const figures = [
    { name: say('seen'), value: number(seen) },
    { name: say('held'), value: number(held) },
    { name: say('cannotKnow'), value: number(unknown) },
  ]
  return (
    <>
      <SimpleGrid cols={3}>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <Text size="sm" c="dimmed">
              {name}
            </Text>
            <Text fz={28} fw={650} className="digits">
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <div>
        <Text size="sm" c="dimmed">
          {say('wouldStop')}
        </Text>
        {amounts.length === 0 && <Text>{say('nothingStopped')}</Text>}
        <Group gap="lg">
          {amounts.map(({ currency, amount, count }) => (
            <Text key={currency} fw={600}>
              <Money {...{ amount, currency }} /> · {say('payments', { count })}
            </Text>
          ))}
        </Group>
      </div>
    </>
  )
}

type SamplesProps = { readonly isOfAll: boolean; readonly samples: readonly JudgedPayment[] }

function Samples({ isOfAll, samples }: SamplesProps) {
  const say = useWords(riskWords)
  return (
    <DataList
      label={say('samples')}
      rows={samples}
      keyOf={({ merchantId, orderId, transactionId }) => `${merchantId}/${orderId}/${transactionId}`}
      empty=""
      hasCount={false}
      columns={[
        {
          ...{ key: 'order', title: say('order'), isHead: true },
          cell: ({ merchantId, orderId }) => (
            <Anchor component={Link} href={orderAddress(merchantId, orderId)}>
              {orderId}
            </Anchor>
          ),
        },
        ...(isOfAll
          ? [
              {
                ...{ key: 'merchant', title: say('merchant') },
                cell: ({ merchantId }: JudgedPayment) => merchantId,
              },
            ]
          : []),
        { key: 'time', title: say('time'), cell: ({ time }) => <Timestamp at={time} /> },
        {
          ...{ key: 'result', title: say('result') },
          cell: ({ result, gatewayCode }) => (
            <StatusBadge tone={toneOf(result)}>
              <GatewayCodeText code={gatewayCode} />
            </StatusBadge>
          ),
        },
        { key: 'saw', title: say('saw'), cell: ({ saw }) => saw },
        {
          ...{ key: 'amount', title: say('amount'), isNumber: true },
          cell: ({ amount, currency }) => <Money {...{ amount, currency }} />,
        },
      ]}
    />
  )
}
