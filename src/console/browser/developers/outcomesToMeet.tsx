// Which outcomes a shop has met in its sandbox, and what brings the others about.

import { Button, CopyButton as Copying, Group, Progress, Stack, Text, Title } from '@mantine/core'
import type { OutcomesMet, OutcomeToMeet } from '../../api/doctor.ts'
import { CopyButton } from '../components/copyButton.tsx'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { Icon } from '../components/icon.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useWords } from '../language.tsx'
import { doctorWords } from '../words/doctor.ts'
import { shellWords } from '../words/shell.ts'
import { meetingWords } from '../words/symptoms.ts'

export function OutcomesToMeet({ met: { rehearsed, outcomes, missing } }: { readonly met: OutcomesMet }) {
  const [say, tell] = [useWords(doctorWords), useWords(meetingWords)]
  const columns: readonly DataColumn<OutcomeToMeet>[] = [
    {
      ...{ key: 'command', title: say('command'), isHead: true },
      cell: row => <TriggerCommand outcome={row} />,
    },
    { key: 'how', title: say('how'), cell: ({ how }) => tell(how.name, how.values) },
  ]
  return (
    <>
      <Sheet title={say('rehearsal')}>
        <Text fw={600} mb="xs">
          {say('rehearsed', { rehearsed, outcomes })}
        </Text>
        <Progress value={(100 * rehearsed) / outcomes} aria-label={say('rehearsal')} />
      </Sheet>
      {missing.length > 0 && (
        <Stack gap="sm">
          <Group justify="space-between">
            <div>
              <Title order={2}>{say('missing')}</Title>
              <Text c="dimmed">{say('missingLead')}</Text>
            </div>
            <CopyAll text={missing.map(({ command }) => command).join('\n')} />
          </Group>
          <DataList<OutcomeToMeet>
            {...{ label: say('missing'), columns, rows: missing, empty: '', hasCount: false }}
            keyOf={({ name }) => name}
          />
        </Stack>
      )}
    </>
  )
}

function TriggerCommand({ outcome: { command, what } }: { readonly outcome: OutcomeToMeet }) {
  const say = useWords(doctorWords)
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <code className="devMono" dir="ltr">
          {command}
        </code>
        <CopyButton value={command} label={say('copy', { command })} />
      </Group>
      <Text span size="sm" c="dimmed" lang="en" dir="ltr" className="devWhat">
        {what}
      </Text>
    </div>
  )
}

function CopyAll({ text }: { readonly text: string }) {
  const [say, sayShell] = [useWords(doctorWords), useWords(shellWords)]
  return (
    <Copying value={text} timeout={2_000}>
      {({ copied, copy }) => (
        <Button
          {...{ variant: 'default', onClick: copy }}
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
        >
          {copied ? sayShell('copied') : say('copyAll')}
        </Button>
      )}
    </Copying>
  )
}
