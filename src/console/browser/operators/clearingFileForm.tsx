// Comparing with a clearing file of the host: it is read here, sent line by line, and kept nowhere.

import { Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ComparedBusinessDate } from '../../api/operators.ts'
import { FieldError } from '../components/fieldError.tsx'
import { Sheet } from '../components/sheet.tsx'
import { shellQuoted } from '../components/shellQuoted.ts'
import { CodeBlock } from '../developers/codeBlock.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { clearingLines } from './clearingLines.ts'
import { reconciliationWords } from './reconciliationWords.ts'

type ClearingFileFormProps = {
  readonly link: string
  readonly date: string
  readonly onCompared: (compared: ComparedBusinessDate) => void
}

export function ClearingFileForm({ link, date, onCompared }: ClearingFileFormProps) {
  const say = useWords(reconciliationWords)
  const [file, setFile] = useState<File | null>(null)
  const [layout, setLayout] = useState<File | null>(null)
  const comparing = useConsoleMutation('compareBusinessDate', { onSuccess: onCompared })
  const compare = async () => {
    if (!file || !layout) return
    const form = await layout.text()
    comparing.mutate({ link, date, layout: form, lines: [...clearingLines(await file.arrayBuffer(), form)] })
  }
  const isTooLong = file !== null && file.size > bytesMax
  return (
    <Sheet title={say('clearingFile')}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (!isTooLong) void compare()
        }}
      >
        <Stack gap="md">
          <Text>{say('clearingLead')}</Text>
          <Group grow align="flex-start" preventGrowOverflow={false}>
            <FileInput
              {...{ label: say('file'), placeholder: say('choose'), value: file, onChange: setFile }}
              error={isTooLong ? say('tooLong') : comparing.errorOf('lines')}
            />
            <FileInput
              {...{ label: say('layout'), placeholder: say('choose'), value: layout, onChange: setLayout }}
              {...{ accept: '.json,application/json', error: comparing.errorOf('layout') }}
            />
          </Group>
          <FieldError message={comparing.errorBeside('lines', 'layout')} />
          <Group>
            <Button type="submit" disabled={!file || !layout || isTooLong} loading={comparing.isPending}>
              {say('compareFile')}
            </Button>
          </Group>
          <Text size="sm">{say('longer')}</Text>
          <CodeBlock copyLabel={say('copyLine')} text={commandFor(link, date)} isWrapped />
        </Stack>
      </form>
    </Sheet>
  )
}

/** What a call may carry, less what JSON adds to it. */
const bytesMax = 200_000

const commandFor = (link: string, date: string): string =>
  `npx tollgate reconcile --link ${shellQuoted(link)} --date ${shellQuoted(date)}` +
  ' --file clearing.csv --layout layout.json'
