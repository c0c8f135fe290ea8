// Which merchant an operator looks at: the address says it, this changes it.

import { Combobox, InputBase, ScrollArea, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { addressed, merchantAddress } from '../addresses.ts'
import { Icon } from '../components/icon.tsx'
import { useWords } from '../language.tsx'
import { useConsoleQuery } from '../queries.ts'
import { shellWords } from '../words/shell.ts'

export function MerchantSwitcher({ merchantId }: { readonly merchantId: string | undefined }) {
  const say = useWords(shellWords)
  const [location, navigate] = useLocation()
  const [search, setSearch] = useState('')
  const [from] = useDebouncedValue(search.trim(), 150)
  const combobox = useCombobox({
    onDropdownClose: () => setSearch(''),
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const { data } = useConsoleQuery('merchantNames', from ? { from } : {}, {
    isEnabled: combobox.dropdownOpened,
    keepsPrevious: true,
  })
  const found = (data?.merchantIds ?? []).filter(id =>
    id.toLowerCase().startsWith(search.trim().toLowerCase()),
  )
  const go = (chosen: string) => {
    combobox.closeDropdown()
    const { merchantId: shown, page = 'payments' } = addressed(location)
    // Another merchant does not have this order.
    navigate(merchantAddress(chosen, shown === undefined || page === 'order' ? 'payments' : page))
  }
  return (
    <Combobox store={combobox} onOptionSubmit={go} width={260} position="bottom-start">
      <Combobox.Target targetType="button">
        <InputBase
          {...{ component: 'button', type: 'button', pointer: true, className: 'merchantSwitcher' }}
          aria-label={`${say('merchant')}: ${merchantId ?? '–'}`}
          rightSection={<Icon name="chevron" size={16} />}
          rightSectionPointerEvents="none"
          onClick={() => combobox.toggleDropdown()}
        >
          {merchantId ?? say('findMerchant')}
        </InputBase>
      </Combobox.Target>
      <Choices {...{ search, setSearch, found, merchantId, isLoaded: data !== undefined }} />
    </Combobox>
  )
}

type ChoicesProps = {
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly found: readonly string[]
  readonly merchantId: string | undefined
  readonly isLoaded: boolean
}

function Choices({ search, setSearch, found, merchantId, isLoaded }: ChoicesProps) {
  const say = useWords(shellWords)
  return (
    <Combobox.Dropdown>
      <Combobox.Search
        {...{ value: search, placeholder: say('findMerchant'), 'aria-label': say('findMerchant') }}
        onChange={event => setSearch(event.currentTarget.value)}
      />
      <Combobox.Options aria-label={say('merchant')}>
        <ScrollArea.Autosize mah={320} type="auto">
          {found.map(id => (
            <Combobox.Option key={id} value={id} active={id === merchantId}>
              {id}
            </Combobox.Option>
          ))}
        </ScrollArea.Autosize>
        {isLoaded && found.length === 0 && (
          <Combobox.Empty>{say(search ? 'noSuchMerchant' : 'noMerchants')}</Combobox.Empty>
        )}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}
