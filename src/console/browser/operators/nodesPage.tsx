// Nodes of the gateway. A node counts up while it lives: two looks tell whether it does.

import { useEffect, useState } from 'react'
import type { GatewayNodes } from '../../api/operators.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/statusBadge.tsx'
import { useWords } from '../language.tsx'
import { useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { operatorWords } from './operatorWords.ts'

type Row = GatewayNodes['nodes'][number]

export function NodesPage() {
  const [say, name] = [useWords(operatorWords), useWords(pageNames)]
  const nodes = useConsoleQuery('gatewayNodes', {}, { everyMs: 3_000 })
  const isAlive = useGrowing(nodes.data?.nodes)
  const columns: readonly DataColumn<Row>[] = [
    {
      key: 'id',
      title: say('node'),
      cell: row => <span className="name">{row.nodeId}</span>,
      isHead: true,
    },
    {
      ...{ key: 'alive', title: say('alive') },
      cell: row =>
        isAlive(row) ? (
          <StatusBadge tone="good">{say('yes')}</StatusBadge>
        ) : (
          <StatusBadge tone="plain">{say('unknown')}</StatusBadge>
        ),
    },
    { key: 'beats', title: say('beats'), cell: row => row.beats, isNumber: true },
  ]
  return (
    <Page title={name('nodes')} lead={say('nodesLead')}>
      <DataList
        {...{ label: name('nodes'), columns, empty: say('noNodes'), error: nodes.error, hasCount: false }}
        rows={nodes.data?.nodes}
        keyOf={row => row.nodeId}
        onRetry={() => nodes.refetch()}
      />
    </Page>
  )
}

/** Whether a node has counted further since the page was opened. */
function useGrowing(nodes: readonly Row[] | undefined): (row: Row) => boolean {
  const [first, setFirst] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (!nodes) return
    setFirst(known => new Map(nodes.map(({ nodeId, beats }) => [nodeId, known.get(nodeId) ?? beats])))
  }, [nodes])
  return ({ nodeId, beats }) => Number(beats) > Number(first.get(nodeId) ?? beats)
}
