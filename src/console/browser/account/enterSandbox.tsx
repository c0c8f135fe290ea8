// The address that a sandbox prints: it works once. What is behind the # no server log ever sees.

import { Center, Loader, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { callBeforeSignIn } from '../callServer.ts'
import { useWords } from '../language.tsx'
import { Brand } from '../shell/brand.tsx'
import { forgetOrders } from '../shell/recentOrders.ts'
import { accountWords } from '../words/account.ts'

export function EnterSandbox() {
  const say = useWords(accountWords)
  const [ticket] = useState(() => location.hash.slice(1))
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const { mutate, error } = useMutation({
    mutationFn: () => callBeforeSignIn('enterSandbox', { ticket }),
    onSuccess: async () => {
      forgetOrders()
      await queries.invalidateQueries()
      navigate('/console', { replace: true })
    },
  })
  useEffect(() => mutate(), [mutate])
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack align="center" gap="sm" ta="center">
        <Brand />
        {error ? (
          <>
            <Text role="alert">{say('usedAddress')}</Text>
            <Text c="dimmed">{say('howInSandbox')}</Text>
          </>
        ) : (
          <Loader aria-label={say('signingIn')} role="status" />
        )}
      </Stack>
    </Center>
  )
}
