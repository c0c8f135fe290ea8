// A part of a page on a ground of its own, with a title.

import { Group, Paper, type PaperProps, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useId } from 'react'

type SheetProps = Omit<PaperProps, 'title'> & {
  readonly title?: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Sheet({ title, actions, children, ...paper }: SheetProps) {
  const id = useId()
  return (
    <Paper component="section" className="sheet" p="lg" {...(title && { 'aria-labelledby': id })} {...paper}>
      {(title || actions) && (
        <Group justify="space-between" mb="md" gap="sm">
          {title && (
            <Title order={2} id={id}>
              {title}
            </Title>
          )}
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      {children}
    </Paper>
  )
}
