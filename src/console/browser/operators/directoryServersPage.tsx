// Directory servers of payer authentication, and their card ranges.

import type { DirectoryServersShown } from '../../api/operators.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { Page } from '../components/page.tsx'
import { useNumber, useWords } from '../language.tsx'
import { useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { useAge } from './ageText.ts'
import { operatorWords } from './operatorWords.ts'

type Row = DirectoryServersShown['directoryServers'][number]

export function DirectoryServersPage() {
  const [say, name] = [useWords(operatorWords), useWords(pageNames)]
  const [number, age] = [useNumber(), useAge()]
  const servers = useConsoleQuery('directoryServers', {}, { everyMs: 10_000 })
  const columns: readonly DataColumn<Row>[] = [
    { key: 'name', title: say('server'), cell: row => row.name, isHead: true },
    {
      ...{ key: 'ranges', title: say('ranges'), isNumber: true },
      cell: row => (row.ranges === undefined ? '–' : number(row.ranges)),
    },
    {
      ...{ key: 'age', title: say('age'), isNumber: true },
      cell: row => (row.rangesAgeMs === undefined ? '–' : age(row.rangesAgeMs)),
    },
    { key: 'failures', title: say('failures'), cell: row => number(row.failures), isNumber: true },
    { key: 'trouble', title: say('trouble'), cell: row => <span lang="en">{row.failure ?? '–'}</span> },
    { key: 'next', title: say('next'), cell: row => age(row.nextInMs), isNumber: true },
  ]
  return (
    <Page title={name('directoryServers')} lead={say('serversLead')}>
      <DataList
        {...{ label: name('directoryServers'), columns, empty: say('noServers'), error: servers.error }}
        rows={servers.data?.directoryServers}
        keyOf={row => row.name}
        hasCount={false}
        onRetry={() => servers.refetch()}
      />
    </Page>
  )
}
