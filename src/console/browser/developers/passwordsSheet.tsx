// The two slots of API passwords, and replacing one without a gap.

import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { NewPassword, ShownPassword } from '../../api/developers.ts'
import { useAddressSearch } from '../addressSearch.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { Icon } from '../components/icon.tsx'
import { Sheet } from '../components/sheet.tsx'
import { StatusBadge } from '../components/statusBadge.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { credentialWords } from '../words/credentials.ts'
import { olderPassword } from './credentialFacts.ts'
import { RotationSteps } from './rotationSteps.tsx'
import { ShownOnce } from './shownOnce.tsx'

type PasswordsProps = { readonly merchantId: string; readonly passwords: readonly ShownPassword[] }

export function PasswordsSheet({ merchantId, passwords }: PasswordsProps) {
  const say = useWords(credentialWords)
  const [{ rotate }, change] = useAddressSearch()
  const [added, setAdded] = useState<NewPassword>()
  const [retiring, setRetiring] = useState<number>()
  const adding = useConsoleMutation('addPassword', {
    invalidates: ['developerSettings'],
    onSuccess: setAdded,
  })
  const add = () => !adding.isPending && adding.mutate({ merchantId })
  const isRotating = rotate !== undefined
  return (
    <Sheet
      title={say('passwords')}
      actions={!isRotating && <PasswordActions {...{ passwords, add, isBusy: adding.isPending }} />}
    >
      <Stack gap="lg">
        <Text c="dimmed" size="sm">
          {say('passwordsHint')}
        </Text>
        <FieldError message={adding.error?.message} />
        <Slots {...{ passwords, onRetire: setRetiring }} />
        {added && <AddedPassword added={added} onStored={() => setAdded(undefined)} />}
        {isRotating && (
          <RotationSteps
            {...{ merchantId, passwords, add, isAdding: adding.isPending, onRetire: setRetiring }}
            onClose={() => change({ rotate: undefined }, true)}
          />
        )}
      </Stack>
      <RetireDialog
        {...{ merchantId, slot: retiring, isLast: passwords.length < 2 }}
        onClose={() => setRetiring(undefined)}
        onRetired={slot => {
          if (added?.slot === slot) setAdded(undefined)
          if (isRotating) change({ rotate: undefined }, true)
        }}
      />
    </Sheet>
  )
}

type PasswordActionsProps = {
  readonly passwords: readonly ShownPassword[]
  readonly add: () => void
  readonly isBusy: boolean
}

function PasswordActions({ passwords, add, isBusy }: PasswordActionsProps) {
  const say = useWords(credentialWords)
  const [, change] = useAddressSearch()
  return (
    <>
      {passwords.length < 2 && (
        <Button
          {...{ variant: 'default', onClick: add, loading: isBusy }}
          leftSection={<Icon name="plus" size={16} />}
        >
          {say('addPassword')}
        </Button>
      )}
      {passwords.length > 0 && (
        <Button
          leftSection={<Icon name="refresh" size={16} />}
          onClick={() => change({ rotate: 'on' }, true)}
        >
          {say('rotate')}
        </Button>
      )}
    </>
  )
}

const slots = [1, 2]

type SlotsProps = {
  readonly passwords: readonly ShownPassword[]
  readonly onRetire: (slot: number) => void
}

function Slots({ passwords, onRetire }: SlotsProps) {
  const say = useWords(credentialWords)
  const older = olderPassword(passwords)
  return (
    <ul className="devSlots" aria-label={say('passwords')}>
      {slots.map(slot => {
        const known = passwords.find(password => password.slot === slot)
        return (
          <li key={slot} className={known ? 'devSlot' : 'devSlot devFree'}>
            <Group justify="space-between">
              <Text fw={600}>{say('slot', { slot })}</Text>
              <StatusBadge tone={known ? 'good' : 'plain'}>{say(known ? 'valid' : 'free')}</StatusBadge>
            </Group>
            {known && (
              <Group justify="space-between" gap="xs">
                <Text size="sm" c="dimmed">
                  {say('made')} <Timestamp at={known.createdAt} />
                  {older && ` · ${say(older === known ? 'oldOne' : 'newOne')}`}
                </Text>
                <Button
                  {...{ size: 'compact-sm', variant: 'subtle', color: 'bad', className: 'devDanger' }}
                  aria-label={say('retireOf', { slot })}
                  onClick={() => onRetire(slot)}
                >
                  {say('retirePassword')}
                </Button>
              </Group>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type AddedPasswordProps = { readonly added: NewPassword; readonly onStored: () => void }

function AddedPassword({ added: { slot, password, others }, onStored }: AddedPasswordProps) {
  const say = useWords(credentialWords)
  return (
    <ShownOnce
      {...{ title: say('newPassword', { slot }), secret: password, hasOthers: others > 0, onStored }}
    />
  )
}

type RetireDialogProps = {
  readonly merchantId: string
  /** Undefined while nobody asks. */
  readonly slot: number | undefined
  readonly isLast: boolean
  readonly onClose: () => void
  readonly onRetired: (slot: number) => void
}

function RetireDialog({ merchantId, slot = 0, isLast, onClose, onRetired }: RetireDialogProps) {
  const say = useWords(credentialWords)
  const announce = useAnnounce()
  const retiring = useConsoleMutation('retirePassword', {
    invalidates: ['developerSettings'],
    onSuccess() {
      announce(say('retired', { slot }))
      onClose()
      onRetired(slot)
    },
  })
  const close = () => {
    retiring.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      {...{ isOpen: slot !== 0, title: say('retireTitle', { slot }), confirm: say('retirePassword') }}
      {...{ isDangerous: true, isBusy: retiring.isPending, error: retiring.error?.message, onClose: close }}
      onConfirm={() => retiring.mutate({ merchantId, slot })}
    >
      <Text>{say('retireText')}</Text>
      {isLast && <Text fw={600}>{say('retireLast')}</Text>}
    </ConfirmDialog>
  )
}
