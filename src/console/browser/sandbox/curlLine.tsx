import { Text } from '@mantine/core'
import { CodeBlock } from '../developers/codeBlock.tsx'

type CurlLineProps = { readonly line: string; readonly lead: string; readonly copy: string }

/** What the page does, as a line for a shell on the machine of the sandbox. */
export function CurlLine({ line, lead, copy }: CurlLineProps) {
  return (
    <div>
      <Text size="sm" mb={4}>
        {lead}
      </Text>
      <CodeBlock copyLabel={copy} text={line} isWrapped />
    </div>
  )
}
