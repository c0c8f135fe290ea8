// Keys by id and age: their values are shown nowhere.

import { Title } from '@mantine/core'
import type { GatewayKeys } from '../../api/operators.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { Page } from '../components/page.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useNumber, useWords } from '../language.tsx'
import { useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { operatorWords } from './operatorWords.ts'

type Generation = GatewayKeys['generations'][number]
type Wrapping = GatewayKeys['wrappings'][number]

export function KeysPage() {
  const [say, name] = [useWords(operatorWords), useWords(pageNames)]
  const number = useNumber()
  const keys = useConsoleQuery('gatewayKeys', {})
  const timeOf = (at: string | undefined) => (at === undefined ? '–' : <Timestamp at={at} />)
  const generations: readonly DataColumn<Generation>[] = [
    { key: 'number', title: say('generation'), cell: row => number(row.number), isHead: true },
    { key: 'started', title: say('started'), cell: row => timeOf(row.startedAt) },
    { key: 'resealed', title: say('resealed'), cell: row => timeOf(row.resealedAt) },
    { key: 'retired', title: say('retired'), cell: row => timeOf(row.retiredAt) },
  ]
  const wrappings: readonly DataColumn<Wrapping>[] = [
    {
      key: 'id',
      title: say('keyId'),
      cell: row => <span className="name">{row.keyId}</span>,
      isHead: true,
    },
    { key: 'keys', title: say('wrapped'), cell: row => number(row.keys), isNumber: true },
    { key: 'newest', title: say('newest'), cell: row => timeOf(row.newestAt) },
  ]
  const shared = { empty: say('noKeys'), error: keys.error, hasCount: false, onRetry: () => keys.refetch() }
  return (
    <Page title={name('keys')} lead={say('keysLead')}>
      <Title order={2}>{say('generations')}</Title>
      <DataList
        {...{ ...shared, label: say('generations'), columns: generations, rows: keys.data?.generations }}
        keyOf={row => String(row.number)}
      />
      <Title order={2}>{say('wrappings')}</Title>
      <DataList
        {...{ ...shared, label: say('wrappings'), columns: wrappings, rows: keys.data?.wrappings }}
        keyOf={row => row.keyId}
      />
    </Page>
  )
}
