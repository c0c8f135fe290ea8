// What people see before they are signed in: one sheet with the mark.

import { Center, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Brand } from '../shell/brand.tsx'

type EntranceProps = { readonly title: string; readonly lead?: ReactNode; readonly children: ReactNode }

export function Entrance({ title, lead, children }: EntranceProps) {
  useEffect(() => {
    document.title = `${title} · Tollgate`
  }, [title])
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack w="100%" maw={440} gap="lg">
        <Center>
          <Brand />
        </Center>
        <Paper className="sheet" p="xl">
          <Stack>
            <div>
              <Title order={1}>{title}</Title>
              {lead && (
                <Text c="dimmed" size="sm" mt={6}>
                  {lead}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  )
}
