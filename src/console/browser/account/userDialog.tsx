// One user: role, where they are signed in, and taking away or giving back the way in.

import { Button, Divider, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ShownLink, ShownUser } from '../../api/users.ts'
import { type MerchantRole, merchantRoles } from '../../permissions.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'
import { usersWords } from '../words/users.ts'
import { RoleSelect } from './roleSelect.tsx'
import { SessionRows } from './sessionRows.tsx'
import { useUserCalls } from './userCalls.ts'
import { userStatus } from './userStatus.ts'

type UserDialogProps = {
  /** Absent: an operator. */
  readonly merchantId?: string
  readonly user: ShownUser
  readonly onLink: (link: ShownLink) => void
  readonly onClose: () => void
}

export function UserDialog({ merchantId, user, onLink, onClose }: UserDialogProps) {
  const [say, sayOfShell] = [useWords(usersWords), useWords(shellWords)]
  const announce = useAnnounce()
  const [asked, setAsked] = useState<AskedChange>()
  const calls = useUserCalls({ merchantId, userId: user.userId }, { onLink, onChanged: () => changed() })
  const changed = () => {
    announce(say('changed'))
    onClose()
  }
  const role = merchantRoles.find(one => one === user.role)
  return (
    <Modal
      {...{ opened: true, onClose, title: user.name || user.email, size: 'lg' }}
      closeButtonProps={{ 'aria-label': sayOfShell('close') }}
    >
      <Stack>
        <Text c="dimmed">{user.email}</Text>
        {role && <ChangeRole {...{ role, calls }} />}
        <Divider />
        <SessionsOfUser calls={calls} />
        <Divider />
        <WayIn {...{ user, calls, setAsked }} />
        <FieldError message={asked ? undefined : calls.error} />
      </Stack>
      <ConfirmDialog
        {...{ isOpen: asked !== undefined, isDangerous: true, title: say(asked ?? 'disable') }}
        {...{ confirm: say(asked ?? 'disable'), isBusy: calls.isBusy, error: calls.error }}
        onConfirm={() =>
          asked === 'reset'
            ? calls.reset()
            : calls.change({ isDisabled: true, ...(asked === 'withdraw' && { isWithdrawal: true }) })
        }
        onClose={() => setAsked(undefined)}
      >
        <Text size="sm">{asked && say(`${asked}Text`, { email: user.email })}</Text>
      </ConfirmDialog>
    </Modal>
  )
}

/** What is done only when the user has said so once more. */
type AskedChange = 'disable' | 'reset' | 'withdraw'

type WayInProps = {
  readonly user: ShownUser
  readonly calls: ReturnType<typeof useUserCalls>
  readonly setAsked: (asked: AskedChange) => void
}

/** Whoever has set up nothing yet is not let in again, but invited. */
function WayIn({ user, calls, setAsked }: WayInProps) {
  const say = useWords(usersWords)
  const status = userStatus(user)
  const ending = status === 'invited' ? 'withdraw' : 'disable'
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => setAsked('reset')}>
        {say('reset')}
      </Button>
      {status === 'disabled' && (
        <Button size="xs" variant="default" onClick={() => calls.change({ isDisabled: false })}>
          {say('enable')}
        </Button>
      )}
      {!user.isDisabled && (
        <Button size="xs" variant="subtle" color="bad" onClick={() => setAsked(ending)}>
          {say(ending)}
        </Button>
      )}
    </Group>
  )
}

type ChangeRoleProps = { readonly role: MerchantRole; readonly calls: ReturnType<typeof useUserCalls> }

/** Nothing is changed before it is saved: arrow keys go through the roles. */
function ChangeRole({ role: before, calls }: ChangeRoleProps) {
  const say = useWords(usersWords)
  const [role, setRole] = useState(before)
  return (
    <Stack gap="sm">
      <RoleSelect role={role} onRole={setRole} />
      {role !== before && (
        <Group>
          <Button size="xs" loading={calls.isBusy} onClick={() => calls.change({ role })}>
            {say('save')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function SessionsOfUser({ calls }: { readonly calls: ReturnType<typeof useUserCalls> }) {
  const say = useWords(usersWords)
  const { sessions, isBusy, endSession, endSessions } = calls
  return (
    <section aria-label={say('signedInAt')}>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{say('signedInAt')}</Text>
        {sessions && sessions.length > 0 && (
          <Button size="xs" variant="default" loading={isBusy} onClick={endSessions}>
            {say('endAll')}
          </Button>
        )}
      </Group>
      {sessions?.length === 0 && <Text c="dimmed">{say('notSignedIn')}</Text>}
      <SessionRows
        {...{ sessions: sessions ?? [], isBusy }}
        onEnd={({ sessionId }) => endSession(sessionId)}
      />
    </section>
  )
}
