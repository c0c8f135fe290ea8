// Accepting an invitation: a name, and how to sign in from now on. What is behind the # no server log sees.

import { Button, Loader, PasswordInput, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { ShownInvite } from '../../api/signIn.ts'
import { CallRefused } from '../callAnswer.ts'
import { callBeforeSignIn } from '../callServer.ts'
import { FieldError } from '../components/fieldError.tsx'
import { Icon } from '../components/icon.tsx'
import { useTimeFormats, useWords } from '../language.tsx'
import { forgetOrders } from '../shell/recentOrders.ts'
import { accountWords } from '../words/account.ts'
import { shellWords } from '../words/shell.ts'
import { Entrance } from './entrance.tsx'
import { isForThisHost, makePasskey } from './passkeyPrompt.ts'
import { PasskeysElsewhere } from './passkeysElsewhere.tsx'
import { RecoveryCodes } from './recoveryCodes.tsx'
import { TotpFields } from './totpFields.tsx'

export function Invitation() {
  const [say, sayOfShell] = [useWords(accountWords), useWords(shellWords)]
  const [token] = useState(() => location.hash.slice(1))
  const [codes, setCodes] = useState<readonly string[]>([])
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const invite = useQuery({
    queryKey: ['invitation'],
    queryFn: () => callBeforeSignIn('readInvitation', { token }),
    // Each answer has another key for the app.
    ...{ staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false },
  })
  const goOn = async () => {
    forgetOrders()
    queries.removeQueries({ queryKey: ['invitation'] })
    await queries.invalidateQueries({ queryKey: ['whoAmI'] })
    navigate('/console', { replace: true })
  }
  if (codes.length > 0)
    return (
      <Entrance title={say('recoveryTitle')}>
        <RecoveryCodes codes={codes} onKept={goOn} />
      </Entrance>
    )
  return (
    <Entrance title={say('welcome')} lead={invite.data && <InvitedAs invite={invite.data} />}>
      {invite.isPending && <Loader aria-label={sayOfShell('loading')} role="status" />}
      {invite.error && <FieldError message={sentenceOf(invite.error, say('invitationGone'))} />}
      {invite.data && (
        <InvitationForm
          {...{ token, invite: invite.data }}
          onAccepted={recoveryCodes => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : goOn())}
        />
      )}
    </Entrance>
  )
}

const sentenceOf = (error: Error, gone: string): string =>
  error instanceof CallRefused && error.field === 'token' ? gone : error.message

function InvitedAs({ invite: { email, role, merchantId, expiresAtMs } }: { readonly invite: ShownInvite }) {
  const [say, sayOfShell] = [useWords(accountWords), useWords(shellWords)]
  const { short } = useTimeFormats()
  return (
    <>
      {merchantId === undefined
        ? say('invitedAbove', { email })
        : say('invitedTo', { email, merchant: merchantId, role: sayOfShell(`role${role}`) })}{' '}
      {say('goodUntil', { time: short(new Date(expiresAtMs)) })}
    </>
  )
}

type InvitationFormProps = {
  readonly token: string
  readonly invite: ShownInvite
  readonly onAccepted: (recoveryCodes: readonly string[]) => unknown
}

function InvitationForm({ token, invite, onAccepted }: InvitationFormProps) {
  const say = useWords(accountWords)
  const { passkeyOptions, totp } = invite
  const rpId = passkeyOptions?.rp.id
  const [given, setGiven] = useState<GivenByInvitee>({
    ...{ way: isForThisHost(rpId) ? 'passkey' : 'password', name: invite.name, password: '', code: '' },
  })
  const accept = useMutation({
    async mutationFn() {
      const { way, name, password, code } = given
      if (way === 'password')
        return callBeforeSignIn('acceptInvitation', { token, name, password, offer: totp.offer, code })
      const passkey = passkeyOptions && (await makePasskey(passkeyOptions))
      if (passkey === undefined) throw new Error(say('passkeyCancelled'))
      return callBeforeSignIn('acceptInvitation', { token, name, passkey })
    },
    onSuccess: ({ recoveryCodes }) => onAccepted(recoveryCodes),
  })
  const field = accept.error instanceof CallRefused ? accept.error.field : undefined
  const errorAt = (name: string) => (field === name ? accept.error?.message : undefined)
  const isAtField = field !== undefined && ['name', 'password', 'code'].includes(field)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!accept.isPending) accept.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          {...{ label: say('yourName'), autoComplete: 'name', required: true, withAsterisk: false }}
          {...{ value: given.name, error: errorAt('name'), maxLength: 100 }}
          onChange={event => setGiven({ ...given, name: event.currentTarget.value })}
        />
        <WayTabs {...{ invite, given, setGiven, errorAt }} />
        {rpId !== undefined && !isForThisHost(rpId) && <PasskeysElsewhere rpId={rpId} />}
        <FieldError message={accept.error && !isAtField ? accept.error.message : undefined} />
        <Button
          {...{ type: 'submit', loading: accept.isPending }}
          {...(given.way === 'passkey' && { leftSection: <Icon name="keys" /> })}
        >
          {given.way === 'passkey' ? say('createPasskey') : say('finish')}
        </Button>
      </Stack>
    </form>
  )
}

type GivenByInvitee = {
  readonly way: 'passkey' | 'password'
  readonly name: string
  readonly password: string
  readonly code: string
}

type WayTabsProps = {
  readonly invite: ShownInvite
  readonly given: GivenByInvitee
  readonly setGiven: (given: GivenByInvitee) => void
  readonly errorAt: (field: string) => string | undefined
}

/** A passkey, where the browser can have one; or a password and an app. */
function WayTabs({ invite: { passkeyOptions, totp }, given, setGiven, errorAt }: WayTabsProps) {
  const say = useWords(accountWords)
  const mayHavePasskey = isForThisHost(passkeyOptions?.rp.id)
  return (
    <Tabs
      value={given.way}
      onChange={way => setGiven({ ...given, way: way === 'passkey' ? 'passkey' : 'password' })}
    >
      <Tabs.List aria-label={say('howSignIn')} mb="md">
        {mayHavePasskey && <Tabs.Tab value="passkey">{say('passkey')}</Tabs.Tab>}
        <Tabs.Tab value="password">{say('passwordAndCodes')}</Tabs.Tab>
      </Tabs.List>
      {mayHavePasskey && (
        <Tabs.Panel value="passkey">
          <Text size="sm">{say('passkeyLead')}</Text>
        </Tabs.Panel>
      )}
      <Tabs.Panel value="password">
        {given.way === 'password' && (
          <Stack>
            <PasswordInput
              {...{ label: say('password'), description: say('passwordHint'), required: true }}
              {...{ autoComplete: 'new-password', withAsterisk: false, error: errorAt('password') }}
              value={given.password}
              onChange={event => setGiven({ ...given, password: event.currentTarget.value })}
            />
            <TotpFields
              {...{ offer: totp, code: given.code, error: errorAt('code') }}
              onCode={code => setGiven({ ...given, code })}
            />
          </Stack>
        )}
      </Tabs.Panel>
    </Tabs>
  )
}
