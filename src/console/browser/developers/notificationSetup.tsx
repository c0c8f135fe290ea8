// Whether a merchant is told, where, and the secrets that prove who tells.

import { Button, Group, SimpleGrid, Skeleton, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DeveloperSettings } from '../../api/developers.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { FieldError, LoadError } from '../components/fieldError.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { notificationWords } from '../words/notifications.ts'
import { SecretsSheet } from './secretsSheet.tsx'

export function NotificationSetup({ merchantId }: { readonly merchantId: string }) {
  const { data, error, refetch } = useConsoleQuery('developerSettings', { merchantId })
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={320} radius="lg" aria-busy />
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <SetupForm merchantId={merchantId} set={data.notifications} />
      <SecretsSheet merchantId={merchantId} secrets={data.secrets} />
    </SimpleGrid>
  )
}

type SetupFormProps = {
  readonly merchantId: string
  readonly set: DeveloperSettings['notifications']
}

function SetupForm({ merchantId, set }: SetupFormProps) {
  const say = useWords(notificationWords)
  const announce = useAnnounce()
  const [typed, setTyped] = useState(() => typedOf(set))
  const saving = useConsoleMutation('changeNotifications', {
    invalidates: ['developerSettings'],
    onSuccess({ notifications }) {
      setTyped(typedOf(notifications))
      announce(say('saved'))
    },
  })
  const save = () => {
    const { isOn, address, origins } = typed
    saving.mutate({ merchantId, isOn, address: address.trim(), secretOrigins: linesOf(origins) })
  }
  return (
    <Sheet title={say('whereTo')}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (!saving.isPending) save()
        }}
      >
        <Stack gap="md">
          <SetupFields
            {...{ typed, errorOf: saving.errorOf }}
            change={one => setTyped({ ...typed, ...one })}
          />
          <FieldError message={saving.errorBeside('notificationUrl', 'address', 'secretOrigins')} />
          <Group>
            <Button type="submit" loading={saving.isPending}>
              {say('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Sheet>
  )
}

type TypedSetup = { readonly isOn: boolean; readonly address: string; readonly origins: string }
type SetupFieldsProps = {
  readonly typed: TypedSetup
  readonly errorOf: (field: string) => string | undefined
  readonly change: (changed: Partial<TypedSetup>) => void
}

function SetupFields({ typed, errorOf, change }: SetupFieldsProps) {
  const say = useWords(notificationWords)
  return (
    <>
      <Switch
        {...{ label: say('switchedOn'), description: say('switchHint'), checked: typed.isOn }}
        onChange={({ currentTarget: { checked } }) => change({ isOn: checked })}
      />
      <TextInput
        {...{ label: say('address'), description: say('addressHint'), value: typed.address }}
        {...{ inputMode: 'url', dir: 'ltr', maxLength: 2_000, spellCheck: false }}
        error={errorOf('notificationUrl') ?? errorOf('address')}
        onChange={({ currentTarget: { value } }) => change({ address: value })}
      />
      <Textarea
        {...{ label: say('origins'), description: say('originsHint'), value: typed.origins }}
        {...{ autosize: true, minRows: 2, maxRows: 8, dir: 'ltr', spellCheck: false }}
        error={errorOf('secretOrigins')}
        onChange={({ currentTarget: { value } }) => change({ origins: value })}
      />
    </>
  )
}

const typedOf = ({ isOn, address, secretOrigins }: DeveloperSettings['notifications']): TypedSetup => ({
  ...{ isOn, address, origins: secretOrigins.join('\n') },
})

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
