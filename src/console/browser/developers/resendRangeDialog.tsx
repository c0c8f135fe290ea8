// Sending all notifications of a time range again, as after an outage of the receiver.

import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { nowMs } from '../clock.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { notificationWords } from '../words/notifications.ts'
import { deliveryStateOf, deliveryStates } from './deliveryState.tsx'
import { fromField, toField } from './localTime.ts'

type ResendRangeProps = {
  readonly merchantId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

const hourMs = 3_600_000

/** Begins with what was given up in the last day: what an outage leaves behind. */
const firstRange = () => ({
  from: toField(new Date(nowMs() - 24 * hourMs).toISOString()),
  until: toField(new Date(nowMs() + hourMs / 60).toISOString()),
  state: 'DEAD',
})

export function ResendRangeDialog({ merchantId, isOpen, onClose }: ResendRangeProps) {
  const say = useWords(notificationWords)
  const announce = useAnnounce()
  const [range, setRange] = useState(firstRange)
  const resending = useConsoleMutation('resendNotifications', {
    invalidates: ['deliveries'],
    onSuccess({ queued }) {
      if (queued > 0) announce(say('resent', { count: queued }))
      else announce(say('resentNone'), 'wait')
      close()
    },
  })
  const close = () => {
    resending.reset()
    setRange(firstRange())
    onClose()
  }
  const [from, until] = [fromField(range.from), fromField(range.until)]
  const isWrong = from !== undefined && until !== undefined && until <= from
  const state = deliveryStateOf(range.state)
  return (
    <ConfirmDialog
      {...{ isOpen, title: say('resendMany'), confirm: say('resend'), isBusy: resending.isPending }}
      {...{ error: resending.error?.message, onClose: close }}
      onConfirm={() => {
        if (from !== undefined && until !== undefined && !isWrong)
          resending.mutate({ merchantId, from, until, ...(state && { state }) })
      }}
    >
      <Text size="sm">{say('resendManyText')}</Text>
      <RangeFields {...{ range, isWrong }} change={one => setRange({ ...range, ...one })} />
    </ConfirmDialog>
  )
}

type Range = ReturnType<typeof firstRange>
type RangeFieldsProps = {
  readonly range: Range
  readonly isWrong: boolean
  readonly change: (changed: Partial<Range>) => void
}

function RangeFields({ range, isWrong, change }: RangeFieldsProps) {
  const say = useWords(notificationWords)
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          {...{ type: 'datetime-local', label: say('from'), value: range.from, required: true }}
          onChange={({ currentTarget: { value } }) => change({ from: value })}
        />
        <TextInput
          {...{ type: 'datetime-local', label: say('until'), value: range.until, required: true }}
          error={isWrong && say('rangeWrong')}
          onChange={({ currentTarget: { value } }) => change({ until: value })}
        />
      </SimpleGrid>
      <NativeSelect
        {...{ label: say('onlyState'), value: range.state }}
        data={[
          { value: '', label: say('anyState') },
          ...deliveryStates.map(value => ({ value, label: say(`state${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => change({ state: value })}
      />
    </>
  )
}
