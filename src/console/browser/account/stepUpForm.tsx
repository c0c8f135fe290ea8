// Shows that it is still the user: by a passkey, or by a code.

import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callServer } from '../callServer.ts'
import { FieldError } from '../components/fieldError.tsx'
import { Icon } from '../components/icon.tsx'
import type { StepUpFormProps } from '../components/stepUp.tsx'
import { useWords } from '../language.tsx'
import { useConsoleQuery } from '../queries.ts'
import { accountWords } from '../words/account.ts'
import { shellWords } from '../words/shell.ts'
import { isForThisHost, showPasskey } from './passkeyPrompt.ts'
import { useSignInSentence } from './useSignIn.ts'

export function StepUpForm({ onDone, onCancel }: StepUpFormProps) {
  const say = useWords(accountWords)
  const account = useConsoleQuery('account', {})
  const stepUp = useStepUp(onDone)
  const hasPasskey = (account.data?.passkeys.length ?? 0) > 0
  const hasCodes = account.data?.hasTotp ?? false
  return (
    <Stack>
      <Text size="sm">{say('stepUpLead')}</Text>
      {hasPasskey && (
        <Button
          {...{ loading: stepUp.isPending && stepUp.variables === 'passkey' }}
          {...{ leftSection: <Icon name="keys" />, ...(hasCodes && { variant: 'default' }) }}
          onClick={() => stepUp.mutate('passkey')}
        >
          {say('usePasskey')}
        </Button>
      )}
      {hasPasskey && hasCodes && <Divider label={say('or')} />}
      <CodeForm {...{ hasCodes, stepUp, onCancel }} />
    </Stack>
  )
}

type CodeFormProps = Pick<StepUpFormProps, 'onCancel'> & {
  readonly hasCodes: boolean
  readonly stepUp: ReturnType<typeof useStepUp>
}

function CodeForm({ hasCodes, stepUp, onCancel }: CodeFormProps) {
  const [say, sayOfShell] = [useWords(accountWords), useWords(shellWords)]
  const [code, setCode] = useState('')
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (!stepUp.isPending) stepUp.mutate({ code }, { onError: () => setCode('') })
      }}
    >
      <Stack>
        {hasCodes && (
          <TextInput
            {...{ label: say('appCode'), inputMode: 'numeric', autoComplete: 'one-time-code' }}
            {...{ value: code, required: true, withAsterisk: false, 'data-autofocus': true }}
            onChange={event => setCode(event.currentTarget.value)}
          />
        )}
        <FieldError message={stepUp.error?.message} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {sayOfShell('cancel')}
          </Button>
          {hasCodes && (
            <Button type="submit" loading={stepUp.isPending && stepUp.variables !== 'passkey'}>
              {say('confirm')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

function useStepUp(onDone: () => void) {
  const say = useWords(accountWords)
  const sentence = useSignInSentence()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(given: 'passkey' | { readonly code: string }) {
      const input = given === 'passkey' ? await shownPasskey() : given
      const complaint = input ? await tried(input) : say('passkeyCancelled')
      if (complaint !== undefined) throw new Error(complaint)
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['whoAmI'] })
      onDone()
    },
  })

  async function tried(input: { readonly code: string } | { readonly passkey: string }) {
    return sentence(await callServer('stepUp', input), 'code' in input ? 'stepUpRefused' : 'passkeyRefused')
  }
}

async function shownPasskey(): Promise<{ readonly passkey: string } | undefined> {
  const { options } = await callServer('passkeyForStepUp', {})
  const passkey = options && isForThisHost(options.rpId) ? await showPasskey(options) : undefined
  return passkey === undefined ? undefined : { passkey }
}
