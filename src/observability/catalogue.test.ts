import { expect, test } from 'vitest'
import type { MetricSeries } from '../platform/metrics.ts'
import { metrics } from './catalogue.ts'

const series: readonly MetricSeries[] = Object.values(metrics)

test('docs/metrics.md says what is measured (run this test with -u to write it)', async () => {
  await expect(metricsPage()).toMatchFileSnapshot('../../docs/metrics.md')
})

test.each(series)('$name is named as its kind and unit want it', ({ kind, name, bounds, help }) => {
  expect(name).toMatch(/^tollgate_[a-z]+(?:_[a-z]+)*$/)
  expect(name.endsWith('_total')).toBe(kind === 'counter')
  expect(bounds !== undefined).toBe(kind === 'histogram')
  expect([...(bounds ?? [])].sort((one, other) => one - other)).toEqual([...(bounds ?? [])])
  expect(help).toMatch(/^[A-Z1].*\.$/)
})

test.each(series)('$name says what becomes of the values of several workers', ({ kind, ofWorkers }) => {
  // What is counted is added up; for what is, it depends.
  expect(ofWorkers !== undefined).toBe(kind === 'gauge')
})

test('no series has the name of another', () => {
  expect(new Set(series.map(({ name }) => name)).size).toBe(series.length)
})

test('nothing that grows with the number of merchants or orders is a label', () => {
  const labels = new Set(series.flatMap(each => each.labels))
  expect([...labels].sort()).toEqual([
    ...[
      'answer',
      'code',
      'counterpart',
      'direction',
      'directory_server',
      'gateway_code',
      'kind',
      'link',
      'method',
    ],
    ...['mode', 'obligation', 'operation', 'outcome', 'pool', 'provider', 'reason', 'release', 'result'],
    ...['route', 'state', 'status', 'step', 'verb'],
  ])
})

function metricsPage(): string {
  const rows = series.map(({ name, kind, ofWorkers = 'sum', labels, help }) => {
    const shown = labels.map(label => `\`${label}\``).join(', ')
    return `| \`${name}\` | ${kind} | ${ofWorkers} | ${shown} | ${help} |`
  })
  return `# Metrics

At \`/metrics\`, for Prometheus: for callers on the machine itself at the gateway's own port, for others on a
listener of its own (\`TOLLGATE_METRICS_PORT\`). Besides the table there is what Node tells of every process,
\`process_*\` and \`nodejs_*\`; among it the delay of the event loop, \`nodejs_eventloop_lag_p99_seconds\`.
Where a node has several workers, one answer tells of all of them, whichever gives it: the column says what
becomes of their values, and what Node tells of each has the label \`worker\`.
How to read them, and when to be woken by them: [operations](operations.md#metrics-and-alerts).

A series belongs to one node, unless it says "of all nodes": then every node tells the same, and \`max()\` is
right where \`sum()\` would be wrong. A histogram has \`_bucket\`, \`_sum\` and \`_count\` behind its name.
Labels take few values, known beforehand; neither a merchant nor an order is among them.

| Name | Kind | Of workers | Labels | Tells |
|---|---|---|---|---|
${rows.join('\n')}
`
}
