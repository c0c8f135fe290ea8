// Inviting somebody: to a merchant with a role, or as an operator.

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ShownLink } from '../../api/users.ts'
import type { MerchantRole } from '../../permissions.ts'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { accountWords } from '../words/account.ts'
import { usersWords } from '../words/users.ts'
import { RoleSelect } from './roleSelect.tsx'

type InviteDialogProps = {
  /** Absent: an operator. */
  readonly merchantId?: string
  readonly onInvited: (link: ShownLink) => void
  readonly onClose: () => void
}

export function InviteDialog({ merchantId, onInvited, onClose }: InviteDialogProps) {
  const [say, sayOfAccount] = [useWords(usersWords), useWords(accountWords)]
  const [given, setGiven] = useState({ email: '', name: '' })
  const [role, setRole] = useState<MerchantRole>('READ_ONLY')
  const inviteUser = useConsoleMutation('inviteUser', { invalidates: ['users'], onSuccess: onInvited })
  const inviteOperator = useConsoleMutation('inviteOperator', {
    ...{ invalidates: ['operators'], onSuccess: onInvited },
  })
  const invite = merchantId === undefined ? inviteOperator : inviteUser
  const user = { email: given.email, ...(given.name.trim() !== '' && { name: given.name }) }
  const send = () =>
    merchantId === undefined ? inviteOperator.mutate(user) : inviteUser.mutate({ ...user, role, merchantId })
  return (
    <ConfirmDialog
      {...{ isOpen: true, title: say('inviteTitle'), confirm: say('invite'), isBusy: invite.isPending }}
      {...{ error: invite.errorBeside('email', 'name'), onConfirm: send, onClose }}
    >
      <TextInput
        {...{ label: sayOfAccount('email'), type: 'email', required: true, withAsterisk: false }}
        {...{ value: given.email, error: invite.errorOf('email'), 'data-autofocus': true }}
        onChange={event => setGiven({ ...given, email: event.currentTarget.value })}
      />
      <TextInput
        {...{ label: say('name'), value: given.name, error: invite.errorOf('name'), maxLength: 100 }}
        onChange={event => setGiven({ ...given, name: event.currentTarget.value })}
      />
      {merchantId !== undefined && <RoleSelect role={role} onRole={setRole} />}
    </ConfirmDialog>
  )
}
