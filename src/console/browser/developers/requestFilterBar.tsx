// The filters of the request log.

import { Button, Collapse, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useAddressSearch } from '../addressSearch.ts'
import { Icon } from '../components/icon.tsx'
import { useWords } from '../language.tsx'
import { requestWords } from '../words/requests.ts'
import { fromField, toField } from './localTime.ts'
import { callOutcomes, requestFilterNames, requestFilters } from './requestFilters.ts'
import { TypedFilter } from './typedFilter.tsx'

export function RequestFilterBar() {
  const say = useWords(requestWords)
  const [search, change] = useAddressSearch()
  const filters = requestFilters(search)
  const id = useId()
  const hasMore = [filters.correlationId, filters.requestId, filters.from, filters.until].some(
    one => one !== undefined,
  )
  const [isOpen, setIsOpen] = useState(hasMore)
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <NativeSelect
          {...{ label: say('outcome'), value: filters.outcome ?? '' }}
          data={[
            { value: '', label: say('anyOutcome') },
            ...callOutcomes.map(value => ({ value, label: say(value) })),
          ]}
          onChange={({ currentTarget: { value } }) => change({ outcome: value }, true)}
        />
        <TypedFilter
          {...{ label: say('operation'), value: filters.operation ?? '', maxLength: 40 }}
          onEntered={operation => change({ operation: operation.toUpperCase().replaceAll(' ', '_') }, true)}
        />
        <TypedFilter
          {...{ label: say('orderId'), value: filters.orderId ?? '', maxLength: 40 }}
          onEntered={orderId => change({ orderId }, true)}
        />
        <Button
          {...{ variant: 'default', onClick: () => setIsOpen(!isOpen) }}
          leftSection={<Icon name="filter" size={16} />}
          aria-expanded={isOpen}
          aria-controls={id}
        >
          {say('moreFilters')}
        </Button>
        <ClearFilters />
      </Group>
      <div id={id}>
        <Collapse expanded={isOpen}>
          <MoreFilters />
        </Collapse>
      </div>
    </Stack>
  )
}

function ClearFilters() {
  const say = useWords(requestWords)
  const [search, change] = useAddressSearch()
  if (Object.keys(requestFilters(search)).length === 0) return null
  return (
    <Button
      variant="subtle"
      onClick={() => change(Object.fromEntries(requestFilterNames.map(one => [one, undefined])), true)}
    >
      {say('clear')}
    </Button>
  )
}

function MoreFilters() {
  const say = useWords(requestWords)
  const [search, change] = useAddressSearch()
  const filters = requestFilters(search)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" maw={1010}>
      <TypedFilter
        {...{ label: say('correlationId'), value: filters.correlationId ?? '', maxLength: 100 }}
        onEntered={correlationId => change({ correlationId }, true)}
      />
      <TypedFilter
        {...{ label: say('requestId'), value: filters.requestId ?? '', maxLength: 40 }}
        onEntered={requestId => change({ requestId }, true)}
      />
      {(['from', 'until'] as const).map(name => (
        <TextInput
          key={name}
          {...{ type: 'datetime-local', label: say(name), value: toField(filters[name]) }}
          onChange={({ currentTarget: { value } }) => change({ [name]: fromField(value) })}
        />
      ))}
    </SimpleGrid>
  )
}
