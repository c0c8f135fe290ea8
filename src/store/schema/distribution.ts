// Where the tables are when PostgreSQL is distributed by the extension Citus: which are spread over its
// servers by cell, and which stay on the coordinator. On a PostgreSQL without the extension nothing is done.

import type pg from 'pg'
import { isDistributed } from '../connection/pool.ts'

/** Of each cell, all rows of these are together on one server. */
export const tablesByCell = [
  ...['orders', 'transactions', 'outcomes', 'exchanges', 'obligations', 'erased_orders', 'archives'],
  ...['outbox', 'notifications', 'deliveries', 'receipts'],
  ...['sessions', 'tokens', 'saved_cards', 'callbacks', 'authentications', 'authentication_results'],
  ...['risk_counts', 'risk_reviews'],
  ...['projections', 'found_orders', 'figure_sums', 'figure_counts', 'request_log'],
] as const

/**
 * These grow with merchants, users and nodes, not with payments, and a lost server does not concern them.
 * Lease floors are among them because their proof is about the transaction ids of the coordinator, through
 * which every gateway writes.
 */
export const tablesOfCoordinator = [
  ...['schema_migrations', 'stamp', 'clock', 'keys', 'generations', 'audit', 'audit_verification'],
  ...['merchants', 'merchant_passwords', 'merchant_certificates', 'merchant_secrets'],
  ...['merchant_directory_servers', 'base_keys', 'sealed_uses', 'card_ranges', 'card_range_parts'],
  ...['nodes', 'lease_floors', 'trace_number_blocks', 'link_reports', 'link_events'],
  ...['business_dates', 'reconciliations', 'risk_rule_sets', 'risk_list_entries'],
  ...['console_users', 'console_passkeys', 'console_recovery_codes', 'console_invitations'],
  ...['console_sessions', 'console_answered_challenges', 'console_sign_in_tries', 'saved_filters'],
  'console_one_time_codes',
] as const

/**
 * Within the transaction that migrates, before anything else: one connection to each server, because what
 * was changed over several is refused afterwards.
 */
export async function prepareDistribution(client: pg.ClientBase): Promise<void> {
  if (await isDistributed(client))
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
}

/**
 * Within the transaction that migrates, after it: distributes what is not yet. Where nothing is to be done,
 * no other server is asked: a node can start while one of them is away.
 */
export async function distribute(client: pg.ClientBase, isChanged: boolean): Promise<void> {
  if (!(await isDistributed(client))) return
  const { rows } = await client.query<{ name: string }>(placedQuery)
  const placed = rows.map(({ name }) => name)
  const missing = tablesByCell.filter(table => !placed.includes(table))
  if (missing.length === 0 && !isChanged) return
  await prepareDistribution(client)
  await client.query(clockWithoutTable)
  for (const table of missing) {
    const beside = table === 'orders' ? 'none' : 'public.orders'
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
      ...[`public.${table}`, 'cell', beside],
    ])
  }
}

const placedQuery = `
select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
where c.relnamespace = 'public'::regnamespace`

/**
 * On the servers, a function can read no table that is on the coordinator. So whenever the clock is moved,
 * which only a sandbox does, the function is made anew with the new shift in it. The coordinator evaluates it
 * once for a statement that changes something, which it does for functions that say they are stable.
 */
const clockWithoutTable = `
create or replace function place_clock() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $place$
declare
  moved constant interval := (select shift from clock);
begin
  execute format('create or replace function tollgate_now() returns timestamptz language sql stable as %L',
    format('select clock_timestamp() + interval %L', moved));
  return null;
end
$place$;
create or replace trigger place_clock after update on clock for each statement execute function place_clock();
update clock set shift = shift`
