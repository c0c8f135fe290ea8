// The stamp of a database: which kind of payments it is for. It never changes.

import type pg from 'pg'
import {
  type GatewayEnvironment,
  gatewayEnvironments,
  sandboxMerchantId,
} from '../../platform/environment.ts'
import { StartRefusal } from '../../platform/errors.ts'

/**
 * The first start decides what the database is for, and starts of another stage are refused from then on:
 * simulated payments must never be stored beside real ones. It runs within the transaction that migrates, so
 * that a refused start has changed nothing.
 */
export async function ensureStamp(
  client: pg.Client,
  wanted: GatewayEnvironment,
  place: string,
): Promise<void> {
  const found = await findStamp(client)
  const stage = found ?? (await stageBefore(client)) ?? wanted
  if (stage !== wanted) throw refusalOf(stage, wanted, place)
  await refuseMovedClock(client, stage, place)
  if (found === undefined) await client.query('insert into stamp (stage) values ($1)', [stage])
}

/** The same check for a login that cannot stamp. */
export async function requireStamp(
  client: pg.Client,
  wanted: GatewayEnvironment,
  place: string,
): Promise<void> {
  const found = await findStamp(client)
  if (found === undefined)
    throw new StartRefusal(
      `The database at ${place} is not stamped with its mode yet: npx tollgate migrate does that.`,
    )
  if (found !== wanted) throw refusalOf(found, wanted, place)
  await refuseMovedClock(client, found, place)
}

/**
 * Only a sandbox may move the clock. Elsewhere no gateway did it, and periods, expiries and times in
 * notifications would all be wrong.
 */
async function refuseMovedClock(client: pg.Client, stage: GatewayEnvironment, place: string): Promise<void> {
  if (stage === 'sandbox') return
  const { rows } = await client.query("select from public.clock where shift <> '0'")
  if (rows.length > 0)
    throw new StartRefusal(
      `The clock of the database at ${place} was moved, which only a sandbox's may be: find out by whom; ` +
        "update clock set shift = '0' sets it right.",
    )
}

async function findStamp(client: pg.Client): Promise<GatewayEnvironment | undefined> {
  const { rows } = await client.query<{ stage: string }>('select stage from public.stamp')
  return gatewayEnvironments.find(stage => stage === rows[0]?.stage)
}

/**
 * What a database was used for before there were stamps. A sandbox leaves its merchant, its test keys or a
 * moved clock; anything else came from production, which had only the simulated acquirer then. An unused
 * database may become anything.
 */
async function stageBefore(client: pg.Client): Promise<GatewayEnvironment | undefined> {
  const { rows } = await client.query<{ was_sandbox: boolean; was_used: boolean }>(usesQuery, [
    sandboxMerchantId,
  ])
  if (rows[0]?.was_sandbox) return 'sandbox'
  return rows[0]?.was_used ? 'simulated' : undefined
}

const usesQuery = `
select
  exists (select 1 from public.merchants where merchant_id = $1)
    or exists (select 1 from public.base_keys where is_test)
    or exists (select 1 from public.clock where shift <> '0') as was_sandbox,
  exists (select 1 from public.merchants) or exists (select 1 from public.orders) as was_used`

const refusalOf = (found: GatewayEnvironment, wanted: GatewayEnvironment, place: string): StartRefusal =>
  new StartRefusal(
    `The database at ${place} is for ${purposes[found]} and stays so: ` +
      `${startSettings[wanted]} needs a database of its own.`,
  )

const purposes = {
  sandbox: 'a sandbox',
  simulated: 'rehearsing production',
  live: 'live payments',
} as const satisfies Record<GatewayEnvironment, string>

const startSettings = {
  sandbox: 'TOLLGATE_MODE=sandbox',
  simulated: 'TOLLGATE_MODE=production with TOLLGATE_ACQUIRER=simulated',
  live: 'TOLLGATE_MODE=production',
} as const satisfies Record<GatewayEnvironment, string>
