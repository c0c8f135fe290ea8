import { expect, test } from 'vitest'
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
function datesOf(looks: number) {
  const done: string[] = []
  const compared: Omit<WantedComparison, 'report'>[] = []
  const businessDates: BusinessDates = {
    async list({ link, limit }) {
      done.push(`list ${link} ${limit}`)
      const state = done.length > looks ? 'done' : 'due'
      return [{ link: 'north', date, firstSeenAtMs: 0, state, attempts: 0, exchanges: [] }]
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
    records: async () => ({ businessDates, isTest: false }) as OperatorRecords,
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
