import { Button } from '@mantine/core'
import { useAnnounce } from '../components/announcer.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { timelineWords } from './timelineWords.ts'

type ResendProps = { readonly merchantId: string; readonly notificationId: string; readonly sequence: number }

/** Sends a notification once more: with the same id, so that it does no harm where it was heard before. */
export function ResendFromTimeline({ merchantId, notificationId, sequence }: ResendProps) {
  const say = useWords(timelineWords)
  const announce = useAnnounce()
  const who = useConsoleQuery('whoAmI', {})
  const resend = useConsoleMutation('resendNotification', {
    invalidates: ['explainOrder'],
    onSuccess: ({ queued }) =>
      queued > 0 ? announce(say('resent', { sequence })) : announce(say('resentNowhere'), 'wait'),
  })
  if (!who.data?.permissions.includes('developers.change')) return null
  return (
    <Button
      {...{ size: 'compact-xs', variant: 'light', loading: resend.isPending }}
      aria-label={`${say('resend')}: ${say('notificationDue', { sequence })}`}
      onClick={() =>
        resend.mutate({ merchantId, notificationId }, { onError: ({ message }) => announce(message, 'bad') })
      }
    >
      {say('resend')}
    </Button>
  )
}
