// The profile of one merchant: every setting with its meaning, changed one at a time.

import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ProfileSettingShown } from '../../api/operators.ts'
import { gatewayAddress } from '../addresses.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { useWords } from '../language.tsx'
import type { GatewayPageProps } from '../pageKinds.ts'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { StandingActions, StandingBadge } from './merchantStanding.tsx'
import { operatorWords } from './operatorWords.ts'

export function ProfilePage({ id: about }: GatewayPageProps) {
  const [say, name] = [useWords(operatorWords), useWords(pageNames)]
  const profile = useConsoleQuery('merchantProfile', { about })
  const [changed, setChanged] = useState<ProfileSettingShown>()
  const columns: readonly DataColumn<ProfileSettingShown>[] = [
    { key: 'name', title: say('setting'), isHead: true, cell: row => <SettingName row={row} /> },
    { key: 'value', title: say('value'), cell: row => <Code>{row.value === '' ? '–' : row.value}</Code> },
    {
      ...{ key: 'edit', title: say('edit') },
      cell: row => (
        <Button
          {...{ size: 'xs', variant: 'default', 'aria-label': `${say('edit')}: ${row.name}` }}
          onClick={() => setChanged(row)}
        >
          {say('edit')}
        </Button>
      ),
    },
  ]
  const standing = profile.data?.standing
  return (
    <Page
      title={about}
      beside={standing && <StandingBadge standing={standing} />}
      actions={standing && <StandingActions {...{ about, standing }} />}
      lead={say('profileLead')}
      breadcrumbs={[{ label: name('merchants'), href: gatewayAddress('merchants') }]}
    >
      <DataList
        {...{ label: about, columns, empty: say('noMerchants'), error: profile.error, hasCount: false }}
        rows={profile.data?.settings}
        keyOf={row => row.name}
        onRetry={() => profile.refetch()}
      />
      {changed && <ChangeSetting {...{ about, setting: changed }} onClose={() => setChanged(undefined)} />}
    </Page>
  )
}

function SettingName({ row: { name, doc } }: { readonly row: ProfileSettingShown }) {
  return (
    <div>
      <Text fw={500}>{name}</Text>
      <Text size="sm" c="dimmed" lang="en">
        {doc}
      </Text>
    </div>
  )
}

type ChangeProps = {
  readonly about: string
  readonly setting: ProfileSettingShown
  readonly onClose: () => void
}

function ChangeSetting({ about, setting, onClose }: ChangeProps) {
  const say = useWords(operatorWords)
  const [value, setValue] = useState(setting.value)
  const changing = useConsoleMutation('changeProfile', {
    invalidates: ['merchantProfile'],
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={setting.name}>
      <form
        onSubmit={event => {
          event.preventDefault()
          changing.mutate({ about, settings: [`${setting.name}=${value}`] })
        }}
      >
        <Stack>
          <FieldError message={changing.errorBeside(setting.name)} />
          <TextInput
            {...{ label: say('value'), description: setting.doc, value, maxLength: 4_000 }}
            onChange={event => setValue(event.currentTarget.value)}
            error={changing.errorOf(setting.name)}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {say('cancel')}
            </Button>
            <Button type="submit" loading={changing.isPending}>
              {say('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
