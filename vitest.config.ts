import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests of what neither listens nor writes. */
const pure = [
  'src/{acquirers,authentication,certificates,commands,composition,config,contract}/**/*.test.ts',
  'src/{observability,operations,orders,pages,platform,sessions,standards,terminals,vault}/**/*.test.ts',
  'test/conformance/**/*.test.ts',
]

/** Tests that start whole processes, or think for long. */
const heavy = ['src/store/embedded/**/*.test.ts', 'test/{faults,simulation}/**/*.test.ts']

/** Tests with a watch in their hand: nobody else runs beside them. */
const timed = [
  'src/contract/groups/declarations.test.ts',
  'src/http/json.test.ts',
  'src/standards/cardDataInText.test.ts',
  'src/store/groupCommit.test.ts',
  'src/store/notifications/{claim.scale,takeIn}.test.ts',
  'test/journeys/{administration,hostileJson,passwords}.test.ts',
]

const patience = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // How soon something must come is said where it matters; elsewhere a busy machine may take its time.
  expect: { poll: { timeout: 10_000, interval: 20 } },
}
/** Each worker has a core of its own; what they wait for leaves enough for the database and the processes. */
const together = { maxWorkers: availableParallelism() }

export default defineConfig({
  test: {
    globalSetup: ['test/database/setup.ts'],
    projects: [
      { test: { name: 'heavy', include: heavy, ...patience, ...together } },
      {
        test: {
          name: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/browser/**', ...pure, ...heavy, ...timed],
          ...patience,
          ...together,
          isolate: false,
        },
      },
      {
        test: {
          name: 'pure',
          include: pure,
          exclude: timed,
          ...patience,
          ...together,
          // They change nothing that others see, and all read the same contract: once is enough.
          isolate: false,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Each worker drives a whole browser, and what a payer waits for must not wait for other tests.
          maxWorkers: 2,
          // A worker keeps its browser for all its files.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: { name: 'timed', include: timed, ...patience, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
})
