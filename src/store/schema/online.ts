// Migrations of a database that is in use: one by one, each so short that payments go on.

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { errorCode, StartRefusal } from '../../platform/errors.ts'
import { prepareDistribution } from './distribution.ts'
import { type Migration, recordApplied, stepsOf } from './migrations.ts'

/**
 * A migration that waits for a lock keeps everybody waiting who comes after it. So it gives up soon and tries
 * again; and whatever it does, its transaction is cut off after this time, which is the longest that a
 * payment waits for it.
 */
const transactionMs = 900
const lockMs = 300

/** How often a migration is tried, and how long payments have for themselves between two tries. */
export type OnlinePatience = { readonly pauseMs: number; readonly triesMax: number }

export const usualPatience: OnlinePatience = { pauseMs: 1_000, triesMax: 60 }

/** The sessions of whoever migrates: one does the work, and the other cuts it off. */
export type MigratingSessions = { readonly client: pg.Client; readonly guard: pg.Client }

/** Applies one migration of the store's schema, as the database's owner. */
export async function applyOnline(
  sessions: MigratingSessions,
  migration: Migration,
  patience: OnlinePatience = usualPatience,
): Promise<void> {
  const { client } = sessions
  const steps = stepsOf(migration)
  // What was done before a crash is done again: a step has to bear that.
  for (const text of steps ?? []) await client.query(text)
  for (let tries = 1; ; tries += 1) {
    try {
      return await inShortTransaction(sessions, async () => {
        if (steps === undefined) await client.query(migration.text)
        await recordApplied(client, migration)
      })
    } catch (error) {
      if (!passingCodes.includes(errorCode(error))) throw error
      if (tries >= patience.triesMax) throw new StartRefusal(refusalOf(migration, patience), { cause: error })
      await sleep(patience.pauseMs)
    }
  }
}

async function inShortTransaction(
  { client, guard }: MigratingSessions,
  work: () => Promise<void>,
): Promise<void> {
  // The server's own limits hold when this process stands still.
  await client.query(
    `begin; set local search_path = public; set local lock_timeout = ${lockMs}; ` +
      `set local statement_timeout = ${transactionMs}; ` +
      `set local idle_in_transaction_session_timeout = ${transactionMs}`,
  )
  await prepareDistribution(client)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  let cutting: Promise<unknown> | undefined
  const cutOff = setTimeout(() => {
    cutting = guard.query(`select pg_cancel_backend(${rows[0]?.pid})`).catch(() => undefined)
  }, transactionMs)
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    clearTimeout(cutOff)
    await cutting
  }
}

/** A lock that others have, a deadlock, and a statement that took too long. */
const passingCodes = ['55P03', '40P01', '57014']

const refusalOf = ({ number, name }: Migration, { triesMax: tries }: OnlinePatience): string =>
  `Migration ${number} (${name}) was given up after ${tries} tries: each time it would have kept payments ` +
  'waiting for longer than a second. It changed nothing, and those before it stay. Look for long ' +
  'transactions (pg_stat_activity), and run npx tollgate migrate again.'
