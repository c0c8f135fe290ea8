import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { CallRefused, CallUnheard } from '../callAnswer.ts'
import { useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'

type BoundaryProps = { readonly children: ReactNode }
type BoundaryState = { readonly error?: unknown }

/** What a page throws ends that page only; the navigation stays. A new address (its key) begins anew. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error ?? new Error('nothing was thrown') }
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <WentWrong error={this.state.error} />
  }
}

function WentWrong({ error }: { readonly error: unknown }) {
  const say = useWords(shellWords)
  const isOfCall = error instanceof CallRefused || error instanceof CallUnheard
  const code = isOfCall ? error.supportCode : undefined
  return (
    <Center mih="60vh" role="alert">
      <Stack align="center" gap="xs" maw={480} ta="center">
        <Title order={1}>{say('wentWrong')}</Title>
        <Text>{say('wentWrongHint')}</Text>
        <Text c="dimmed" size="sm" ff="monospace">
          {code ? say('supportCode', { code }) : String(error)}
        </Text>
        <Button mt="sm" onClick={() => location.reload()}>
          {say('reload')}
        </Button>
      </Stack>
    </Center>
  )
}
