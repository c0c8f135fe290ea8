// What simulators store in PostgreSQL: the acquirer's books, and the interactions of payers.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { createBatcher, Overloaded } from '../../platform/queues.ts'
import type { DatabaseLogin } from '../../store/connection/login.ts'
import { createPool } from '../../store/connection/pool.ts'
import { givenRows, knownWord, read, repeatable, unavailable } from '../../store/connection/statement.ts'
import type { AcquirerBooks } from '../acquirer/books.ts'
import type { Interaction, InteractionStore } from '../interactions.ts'
import { createPost, findEntries, rememberRecent } from './entries.ts'

/**
 * The simulated acquirer's books in PostgreSQL. A commit does not wait for the disk: the gateway's own commit
 * of the acquirer's answer comes later in the same log and flushes this one too. If the server dies in
 * between and the gateway does not, what was just posted is posted again.
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

type BooksSettings = { readonly warn?: (message: string) => void }
export type OpenBooks = {
  readonly books: AcquirerBooks
  /** What payers did at the sandbox's own issuer and provider. */
  readonly interactions: InteractionStore
  /** The books were emptied: nothing of what was in them is posted again. */
  readonly forget: () => void
  readonly close: () => Promise<void>
}

/** Each statement may be repeated when its connection was lost: the second time it changes nothing more. */
function createInteractionStore(pool: pg.Pool): InteractionStore {
  const rowOf = createFind(pool)
  return {
    async add({ id, kind, asked }) {
      await repeatable(pool, addStatement, [id, kind, asked])
    },

    async find(id) {
      const row = await rowOf(id)
      if (row === undefined) return undefined
      const { kind, asked, decision } = row
      return { kind: knownWord(kinds, kind), asked, ...(decision !== null && { decision }) }
    },

    async decide(id, decision) {
      return (await repeatable(pool, decideStatement, [id, decision, randomUUID()])).length > 0
    },
  }
}

/** Those that are wanted together are read by one statement. */
function createFind(pool: pg.Pool): (id: string) => Promise<InteractionRow | undefined> {
  const { submit } = createBatcher<string, InteractionRow | undefined>({
    async write(wanted) {
      const rows = await read<InteractionRow>(pool, findStatement, [[...new Set(wanted)]])
      return wanted.map(id => rows.find(row => row.interaction_id === id))
    },
    sizeMax: 32,
    inFlightMax: 2,
    waitingMax: 1_024,
  })
  return id =>
    submit(id).catch(error => {
      throw error instanceof Overloaded ? unavailable(error) : error
    })
}

const kinds = ['challenge', 'payment'] as const satisfies readonly Interaction['kind'][]

type InteractionRow = {
  readonly interaction_id: string
  readonly kind: string
  readonly asked: string
  readonly decision: string | null
}

const addStatement = {
  name: 'add interaction',
  text: `
insert into simulator.interactions (interaction_id, kind, asked, created_at)
values ($1, $2, $3, tollgate_now())
on conflict do nothing`,
}

const findStatement = {
  name: 'find interactions',
  text: `
select interaction_id, kind, asked, decision
from ${givenRows(1, 'text')} as wanted (interaction_id) join simulator.interactions using (interaction_id)`,
}

/** The id of the decision is stored, so that a repeated statement recognises its own. */
const decideStatement = {
  name: 'decide interaction',
  text: `
update simulator.interactions set decision = $2, decided_at = tollgate_now(), decided_by = $3::uuid
where interaction_id = $1 and (decided_by is null or decided_by = $3::uuid)
returning interaction_id`,
}
