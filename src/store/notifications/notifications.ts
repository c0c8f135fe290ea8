import type pg from 'pg'
import type { FeedStore, NotificationStore } from '../../notifications/port.ts'
import type { Profile } from '../../orders/merchant.ts'
import { createCells } from '../connection/cells.ts'
import { createBacklog } from './backlog.ts'
import { createClaim } from './claim.ts'
import { createNotificationReader } from './kept.ts'
import { createList } from './list.ts'
import { createRead, type DescribePastOrder } from './read.ts'
import { createRecord } from './record.ts'
import { createTakeIn } from './takeIn.ts'

export function createNotificationStore(
  pool: pg.Pool,
  { usual, tell }: { readonly usual: Profile; readonly tell: DescribePastOrder },
): NotificationStore {
  const cells = createCells(pool)
  return {
    ...createNotificationReader(pool),
    takeIn: createTakeIn(pool, { cells, usual }),
    claim: createClaim(pool, cells),
    record: createRecord(pool),
    read: createRead(pool, tell),
    list: createList(pool, cells),
    backlog: createBacklog(pool, cells),
  }
}

export function createFeedStore(pool: pg.Pool, tell: DescribePastOrder): FeedStore {
  const { feed, find } = createNotificationReader(pool)
  return { feed, find, list: createList(pool, createCells(pool)), read: createRead(pool, tell) }
}
