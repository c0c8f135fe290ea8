// Recovery codes, which are shown once.

import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { CopyButton } from '../components/copyButton.tsx'
import { useWords } from '../language.tsx'
import { accountWords } from '../words/account.ts'

type RecoveryCodesProps = { readonly codes: readonly string[]; readonly onKept: () => unknown }

export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const say = useWords(accountWords)
  return (
    <Stack>
      <Text size="sm">{say('recoveryLead')}</Text>
      <SimpleGrid cols={2} spacing="xs" component="ul" className="plainList">
        {codes.map(code => (
          <li key={code}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <CopyButton value={codes.join('\n')} />
        <Button onClick={() => onKept()}>{say('keptThem')}</Button>
      </Group>
    </Stack>
  )
}
