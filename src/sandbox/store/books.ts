import type { DatabaseLogin } from '../../store/connection/login.ts'
import { createPool } from '../../store/connection/pool.ts'
import type { AcquirerBooks } from '../acquirer/books.ts'
import type { InteractionStore } from '../interactions.ts'
import { findEntries } from './booksEntries.ts'
import { createPost } from './booksPost.ts'
import { createInteractionStore } from './interactions.ts'
import { rememberRecent } from './recentPostings.ts'

/**
 * The simulated acquirer's books on PostgreSQL. A commit does not wait for the disk: the gateway's own commit
 * of what the acquirer answered comes later in the same log, and takes this one along. Where the server dies
 * in between and the gateway does not, what was just posted is posted again.
 */
export function openBooks(connection: DatabaseLogin, settings: BooksSettings = {}): OpenBooks {
  let isStopped = false
  const warn = (message: string) => {
    if (!isStopped) settings.warn?.(message)
  }
  const pool = createPool(connection, { max: booksSessionsMax, warn })
  const { post, repeat, forget } = rememberRecent(createPost(pool, () => isStopped))
  pool.on('connect', client => {
    client.once('end', () => {
      if (!isStopped) repeat()
    })
  })
  return {
    books: { post, entries: wanted => findEntries(pool, wanted) },
    interactions: createInteractionStore(pool),
    forget,
    async close() {
      isStopped = true
      await pool.end()
    },
  }
}

export const booksSessionsMax = 4

export type BooksSettings = { readonly warn?: (message: string) => void }
export type OpenBooks = {
  readonly books: AcquirerBooks
  /** What payers did at the sandbox's own issuer and provider. */
  readonly interactions: InteractionStore
  /** They were emptied: nothing of what was in them comes back. */
  readonly forget: () => void
  readonly close: () => Promise<void>
}
