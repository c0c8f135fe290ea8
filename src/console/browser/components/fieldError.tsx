// What went wrong, said where it belongs.

import { Alert, Button, Group, Text } from '@mantine/core'
import { CallUnheard } from '../callAnswer.ts'
import { type Say, useWords } from '../language.tsx'
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
  const text = error instanceof CallUnheard ? codeText(error.supportCode, say) : error.message
  return (
    <Alert
      {...{ color: 'bad', variant: 'light', role: 'alert', className: 'alert' }}
      icon={<Icon name="alert" />}
      title={say('couldNotLoad')}
    >
      {text && <Text size="sm">{text}</Text>}
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

/** Nothing was to be done but to read. */
const codeText = (code: string | undefined, say: Say<(typeof shellWords)['en']>): string | undefined =>
  code && say('supportCode', { code })
