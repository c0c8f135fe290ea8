// Verifying the whole audit log: begun here, done on the server, its progress asked for.

import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { AuditVerification } from '../../api/audit.ts'
import { gatewayAddress } from '../addresses.ts'
import { FieldError } from '../components/fieldError.tsx'
import { Icon, type IconName } from '../components/icon.tsx'
import { Sheet } from '../components/sheet.tsx'
import type { Tone } from '../components/statusBadge.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { auditWords } from '../words/audit.ts'

export function VerifyPanel() {
  const say = useWords(auditWords)
  const [isWatched, setIsWatched] = useState(false)
  const { data } = useConsoleQuery('auditVerification', {}, isWatched ? { everyMs: 600 } : {})
  const newest = useConsoleQuery('gatewayAudit', { limit: 1 })
  const starting = useConsoleMutation('verifyAudit', {
    invalidates: ['auditVerification'],
    onSuccess: () => setIsWatched(true),
  })
  const isRunning = starting.isPending || data?.state === 'RUNNING'
  if (isWatched && data && !isRunning) setIsWatched(false)
  if (!isWatched && data?.state === 'RUNNING') setIsWatched(true)
  const isDone = data?.state === 'INTACT' || data?.state === 'BROKEN'
  return (
    <Sheet
      title={say('verification')}
      actions={
        <Button
          {...{ loading: isRunning, onClick: () => starting.mutate({}) }}
          {...(isDone && { variant: 'default' })}
          leftSection={<Icon name="risk" size={16} />}
        >
          {say(isDone ? 'verifyAgain' : 'verify')}
        </Button>
      }
    >
      <Stack gap="sm">
        <Text c="dimmed" size="sm">
          {say('verifyHint')}
        </Text>
        <FieldError message={starting.error?.message} />
        <div role="status" aria-live="polite">
          {data && (
            <Verdict
              {...{ verification: data, total: newest.data?.entries[0]?.entryNo ?? 0, isLinked: true }}
            />
          )}
        </div>
      </Stack>
    </Sheet>
  )
}

/** For who sees only the own merchant's entries: how far the log was verified, when and by whom. */
export function VerifiedNote({ merchantId }: { readonly merchantId: string }) {
  const say = useWords(auditWords)
  const { data } = useConsoleQuery('merchantAuditVerification', { merchantId })
  return (
    <Sheet title={say('verification')}>
      <Stack gap="sm">
        <Text c="dimmed" size="sm">
          {say('verifiedByOperators')}
        </Text>
        {data && <Verdict {...{ verification: data, total: 0 }} />}
      </Stack>
    </Sheet>
  )
}

type VerdictProps = {
  readonly verification: AuditVerification
  readonly total: number
  /** Whether the broken entry can be opened. */
  readonly isLinked?: boolean
}

function Verdict({ verification, total, isLinked = false }: VerdictProps) {
  const say = useWords(auditWords)
  const { state, entries, endedAt, entryNo = 0, why, by } = verification
  const number = String(entryNo)
  if (state === 'NONE')
    return <Text size="sm">{why === undefined ? say('notYet') : say('failed', { why })}</Text>
  if (state === 'RUNNING') {
    const done = total === 0 ? 0 : Math.min(100, (100 * entries) / total)
    return (
      <Stack gap={6}>
        <Text size="sm">{say('running', { count: entries })}</Text>
        <Progress value={done} animated aria-label={say('verification')} />
      </Stack>
    )
  }
  if (state === 'INTACT')
    return (
      <VerdictPanel tone="good" icon="check" title={say('intact', { count: entries })} {...{ endedAt, by }}>
        <Text className="devText">{say('intactHint')}</Text>
      </VerdictPanel>
    )
  return (
    <VerdictPanel tone="bad" icon="alert" title={say('broken', { number })} {...{ endedAt, by }}>
      {why !== undefined && (
        <Text className="devText" fw={600}>
          {why}
        </Text>
      )}
      <Text className="devText">{say('brokenHint', { number })}</Text>
      <Text className="devText">{say('brokenBefore', { count: entries })}</Text>
      {isLinked && (
        <Anchor component={Link} href={gatewayAddress(`audit/${number}`)}>
          {say('openBroken', { number })}
        </Anchor>
      )}
    </VerdictPanel>
  )
}

type VerdictPanelProps = {
  readonly tone: Tone
  readonly icon: IconName
  readonly title: string
  readonly endedAt: string | undefined
  readonly by: string | undefined
  readonly children: ReactNode
}

function VerdictPanel({ tone, icon, title, endedAt, by, children }: VerdictPanelProps) {
  const say = useWords(auditWords)
  return (
    <div className={`devPanel ${tone}`}>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <Icon name={icon} size={20} />
        <Stack gap={6} miw={0} flex={1}>
          <Text component="h3" fw={650} fz="lg">
            {title}
          </Text>
          {children}
          {endedAt !== undefined && (
            <Text size="sm" className="devText">
              {say('ended')} <Timestamp at={endedAt} /> · <bdi>{by}</bdi>
            </Text>
          )}
        </Stack>
      </Group>
    </div>
  )
}
