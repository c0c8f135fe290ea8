// Who may use the console: the people of a merchant, or those who operate the gateway.

import { Anchor, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ShownLink, ShownUser } from '../../api/users.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { useExportedList } from '../components/exportedList.tsx'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge, type Tone } from '../components/statusBadge.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { type useConsoleList, useConsoleQuery } from '../queries.ts'
import { accountWords } from '../words/account.ts'
import { pageNames } from '../words/pageNames.ts'
import { shellWords } from '../words/shell.ts'
import { usersWords } from '../words/users.ts'
import { InviteDialog } from './inviteDialog.tsx'
import { LinkDialog } from './linkDialog.tsx'
import { UserDialog } from './userDialog.tsx'
import { type UserStatusName, userStatus } from './userStatus.ts'

const nextOf = ({ after }: { readonly after?: string }) => (after === undefined ? undefined : { after })

export function UsersPage({ merchantId }: MerchantPageProps) {
  const [say, name] = [useWords(usersWords), useWords(pageNames)]
  const fileName = `users-${merchantId}`
  const [list, download] = useExportedList('users', { merchantId }, nextOf, { fileName })
  return <UserList {...{ merchantId, title: name('users'), lead: say('usersLead'), list, download }} />
}

export function OperatorsPage() {
  const [say, name] = [useWords(usersWords), useWords(pageNames)]
  const [list, download] = useExportedList('operators', {}, nextOf, { fileName: 'operators' })
  return <UserList {...{ title: name('operators'), lead: say('operatorsLead'), list, download }} />
}

type UserListProps = {
  /** Absent: operators. */
  readonly merchantId?: string
  readonly title: string
  readonly lead: string
  readonly download: ReactNode
  readonly list: Pick<
    ReturnType<typeof useConsoleList<'users'>>,
    'data' | 'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'refetch'
  >
}

function UserList({ merchantId, title, lead, list, download }: UserListProps) {
  const say = useWords(usersWords)
  const who = useConsoleQuery('whoAmI', {})
  const [isInviting, setIsInviting] = useState(false)
  const [managed, setManaged] = useState<ShownUser>()
  const [link, setLink] = useState<ShownLink>()
  const columns = useColumns({ ownId: who.data?.userId, onManage: setManaged })
  const scope = merchantId === undefined ? {} : { merchantId }
  const show = (made: ShownLink) => {
    setIsInviting(false)
    setManaged(undefined)
    setLink(made)
  }
  return (
    <Page
      {...{ title, lead }}
      actions={
        <>
          {download}
          <Button leftSection={<Icon name="plus" />} onClick={() => setIsInviting(true)}>
            {say('invite')}
          </Button>
        </>
      }
    >
      <DataList
        {...{ label: title, columns, error: list.error, onRetry: list.refetch, empty: say('noUsers') }}
        rows={list.data?.pages.flatMap(({ users }) => users)}
        keyOf={({ userId }) => userId}
        onMore={list.hasNextPage ? list.fetchNextPage : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
      {isInviting && <InviteDialog {...scope} onInvited={show} onClose={() => setIsInviting(false)} />}
      {managed && (
        <UserDialog {...scope} user={managed} onLink={show} onClose={() => setManaged(undefined)} />
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </Page>
  )
}

type ColumnOptions = {
  readonly ownId: string | undefined
  readonly onManage: (user: ShownUser) => void
}

function useColumns({ ownId, onManage }: ColumnOptions): readonly DataColumn<ShownUser>[] {
  const [say, sayOfShell] = [useWords(usersWords), useWords(shellWords)]
  return [
    {
      ...{ key: 'user', title: say('user'), isHead: true },
      cell: user => (
        <div className="userCell">
          <Group gap={6}>
            <Anchor component="button" type="button" fw={600} ta="start" onClick={() => onManage(user)}>
              {user.name || user.email}
            </Anchor>
            {user.userId === ownId && <Text c="dimmed">({say('you')})</Text>}
          </Group>
          {user.name !== '' && (
            <Text size="sm" c="dimmed" className="userEmail">
              {user.email}
            </Text>
          )}
        </div>
      ),
    },
    { key: 'role', title: say('role'), cell: ({ role }) => sayOfShell(`role${role}`) },
    { key: 'status', title: say('status'), cell: user => <UserStatus user={user} /> },
    { key: 'ways', title: say('signsInBy'), cell: user => <Ways user={user} /> },
    {
      ...{ key: 'last', title: say('lastSignedIn') },
      cell: ({ signedInAtMs }) =>
        signedInAtMs === undefined ? say('never') : <Timestamp at={signedInAtMs} />,
    },
  ]
}

function UserStatus({ user }: { readonly user: ShownUser }) {
  const say = useWords(usersWords)
  const status = userStatus(user)
  return <StatusBadge tone={tones[status]}>{say(status)}</StatusBadge>
}

const tones = {
  ...{ active: 'good', invited: 'wait', disabled: 'bad', lapsed: 'plain', withdrawn: 'plain' },
} as const satisfies Readonly<Record<UserStatusName, Tone>>

function Ways({ user: { passkeys, hasPassword } }: { readonly user: ShownUser }) {
  const [say, sayOfAccount] = [useWords(usersWords), useWords(accountWords)]
  const ways = [
    ...(passkeys > 0 ? [say('passkeyCount', { count: passkeys })] : []),
    ...(hasPassword ? [sayOfAccount('passwordAndCodes')] : []),
  ]
  return <span>{ways.join(' · ') || '–'}</span>
}
