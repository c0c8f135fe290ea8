import { expect, test } from 'vitest'
import { isReason, type Readiness } from '../http/api/health.ts'
import type { OwedObligations, PendingWork } from './port.ts'
import { createReadiness, type ReadinessDependencies } from './readiness.ts'

const none = { count: 0, worrying: 0, oldestMs: 0 }
const nothingOwed: OwedObligations = { reversal: none, advice: none, inquiry: none, rest: none }
const hour = 3_600_000

const pendingWith = (
  owed: Partial<OwedObligations>,
  lateMs = 0,
  reconciliation = { outOfBalance: 0, late: 0 },
  stranded: PendingWork['stranded'] = [],
) => ({
  pending: (): PendingWork => ({
    ...{ owed: { ...nothingOwed, ...owed }, stranded },
    notifications: { untaken: 0, waiting: 0, lateMs },
    receiptsWaiting: 0,
    searchLagMs: 0,
    reconciliation,
  }),
})

let nowMs = 0
const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs }

const readinessOf = (parts: Partial<ReadinessDependencies>) =>
  createReadiness({
    isDraining: () => false,
    store: async () => ({ isMigratedFurther: false }),
    pending: () => undefined,
    recoveryAgeMs: () => 0,
    droppedLines: () => 0,
    lacksKey: () => false,
    isAddressUnfit: () => false,
    isAuditUnfit: () => false,
    clock,
    ...parts,
  })

const codesOf = async (ready: Readiness) => (await ready()).map(({ code }) => code)

test.each([
  ['all is well', {}, []],
  ['the database is away', { store: async () => ({ flaw: 'unreachable' }) }, ['DATABASE_UNREACHABLE']],
  ['the database is a standby', { store: async () => ({ flaw: 'standby' }) }, ['DATABASE_STANDBY']],
  ['the database commits nothing', { store: async () => ({ flaw: 'stalled' }) }, ['DATABASE_STALLED']],
  ['the clock was moved', { store: async () => ({ flaw: 'clockMoved' }) }, ['DATABASE_CLOCK_MOVED']],
  ['the node stops soon', { isDraining: () => true }, ['DRAINING']],
  ['the node lacks a key', { lacksKey: () => true }, ['KEY_MISSING']],
] as const satisfies readonly [string, Partial<ReadinessDependencies>, readonly string[]][])(
  'reasons to be taken out: %s',
  async (_name, parts, codes) => {
    const told = await codesOf(readinessOf(parts))
    expect(told).toEqual(codes)
    expect(told.every(isReason)).toBe(true)
  },
)

test('cells of which the server is away are named, and take no node out: others are served', async () => {
  const told = await readinessOf({ store: async () => ({ awayCells: [2, 5] }) })()
  expect(told).toEqual([{ code: 'CELLS_AWAY', details: ['cell 2', 'cell 5'] }])
  expect(told.some(({ code }) => isReason(code))).toBe(false)
})

const usable = { name: 'north', connections: [] }
const signedOff = (address: string, sinceMs: number, nextMs: number) => ({
  ...{ address, state: 'signedOff' as const, inFlight: 0 },
  ...{ since: new Date(sinceMs), nextAttemptAt: new Date(nextMs) },
})
const closed = {
  ...{ name: 'south', trouble: 'host is closed' as const },
  connections: [signedOff('host:1', 5_000, 70_000), signedOff('host:2', 2_000, 80_000)],
}

test('card ranges that are old, or were never loaded, are named and take no node out', async () => {
  nowMs = 60 * hour
  const statuses = [
    { directoryServer: 'fresh', ageMs: 48 * hour },
    { directoryServer: 'old', ageMs: 50 * hour },
    { directoryServer: 'never' },
  ]
  const told = await readinessOf({ cardRanges: () => statuses })()
  expect(told).toEqual([
    { code: 'CARD_RANGES_MISSING', details: ['never'] },
    { code: 'CARD_RANGES_OLD', details: ['old: of 1970-01-01T10:00:00.000Z'] },
  ])
  expect(told.some(({ code }) => isReason(code))).toBe(false)
})

test('a link that is down is named, and a host that signed off with since when and until when', async () => {
  const links = [usable, { ...usable, name: 'east', trouble: 'breaker open' as const }, closed]
  expect(await readinessOf({ linkStatuses: () => links })()).toEqual([
    {
      code: 'ACQUIRER_LINK_DOWN',
      details: [
        'east: breaker open',
        'south: signed off by the host since 1970-01-01T00:00:02.000Z, ' +
          'next attempt at 1970-01-01T00:01:10.000Z',
      ],
    },
  ])
})

test('what is owed over a link that is gone is told with how much and since when', async () => {
  const parts = pendingWith({}, 0, undefined, [{ link: 'old-bank', count: 3, oldestMs: 1_000 }])
  nowMs = 61_000
  expect(await readinessOf(parts)()).toEqual([
    {
      code: 'ACQUIRER_LINK_MISSING',
      details: ['old-bank: 3 owed, the oldest since 1970-01-01T00:01:00.000Z'],
    },
  ])
  nowMs = 0
})

const tried = { count: 3, worrying: 1, oldestMs: hour }

test.each([
  [
    'a newer release migrated the database',
    { store: async () => ({ isMigratedFurther: true }) },
    ['SCHEMA_NEWER'],
  ],
  [
    'one of two links cannot be used',
    { linkStatuses: () => [usable, { ...usable, trouble: 'breaker open' }] },
    ['ACQUIRER_LINK_DOWN'],
  ],
  [
    // Another node would do no better: it may be the host that is away, and the rest must still be answered.
    'no link can be used',
    { linkStatuses: () => [{ ...usable, trouble: 'not connected' }, closed] },
    ['ACQUIRER_LINKS_DOWN'],
  ],
  ['a link is busy for a moment', { linkStatuses: () => [{ ...usable, trouble: 'queue full' }] }, []],
  ['a reversal is not heard for an hour', pendingWith({ reversal: tried }), ['OBLIGATIONS_STUCK']],
  ['an advice is not heard for an hour', pendingWith({ advice: tried }), ['OBLIGATIONS_STUCK']],
  ['an acquirer has other totals', pendingWith({}, 0, { outOfBalance: 1, late: 0 }), ['TOTALS_DIFFER']],
  ['an acquirer does not answer totals', pendingWith({}, 0, { outOfBalance: 0, late: 2 }), ['TOTALS_LATE']],
  ['all totals are the same', pendingWith({}, 0, { outOfBalance: 0, late: 0 }), []],
  ['the audit log was cut', { isAuditUnfit: () => true }, ['AUDIT_HEAD_UNFIT']],
  ['a payer takes an hour', pendingWith({ inquiry: tried }), []],
  ['an acquirer is away for a minute', pendingWith({ reversal: { ...tried, oldestMs: 60_000 } }), []],
  ['much is owed, and all of it new', pendingWith({ reversal: { ...none, count: 9_999 } }), []],
  ['recovery does not look for work', { recoveryAgeMs: () => 90_001 }, ['RECOVERY_LATE']],
  ['nobody sends notifications', pendingWith({}, 60_001), ['NOTIFICATIONS_LATE']],
  ['payers come by another address', { isAddressUnfit: () => true }, ['PUBLIC_URL_UNFIT']],
  ['the certificate ends', { certificateEndsAtMs: () => 13 * 24 * hour }, ['CERTIFICATE_ENDS']],
  ['the certificate ends in a month', { certificateEndsAtMs: () => 30 * 24 * hour }, []],
] as const satisfies readonly [string, Partial<ReadinessDependencies>, readonly string[]][])(
  'only something to look at: %s',
  async (_name, parts, codes) => {
    const told = await codesOf(readinessOf(parts))
    expect(told).toEqual(codes)
    expect(told.some(isReason)).toBe(false)
  },
)

test('that log lines were lost is told for ten minutes', async () => {
  let dropped = 0
  const ready = readinessOf({ droppedLines: () => dropped })
  expect(await codesOf(ready)).toEqual([])
  dropped = 7
  expect(await codesOf(ready)).toEqual(['LOG_LINES_DROPPED'])
  nowMs += 599_999
  expect(await codesOf(ready)).toEqual(['LOG_LINES_DROPPED'])
  nowMs += 1
  expect(await codesOf(ready)).toEqual([])
})
