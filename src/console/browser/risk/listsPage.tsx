// Trusted and suspect lists of a merchant, or of the gateway.

import { Button, Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ShownEntry } from '../../api/risk.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { DataList } from '../components/dataList.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { Sheet } from '../components/sheet.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { type PageName, pageNames } from '../words/pageNames.ts'
import { reviewWords } from './reviewWords.ts'
import { type PageScope, useAddEntry, useEntries, useMayChange, useRemoveEntry } from './riskScope.ts'

type ListName = ShownEntry['list']
type Kind = ShownEntry['kind']

const lists = ['SUSPECT', 'TRUSTED'] as const
const kinds = ['CARD', 'EMAIL', 'IP_ADDRESS', 'NAME'] as const

export const ListsPage = ({ merchantId }: MerchantPageProps) => (
  <ShownLists {...{ scope: { merchantId }, title: 'lists' }} />
)

type ListsProps = { readonly scope: PageScope; readonly title: PageName }

export function ShownLists({ scope, title }: ListsProps) {
  const say = useWords(reviewWords)
  const names = useWords(pageNames)
  const [list, setList] = useState<ListName>('SUSPECT')
  const mayChange = useMayChange(scope)
  const [found, download] = useEntries(scope, list)
  return (
    <Page {...{ title: names(title), lead: say('listsLead'), actions: download }}>
      <SegmentedControl
        {...{ value: list, 'aria-label': names(title) }}
        data={lists.map(value => ({ value, label: say(value) }))}
        onChange={value => setList(lists.find(one => one === value) ?? 'SUSPECT')}
      />
      {mayChange && <AddEntry {...{ scope, list }} />}
      <Entries {...{ scope, list, found, mayChange }} />
    </Page>
  )
}

type EntriesProps = {
  readonly scope: PageScope
  readonly list: ListName
  readonly found: ReturnType<typeof useEntries>[0]
  readonly mayChange: boolean
}

function Entries({ scope, list, found, mayChange }: EntriesProps) {
  const say = useWords(reviewWords)
  const announce = useAnnounce()
  const remove = useRemoveEntry(scope, {
    onSuccess: ({ shown }) => announce(say('entryRemoved', { value: shown })),
  })
  return (
    <>
      <FieldError message={remove.error?.message} />
      <DataList
        {...{ label: say(list), rows: found.data?.pages.flatMap(({ entries }) => entries) }}
        {...{ error: found.error, onRetry: found.refetch, empty: say('emptyList') }}
        keyOf={({ id }) => id}
        onMore={found.hasNextPage ? found.fetchNextPage : undefined}
        isLoadingMore={found.isFetchingNextPage}
        columns={[
          { key: 'value', title: say('value'), isHead: true, cell: ({ shown }) => shown },
          { key: 'kind', title: say('kind'), cell: ({ kind }) => say(kind) },
          { key: 'note', title: say('note'), cell: ({ note }) => note ?? '–' },
          { key: 'by', title: say('addedBy'), isWideOnly: true, cell: ({ addedBy }) => addedBy },
          { key: 'at', title: say('added'), cell: ({ addedAt }) => <Timestamp at={addedAt} /> },
          ...(mayChange
            ? [
                {
                  ...{ key: 'actions', title: say('actions') },
                  cell: ({ id, shown }: ShownEntry) => (
                    <Button
                      {...{ size: 'compact-sm', variant: 'default', disabled: remove.isPending }}
                      aria-label={`${say('remove')}: ${shown}`}
                      onClick={() => remove.remove({ list, id })}
                    >
                      {say('remove')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  )
}

function AddEntry({ scope, list }: { readonly scope: PageScope; readonly list: ListName }) {
  const say = useWords(reviewWords)
  const announce = useAnnounce()
  const [kind, setKind] = useState<Kind>('EMAIL')
  const [value, setValue] = useState('')
  const [note, setNote] = useState('')
  const add = useAddEntry(scope, {
    onSuccess({ shown }) {
      announce(say('entryAdded', { value: shown }))
      setValue('')
      setNote('')
    },
  })
  const given = kind === 'CARD' ? { cardNumber: value.replaceAll(/[ -]/g, '') } : { value: value.trim() }
  const submit = () => add.add({ list, kind, ...given, ...(note.trim() !== '' && { note: note.trim() }) })
  return (
    <Sheet>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (!add.isPending) submit()
        }}
      >
        <FieldError message={add.errorBeside('value', 'cardNumber')} />
        <Group align="flex-end">
          <NativeSelect
            {...{ label: say('kind'), value: kind }}
            data={kinds.map(one => ({ value: one, label: say(one) }))}
            onChange={({ currentTarget }) =>
              setKind(kinds.find(one => one === currentTarget.value) ?? 'EMAIL')
            }
          />
          <TextInput
            {...{ label: say(kind === 'CARD' ? 'cardNumber' : 'value'), value, required: true }}
            {...(kind === 'CARD' && { inputMode: 'numeric', autoComplete: 'off' })}
            {...{ flex: 1, miw: 220 }}
            error={add.errorOf('value') ?? add.errorOf('cardNumber')}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
          <NoteInput {...{ note, onChange: setNote }} />
          <Button type="submit" loading={add.isPending}>
            {say('addEntry')}
          </Button>
        </Group>
      </form>
    </Sheet>
  )
}

type NoteInputProps = { readonly note: string; readonly onChange: (note: string) => void }

function NoteInput({ note, onChange }: NoteInputProps) {
  const say = useWords(reviewWords)
  return (
    <TextInput
      {...{ label: say('note'), value: note, maxLength: 200 }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
