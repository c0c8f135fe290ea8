import { ActionIcon, CopyButton as Copying, Tooltip } from '@mantine/core'
import { useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'
import { Icon } from './icon.tsx'

/** Copies a text; `label` says what it is, for readers: "Copy order id". */
export function CopyButton({ value, label }: { readonly value: string; readonly label?: string }) {
  const say = useWords(shellWords)
  return (
    <Copying value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? say('copied') : (label ?? say('copy'))}>
          <ActionIcon
            {...{ variant: 'subtle', color: copied ? 'good' : 'gray', size: 'sm', onClick: copy }}
            aria-label={copied ? say('copied') : (label ?? say('copy'))}
          >
            <Icon name={copied ? 'check' : 'copy'} size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </Copying>
  )
}
