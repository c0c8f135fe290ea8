// The fields of one condition, as it is declared.

import { Button, Checkbox, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { Field } from '../../../contract/kit/vocabulary.ts'
import { useWords } from '../language.tsx'
import {
  type ConditionInput,
  emptyRow,
  type FormRow,
  type FormRows,
  inputOf,
  partsOf,
  type RuleConditionName,
} from './ruleForm.ts'
import { isFormWord, type RuleFormWord, ruleFormWords } from './ruleFormWords.ts'

type ConditionProps = {
  readonly name: RuleConditionName
  readonly rows: FormRows
  /** Undefined: the condition is taken out. */
  readonly onChange: (rows: FormRows | undefined) => void
}

export function ConditionFields({ name, rows, onChange }: ConditionProps) {
  const say = useWords(ruleFormWords)
  const hint = hints[name]
  return (
    <Fieldset legend={say(name)} p="sm">
      <Stack gap="xs">
        <Written {...{ name, rows, onChange }} />
        <Group justify="space-between" align="flex-start">
          <Text size="xs" c="dimmed">
            {hint && say(hint)}
          </Text>
          <Button
            {...{ size: 'compact-xs', variant: 'default', children: say('removeCondition') }}
            aria-label={`${say('removeCondition')}: ${say(name)}`}
            onClick={() => onChange(undefined)}
          />
        </Group>
      </Stack>
    </Fieldset>
  )
}

const hints: { readonly [name in RuleConditionName]?: RuleFormWord } = {
  billingCountry: 'countriesHint',
  billingCountryNot: 'countriesHint',
  cardRange: 'cardsHint',
  issuerCountry: 'countriesHint',
  issuerCountryNot: 'countriesHint',
  network: 'networksHint',
}

/** Words of the API that have no plain word are shown as they are. */
function useShown(): (word: string) => string {
  const say = useWords(ruleFormWords)
  return word => (isFormWord(word) ? say(word) : word)
}

function Written({ name, rows, onChange }: ConditionProps) {
  const shown = useShown()
  const input = inputOf(name)
  const [{ value = '' } = {}] = rows
  const write = (text: string) => onChange([{ value: text }])
  const labelled = { 'aria-label': shown(name) }
  if (input.kind === 'rows') return <Rows {...{ input, rows, onChange }} />
  if (input.kind === 'texts')
    return <TextInput {...{ ...labelled, value }} onChange={event => write(event.currentTarget.value)} />
  if (input.kind === 'choice')
    return (
      <NativeSelect
        {...{ ...labelled, value }}
        data={[
          { value: '', label: shown('choose') },
          ...input.values.map(one => ({ value: one, label: shown(one) })),
        ]}
        onChange={event => write(event.currentTarget.value)}
      />
    )
  return (
    <Checkbox.Group {...{ ...labelled, value: [...partsOf(value)] }} onChange={all => write(all.join(' '))}>
      <Group gap="sm">
        {input.values.map(one => (
          <Checkbox key={one} value={one} label={shown(one)} size="xs" />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

type RowsProps = {
  readonly input: Extract<ConditionInput, { kind: 'rows' }>
  readonly rows: FormRows
  readonly onChange: (rows: FormRows) => void
}

function Rows({ input: { fields, max }, rows, onChange }: RowsProps) {
  const shown = useShown()
  return (
    <>
      {rows.map((row, index) => (
        // A row has no name of its own, and keeps its place while it is written.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <Group key={index} align="flex-end" gap="xs">
          {Object.entries(fields).map(([field, declared]) => (
            <RowField
              key={field}
              {...{ field, declared, value: row[field] ?? '' }}
              onChange={value => onChange(rows.with(index, { ...row, [field]: value }))}
            />
          ))}
          {rows.length > 1 && (
            <Button
              {...{ size: 'compact-sm', variant: 'subtle', children: shown('removeRow') }}
              aria-label={`${shown('removeRow')} ${index + 1}`}
              onClick={() => onChange(rows.filter((_row, place) => place !== index))}
            />
          )}
        </Group>
      ))}
      {rows.length < max && (
        <Button
          {...{ size: 'compact-xs', variant: 'subtle', children: shown('addRow') }}
          {...{ mr: 'auto' }}
          onClick={() => onChange([...rows, emptyRow(fields)])}
        />
      )}
    </>
  )
}

type RowFieldProps = {
  readonly field: string
  readonly declared: Field
  readonly value: FormRow[string]
  readonly onChange: (value: string) => void
}

function RowField({ field, declared: { type, required }, value, onChange }: RowFieldProps) {
  const shown = useShown()
  if (type.kind !== 'scalar') throw new Error(`The form does not know how to write ${field}`)
  const common = { label: shown(field), value, flex: '1 1 110px', miw: 90 }
  const change = (event: { readonly currentTarget: { readonly value: string } }) =>
    onChange(event.currentTarget.value)
  if (type.values)
    return (
      <NativeSelect
        {...common}
        data={[
          ...(required ? [] : [{ value: '', label: shown('choose') }]),
          ...type.values.map(one => ({ value: one, label: shown(one) })),
        ]}
        onChange={change}
      />
    )
  const isNumeric = type.json === 'integer' || type.name === 'Digits'
  return (
    <TextInput
      {...common}
      {...(isNumeric && { inputMode: 'numeric', pattern: '[0-9]*' })}
      {...(type.name === 'Decimal' && { inputMode: 'decimal' })}
      onChange={change}
    />
  )
}
