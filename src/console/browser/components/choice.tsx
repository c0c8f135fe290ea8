import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useIsPhone } from '../look/useIsPhone.ts'

type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly data: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (chosen: string) => void
}

/** One of a few: beside each other where there is room, a list on a phone. */
export function Choice({ label, value, data, onChange }: ChoiceProps) {
  if (useIsPhone())
    return (
      <NativeSelect
        {...{ 'aria-label': label, value, data: [...data] }}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  return <SegmentedControl {...{ 'aria-label': label, value, data: [...data], onChange, size: 'sm' }} />
}
