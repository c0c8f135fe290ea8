// Filters that a user keeps under a name: addresses of the list.

import { ActionIcon, Anchor, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { merchantAddress } from '../addresses.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { Icon } from '../components/icon.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { listWords } from './listWords.ts'

type SavedFiltersProps = {
  readonly merchantId: string
  /** Of the list as it is now; empty where nothing is filtered. */
  readonly query: string
}

export function SavedFilters({ merchantId, query }: SavedFiltersProps) {
  const say = useWords(listWords)
  const [isOpen, setIsOpen] = useState(false)
  const [isNaming, setIsNaming] = useState(false)
  return (
    <>
      <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus withinPortal>
        <Popover.Target>
          <Button
            {...{ variant: 'default', onClick: () => setIsOpen(!isOpen) }}
            rightSection={<Icon name="chevron" size={14} />}
          >
            {say('saved')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown miw={240}>
          <FilterList {...{ merchantId, onChosen: () => setIsOpen(false) }} />
          <Button
            {...{ size: 'xs', variant: 'light', fullWidth: true, mt: 'sm', disabled: query === '' }}
            onClick={() => {
              setIsOpen(false)
              setIsNaming(true)
            }}
          >
            {say('saveThis')}
          </Button>
        </Popover.Dropdown>
      </Popover>
      {isNaming && <NameDialog {...{ merchantId, query, onClose: () => setIsNaming(false) }} />}
    </>
  )
}

type FilterListProps = { readonly merchantId: string; readonly onChosen: () => void }

function FilterList({ merchantId, onChosen }: FilterListProps) {
  const say = useWords(listWords)
  const { data } = useConsoleQuery('savedFilters', { merchantId })
  const remove = useConsoleMutation('deleteFilter', { invalidates: ['savedFilters'] })
  if (!data || data.filters.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {say('noSaved')}
      </Text>
    )
  return (
    <Stack component="ul" gap={6} className="plainList">
      {data.filters.map(({ filterId, name, query }) => (
        <Group key={filterId} component="li" justify="space-between" wrap="nowrap">
          <Anchor
            {...{ component: Link, size: 'sm', onClick: onChosen }}
            href={`${merchantAddress(merchantId, 'payments')}?${query}`}
          >
            {name}
          </Anchor>
          <ActionIcon
            {...{ variant: 'subtle', color: 'gray', size: 'sm' }}
            onClick={() => remove.mutate({ merchantId, filterId })}
            aria-label={say('deleteFilter', { name })}
          >
            <Icon name="cross" size={14} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  )
}

function NameDialog({ merchantId, query, onClose }: SavedFiltersProps & { readonly onClose: () => void }) {
  const say = useWords(listWords)
  const announce = useAnnounce()
  const [name, setName] = useState('')
  const save = useConsoleMutation('saveFilter', {
    invalidates: ['savedFilters'],
    onSuccess() {
      announce(say('filterSaved', { name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      {...{ isOpen: true, title: say('saveThis'), confirm: say('save'), isBusy: save.isPending, onClose }}
      error={save.errorBeside('name')}
      onConfirm={() => save.mutate({ merchantId, name: name.trim(), query })}
    >
      <TextInput
        {...{ label: say('filterName'), value: name, maxLength: 60, required: true }}
        data-autofocus
        error={save.errorOf('name')}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
    </ConfirmDialog>
  )
}
