import { expect, test } from 'vitest'
import type { ReconciledDate, ReconciliationExchange } from '../acquirers/reconciliation/port.ts'
import { noTotals } from '../acquirers/reconciliation/totals.ts'
import { createProgram } from '../composition/program.ts'
import { isRejection } from '../orders/rejection.ts'
import {
  type BusinessDates,
  type CommandContext,
  emptyCommandContext,
  type OperatorRecords,
  type WantedComparison,
} from './context.ts'
import { plainPaint } from './terminal.ts'

const date = '2026-11-15'
const ofDate = ['--link', 'north', '--date', date]

/** A date that is done once it was looked at so often. */
function datesOf(looks: number, waiting: Partial<ReconciledDate> = {}) {
  const done: string[] = []
  const compared: Omit<WantedComparison, 'report'>[] = []
  const businessDates: BusinessDates = {
    async list({ link, limit }) {
      done.push(`list ${link} ${limit}`)
      const known = { link: 'north', date, firstSeenAtMs: 0, attempts: 0, exchanges: [] } as const
      return [done.length > looks ? { ...known, state: 'done' } : { ...known, state: 'due', ...waiting }]
    },
    request: async (link, wanted) => void done.push(`request ${link} ${wanted}`),
    async compare({ report: _, ...wanted }) {
      compared.push(wanted)
      const gateway = { EUR: { ...noTotals, debit: { count: 1, amount: 100n } } }
      return { link: 'north', date, gateway, same: 0, differences: [], exchanges: [], totals: [] }
    },
  }
  return { businessDates, done, compared }
}

async function reconcile(
  line: readonly string[],
  { businessDates }: { businessDates: BusinessDates },
  more = {},
) {
  let text: readonly string[] = []
  const context: CommandContext = {
    ...emptyCommandContext,
    records: async () => ({ businessDates, nowMs: async () => 1_000, isTest: false }) as OperatorRecords,
    show(result) {
      if (!isRejection(result)) text = result.text(plainPaint)
    },
    ...more,
  }
  await createProgram(context, '1').parseAsync(['reconcile', ...line], { from: 'user' })
  return text
}

test.each([
  [['--date', date], '--link and --date belong together'],
  [['--link', 'north', '--send'], '--link and --date belong together'],
  [['--link', 'north', '--date', '2026-02-30'], 'It must be a date as YYYY-MM-DD'],
  [['--link', 'north', '--date', '1115'], 'It must be a date as YYYY-MM-DD'],
  [[...ofDate, '--file', 'clearing.csv'], '--file and --layout belong together'],
  [[...ofDate, '--layout', 'layout.json'], '--file and --layout belong together'],
  [['--file', 'clearing.csv', '--layout', 'layout.json'], '--link and --date belong together'],
  [['--limit', '0'], '--limit'],
])('a command line that makes no sense is refused before anything is opened: %s', async (line, reason) => {
  await expect(
    createProgram(emptyCommandContext, '1').parseAsync(['reconcile', ...line], { from: 'user' }),
  ).rejects.toThrow(reason)
})

test('without a date, the dates are listed, of all links or of one', async () => {
  const dates = datesOf(0)
  expect(await reconcile(['--link', 'north', '--limit', '7'], dates)).toHaveLength(2)
  expect(await reconcile([], dates)).toEqual([expect.stringMatching(/^date/), `${date}  north  done`])
  expect(dates.done).toEqual(['list north 7', 'list undefined 20'])
})

test('with a date and a file, both paths are handed on, and nothing is sent', async () => {
  const dates = datesOf(0)
  const text = await reconcile([...ofDate, '--file', 'c.csv', '--layout', 'l.json'], dates)
  expect(text.at(-1)).toMatch(/^Nothing differs, and nothing is open\./)
  expect(dates.compared).toEqual([{ link: 'north', date, file: { path: 'c.csv', layoutPath: 'l.json' } }])
  expect(dates.done).toEqual([])
})

test('totals are sent by a node: the command asks for it, waits until it is done, and shows it', async () => {
  const dates = datesOf(1)
  await reconcile([...ofDate, '--send'], dates, { halt: new AbortController().signal })
  expect(dates.done).toEqual([`request north ${date}`, 'list north 1000'])
  expect(dates.compared).toEqual([{ link: 'north', date }])
})

test('where every node is away, it says that the wish stays, and shows nothing', async () => {
  const dates = datesOf(1_000)
  let nowMs = 0
  const clock = { ...emptyCommandContext.clock, monotonicMs: () => (nowMs += 60_000) }
  const sent = reconcile([...ofDate, '--send'], dates, { clock, halt: new AbortController().signal })
  await expect(sent).rejects.toThrow('either no gateway with this link is running, or the host is silent')
  expect(dates.done[0]).toBe(`request north ${date}`)
  expect(dates.compared).toEqual([])
})

/** How the command ends that waits for a date in this state. */
async function waitedFor(waiting: Partial<ReconciledDate>): Promise<string> {
  const dates = datesOf(1_000, waiting)
  let nowMs = 0
  const clock = { ...emptyCommandContext.clock, monotonicMs: () => (nowMs += 60_000) }
  const sent = reconcile([...ofDate, '--send'], dates, { clock, halt: new AbortController().signal })
  return sent.then(
    () => 'done',
    ({ message }) => message,
  )
}

test('where a node is at the date already, it says so, and until when', async () => {
  const text = await waitedFor({ leasedUntilMs: Date.UTC(2026, 10, 16, 12, 0, 34) })
  expect(text).toContain('a gateway is at this date')
  expect(text).toContain('another takes over at 2026-11-16 12:00:34 (UTC)')
  expect(text).not.toContain('silent')
})

test('totals that were answered since are not waited for, although the date is looked at again', async () => {
  const exchange: ReconciliationExchange = {
    ...{ link: 'north', date, currency: 'EUR', number: 1, askedBy: 'operator', askedAtMs: 900, repeats: 0 },
    ...{ traceNumber: '000042', totals: noTotals, state: 'OUT_OF_BALANCE', answeredAtMs: 1_100 },
  }
  const ended = (answered: Partial<ReconciliationExchange>, more: Partial<ReconciledDate> = {}) =>
    waitedFor({ exchanges: [{ ...exchange, ...answered }], ...more })
  expect(await ended({})).toBe('done')
  expect(await ended({ answeredAtMs: 999 })).toContain('or the host is silent')
  expect(await ended({ state: 'UNSENT' })).toContain('or the host is silent')
  expect(await ended({}, { leasedUntilMs: 2_000 })).toContain('a gateway is at this date')
})
