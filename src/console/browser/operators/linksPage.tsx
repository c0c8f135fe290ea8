// Links to acquirers as the nodes see them, and what happened on them.

import { Title } from '@mantine/core'
import type { GatewayLinks, ReportedLink } from '../../api/operators.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge, type Tone } from '../components/statusBadge.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useNumber, useWords } from '../language.tsx'
import { useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { useAge } from './ageText.ts'
import { operatorWords } from './operatorWords.ts'

export function LinksPage() {
  const [say, name] = [useWords(operatorWords), useWords(pageNames)]
  const [number, age] = [useNumber(), useAge()]
  const links = useConsoleQuery('gatewayLinks', {}, { everyMs: 5_000 })
  const columns: readonly DataColumn<ReportedLink>[] = [
    { key: 'link', title: say('link'), cell: row => row.link, isHead: true },
    {
      ...{ key: 'health', title: say('health') },
      cell: row => <StatusBadge tone={tones[row.health]}>{say(row.health)}</StatusBadge>,
    },
    { key: 'trouble', title: say('trouble'), cell: row => <span lang="en">{row.trouble ?? '–'}</span> },
    { key: 'owed', title: say('owed'), cell: row => number(row.owed), isNumber: true },
    {
      key: 'node',
      title: say('node'),
      cell: row => <span className="digits">{row.nodeId.slice(0, 8)}</span>,
    },
    { key: 'heard', title: say('heard'), cell: row => age(row.ageMs), isNumber: true },
  ]
  return (
    <Page title={name('links')} lead={say('linksLead')}>
      {links.data?.stranded.map(({ link }) => (
        <FieldError key={link} message={say('stranded', { link })} />
      ))}
      <DataList
        {...{ label: name('links'), columns, empty: say('noLinks'), error: links.error, hasCount: false }}
        rows={links.data?.links}
        keyOf={row => `${row.link} ${row.nodeId}`}
        onRetry={() => links.refetch()}
      />
      <LinkEvents events={links.data?.events} />
    </Page>
  )
}

const tones = { USABLE: 'good', TROUBLE: 'bad', SILENT: 'wait' } as const satisfies Record<string, Tone>

type LinkEvent = GatewayLinks['events'][number]

function LinkEvents({ events }: { readonly events: readonly LinkEvent[] | undefined }) {
  const say = useWords(operatorWords)
  const columns: readonly DataColumn<LinkEvent>[] = [
    { key: 'what', title: say('event'), cell: row => <span lang="en">{row.what}</span>, isHead: true },
    { key: 'link', title: say('link'), cell: row => row.link },
    { key: 'time', title: say('time'), cell: row => <Timestamp at={row.time} /> },
  ]
  if (!events || events.length === 0) return null
  return (
    <>
      <Title order={2}>{say('events')}</Title>
      <DataList
        {...{ label: say('events'), columns, rows: events, empty: say('noEvents'), hasCount: false }}
        keyOf={row => `${row.time} ${row.link} ${row.what} ${row.nodeId}`}
      />
    </>
  )
}
