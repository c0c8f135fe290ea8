// Another app for codes, with a password where there is none yet.

import { Loader, PasswordInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { accountWords } from '../words/account.ts'
import { shellWords } from '../words/shell.ts'
import { usersWords } from '../words/users.ts'
import { TotpFields } from './totpFields.tsx'

type SetUpTotpProps = {
  readonly needsPassword: boolean
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

export function SetUpTotp({ needsPassword, onDone, onClose }: SetUpTotpProps) {
  const [say, sayOfAccount, sayOfShell] = [useWords(usersWords), useWords(accountWords), useWords(shellWords)]
  const [given, setGiven] = useState({ password: '', code: '' })
  const { mutate: ask, ...offered } = useConsoleMutation('offerTotp')
  const setUp = useConsoleMutation('setTotp', {
    invalidates: ['account', 'mySessions'],
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  useEffect(() => ask({}), [ask])
  const { data: offer } = offered
  const title = needsPassword ? say('setUpCodes') : say('anotherApp')
  const { password, code } = given
  return (
    <ConfirmDialog
      {...{ isOpen: true, title, confirm: sayOfAccount('finish'), isBusy: setUp.isPending, onClose }}
      error={offered.error?.message ?? setUp.errorBeside('code', 'password')}
      onConfirm={() =>
        offer && setUp.mutate({ offer: offer.offer, code, ...(needsPassword && { password }) })
      }
    >
      {needsPassword && (
        <PasswordInput
          {...{ label: sayOfAccount('password'), description: sayOfAccount('passwordHint'), required: true }}
          {...{ autoComplete: 'new-password', withAsterisk: false, error: setUp.errorOf('password') }}
          value={password}
          onChange={event => setGiven({ ...given, password: event.currentTarget.value })}
        />
      )}
      {offered.isPending && <Loader aria-label={sayOfShell('loading')} role="status" />}
      {offer && (
        <TotpFields
          {...{ offer, code, error: setUp.errorOf('code') }}
          onCode={typed => setGiven({ ...given, code: typed })}
        />
      )}
    </ConfirmDialog>
  )
}
