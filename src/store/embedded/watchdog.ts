import { Socket } from 'node:net'
import { Client } from 'pg'
import { connectionTo, guestLock, ownerLock, watchName } from './ownership.ts'
import type { EmbeddedSite } from './site.ts'

/** "tolw" in ASCII: one session watches, whoever started it. */
const watchLock = 0x746f6c77
const lookSeconds = 3
/** Long enough for whoever is started again to find it running. */
const looksMax = 5

/**
 * Leaves a session in the server that stops it when nobody uses it any more, whatever became of them: they
 * may have been killed. It is the server's own process, so it needs nothing of theirs, runs under the
 * server's account and cannot outlive it. Whether somebody has taken the server over, the same locks tell by
 * which they do; it holds them until the server is down. Best effort: who cannot connect has other worries.
 */
export async function leaveWatchdog(site: EmbeddedSite): Promise<void> {
  const client = new Client({
    ...connectionTo(site),
    application_name: watchName,
    connectionTimeoutMillis: 5_000,
    // Nothing waits for it, and its end is no news.
    stream: () => new Socket().unref(),
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // It goes on after its client has gone.
    await client.query('set client_connection_check_interval = 0; set statement_timeout = 0')
    const { rows } = await client.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock(${watchLock}) as "isMine"`,
    )
    if (!rows[0]?.isMine) return await client.end()
    client.query(watching).catch(() => client.end().catch(() => undefined))
  } catch {
    client.end().catch(() => undefined)
  }
}

/** Each look is a transaction of its own: what is deleted meanwhile can be cleared away. */
const watching = `
do $$
declare
  looks int4 := 0;
begin
  loop
    perform pg_sleep(${lookSeconds});
    commit;
    if exists (
      select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.locktype = 'advisory' and l.granted and l.classid = 0
        and l.objid in (${ownerLock}, ${guestLock})
    ) then
      looks := 0;
    else
      looks := looks + 1;
    end if;
    continue when looks < ${looksMax};
    looks := 0;
    if pg_try_advisory_lock(${ownerLock}) then
      if pg_try_advisory_lock(${guestLock}) then
        execute format('copy (select) to program %L',
          'kill -INT ' || split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int4);
        perform pg_sleep(600);
        perform pg_advisory_unlock(${guestLock});
      end if;
      perform pg_advisory_unlock(${ownerLock});
    end if;
  end loop;
end $$`
