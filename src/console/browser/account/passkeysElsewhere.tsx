import { Anchor, Text } from '@mantine/core'
import { useWords } from '../language.tsx'
import { accountWords } from '../words/account.ts'
import { addressAt } from './passkeyPrompt.ts'

/** For who opened the console by an address, where browsers have no passkeys. */
export function PasskeysElsewhere({ rpId }: { readonly rpId: string }) {
  const say = useWords(accountWords)
  return (
    <Text size="sm" c="dimmed">
      {say('passkeysElsewhere', { address: rpId })}{' '}
      <Anchor href={addressAt(rpId)} size="sm">
        {say('openThere')}
      </Anchor>
    </Text>
  )
}
