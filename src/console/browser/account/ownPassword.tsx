// The user's password, the app that shows codes, and recovery codes.

import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { OwnAccount } from '../../api/account.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { accountWords } from '../words/account.ts'
import { shellWords } from '../words/shell.ts'
import { usersWords } from '../words/users.ts'
import { passwordText } from './passwordText.ts'
import { RecoveryCodes } from './recoveryCodes.tsx'
import { SetUpTotp } from './setUpTotp.tsx'

type OpenDialog = 'app' | 'password' | 'remove'

export function OwnPassword({ account }: { readonly account: OwnAccount }) {
  const [say, sayOfAccount, sayOfShell] = [useWords(usersWords), useWords(accountWords), useWords(shellWords)]
  const [open, setOpen] = useState<OpenDialog>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const close = () => setOpen(undefined)
  const { hasPassword, hasTotp, recoveryCodes, passkeys } = account
  const isSet = hasPassword && hasTotp
  return (
    <Sheet title={sayOfAccount('passwordAndCodes')}>
      <Stack gap="sm">
        <Text>{say(passwordText(account))}</Text>
        {isSet && <Text c="dimmed">{say('recoveryLeft', { count: recoveryCodes })}</Text>}
        <Group gap="xs">
          {isSet && (
            <Button size="xs" variant="default" onClick={() => setOpen('password')}>
              {say('changePassword')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => setOpen('app')}>
            {isSet ? say('anotherApp') : say('setUpCodes')}
          </Button>
          {isSet && <NewRecoveryCodes onMade={setCodes} />}
          {isSet && passkeys.length > 0 && (
            <Button size="xs" variant="subtle" color="bad" onClick={() => setOpen('remove')}>
              {say('removePassword')}
            </Button>
          )}
        </Group>
      </Stack>
      {open === 'password' && <ChangePassword onClose={close} />}
      {open === 'remove' && <RemovePassword onClose={close} />}
      {open === 'app' && (
        <SetUpTotp
          {...{ needsPassword: !hasPassword, onClose: close }}
          onDone={made => {
            close()
            setCodes(made)
          }}
        />
      )}
      <Modal
        {...{ opened: codes.length > 0, onClose: () => setCodes([]), title: sayOfAccount('recoveryTitle') }}
        {...{ closeOnClickOutside: false, closeButtonProps: { 'aria-label': sayOfShell('close') } }}
      >
        <RecoveryCodes codes={codes} onKept={() => setCodes([])} />
      </Modal>
    </Sheet>
  )
}

function NewRecoveryCodes({ onMade }: { readonly onMade: (codes: readonly string[]) => void }) {
  const say = useWords(usersWords)
  const make = useConsoleMutation('newRecoveryCodes', {
    invalidates: ['account', 'mySessions'],
    onSuccess: ({ recoveryCodes }) => onMade(recoveryCodes),
  })
  return (
    <Button size="xs" variant="default" loading={make.isPending} onClick={() => make.mutate({})}>
      {say('newRecoveryCodes')}
    </Button>
  )
}

function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const [say, sayOfAccount] = [useWords(usersWords), useWords(accountWords)]
  const announce = useAnnounce()
  const [password, setPassword] = useState('')
  const change = useConsoleMutation('setPassword', {
    invalidates: ['account', 'mySessions'],
    onSuccess() {
      announce(say('passwordChanged'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      {...{ isOpen: true, title: say('changePassword'), confirm: say('changePassword'), onClose }}
      {...{ isBusy: change.isPending, error: change.errorBeside('password') }}
      onConfirm={() => change.mutate({ password })}
    >
      <PasswordInput
        {...{ label: say('newPassword'), description: sayOfAccount('passwordHint'), required: true }}
        {...{ autoComplete: 'new-password', withAsterisk: false, error: change.errorOf('password') }}
        {...{ value: password, 'data-autofocus': true }}
        onChange={event => setPassword(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

function RemovePassword({ onClose }: { readonly onClose: () => void }) {
  const say = useWords(usersWords)
  const announce = useAnnounce()
  const remove = useConsoleMutation('removePassword', {
    invalidates: ['account', 'mySessions'],
    onSuccess() {
      announce(say('passwordChanged'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      {...{ isOpen: true, isDangerous: true, title: say('removePassword'), confirm: say('remove'), onClose }}
      {...{ isBusy: remove.isPending, error: remove.error?.message }}
      onConfirm={() => remove.mutate({})}
    >
      <Text size="sm">{say('removePasswordText')}</Text>
    </ConfirmDialog>
  )
}
