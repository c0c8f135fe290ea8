// Whether this is the database into which payments go, or a copy of it, such as a backup that was restored to
// be looked at. A node on a copy would undo, at the acquirer, what was open when the copy was made and was
// answered since, and tell merchants again what they have heard.

import type pg from 'pg'
import { StartRefusal } from '../../platform/errors.ts'

/**
 * Notes where the database is, unless that is known; `isRestored`: this is its home from now on. Within the
 * transaction that migrates.
 */
export async function noteHome(client: pg.Client, isRestored: boolean): Promise<void> {
  const home = await homeNow(client)
  const isDue = isRestored ? 'home is distinct from $1' : 'home is null'
  await client.query(`update public.stamp set home = $1 where $1::text is not null and ${isDue}`, [home])
}

export async function refuseCopy(client: pg.Client, place: string): Promise<void> {
  const { rows } = await client.query<{ home: string | null }>('select home from public.stamp')
  const known = rows[0]?.home ?? undefined
  const home = known && (await homeNow(client))
  if (home === undefined || home === known) return
  throw new StartRefusal(
    `The database at ${place} is a copy: it was restored or moved since a gateway used it. A gateway would ` +
      'undo what was open when the copy was made. If this is the one that payments are to go into from now ' +
      'on, npx tollgate migrate --restored says so; read "Backup and restore" in docs/operations.md before.',
  )
}

/**
 * The number that a server got when it was made, which its standbys share, and that of the database in it.
 * Undefined where the server does not tell.
 */
async function homeNow(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ is_told: boolean }>(
    "select has_function_privilege('pg_catalog.pg_control_system()', 'execute') as is_told",
  )
  if (!rows[0]?.is_told) return undefined
  const { rows: homes } = await client.query<{ home: string }>(`
    select system_identifier || '/' || oid as home
    from pg_control_system(), pg_database where datname = current_database()`)
  return homes[0]?.home
}
