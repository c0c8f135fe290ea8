import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLinkRecorder } from './linkRecorder.ts'
import type { LinkReport, RecordedLinkEvent } from './linkRecords.ts'

/** Records in memory, which can be away. */
function recorded() {
  const state = { isAway: false, events: [] as RecordedLinkEvent[], reports: [] as LinkReport[] }
  const warnings: unknown[] = []
  const unlessAway = () => {
    if (state.isAway) throw new Error('away')
  }
  const recorder = createLinkRecorder({
    records: {
      async report(reports) {
        unlessAway()
        state.reports = [...reports]
      },
      async add(events) {
        unlessAway()
        state.events.push(...events)
      },
      async withdraw() {
        state.reports = []
      },
    },
    statuses: () => [],
    clock: systemClock,
    log: { warn: (...line) => void warnings.push(line) },
    node: { host: 'here', processId: 1 },
  })
  return { state, recorder, warnings }
}

test('what happened is written when the node stops, at the latest', async () => {
  const { state, recorder } = recorded()
  recorder.hear({ link: 'a', what: 'late', detail: 'differs in 41' })
  await recorder.stop()
  expect(state.events).toMatchObject([{ link: 'a', what: 'late', content: '{"detail":"differs in 41"}' }])
})

test('of a flood while the database is away the newest are kept, and it is told once', async () => {
  const { state, recorder, warnings } = recorded()
  state.isAway = true
  for (let number = 0; number < 1_000; number++)
    recorder.hear({ link: 'a', what: 'unmatched', detail: `${number}` })
  recorder.start()
  await systemClock.sleep(5)
  state.isAway = false
  await recorder.stop()
  expect(warnings).toHaveLength(1)
  expect(state.events).toHaveLength(200)
  expect(state.events.at(-1)?.content).toBe('{"detail":"999"}')
})
