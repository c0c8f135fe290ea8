import { expect, test } from 'vitest'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import { systemClock } from '../../platform/clock.ts'
import type { BookPosting } from '../acquirer/books.ts'
import { rememberRecent } from './entries.ts'

const hold: BookPosting = {
  merchantId: 'M',
  orderId: '1',
  transactionId: '1',
  kind: 'hold',
  amount: 1n,
  currency: 'USD',
  postedAtMs: 0,
}
const reversal: BookPosting = { ...hold, kind: 'reversal', originalId: '1' }

/** Books of a server that can be made to die, forgetting what it had not written yet. */
function mortalBooks() {
  let books = memoryBooks()
  let failures = 0
  let nowMs = 0
  const pass = (ms: number) => {
    nowMs += ms
  }
  const clock = { ...systemClock, monotonicMs: () => nowMs, sleep: async (ms: number) => pass(ms) }
  const post = async (posting: BookPosting) => {
    await new Promise(setImmediate)
    if (failures-- > 0) throw new Error('away')
    return books.post(posting)
  }
  return {
    ...rememberRecent(post, clock),
    pass,
    die(failing = 0) {
      books = memoryBooks()
      failures = failing
    },
    async states() {
      const entries = await books.entries({ limit: 100 })
      return entries.map(({ orderId, kind, state }) => `${orderId} ${kind} ${state}`)
    },
  }
}

test('what was posted a moment ago is in the books again, in order, once the server is back', async () => {
  const books = mortalBooks()
  await books.post(hold)
  await books.post({ ...hold, orderId: '2' })
  await books.post(reversal)
  books.die(3)
  books.repeat()
  // Waits for the hold it undoes.
  expect(await books.post({ ...reversal, orderId: '2' })).toEqual({ verdict: 'posted' })
  expect((await books.states()).sort()).toEqual([
    '1 hold undone',
    '1 reversal posted',
    '2 hold undone',
    '2 reversal posted',
  ])
})

test('what was not lost is posted once', async () => {
  const books = mortalBooks()
  await books.post(hold)
  books.repeat()
  books.repeat()
  expect(await books.post(hold)).toMatchObject({ verdict: 'duplicate' })
  expect(await books.states()).toEqual(['1 hold posted'])
})

test('an answer that came in after the first session was lost counts too', async () => {
  const books = mortalBooks()
  books.repeat()
  const posted = books.post(hold)
  await posted
  books.die()
  books.repeat()
  await books.post({ ...hold, orderId: '2' })
  expect(await books.states()).toEqual(['1 hold posted', '2 hold posted'])
})

test('what is old is on disk, and what was emptied on purpose stays away', async () => {
  const books = mortalBooks()
  await books.post(hold)
  books.pass(10_000)
  await books.post({ ...hold, orderId: '2' })
  books.die()
  books.repeat()
  await books.post({ ...hold, orderId: '3' })
  expect(await books.states()).toEqual(['2 hold posted', '3 hold posted'])
  books.forget()
  books.die()
  books.repeat()
  await books.post({ ...hold, orderId: '4' })
  expect(await books.states()).toEqual(['4 hold posted'])
})
