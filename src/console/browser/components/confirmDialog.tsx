import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'
import { FieldError } from './fieldError.tsx'

type ConfirmDialogProps = {
  readonly isOpen: boolean
  readonly title: string
  /** What will happen, in one or two sentences, or a form. */
  readonly children: ReactNode
  /** A verb: what the button does. */
  readonly confirm: string
  readonly isDangerous?: boolean
  /** While it is under way the button cannot be pressed again. */
  readonly isBusy?: boolean
  readonly error?: string | undefined
  readonly onConfirm: () => unknown
  readonly onClose: () => void
}

/** Asks before something is done. Enter in a field of it confirms, Escape closes. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirm, isDangerous = false, isBusy = false, error } = props
  const { onConfirm, onClose } = props
  const say = useWords(shellWords)
  return (
    <Modal
      opened={isOpen}
      onClose={() => !isBusy && onClose()}
      title={title}
      closeButtonProps={{ 'aria-label': say('close') }}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          if (!isBusy) onConfirm()
        }}
      >
        <Stack>
          {children}
          <FieldError message={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {say('cancel')}
            </Button>
            <Button type="submit" loading={isBusy} {...(isDangerous && { color: 'bad' })}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
