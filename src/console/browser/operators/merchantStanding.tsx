// How a merchant stands: suspending, resuming and closing it, each after saying what will happen.

import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ConsoleAnswer } from '../../api/calls.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { StatusBadge } from '../components/statusBadge.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { standingWords } from './standingWords.ts'

type Standing = ConsoleAnswer<'merchantProfile'>['standing']

const tones = { OPEN: 'good', SUSPENDED: 'wait', CLOSED: 'bad' } as const

export function StandingBadge({ standing }: { readonly standing: Standing }) {
  const say = useWords(standingWords)
  return <StatusBadge tone={tones[standing]}>{say(standing)}</StatusBadge>
}

const nextOf = {
  OPEN: ['SUSPENDED', 'CLOSED'],
  SUSPENDED: ['OPEN', 'CLOSED'],
  CLOSED: ['OPEN'],
} as const satisfies Readonly<Record<Standing, readonly Standing[]>>

type StandingProps = { readonly about: string; readonly standing: Standing }

export function StandingActions({ about, standing }: StandingProps) {
  const say = useWords(standingWords)
  const [wanted, setWanted] = useState<Standing>()
  return (
    <>
      {nextOf[standing].map(next => (
        <Button key={next} variant="default" onClick={() => setWanted(next)}>
          {say(`to${next}`)}
        </Button>
      ))}
      {wanted && <ChangeStanding {...{ about, standing: wanted }} onClose={() => setWanted(undefined)} />}
    </>
  )
}

function ChangeStanding({ about, standing, onClose }: StandingProps & { readonly onClose: () => void }) {
  const say = useWords(standingWords)
  const announce = useAnnounce()
  const [reason, setReason] = useState('')
  const [isAnyway, setAnyway] = useState(false)
  const change = useConsoleMutation('changeStanding', {
    invalidates: ['merchantProfile', 'merchants'],
    onSuccess() {
      announce(say('changed', { merchant: about, standing: say(standing) }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      {...{ isOpen: true, title: about, confirm: say(`to${standing}`), isBusy: change.isPending, onClose }}
      isDangerous={standing === 'CLOSED'}
      error={change.errorBeside('reason')}
      onConfirm={() =>
        change.mutate({ about, standing, ...(reason !== '' && { reason }), ...(isAnyway && { isAnyway }) })
      }
    >
      <Text>{say(`confirm${standing}`)}</Text>
      <TextInput
        {...{ label: say('reason'), description: say('reasonHint'), value: reason, maxLength: 200 }}
        onChange={event => setReason(event.currentTarget.value)}
        error={change.errorOf('reason')}
        data-autofocus
      />
      {standing === 'CLOSED' && (
        <Checkbox
          {...{ label: say('anyway'), checked: isAnyway }}
          onChange={event => setAnyway(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
