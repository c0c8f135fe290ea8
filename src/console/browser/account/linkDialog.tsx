// The link of an invitation, which is shown once.

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { ShownLink } from '../../api/users.ts'
import { CopyButton } from '../components/copyButton.tsx'
import { useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'
import { usersWords } from '../words/users.ts'

type LinkDialogProps = { readonly link: ShownLink; readonly onClose: () => void }

export function LinkDialog({ link: { email, link, validHours }, onClose }: LinkDialogProps) {
  const [say, sayOfShell] = [useWords(usersWords), useWords(shellWords)]
  const title = say('linkTitle', { email })
  return (
    <Modal
      {...{ opened: true, onClose, title, closeOnClickOutside: false }}
      closeButtonProps={{ 'aria-label': sayOfShell('close') }}
    >
      <Stack>
        <Text size="sm">{say('linkLead', { hours: validHours })}</Text>
        <TextInput
          {...{ value: link, readOnly: true, 'aria-label': title, dir: 'ltr' }}
          onFocus={event => event.currentTarget.select()}
          rightSection={<CopyButton value={link} />}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>{say('done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
