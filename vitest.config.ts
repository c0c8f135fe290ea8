import { availableParallelism } from 'node:os'
import { defineConfig, type Plugin } from 'vitest/config'

/** Each of these has its modules for itself: one changes the contract, one needs what nobody has made yet. */
const alone = ['test/journeys/renamedField.test.ts', 'src/composition/releasedScripts.test.ts']

/** Tests with a watch in their hand: nobody else runs beside them. */
const timed = [
  'src/store/journal/groupCommit.test.ts',
  'src/store/notifications/takeIn.test.ts',
  'test/journeys/{administration,hostileJson,passwords,races}.test.ts',
]

/** Long and seldom red: only `npm run test:long` runs them, and those of the largest sizes `test:longest`. */
const longest = ['{src,test}/**/*.longest.test.ts']
const long = ['{src,test}/**/*.long.test.ts', ...longest]

/** `npm test` tries some of it, `npm run test:long` all: how much is said by `inEachTier` (see test/tier.ts). */
const inBothTiers = ['src/store/journal/recovery.race.test.ts', 'test/simulation/{equivalence,store}.test.ts']
/** The same, with four nodes' sessions: beside another race the server would have none left. */
const inBothTiersAlone = ['src/store/journal/journal.race.test.ts']

/** Of the long ones, those that start processes and wait for them, and have no watch: side by side. */
const longTogether = [
  'test/{canary,faults,guides,hostile,providers,releaseBefore,simulation}/**/*.long.test.ts',
  'src/{commands,contract,directoryServer,providerHost,providers}/**/*.long.test.ts',
  ...['test/{fuzz,threeDSecure}/**/*.long.test.ts', 'test/links/fire.long.test.ts'],
  'src/store/embedded/*.long.test.ts',
  ...['src/store/journal/recoveryTeeth.long.test.ts', 'src/standards/ordinaryNumbers.long.test.ts'],
  ...inBothTiers,
]

/** And those with gateways and stores in their own process: as in `npm test`, a worker keeps its modules. */
const longNode = [
  'test/journeys/**/*.long.test.ts',
  'src/{console,operations,sandbox}/**/*.long.test.ts',
  'src/store/{connection,console,keys}/*.long.test.ts',
  'src/store/schema/!(online)*.long.test.ts',
]

const browser = ['test/browser/**']

const patience = {
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // How soon something must come is said where it matters; elsewhere a busy machine may take its time.
  expect: { poll: { timeout: 30_000, interval: 20 } },
}
/** More than cores, for all of them wait now and then: for the database, a process, a browser, a clock. */
const together = { maxWorkers: availableParallelism() + 1 }

const inBrowsers = {
  globalSetup: ['test/browser/setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A worker keeps its browser for all its files.
  isolate: false,
}

/**
 * What was compiled for tests is kept in node_modules/ and used again while it has the same content: that saves
 * the next run half of its processor time. Not what starts servers for all tests: its runner cannot read what was kept.
 */
const keptCompiled = { experimental: { fsModuleCache: true } }
const setupIsCompiled: Plugin = {
  name: 'setup-is-compiled',
  configureVitest({ experimental_defineCacheKeyGenerator: useKey }) {
    useKey(({ environment }) => (environment.name === '__vitest__' ? false : undefined))
  },
}

export default defineConfig({
  test: {
    ...keptCompiled,
    globalSetup: ['test/build.ts', 'test/database/setup.ts'],
    projects: [
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: long,
          ...inBrowsers,
          ...together,
        },
      },
      { test: { name: 'alone', include: alone, ...patience, ...together } },
      {
        test: {
          name: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...browser, ...alone, ...timed, ...long],
          ...patience,
          ...together,
          // A worker loads what its files share once.
          isolate: false,
        },
      },
      {
        test: {
          name: 'timed',
          include: timed,
          ...patience,
          maxWorkers: 1,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'long',
          include: [...long, ...inBothTiersAlone],
          exclude: [...browser, ...longTogether, ...longNode, ...longest],
          env: { TEST_TIER: 'long' },
          ...patience,
          // Some of them have a watch in their hand.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'long-together',
          include: longTogether,
          exclude: longest,
          env: { TEST_TIER: 'long' },
          ...patience,
          ...together,
          isolate: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'long-node',
          include: longNode,
          exclude: longest,
          env: { TEST_TIER: 'long' },
          ...patience,
          ...together,
          isolate: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'long-browser',
          include: ['test/browser/**/*.long.test.ts'],
          env: { TEST_TIER: 'long' },
          ...inBrowsers,
          ...together,
          // In one line with those above: nobody waits for the last of them.
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'longest',
          include: longest,
          exclude: browser,
          env: { TEST_TIER: 'long' },
          ...patience,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          name: 'longest-browser',
          include: ['test/browser/**/*.longest.test.ts'],
          env: { TEST_TIER: 'long' },
          ...inBrowsers,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ].map(project => ({ ...project, plugins: [setupIsCompiled] })),
  },
})
