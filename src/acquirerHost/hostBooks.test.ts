import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { authorization, reversal, signedOn, start } from '../../test/support/acquirerHost/hostStory.ts'
import { openBookJournal } from './bookJournal.ts'
import { type BookLine, createHostBooks, type HostBooks, type HostPosting } from './hostBooks.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function newJournal(): string {
  const folder = mkdtempSync(join(tmpdir(), 'acquirer-host-'))
  folders.push(folder)
  return join(folder, 'books.jsonl')
}

type Move =
  | {
      readonly move: 'post'
      readonly kind: HostPosting['kind']
      readonly amount: number
      readonly of: number
    }
  | { readonly move: 'settle'; readonly of: number }
  | { readonly move: 'date' }

const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: postings() },
    { weight: 1, arbitrary: fc.record({ move: fc.constant('settle' as const), of: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.constant({ move: 'date' } as const) },
  ),
  { maxLength: 40 },
)

function postings(): fc.Arbitrary<Move> {
  return fc.record({
    move: fc.constant('post' as const),
    kind: fc.constantFrom('hold', 'sale', 'refund', 'capture', 'increase', 'decrease', 'void', 'reversal'),
    amount: fc.nat(1_000_000),
    of: fc.nat(20),
  })
}

/** Does moves as a host would: what undoes has the amount of what it undid, and undoes once. */
function play(books: HostBooks, list: readonly Move[]): void {
  let count = 0
  for (const move of list) {
    if (move.move === 'date') books.cutOver()
    else if (move.move === 'settle') books.settle(move.of, 0)
    else {
      const acted = books.byNumber(move.of)
      const isUndoing = move.kind === 'void' || move.kind === 'reversal'
      if (isUndoing && acted?.state !== 'posted') continue
      count += 1
      const amount = isUndoing && acted ? acted.amount : BigInt(move.amount)
      books.post({
        ...{
          kind: move.kind,
          atMs: count,
          identity: `${count}`,
          originalData: `data ${count}`,
          type: '0100',
        },
        ...{ institution: '1', acceptor: `A${count % 2}`, terminal: 'T', traceNumber: `${count}` },
        ...{ transmitted: '', reference: `R${count % 5}`, amount, asked: amount, responseCode: '00' },
        ...{ currency: count % 3 === 0 ? '978' : '840', authorizationCode: 'ABC123' },
        ...(isUndoing || move.kind === 'capture' ? { of: move.of } : {}),
        isPending: move.kind === 'sale' && move.amount % 7 === 0,
      })
    }
  }
}

/** What totals have to say, added up from the entries. */
function summedUp(books: HostBooks) {
  const entries = [...books.entries()].filter(({ state }) => state !== 'pending')
  const sum = (kinds: readonly string[]) =>
    entries.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0n)
  const undone = (kinds: readonly string[]) =>
    entries
      .filter(({ kind, state }) => kinds.includes(kind) && state === 'undone')
      .reduce((total, { amount }) => total + amount, 0n)
  const money = ['sale', 'capture']
  return {
    debits: sum(money),
    debitsReversed: undone(money),
    credits: sum(['refund']),
    creditsReversed: undone(['refund']),
  }
}

test('totals are the sum of the entries, whatever happened, and on whichever date', () => {
  fc.assert(
    fc.property(moves, list => {
      const books = createHostBooks({ businessDate: '20261230' })
      play(books, list)
      const { debits, debitsReversed, credits, creditsReversed, net } = books.totals()
      const amounts = [debits, debitsReversed, credits, creditsReversed].map(({ amount }) => amount)
      const summed = summedUp(books)
      expect(amounts).toEqual([
        ...[summed.debits, summed.debitsReversed, summed.credits, summed.creditsReversed],
      ])
      expect(net).toBe(summed.debits - summed.debitsReversed - summed.credits + summed.creditsReversed)
      const dates = new Set([...books.entries()].map(({ businessDate }) => businessDate))
      const byDate = [...dates].map(businessDate => books.totals({ businessDate }).net)
      expect(byDate.reduce((sum, one) => sum + one, 0n)).toBe(net)
    }),
    { numRuns: 200 },
  )
})

test('a journal read again gives the same books, also when its last line was cut off', () => {
  fc.assert(
    fc.property(moves, fc.nat(60), (list, cut) => {
      const path = newJournal()
      const journal = openBookJournal(path)
      const lines: BookLine[] = []
      const write = (line: BookLine) => {
        lines.push(line)
        journal.add(line)
      }
      const books = createHostBooks({ businessDate: '20261115', write })
      play(books, list)
      journal.close()
      appendFileSync(path, '{"line":"post","entryNo":99,"posting":{"kind":"sale"'.slice(0, cut))
      const reopened = openBookJournal(path)
      const again = createHostBooks({ businessDate: '20261115', lines: reopened.read() })
      expect([...again.entries()]).toEqual([...books.entries()])
      expect(again.totals()).toEqual(books.totals())
      expect(again.businessDate()).toBe(books.businessDate())
      const size = statSync(path).size
      reopened.close()
      expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(lines.length + 1)
      expect(statSync(path).size).toBe(size)
    }),
    { numRuns: 40 },
  )
})

test('a file that is no journal is refused with its line', () => {
  const path = newJournal()
  writeFileSync(path, '{"line":"date","businessDate":"20261115"}\n{"card":"4012888888881881"}\n')
  const read = () => [...openBookJournal(path).read()]
  expect(read).toThrow(`${path}, line 2: it is no line of an acquirer host's journal.`)
})

test('a host that starts again knows what it approved, and what was reversed before it came', async () => {
  const journal = newJournal()
  const before = await start({ journal })
  const client = await signedOn(before)
  client.send(authorization('000001'), reversal('000009', '000008'))
  const { 38: code } = await client.answer()
  await client.answer()
  await before.close()
  const after = await start({ journal })
  const caller = await signedOn(after)
  caller.send(authorization('000001'), reversal('000002', '000001'), authorization('000008'))
  expect(await caller.answer()).toMatchObject({ 39: '00', 38: code })
  expect(await caller.answer()).toMatchObject({ 0: '0430', 39: '00' })
  expect(await caller.answer()).toMatchObject({ 11: '000008', 39: '12' })
  expect(after.control.counters().originalsSentTwice).toBe(1)
  expect(readFileSync(journal, 'utf8')).not.toContain('5123450000000008')
})

test('a line is in the file before its answer is sent', async () => {
  const journal = newJournal()
  const client = await signedOn(await start({ journal }))
  client.send(authorization('000001'))
  await client.answer()
  expect(readFileSync(journal, 'utf8')).toMatch(/"kind":"hold".*"traceNumber":"000001"/)
})

test('what is too old is forgotten, but not its totals', () => {
  const books = createHostBooks({ businessDate: '20261115', entriesMax: 3 })
  const sale = { move: 'post', kind: 'sale', amount: 100, of: 0 } as const
  play(books, [sale, sale, sale, sale, sale])
  expect(books.size()).toEqual({ entries: 3, forgotten: 2 })
  expect(books.totals().debits).toEqual({ count: 5, amount: 500n })
  expect([books.byIdentity('1'), books.byOriginalData('T', 'data 2')]).toEqual([undefined, undefined])
  expect(books.byReference('A1', 'R1').map(({ entryNo }) => entryNo)).toEqual([])
})
