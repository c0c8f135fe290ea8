// What went wrong, said where it belongs.

import { Alert, Button, Group, Text } from '@mantine/core'
import { CallRefused } from '../callServer.ts'
import { useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'
import { Icon } from './icon.tsx'

/** Above a form or in the place of a list. At a field, give `errorOf(field)` to the field's `error`. */
export function FieldError({ message }: { readonly message: string | undefined }) {
  if (message === undefined) return null
  return (
    <Alert color="bad" variant="light" icon={<Icon name="alert" />} role="alert" className="alert">
      {message}
    </Alert>
  )
}

/** In the place of what could not be loaded. */
export function LoadError({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => unknown }) {
  const say = useWords(shellWords)
  const code = error instanceof CallRefused ? error.supportCode : undefined
  return (
    <Alert
      {...{ color: 'bad', variant: 'light', role: 'alert', className: 'alert' }}
      icon={<Icon name="alert" />}
      title={say('couldNotLoad')}
    >
      <Text size="sm">{error.message}</Text>
      {code && <Text size="sm">{say('supportCode', { code })}</Text>}
      {onRetry && (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={() => onRetry()}>
            {say('tryAgain')}
          </Button>
        </Group>
      )}
    </Alert>
  )
}
