// From one page of the sandbox corner to the next.

import { Button, Group } from '@mantine/core'
import { Link } from 'wouter'
import { merchantAddress } from '../addresses.ts'
import { useWords } from '../language.tsx'
import { sandboxWords } from './sandboxWords.ts'

const parts = {
  ...{ cards: 'sandbox', scripts: 'sandbox/scripts', clock: 'sandbox/clock', books: 'sandbox/books' },
} as const
export type SandboxPart = keyof typeof parts

type SandboxTabsProps = { readonly merchantId: string; readonly here: SandboxPart }

export function SandboxTabs({ merchantId, here }: SandboxTabsProps) {
  const say = useWords(sandboxWords)
  const tab = (part: SandboxPart) => (
    <Button
      key={part}
      {...{ component: Link, href: merchantAddress(merchantId, parts[part]), size: 'sm' }}
      variant={part === here ? 'default' : 'subtle'}
      {...(part === here && { 'aria-current': 'page' as const })}
    >
      {say(`part_${part}`)}
    </Button>
  )
  return (
    <Group component="nav" gap={4} aria-label={say('parts')}>
      {(['cards', 'scripts', 'clock', 'books'] as const).map(tab)}
    </Group>
  )
}
