// Where the user is signed in.

import { Button } from '@mantine/core'
import { useAnnounce } from '../components/announcer.tsx'
import { FieldError, LoadError } from '../components/fieldError.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { usersWords } from '../words/users.ts'
import { SessionRows } from './sessionRows.tsx'

export function OwnSessions() {
  const say = useWords(usersWords)
  const announce = useAnnounce()
  const found = useConsoleQuery('mySessions', {})
  const told = { invalidates: ['mySessions'] as const, onSuccess: () => announce(say('ended')) }
  const end = useConsoleMutation('endMySession', told)
  const endOthers = useConsoleMutation('endMyOtherSessions', told)
  const sessions = found.data?.sessions ?? []
  return (
    <Sheet
      title={say('sessions')}
      actions={
        sessions.length > 1 && (
          <Button
            {...{ size: 'xs', variant: 'default', loading: endOthers.isPending }}
            onClick={() => endOthers.mutate({})}
          >
            {say('endOthers')}
          </Button>
        )
      }
    >
      {found.error && <LoadError error={found.error} onRetry={found.refetch} />}
      <SessionRows
        {...{ sessions, isBusy: end.isPending }}
        onEnd={({ sessionId }) => end.mutate({ sessionId })}
      />
      <FieldError message={end.error?.message ?? endOthers.error?.message} />
    </Sheet>
  )
}
