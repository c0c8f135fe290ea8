import type pg from 'pg'
import { systemClock } from '../src/platform/clock.ts'
import { clearProgress, progress } from './progress.ts'
import { whole } from './table.ts'

/** Waits until the gateway has taken in its feed for search and figures; gives how long that took. */
export async function takenIn(client: pg.Client): Promise<number> {
  const startedAt = systemClock.monotonicMs()
  for (;;) {
    const { rows } = await client.query<{ left: string }>(
      `select count(*) as left from notifications
       where cell = 0 and feed_no > coalesce((select feed_no from projections where cell = 0), 0)`,
    )
    const left = Number(rows[0]?.left ?? 0)
    if (left === 0) break
    progress(`taking in: ${whole(left)} left`)
    await systemClock.sleep(2_000)
  }
  clearProgress()
  return systemClock.monotonicMs() - startedAt
}
