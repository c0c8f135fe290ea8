import { expect, test } from 'vitest'
import { counterNames, createCounters } from '../acquirers/iso8583/link/linkStatus.ts'
import { linkStatusResult, type ShownLinkReport } from './linkStatus.ts'
import { plainPaint } from './terminal.ts'

const nothing = { count: 0, worrying: 0, oldestMs: 0 }
const nothingOwed = { reversal: nothing, advice: nothing, inquiry: nothing, rest: nothing }

const ready = { address: 'bank.example:8583', state: 'ready', since: '2026-11-15T10:00:00.000Z', inFlight: 0 }
/** A link that has nothing to complain of, as its node reported it a second ago. */
function report(changed: object = {}, ageMs = 1_000): ShownLinkReport {
  const status = {
    breaker: { state: 'closed', since: '2026-11-15T10:00:00.000Z', failures: 0 },
    queue: { live: 0, backlog: 0, max: 1_000 },
    connections: [ready, ready],
    counters: { ...createCounters(), sent: 1_200, answered: 1_200, connects: 2 },
    ...{ traceNumbersLeft: 997, node: { host: 'node-a', processId: 7 } },
    reportedAt: '2026-11-15T11:20:00.000Z',
    ...changed,
  }
  return { link: 'first-bank', nodeId: 'bb965750-1111', ageMs, status }
}

const shown = (...reports: readonly ShownLinkReport[]) => {
  const { isBad, text } = linkStatusResult({ reports, owed: nothingOwed, owedByLink: [], free: [] })
  return { isBad, text: text(plainPaint).join('\n') }
}

test('a link in order is told in a few words, and what did not happen is left out', () => {
  expect(shown(report())).toEqual({
    isBad: false,
    text: [
      'first-bank  usable',
      '  node bb965750 on node-a, process 7',
      '  connections    bank.example:8583  ready for 1 h 20 min',
      '                 bank.example:8583  ready for 1 h 20 min',
      '  breaker        closed',
      '  waiting        nothing',
      '  trace numbers  997 in memory; more are leased in time',
      '                 all are free in the database',
      '  messages       1,200 sent, 1,200 answered',
      '  connecting     2 connected',
      '',
      'Nothing is owed to an acquirer.',
    ].join('\n'),
  })
})

test('what is wrong is said in words, and the command ends badly', () => {
  const waiting = { ...ready, state: 'waiting', since: '2026-11-15T11:19:30.000Z', trouble: 'ECONNREFUSED' }
  const { isBad, text } = shown(
    report({
      trouble: 'breaker open',
      breaker: { state: 'open', since: '2026-11-15T11:19:40.000Z', failures: 5 },
      queue: { live: 1, backlog: 40, max: 1_000 },
      connections: [
        { ...waiting, nextAttemptAt: '2026-11-15T11:20:01.000Z' },
        { ...ready, state: 'signedOff', inFlight: 3, nextAttemptAt: '2026-11-15T11:20:46.000Z' },
      ],
      oldestWaitingMs: 2_500,
      traceNumbersLeft: 0,
      counters: { ...createCounters(), silent: 5, late: 1, unsent: { 'breaker open': 12 } },
    }),
  )
  expect(isBad).toBe(true)
  for (const words of [
    'first-bank  not usable: breaker open',
    'bank.example:8583  waits for its next attempt for 31 s, next attempt now, ECONNREFUSED',
    'signed off by the host for 1 h 20 min, next attempt in 45 s, 3 questions in flight',
    'breaker        open: nothing is sent for 21 s',
    'waiting        1 payment for room in the window; 40 of recovery for their turn; the oldest question',
    'trace numbers  none in memory: the next payment leases some',
    'messages       5 not answered in time',
    'odd answers    1 after the deadline',
    'not sent       12 breaker open',
  ])
    expect(text).toContain(words)
})

test('every figure that a link counts has words', () => {
  const counters = { ...createCounters(), ...Object.fromEntries(counterNames.map(name => [name, 77])) }
  const { text } = shown(report({ counters }))
  expect(text.match(/\b77\b/g)).toHaveLength(counterNames.length)
})

test('a node that reports no more is in trouble, whatever it said last', () => {
  expect(shown(report({}, 75_000))).toMatchObject({
    isBad: true,
    text: expect.stringContaining('first-bank  no report for 1 min 15 s: the node has stopped or hangs'),
  })
})

test('a report of another release is shown as far as it is understood, and moves no cursor', () => {
  const strange = { breaker: { state: 'melted\x1b[2J' }, connections: 'many', reportedAt: undefined }
  const { text } = shown(report({ ...strange, counters: 7 }))
  expect(text).toContain('breaker        melted?[2J, since')
  expect(text).not.toContain('\x1b')
})

test('without links it says where they come from, and what is owed is told with its age', () => {
  const none = linkStatusResult({ reports: [], owed: nothingOwed, owedByLink: [], free: [] })
  expect(none.isBad).toBe(true)
  expect(none.text(plainPaint)).toEqual([expect.stringContaining('TOLLGATE_ACQUIRER_LINKS')])
  const reversal = { count: 2, worrying: 0, oldestMs: 95_000 }
  const owed = { ...nothingOwed, reversal }
  const { text } = linkStatusResult({ reports: [report()], owed, owedByLink: [], free: [] })
  expect(text(plainPaint).at(-1)).toBe('Owed, of all nodes: 2 reversals, the oldest for 1 min 35 s.')
})

test('what is owed over a link that no node has is told, with what to do, and the command ends badly', () => {
  const owedByLink = [
    { link: 'first-bank', count: 7, oldestMs: 500 },
    { link: 'old-bank', count: 1_200, oldestMs: 7_200_000 },
  ]
  const { isBad, text, json } = linkStatusResult({
    reports: [report()],
    owed: nothingOwed,
    owedByLink,
    free: [],
  })
  expect(isBad).toBe(true)
  expect(json).toMatchObject({ owedByLink, stranded: [owedByLink[1]] })
  const lines = text(plainPaint).join('\n')
  expect(lines).toContain('old-bank  no running node has it, and something is owed over it')
  expect(lines).toContain('1,200 owed, the oldest for 2 h. Put the link back')
  expect(lines).not.toContain('first-bank  no running node')
})

test('what the database could still lease is told, where terminals have their own by the fewest', () => {
  const lineOf = (...scopes: readonly (readonly [scope: string, blocks: number])[]) => {
    const free = scopes.map(([scope, blocks]) => ({ scope, blocks }))
    const { text } = linkStatusResult({ reports: [report()], owed: nothingOwed, owedByLink: [], free })
    return text(plainPaint).find(line => line.includes('free in the database'))
  }
  expect(lineOf(['first-bank/123456', 998], ['first/123456', 1])).toContain(
    '998 of 1,000 blocks of a thousand are free in the database',
  )
  expect(lineOf(['first-bank/1/TERM0001', 900], ['first-bank/1/TERM0002', 12])).toMatch(
    / {2}12 of 1,000 .* at TERM0002, the fewest of any terminal$/,
  )
})
