import type { RecordedExchange } from '../../../src/operations/model/journal.ts'
import { createMemoryJournal } from './memoryJournal.ts'

/** The in-memory journal with a clock that only tests move, and every exchange that was noted. */
export function testJournal() {
  const exchanges: RecordedExchange[] = []
  const memory = createMemoryJournal({ nowMs: () => journal.nowMs, leaseMs: 90_000 })
  const journal = {
    ...memory,
    nowMs: 1_800_000_000_000,
    exchanges,
    async note(exchange: RecordedExchange) {
      exchanges.push(exchange)
      await memory.note(exchange)
    },
  }
  return journal
}
