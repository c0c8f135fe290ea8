import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CopyButton } from '../components/copyButton.tsx'
import { useWords } from '../language.tsx'
import { credentialWords } from '../words/credentials.ts'

type ShownOnceProps = {
  readonly title: string
  readonly secret: string
  /** Whether one before is still valid. */
  readonly hasOthers: boolean
  readonly onStored: () => void
}

/** A secret that nobody can read again. It stays until somebody says that it is stored. */
export function ShownOnce({ title, secret, hasOthers, onStored }: ShownOnceProps) {
  const say = useWords(credentialWords)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="devOnce" aria-label={title}>
      <Stack gap="sm">
        <Text component="h3" fw={650} ref={heading} tabIndex={-1}>
          {title}
        </Text>
        <div className="devSecret" dir="ltr">
          <span>{secret}</span>
          <CopyButton value={secret} label={say('copySecret')} />
        </div>
        <Text size="sm">
          {say('shownOnce')} {hasOthers && say('othersStay')}
        </Text>
        <Group>
          <Button variant="default" onClick={onStored}>
            {say('isStored')}
          </Button>
        </Group>
      </Stack>
    </section>
  )
}
