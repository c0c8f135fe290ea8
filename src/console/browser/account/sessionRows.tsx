// Sessions of one user, each with what ends it.

import { Button, Group, Stack, Text } from '@mantine/core'
import type { ShownSession } from '../../api/account.ts'
import { StatusBadge } from '../components/statusBadge.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import { usersWords } from '../words/users.ts'
import { browserNameOf } from './browserName.ts'

type SessionRowsProps = {
  readonly sessions: readonly ShownSession[]
  readonly onEnd: (session: ShownSession) => unknown
  readonly isBusy: boolean
}

export function SessionRows({ sessions, onEnd, isBusy }: SessionRowsProps) {
  const say = useWords(usersWords)
  return (
    <Stack component="ul" gap="sm" className="plainList">
      {sessions.map(session => (
        <Group key={session.sessionId} component="li" justify="space-between" gap="sm">
          <div>
            <Group gap="xs">
              <Text fw={600} title={session.agent}>
                {browserNameOf(session.agent)}
              </Text>
              {session.isOwn && <StatusBadge tone="good">{say('thisBrowser')}</StatusBadge>}
            </Group>
            <Text size="sm" c="dimmed">
              <bdi>{session.address}</bdi> · {say('since')} <Timestamp at={session.createdAtMs} /> ·{' '}
              {say('lastSeen')} <Timestamp at={session.seenAtMs} />
            </Text>
          </div>
          {!session.isOwn && (
            <Button
              {...{ size: 'xs', variant: 'subtle', color: 'bad', disabled: isBusy }}
              aria-label={`${say('end')}: ${browserNameOf(session.agent)}, ${session.address}`}
              onClick={() => onEnd(session)}
            >
              {say('end')}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}
