import { Button } from '@mantine/core'
import type { ShownDelivery } from '../../api/developers.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { notificationWords } from '../words/notifications.ts'

type ResendButtonProps = {
  readonly merchantId: string
  readonly delivery: Pick<ShownDelivery, 'notificationId' | 'orderId'>
  readonly isCompact?: boolean
}

/** One notification once more: with the same id, so that it does no harm where it was heard before. */
export function ResendButton({ merchantId, delivery, isCompact = false }: ResendButtonProps) {
  const say = useWords(notificationWords)
  const announce = useAnnounce()
  const { notificationId, orderId } = delivery
  const resending = useConsoleMutation('resendNotification', {
    invalidates: ['deliveries', 'explainDelivery'],
    onSuccess: ({ queued }) =>
      queued > 0 ? announce(say('resent', { count: queued })) : announce(say('resentNone'), 'wait'),
  })
  return (
    <Button
      {...(isCompact && { size: 'compact-sm', variant: 'subtle' })}
      aria-label={say('resendOf', { id: orderId })}
      loading={resending.isPending}
      onClick={() =>
        resending.mutate(
          { merchantId, notificationId },
          { onError: ({ message }) => announce(message, 'bad') },
        )
      }
    >
      {say('resend')}
    </Button>
  )
}
