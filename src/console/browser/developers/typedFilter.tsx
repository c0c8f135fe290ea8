import { TextInput } from '@mantine/core'
import { useState } from 'react'

type TypedFilterProps = {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly onEntered: (value: string) => void
}

/** A filter that counts when it is left or confirmed, not at each letter. */
export function TypedFilter(props: TypedFilterProps) {
  // Another address is another filter: what was typed for the one before is gone.
  return <TypedText key={props.value} {...props} />
}

function TypedText({ label, value, maxLength, onEntered }: TypedFilterProps) {
  const [typed, setTyped] = useState(value)
  const enter = () => typed.trim() !== value && onEntered(typed.trim())
  return (
    <TextInput
      {...{ label, value: typed, maxLength, onBlur: enter, type: 'search', autoComplete: 'off' }}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && enter()}
    />
  )
}
