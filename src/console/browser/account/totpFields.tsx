// Setting up an app that shows codes: a picture to scan, the key to type, and the first code.

import { Center, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { CopyButton } from '../components/copyButton.tsx'
import { useWords } from '../language.tsx'
import { accountWords } from '../words/account.ts'
import { QrPicture } from './qrPicture.tsx'

type TotpFieldsProps = {
  readonly offer: { readonly text: string; readonly uri: string }
  readonly code: string
  readonly error?: string | undefined
  readonly onCode: (code: string) => void
}

export function TotpFields({ offer, code, error, onCode }: TotpFieldsProps) {
  const say = useWords(accountWords)
  return (
    <Stack gap="sm">
      <Text size="sm">{say('scanIt')}</Text>
      <Center>
        <QrPicture text={offer.uri} label={say('qrLabel')} />
      </Center>
      <Group gap={4} wrap="nowrap" justify="center">
        <Code className="totpKey">{offer.text.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
        <CopyButton value={offer.text} />
      </Group>
      <TextInput
        {...{ label: say('appCode'), inputMode: 'numeric', autoComplete: 'one-time-code', required: true }}
        {...{ value: code, withAsterisk: false, error, maxLength: 10 }}
        onChange={event => onCode(event.currentTarget.value)}
      />
    </Stack>
  )
}
