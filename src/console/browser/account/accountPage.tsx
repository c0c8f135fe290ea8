// The user's own account: name, how to sign in, and where one is signed in.

import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OwnAccount } from '../../api/account.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { LoadError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { usersWords } from '../words/users.ts'
import { OwnPasskeys } from './ownPasskeys.tsx'
import { OwnPassword } from './ownPassword.tsx'
import { OwnSessions } from './ownSessions.tsx'

export function AccountPage() {
  const name = useWords(pageNames)
  const who = useConsoleQuery('whoAmI', {})
  const account = useConsoleQuery('account', {})
  return (
    <Page title={name('account')} lead={who.data?.email}>
      <Stack maw={760} gap="lg">
        {who.data && <OwnName key={who.data.name} name={who.data.name} />}
        {account.error && <LoadError error={account.error} onRetry={account.refetch} />}
        {account.data && <WaysToSignIn account={account.data} />}
        <OwnSessions />
      </Stack>
    </Page>
  )
}

const WaysToSignIn = ({ account }: { readonly account: OwnAccount }) => (
  <>
    <OwnPasskeys passkeys={account.passkeys} />
    <OwnPassword account={account} />
  </>
)

function OwnName({ name: before }: { readonly name: string }) {
  const say = useWords(usersWords)
  const announce = useAnnounce()
  const [name, setName] = useState(before)
  const rename = useConsoleMutation('rename', {
    invalidates: ['whoAmI'],
    onSuccess: () => announce(say('saved')),
  })
  return (
    <Sheet>
      <form
        onSubmit={event => {
          event.preventDefault()
          rename.mutate({ name })
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            {...{ label: say('name'), autoComplete: 'name', required: true, withAsterisk: false, flex: 1 }}
            {...{ value: name, error: rename.error?.message, maxLength: 100 }}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={rename.isPending} disabled={name === before}>
            {say('save')}
          </Button>
        </Group>
      </form>
    </Sheet>
  )
}
