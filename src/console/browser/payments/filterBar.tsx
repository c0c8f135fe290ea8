// The filters of the list: those that are chosen from, those that are entered, and what is filtered by now.

import { Button, Collapse, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { cardBrands } from '../../../standards/cardBrands.ts'
import { gatewayCodes, orderStatuses } from '../../../standards/paymentCodes.ts'
import { Icon } from '../components/icon.tsx'
import { useLocale, useTimeFormats, useWords } from '../language.tsx'
import { useAmountReading } from './amountField.tsx'
import { useApiCodeName, useCodeName } from './codeText.tsx'
import { readable } from './codeWords.ts'
import { listWords } from './listWords.ts'
import { type FilterName, filterNames, isPeriod, type PaymentFilters, periods } from './paymentFilters.ts'
import { type WrittenAmount, writeAmount } from './writtenAmount.ts'

type FilterProps = {
  readonly filters: PaymentFilters
  readonly onChange: (changes: PaymentFilters) => void
}

export function FilterBar({ filters, onChange }: FilterProps) {
  const say = useWords(listWords)
  const id = useId()
  const hasEntered = enteredNames.some(name => filters[name] !== undefined)
  const [isOpen, setIsOpen] = useState(hasEntered)
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end" role="group" aria-label={say('filters')}>
        <ChosenFilters {...{ filters, onChange }} />
        <Button
          {...{ variant: 'default', onClick: () => setIsOpen(!isOpen) }}
          leftSection={<Icon name="filter" size={16} />}
          aria-expanded={isOpen}
          aria-controls={id}
        >
          {say('moreFilters')}
        </Button>
      </Group>
      <div id={id}>
        <Collapse expanded={isOpen}>
          <EnteredFilters {...{ filters, onChange }} />
        </Collapse>
      </div>
      <FilterChips {...{ filters, onChange }} />
    </Stack>
  )
}

const amountNames = ['amountFrom', 'amountTo'] as const
const enteredNames = ['from', 'to', ...amountNames] as const

function ChosenFilters({ filters, onChange }: FilterProps) {
  const say = useWords(listWords)
  const [name, apiName] = [useCodeName(), useApiCodeName()]
  const sorted = (values: readonly string[], label: (value: string) => string) =>
    values
      .map(value => ({ value, label: label(value) }))
      .sort((one, other) => one.label.localeCompare(other.label))
  const choices = [
    ['status', sorted(orderStatuses, name)],
    ['gatewayCode', sorted(gatewayCodes, apiName)],
    ['brand', cardBrands.map(value => ({ value, label: readable(value) }))],
    ['period', periodNames.map(value => ({ value, label: say(`period${value}`) }))],
  ] as const
  return choices.map(([filter, values]) => (
    <NativeSelect
      key={filter}
      {...{ label: say(filter), value: filters[filter] ?? '', className: 'filterChoice' }}
      data={[{ value: '', label: say('any') }, ...values]}
      onChange={({ currentTarget: { value } }) => onChange({ [filter]: value })}
    />
  ))
}

const periodNames = Object.keys(periods).filter(isPeriod)

function EnteredFilters({ filters, onChange }: FilterProps) {
  const say = useWords(listWords)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" maw={900}>
      {(['from', 'to'] as const).map(name => (
        <TextInput
          key={name}
          {...{ type: 'datetime-local', label: say(name), value: localTime(filters[name]) }}
          onChange={({ currentTarget: { value } }) =>
            onChange({ [name]: value === '' ? '' : new Date(value).toISOString() })
          }
        />
      ))}
      {amountNames.map(name => (
        <EnteredAmount
          key={`${name} ${filters[name] ?? ''}`}
          {...{ label: say(name), amount: filters[name] ?? '', currency: filters.currency }}
          onEntered={amount => onChange({ [name]: amount })}
        />
      ))}
    </SimpleGrid>
  )
}

type EnteredAmountProps = {
  readonly label: string
  readonly amount: string
  readonly currency: string | undefined
  readonly onEntered: (amount: string) => void
}

/** Counts when it is left or confirmed: not at each digit. */
function EnteredAmount({ label, amount, currency, onEntered }: EnteredAmountProps) {
  const locale = useLocale()
  const [typed, setTyped] = useState<WrittenAmount>()
  const { read, troubleOf } = useAmountReading(currency)
  const enter = () => {
    if (!typed) return
    const entered = typed.text.trim() === '' ? '' : read(typed)
    if (entered === undefined) return
    setTyped(undefined)
    if (entered !== amount) onEntered(entered)
  }
  return (
    <TextInput
      {...{ label, value: typed?.text ?? writeAmount(amount, locale).text, inputMode: 'decimal' }}
      {...{ error: typed && troubleOf(typed), onBlur: enter }}
      onChange={({ currentTarget: { value: text } }) => setTyped({ text, locale })}
      onKeyDown={({ key }) => key === 'Enter' && enter()}
    />
  )
}

/** As the field wants it, in the reader's time zone. */
function localTime(time: string | undefined): string {
  if (time === undefined) return ''
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function FilterChips({ filters, onChange }: FilterProps) {
  const say = useWords(listWords)
  const text = useFilterText()
  const active = filterNames.filter(name => filters[name] !== undefined)
  if (active.length === 0) return null
  return (
    <Group gap="xs">
      {active.map(name => {
        const label = text(name, filters[name] ?? '')
        return (
          <Button
            key={name}
            {...{ size: 'compact-sm', variant: 'light', onClick: () => onChange({ [name]: '' }) }}
            rightSection={<Icon name="cross" size={12} />}
            aria-label={say('removeFilter', { name: label })}
          >
            {label}
          </Button>
        )
      })}
      <Button
        {...{ size: 'compact-sm', variant: 'subtle' }}
        onClick={() => onChange(Object.fromEntries(active.map(name => [name, ''])))}
      >
        {say('clearFilters')}
      </Button>
    </Group>
  )
}

function useFilterText(): (name: FilterName, value: string) => string {
  const say = useWords(listWords)
  const [codeName, apiName] = [useCodeName(), useApiCodeName()]
  const { short } = useTimeFormats()
  const locale = useLocale()
  const shown = (name: FilterName, value: string): string => {
    if (name === 'status') return codeName(value)
    if (name === 'gatewayCode') return apiName(value)
    if (name === 'brand') return readable(value)
    if (name === 'amount' || amountNames.some(each => each === name)) return writeAmount(value, locale).text
    if (name === 'from' || name === 'to') return short(new Date(value))
    return name === 'period' && isPeriod(value) ? say(`period${value}`) : value
  }
  return (name, value) => `${say(name)}: ${shown(name, value)}`
}
