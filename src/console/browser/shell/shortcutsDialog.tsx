import { Group, Kbd, Modal, Table, Text } from '@mantine/core'
import { useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'
import { useShortcuts } from './shortcuts.tsx'

type DialogProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** What can be done with the keyboard on the page that is shown. */
export function ShortcutsDialog({ isOpen, onClose }: DialogProps) {
  const say = useWords(shellWords)
  const { list } = useShortcuts()
  const rows = isOpen
    ? [{ keys: 'Ctrl K', label: say('openSearch') }, ...list().toSorted(byKeys)].map(({ keys, label }) => (
        <Table.Tr key={`${keys} ${label}`}>
          <Table.Td>{label}</Table.Td>
          <Table.Td ta="end">
            <Keys keys={keys} />
          </Table.Td>
        </Table.Tr>
      ))
    : []
  return (
    <Modal
      {...{ opened: isOpen, onClose, title: say('shortcuts'), size: 'lg' }}
      closeButtonProps={{ 'aria-label': say('close') }}
    >
      <Table>
        <Table.Tbody>{rows}</Table.Tbody>
      </Table>
    </Modal>
  )
}

const byKeys = (one: { readonly keys: string }, other: { readonly keys: string }) =>
  one.keys.length - other.keys.length || one.keys.localeCompare(other.keys)

function Keys({ keys }: { readonly keys: string }) {
  const say = useWords(shellWords)
  const parts = keys.split(' ')
  const between = parts[0] === 'Ctrl' ? '+' : say('thenKey')
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {parts.map((key, index) => (
        <Group key={key} gap={6} wrap="nowrap">
          {index > 0 && (
            <Text span size="xs" c="dimmed">
              {between}
            </Text>
          )}
          <Kbd>{key}</Kbd>
        </Group>
      ))}
    </Group>
  )
}
