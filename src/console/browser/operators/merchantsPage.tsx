// Merchants of the gateway, and adding one.

import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ListedMerchants } from '../../api/operators.ts'
import { gatewayAddress } from '../addresses.ts'
import { CopyButton } from '../components/copyButton.tsx'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { useExportedList } from '../components/exportedList.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useNumber, useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { StandingBadge } from './merchantStanding.tsx'
import { operatorWords } from './operatorWords.ts'

type Row = ListedMerchants['merchants'][number]

const nextOf = ({ next }: { readonly next?: string }) => (next === undefined ? undefined : { after: next })

export function MerchantsPage() {
  const [say, name] = [useWords(operatorWords), useWords(pageNames)]
  const number = useNumber()
  const [isAdding, setAdding] = useState(false)
  const [list, download] = useExportedList('merchants', {}, nextOf, { fileName: 'merchants' })
  const columns: readonly DataColumn<Row>[] = [
    { key: 'id', title: say('merchant'), cell: row => row.merchantId, isHead: true },
    { key: 'standing', title: say('standing'), cell: row => <StandingBadge standing={row.standing} /> },
    { key: 'since', title: say('since'), cell: row => <Timestamp at={row.createdAt} /> },
    { key: 'passwords', title: say('passwords'), cell: row => number(row.passwords), isNumber: true },
    {
      key: 'certificates',
      title: say('certificates'),
      cell: row => number(row.certificates),
      isNumber: true,
    },
  ]
  const actions = (
    <>
      {download}
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
        {say('addMerchant')}
      </Button>
    </>
  )
  return (
    <Page title={name('merchants')} lead={say('merchantsLead')} actions={actions}>
      <DataList
        {...{ label: name('merchants'), columns, empty: say('noMerchants'), error: list.error }}
        rows={list.data?.pages.flatMap(({ merchants }) => merchants)}
        keyOf={row => row.merchantId}
        hrefOf={row => gatewayAddress(`merchant/${encodeURIComponent(row.merchantId)}`)}
        onRetry={() => list.refetch()}
        onMore={list.hasNextPage ? () => list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
      {isAdding && <AddMerchant onClose={() => setAdding(false)} />}
    </Page>
  )
}

function AddMerchant({ onClose }: { readonly onClose: () => void }) {
  const say = useWords(operatorWords)
  const [about, setAbout] = useState('')
  const adding = useConsoleMutation('addMerchant', { invalidates: ['merchants', 'merchantNames'] })
  const added = adding.data
  return (
    <Modal opened onClose={onClose} title={say('addMerchant')}>
      {added ? (
        <Stack>
          <Text>{say('firstPassword')}</Text>
          <Group gap="xs" wrap="nowrap">
            <Code className="digits">{added.password}</Code>
            <CopyButton value={added.password} />
          </Group>
          <Button onClick={onClose}>{say('close')}</Button>
        </Stack>
      ) : (
        <form
          onSubmit={event => {
            event.preventDefault()
            adding.mutate({ about })
          }}
        >
          <Stack>
            <FieldError message={adding.errorBeside('merchantId', 'about')} />
            <TextInput
              {...{ label: say('merchantId'), value: about, required: true, maxLength: 40 }}
              onChange={event => setAbout(event.currentTarget.value)}
              error={adding.errorOf('merchantId') ?? adding.errorOf('about')}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {say('cancel')}
              </Button>
              <Button type="submit" loading={adding.isPending}>
                {say('add')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
