import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { createExposition } from './prometheus.ts'

const declared = {
  asks: { kind: 'counter', name: 'asks_total', help: 'Questions.', labels: ['verb', 'answer'] },
  faults: { kind: 'counter', name: 'faults_total', help: 'Faults.', labels: [] },
  open: { kind: 'gauge', name: 'open', help: 'Under way.', labels: [] },
  took: { kind: 'histogram', name: 'took_seconds', help: 'Time.', labels: ['step'], bounds: [0.1, 1] },
} as const

function opened() {
  const measures = createMetrics(declared)
  const { text } = createExposition({ measures: Object.values(measures) })
  /** The lines about one series, without its help. */
  const linesOf = async (name: string) =>
    (await text()).split('\n').filter(line => line.startsWith(name) && !line.startsWith('#'))
  return { measures, linesOf, text }
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
