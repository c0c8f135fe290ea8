import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { countsAmong, createExposition, mergeReadings, textOfProcesses } from './prometheus.ts'

const declared = {
  asks: { kind: 'counter', name: 'asks_total', help: 'Questions.', labels: ['verb', 'answer'] },
  faults: { kind: 'counter', name: 'faults_total', help: 'Faults.', labels: [] },
  open: { kind: 'gauge', name: 'open', help: 'Under way.', labels: [] },
  oldest: { kind: 'gauge', ofWorkers: 'max', name: 'oldest', help: 'Age.', labels: [] },
  ready: { kind: 'gauge', ofWorkers: 'min', name: 'ready', help: 'Ready.', labels: [] },
  took: { kind: 'histogram', name: 'took_seconds', help: 'Time.', labels: ['step'], bounds: [0.1, 1] },
} as const

function opened({ ofProcess = false, worker }: { ofProcess?: boolean; worker?: number } = {}) {
  const measures = createMetrics(declared)
  const { text, readings } = createExposition({ measures: Object.values(measures), ofProcess, worker })
  /** The lines about one series, without its help. */
  const linesOf = async (name: string) =>
    (await text()).split('\n').filter(line => line.startsWith(name) && !line.startsWith('#'))
  return { measures, linesOf, text, readings }
}

test('a counter adds up, label by label', async () => {
  const { measures, linesOf } = opened()
  measures.asks.add(1, 'pay', 'approved')
  measures.asks.add(2, 'pay', 'approved')
  measures.asks.add(1, 'pay', 'silent')
  const told = ['asks_total{verb="pay",answer="approved"} 3', 'asks_total{verb="pay",answer="silent"} 1']
  expect(await linesOf('asks_total')).toEqual(told)
  // Reading changes nothing.
  expect(await linesOf('asks_total')).toEqual(told)
})

test('a counter without labels is there before it counts; a gauge that nobody set is not', async () => {
  const { measures, linesOf } = opened()
  expect(await linesOf('faults_total')).toEqual(['faults_total 0'])
  expect(await linesOf('open')).toEqual([])
  measures.open.set(3)
  measures.open.add(-1)
  expect(await linesOf('open')).toEqual(['open 2'])
  measures.open.forget()
  expect(await linesOf('open')).toEqual([])
})

test('a histogram tells how many took no longer than each bound', async () => {
  const { measures, linesOf } = opened()
  for (const seconds of [0.05, 0.1, 0.5, 7]) measures.took.observe(seconds, 'load')
  expect(await linesOf('took_seconds')).toEqual([
    'took_seconds_bucket{step="load",le="0.1"} 2',
    'took_seconds_bucket{step="load",le="1"} 3',
    'took_seconds_bucket{step="load",le="+Inf"} 4',
    'took_seconds_sum{step="load"} 7.65',
    'took_seconds_count{step="load"} 4',
  ])
})

test('each series says what it tells and of which kind it is', async () => {
  expect(await opened().text()).toContain('# HELP took_seconds Time.\n# TYPE took_seconds histogram\n')
})

test('a label that takes more values than anybody thought does not fill the memory', async () => {
  const { measures, linesOf } = opened()
  for (let n = 0; n < 2_100; n++) measures.asks.add(1, `made up ${n}`, 'approved')
  const lines = await linesOf('asks_total')
  expect(lines).toHaveLength(2_001)
  expect(lines).toContain('asks_total{verb="other",answer="other"} 100')
  // What was known before goes on being counted.
  measures.asks.add(1, 'made up 0', 'approved')
  expect(await linesOf('asks_total')).toContain('asks_total{verb="made up 0",answer="approved"} 2')
})

test('a label cannot break out of its line', async () => {
  const { measures, linesOf } = opened()
  measures.asks.add(1, 'a"b\\c\nd', 'x')
  expect(await linesOf('asks_total')).toEqual(['asks_total{verb="a\\"b\\\\c\\nd",answer="x"} 1'])
})

test('what several processes measured is told as one, each series in its own way', async () => {
  const processes = [1, 2].map(worker => opened({ ofProcess: true, worker }))
  for (const [index, { measures }] of processes.entries()) {
    measures.asks.add(index + 1, 'pay', 'approved')
    measures.took.observe(index, 'load')
    for (const gauge of [measures.open, measures.oldest, measures.ready]) gauge.set(index + 3)
  }
  processes[1]?.measures.asks.add(1, 'pay', 'silent')
  // What one process sends to another.
  const sent = JSON.parse(JSON.stringify(await Promise.all(processes.map(({ readings }) => readings()))))
  const lines = (await textOfProcesses(sent)).split('\n')
  for (const line of [
    ...['asks_total{verb="pay",answer="approved"} 3', 'asks_total{verb="pay",answer="silent"} 1'],
    ...['faults_total 0', 'open 7', 'oldest 4', 'ready 3'],
    ...['took_seconds_bucket{step="load",le="0.1"} 1', 'took_seconds_bucket{step="load",le="+Inf"} 2'],
    ...['took_seconds_sum{step="load"} 1', 'took_seconds_count{step="load"} 2'],
  ])
    expect(lines).toContain(line)
  for (const worker of ['1', '2'])
    expect(
      lines.filter(line => line.startsWith(`process_cpu_seconds_total{worker="${worker}"}`)),
    ).toHaveLength(1)
  // Merging what was merged before changes nothing.
  expect(await textOfProcesses([await mergeReadings(sent)])).toBe(lines.join('\n'))
})

test('what a process counted outlives it, and what it was doing does not', () => {
  const series = (name: string, type: string) => ({ name, type })
  const counts = [series('tollgate_a_total', 'counter'), series('tollgate_b_seconds', 'histogram')]
  const others = [series('tollgate_c', 'gauge'), series('process_cpu_seconds_total', 'counter')]
  expect(countsAmong([...others, ...counts])).toEqual(counts)
})
