// Signing in: with a passkey, or with password and code.

import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callBeforeSignIn } from '../callServer.ts'
import { FieldError } from '../components/fieldError.tsx'
import { Icon } from '../components/icon.tsx'
import { useWords } from '../language.tsx'
import { accountWords } from '../words/account.ts'
import { Entrance } from './entrance.tsx'
import { isForThisHost } from './passkeyPrompt.ts'
import { PasskeysElsewhere } from './passkeysElsewhere.tsx'
import { useSignIn } from './useSignIn.ts'

export function SignIn() {
  const say = useWords(accountWords)
  const [given, setGiven] = useState({ email: '', password: '', code: '' })
  const signIn = useSignIn(() => undefined)
  const isTyping = signIn.isPending && signIn.variables !== 'passkey'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A code works once: the next try needs another one.
    if (!signIn.isPending) signIn.mutate(given, { onError: () => setGiven({ ...given, code: '' }) })
  }
  return (
    <Entrance title={say('signIn')}>
      <PasskeyButton
        isBusy={signIn.isPending && signIn.variables === 'passkey'}
        onPress={() => signIn.mutate('passkey')}
      />
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            {...{ label: say('email'), type: 'email', autoComplete: 'username webauthn', required: true }}
            {...{ value: given.email, withAsterisk: false, autoCapitalize: 'none', spellCheck: false }}
            onChange={event => setGiven({ ...given, email: event.currentTarget.value })}
          />
          <PasswordInput
            {...{ label: say('password'), autoComplete: 'current-password', required: true }}
            {...{ value: given.password, withAsterisk: false }}
            onChange={event => setGiven({ ...given, password: event.currentTarget.value })}
          />
          <TextInput
            {...{ label: say('code'), description: say('codeHint'), autoComplete: 'one-time-code' }}
            {...{ value: given.code, required: true, withAsterisk: false, spellCheck: false }}
            onChange={event => setGiven({ ...given, code: event.currentTarget.value })}
          />
          <FieldError message={signIn.error?.message} />
          <Button type="submit" loading={isTyping}>
            {say('signIn')}
          </Button>
        </Stack>
      </form>
      {isThisMachine() && (
        <Text size="xs" c="dimmed">
          {say('howInSandbox')}
        </Text>
      )}
    </Entrance>
  )
}

/** Where a sandbox is. */
const isThisMachine = (): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname)

/** Nothing where there can be no passkeys. */
function PasskeyButton({ isBusy, onPress }: { readonly isBusy: boolean; readonly onPress: () => unknown }) {
  const say = useWords(accountWords)
  const { data } = useQuery({
    queryKey: ['passkeyForSignIn'],
    queryFn: () => callBeforeSignIn('passkeyForSignIn', {}),
  })
  const rpId = data?.options?.rpId
  if (rpId === undefined) return null
  if (!isForThisHost(rpId)) return <PasskeysElsewhere rpId={rpId} />
  return (
    <>
      <Button
        {...{ variant: 'default', size: 'md', loading: isBusy, onClick: () => onPress() }}
        leftSection={<Icon name="keys" />}
      >
        {say('withPasskey')}
      </Button>
      <Divider label={say('or')} />
    </>
  )
}
