// The search box: each way to read what is typed is offered, Enter takes the likeliest.

import { Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../components/icon.tsx'
import { useLocale, useTimeFormats, useWords } from '../language.tsx'
import { useShortcut } from '../shell/shortcuts.tsx'
import { useApiCodeName, useCodeName } from './codeText.tsx'
import { listWords } from './listWords.ts'
import type { PaymentFilters } from './paymentFilters.ts'
import { readingsOf, type SearchReading } from './typedSearch.ts'
import { writeAmount } from './writtenAmount.ts'

export function SearchBox({ onFound }: { readonly onFound: (filters: PaymentFilters) => void }) {
  const say = useWords(listWords)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const readings = readingsOf(typed, useLocale())
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { selectFirstOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: other text, other options
  useEffect(() => {
    selectFirstOption()
  }, [typed, selectFirstOption])
  useShortcut('/', say('search'), () => input.current?.focus())
  const choose = (reading: SearchReading | undefined) => {
    if (!reading) return
    onFound(reading.filters)
    setTyped('')
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={index => choose(readings[Number(index)])}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={input}
          {...{
            type: 'search',
            role: 'combobox',
            className: 'paymentSearch',
            value: typed,
            autoComplete: 'off',
          }}
          aria-label={say('search')}
          placeholder={say('searchHint')}
          leftSection={<Icon name="search" />}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            if (value.trim() === '') combobox.closeDropdown()
            else combobox.openDropdown()
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Readings readings={readings} />
    </Combobox>
  )
}

function Readings({ readings }: { readonly readings: readonly SearchReading[] }) {
  const say = useWords(listWords)
  return (
    <Combobox.Dropdown hidden={readings.length === 0}>
      <Combobox.Options aria-label={say('search')}>
        {readings.map((reading, index) => (
          <Combobox.Option key={JSON.stringify(reading)} value={String(index)}>
            <ReadingText reading={reading} />
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}

function ReadingText({ reading: { meaning, filters } }: { readonly reading: SearchReading }) {
  const say = useWords(listWords)
  const [name, apiName] = [useCodeName(), useApiCodeName()]
  const { day } = useTimeFormats()
  const locale = useLocale()
  const { amount, amountFrom, amountTo, currency = '' } = filters
  const money = [amount, amountFrom, amountTo]
    .flatMap(each => (each === undefined ? [] : [writeAmount(each, locale).text]))
    .join(' – ')
  const codes = filters.status && name(filters.status)
  const value =
    (money && `${money} ${currency}`.trim()) ||
    (filters.from && day(new Date(filters.from))) ||
    codes ||
    (filters.gatewayCode && apiName(filters.gatewayCode)) ||
    (Object.values(filters)[0] ?? '')
  return <Text size="sm">{say(`meaning${meaning}`, { value })}</Text>
}
