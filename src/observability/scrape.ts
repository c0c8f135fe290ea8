import { isReason, type Readiness, type ReadinessCode, readinessRemarks } from '../http/api/readiness.ts'
import { obligations } from '../operations/model/journal.ts'
import type { MetricExposition } from '../platform/metrics.ts'
import type { Ground } from './ground.ts'
import type { PendingView } from './pending.ts'
import type { PoolUse } from './port.ts'

export type ScrapeParts = Pick<Ground, 'measures'> & {
  readonly exposition: MetricExposition
  readonly ready: Readiness
  readonly pending: PendingView
  readonly uses: () => readonly PoolUse[]
  readonly droppedLines: () => number
}

/** What is only known by asking is asked for when somebody reads the metrics. */
export function createScrape(parts: ScrapeParts): MetricExposition {
  const { exposition } = parts
  return {
    contentType: exposition.contentType,
    async text() {
      parts.measures.logLinesDropped.set(parts.droppedLines())
      tellUses(parts)
      await Promise.all([tellReadiness(parts), tellPending(parts)])
      return exposition.text()
    },
  }
}

function tellUses({ measures: { sessions }, uses }: ScrapeParts): void {
  for (const { name, used, idle, waiting } of uses()) {
    sessions.set(used, name, 'used')
    sessions.set(idle, name, 'idle')
    sessions.set(waiting, name, 'waiting')
  }
}

async function tellReadiness({ measures, ready }: ScrapeParts): Promise<void> {
  const codes = await ready()
  measures.ready.set(codes.some(isReason) ? 0 : 1)
  for (const code in readinessRemarks) measures.remarks.set(isAmong(codes, code) ? 1 : 0, code)
}

const isAmong = (codes: readonly ReadinessCode[], code: string): boolean => codes.some(one => one === code)

/** What cannot be asked for is left out: an old figure would look like a new one. */
async function tellPending({ measures, pending }: ScrapeParts): Promise<void> {
  const { owed, worrying, owedOldest, outbox, notificationsWaiting, notificationsOldest } = measures
  const found = await pending.fresh()
  for (const each of [owed, worrying, owedOldest, outbox, notificationsWaiting, notificationsOldest])
    each.forget()
  if (!found) return
  for (const kind of obligations) {
    owed.set(found.owed[kind].count, kind)
    worrying.set(found.owed[kind].worrying, kind)
    owedOldest.set(found.owed[kind].oldestMs / 1_000, kind)
  }
  const { untaken, waiting, lateMs } = found.notifications
  outbox.set(untaken)
  notificationsWaiting.set(waiting)
  notificationsOldest.set(lateMs / 1_000)
}
