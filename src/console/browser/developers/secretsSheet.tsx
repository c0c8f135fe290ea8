// The secrets of notifications: two of each kind can be valid, so that one is replaced without a gap.

import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { NewSecret, ShownSecret } from '../../api/developers.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { Sheet } from '../components/sheet.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { notificationWords } from '../words/notifications.ts'
import { ShownOnce } from './shownOnce.tsx'

const kinds = ['signing', 'shared'] as const
type Kind = (typeof kinds)[number]

type SecretsSheetProps = { readonly merchantId: string; readonly secrets: readonly ShownSecret[] }

export function SecretsSheet({ merchantId, secrets }: SecretsSheetProps) {
  const say = useWords(notificationWords)
  return (
    <Sheet title={say('secrets')}>
      <Stack gap="xl">
        {kinds.map(kind => (
          <SecretsOfKind
            key={kind}
            {...{ merchantId, kind, secrets: secrets.filter(known => known.kind === kind) }}
          />
        ))}
      </Stack>
    </Sheet>
  )
}

type SecretsOfKindProps = SecretsSheetProps & { readonly kind: Kind }

function SecretsOfKind({ merchantId, kind, secrets }: SecretsOfKindProps) {
  const say = useWords(notificationWords)
  const [asked, setAsked] = useState<'add' | 'retire'>()
  const [added, setAdded] = useState<NewSecret>()
  const close = () => setAsked(undefined)
  return (
    <div>
      <Text component="h3" fw={600}>
        {say(kind)}
      </Text>
      <Text size="sm" c="dimmed">
        {say(`${kind}Hint`)}
      </Text>
      <InUse {...{ secrets }} />
      <Group mt="sm" gap="xs">
        <Button
          {...{ variant: 'default', size: 'sm', onClick: () => setAsked('add') }}
          aria-label={say('addSecretOf', { kind: say(kind) })}
        >
          {say('addSecret')}
        </Button>
        {secrets.length > 1 && (
          <Button
            {...{ variant: 'subtle', color: 'bad', size: 'sm', className: 'devDanger' }}
            onClick={() => setAsked('retire')}
          >
            {say('retireOlder')}
          </Button>
        )}
      </Group>
      {added && (
        <Stack mt="md">
          <ShownOnce
            {...{ title: say('newSecret'), secret: added.secret, hasOthers: added.others > 0 }}
            onStored={() => setAdded(undefined)}
          />
        </Stack>
      )}
      <AddDialog {...{ merchantId, kind, isOpen: asked === 'add', onClose: close, onAdded: setAdded }} />
      <RetireDialog {...{ merchantId, kind, isOpen: asked === 'retire', onClose: close }} />
    </div>
  )
}

function InUse({ secrets }: Pick<SecretsSheetProps, 'secrets'>) {
  const say = useWords(notificationWords)
  const howMany = secrets.length === 0 ? 'secretNone' : secrets.length === 1 ? 'secretOne' : 'secretTwo'
  return (
    <Text size="sm" mt={8}>
      {say(howMany)}{' '}
      {secrets.map(({ createdAt }, index) => (
        <span key={createdAt}>
          {index > 0 && ' · '}
          {say('made')} <Timestamp at={createdAt} />
        </span>
      ))}
    </Text>
  )
}

type DialogProps = {
  readonly merchantId: string
  readonly kind: Kind
  readonly isOpen: boolean
  readonly onClose: () => void
}

function AddDialog(props: DialogProps & { readonly onAdded: (added: NewSecret) => void }) {
  const { merchantId, kind, isOpen, onClose, onAdded } = props
  const say = useWords(notificationWords)
  const adding = useConsoleMutation('addNotificationSecret', {
    invalidates: ['developerSettings'],
    onSuccess(added) {
      onClose()
      onAdded(added)
    },
  })
  return (
    <ConfirmDialog
      {...{ isOpen, title: say('addSecretTitle'), confirm: say('addSecret'), onClose }}
      {...{ isBusy: adding.isPending, error: adding.error?.message }}
      onConfirm={() => adding.mutate({ merchantId, kind })}
    >
      <Text>{say('addSecretText')}</Text>
    </ConfirmDialog>
  )
}

function RetireDialog({ merchantId, kind, isOpen, onClose }: DialogProps) {
  const say = useWords(notificationWords)
  const announce = useAnnounce()
  const retiring = useConsoleMutation('retireNotificationSecret', {
    invalidates: ['developerSettings'],
    onSuccess() {
      announce(say('retiredOlder'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      {...{ isOpen, title: say('retireOlderTitle'), confirm: say('retireOlder'), isDangerous: true, onClose }}
      {...{ isBusy: retiring.isPending, error: retiring.error?.message }}
      onConfirm={() => retiring.mutate({ merchantId, kind })}
    >
      <Text>{say('retireOlderText')}</Text>
    </ConfirmDialog>
  )
}
