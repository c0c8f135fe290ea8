import { defineConfig } from 'vitest/config'

/** Tests of what neither listens nor writes. */
const pure = ['src/{contract,orders,operations}/**/*.test.ts', 'test/conformance/**/*.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/database/setup.ts'],
    projects: [
      {
        test: {
          name: 'pure',
          include: pure,
          testTimeout: 30_000,
          // They change nothing that others see, and all read the same contract: once is enough.
          isolate: false,
        },
      },
      {
        test: {
          name: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/browser/**', ...pure],
          testTimeout: 30_000,
          hookTimeout: 60_000,
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
    ],
  },
})
