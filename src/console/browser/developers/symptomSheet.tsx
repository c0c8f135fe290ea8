// One mistake of an integration: how bad it is, what to do, and where it was seen.

import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { FoundEvidence, FoundSymptom } from '../../api/doctor.ts'
import { merchantAddress, orderAddress } from '../addresses.ts'
import { Sheet } from '../components/sheet.tsx'
import { StatusBadge } from '../components/statusBadge.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import { doctorWords } from '../words/doctor.ts'
import { symptomAdviceWords } from '../words/symptomAdvice.ts'
import { evidenceWords, symptomTitleWords } from '../words/symptoms.ts'

type SymptomSheetProps = { readonly merchantId: string; readonly symptom: FoundSymptom }

export function SymptomSheet({ merchantId, symptom: { id, severity, count, evidence } }: SymptomSheetProps) {
  const [say, title] = [useWords(doctorWords), useWords(symptomTitleWords)]
  const advice = useWords(symptomAdviceWords)
  return (
    <Sheet title={title(id)}>
      <Stack gap="md">
        <Group gap="sm">
          <StatusBadge tone={severity === 'error' ? 'bad' : 'wait'}>{say(severity)}</StatusBadge>
          <Text size="sm" c="dimmed">
            {say('times', { count })}
          </Text>
          <code className="devMono" dir="ltr">
            {id}
          </code>
        </Group>
        <div>
          <Text component="h3" fw={600}>
            {say('todo')}
          </Text>
          <Text maw={720}>
            <WithCode text={advice(id)} />
          </Text>
        </div>
        <div>
          <Text component="h3" fw={600}>
            {say('evidence')}
          </Text>
          <ul className="devSeen">
            {evidence.map(each => (
              <li key={`${each.requestId} ${each.orderId} ${each.transactionId} ${each.atMs}`}>
                <Evidence {...{ merchantId, evidence: each }} />
              </li>
            ))}
          </ul>
        </div>
      </Stack>
    </Sheet>
  )
}

type EvidenceProps = { readonly merchantId: string; readonly evidence: FoundEvidence }

function Evidence({ merchantId, evidence }: EvidenceProps) {
  const [say, tell] = [useWords(doctorWords), useWords(evidenceWords)]
  const { atMs, orderId, transactionId, requestId, what } = evidence
  const place = transactionId === undefined ? orderId : `${orderId}/${transactionId}`
  return (
    <>
      <Text className="devWhat">{tell(what.name, what.values)}</Text>
      <Group gap="xs" fz="sm">
        <Timestamp at={atMs} />
        {orderId !== undefined && (
          <Anchor component={Link} href={orderAddress(merchantId, orderId)} fz="sm" className="devWhat">
            {say('order', { id: place ?? orderId })}
          </Anchor>
        )}
        {requestId !== undefined && (
          <Anchor
            {...{ component: Link, fz: 'sm', className: 'devWhat' }}
            href={merchantAddress(merchantId, `requests?requestId=${encodeURIComponent(requestId)}`)}
          >
            {say('request', { id: requestId })}
          </Anchor>
        )}
      </Group>
    </>
  )
}

/** What stands between backticks is code, and runs from the left. */
function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part} dir="ltr">
        {part}
      </code>
    ),
  )
}
