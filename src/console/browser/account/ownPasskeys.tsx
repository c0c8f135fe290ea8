// The user's passkeys: what there is, another one, and one less.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnPasskey } from '../../api/account.ts'
import { shortName } from '../../api/names.ts'
import { callServer } from '../callServer.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { Icon } from '../components/icon.tsx'
import { Sheet } from '../components/sheet.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { accountWords } from '../words/account.ts'
import { usersWords } from '../words/users.ts'
import { isForThisHost, makePasskey } from './passkeyPrompt.ts'

export function OwnPasskeys({ passkeys }: { readonly passkeys: readonly OwnPasskey[] }) {
  const say = useWords(usersWords)
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<OwnPasskey>()
  return (
    <Sheet
      title={say('passkeys')}
      actions={
        <Button
          {...{ size: 'xs', variant: 'default', leftSection: <Icon name="plus" size={15} /> }}
          onClick={() => setIsAdding(true)}
        >
          {say('addPasskey')}
        </Button>
      }
    >
      {passkeys.length === 0 && <Text c="dimmed">{say('noPasskeys')}</Text>}
      <Stack component="ul" gap="sm" className="plainList">
        {passkeys.map(passkey => (
          <PasskeyRow key={passkey.passkeyId} passkey={passkey} onRemove={() => setRemoved(passkey)} />
        ))}
      </Stack>
      {isAdding && <AddPasskey onClose={() => setIsAdding(false)} />}
      {removed && <RemovePasskey passkey={removed} onClose={() => setRemoved(undefined)} />}
    </Sheet>
  )
}

type PasskeyRowProps = { readonly passkey: OwnPasskey; readonly onRemove: () => void }

function PasskeyRow({ passkey: { name, createdAtMs, usedAtMs }, onRemove }: PasskeyRowProps) {
  const say = useWords(usersWords)
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {say('created')} <Timestamp at={createdAtMs} /> · {say('lastUsed')}{' '}
          {usedAtMs === undefined ? say('never') : <Timestamp at={usedAtMs} />}
        </Text>
      </div>
      <Button
        size="xs"
        variant="subtle"
        color="bad"
        onClick={onRemove}
        aria-label={`${say('remove')}: ${name}`}
      >
        {say('remove')}
      </Button>
    </Group>
  )
}

function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const [say, sayOfAccount] = [useWords(usersWords), useWords(accountWords)]
  const announce = useAnnounce()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const add = useMutation({
    async mutationFn() {
      // Before a passkey is made that would then be refused.
      if (!shortName.holds?.(name)) throw new Error(shortName.sentence)
      const { options } = await callServer('passkeyToAdd', {})
      const { id: rpId = '' } = options.rp
      if (!isForThisHost(rpId)) throw new Error(sayOfAccount('passkeysElsewhere', { address: rpId }))
      const passkey = await makePasskey(options)
      if (passkey === undefined) throw new Error(sayOfAccount('passkeyCancelled'))
      await callServer('addPasskey', { passkey, name })
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['account'] })
      await queries.invalidateQueries({ queryKey: ['mySessions'] })
      announce(say('passkeyAdded'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      {...{ isOpen: true, title: say('addPasskey'), confirm: say('addPasskey'), isBusy: add.isPending }}
      {...{ error: add.error?.message, onConfirm: () => add.mutate(), onClose }}
    >
      <Text size="sm">{sayOfAccount('passkeyLead')}</Text>
      <TextInput
        {...{ label: say('passkeyName'), required: true, withAsterisk: false, maxLength: 60 }}
        {...{ value: name, 'data-autofocus': true }}
        onChange={event => setName(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

type RemovePasskeyProps = { readonly passkey: OwnPasskey; readonly onClose: () => void }

function RemovePasskey({ passkey: { passkeyId, name }, onClose }: RemovePasskeyProps) {
  const say = useWords(usersWords)
  const announce = useAnnounce()
  const remove = useConsoleMutation('removePasskey', {
    invalidates: ['account', 'mySessions'],
    onSuccess() {
      announce(say('saved'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      {...{ isOpen: true, isDangerous: true, title: say('removePasskey', { name }), confirm: say('remove') }}
      {...{ isBusy: remove.isPending, error: remove.error?.message, onClose }}
      onConfirm={() => remove.mutate({ passkeyId })}
    >
      <Text size="sm">{say('removePasskeyText')}</Text>
    </ConfirmDialog>
  )
}
