// Why a call was refused: the field, the API's own sentence, what it means, and where to read on.

import { Anchor, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ExplainedCall } from '../../api/developers.ts'
import { orderAddress } from '../addresses.ts'
import { Icon } from '../components/icon.tsx'
import { useWords } from '../language.tsx'
import { requestWords } from '../words/requests.ts'

type RefusalPanelProps = { readonly merchantId: string; readonly call: ExplainedCall }

export function RefusalPanel({ merchantId, call }: RefusalPanelProps) {
  const say = useWords(requestWords)
  const { outcome, result, orderId, error, reference } = call
  if (outcome === 'ANSWERED') {
    if (result !== 'FAILURE' || orderId === undefined) return null
    return (
      <Panel tone="plain" title={say('declined')}>
        <Anchor component={Link} href={orderAddress(merchantId, orderId)}>
          {say('toOrder')}
        </Anchor>
      </Panel>
    )
  }
  const advice = adviceFor(call)
  return (
    <Panel
      tone={outcome === 'FAILED' ? 'bad' : 'wait'}
      title={say(outcome === 'FAILED' ? 'whyFailed' : 'whyRefused')}
    >
      {error?.field !== undefined && <Field {...{ field: error.field, said: error.validationType }} />}
      {error?.explanation !== undefined && (
        <Text className="devText" fw={600}>
          <bdi>{error.explanation}</bdi>
        </Text>
      )}
      {advice && <Text className="devText">{say(advice)}</Text>}
      {reference !== undefined && (
        <Anchor href={reference} target="_blank" rel="noreferrer">
          {say('reference')}
        </Anchor>
      )}
    </Panel>
  )
}

type PanelProps = {
  readonly tone: 'bad' | 'plain' | 'wait'
  readonly title: string
  readonly children: ReactNode
}

function Panel({ tone, title, children }: PanelProps) {
  return (
    <section className={`devPanel ${tone}`} aria-label={title}>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <Icon name={tone === 'plain' ? 'info' : 'alert'} size={20} />
        <Stack gap={6} miw={0} flex={1}>
          <Text component="h2" fw={650} fz="lg">
            {title}
          </Text>
          {children}
        </Stack>
      </Group>
    </section>
  )
}

function Field({ field, said }: { readonly field: string; readonly said: string | undefined }) {
  const say = useWords(requestWords)
  const known = validationTypes.find(type => type === said)
  return (
    <Text className="devText">
      {say('theField')}{' '}
      <code className="devMono" dir="ltr">
        {field}
      </code>
      {'. '}
      {known && say(`said${known}`)}
    </Text>
  )
}

const validationTypes = ['MISSING', 'INVALID', 'UNSUPPORTED'] as const

const advisedCauses = ['REQUEST_REJECTED', 'SERVER_BUSY', 'INVALID_REQUEST', 'SERVER_FAILED'] as const

/** A failure of ours may have no cause that its caller was told. */
export function adviceFor({ outcome, error }: Pick<ExplainedCall, 'error' | 'outcome'>) {
  const cause = advisedCauses.find(known => known === error?.cause)
  if (cause) return `advice${cause}` as const
  return outcome === 'FAILED' ? 'adviceSERVER_FAILED' : undefined
}
