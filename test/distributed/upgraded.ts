import type pg from 'pg'
import { appRole } from '../../src/store/connection/pool.ts'
import { superuser } from '../../src/store/embedded/cluster.ts'
import { applyEverything } from '../../src/store/schema/applying.ts'
import { withGatewayLogin } from '../../src/store/schema/gatewayLogin.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { storeSchema } from '../../src/store/schema/migrations.ts'
import { fundsOf } from '../journeys/requests.ts'
import { addMerchants, type CitusDatabase, migrated, startNode } from './gateways.ts'

/** The first release that spreads its tables over servers, and has all those tables. */
const before = 43

/**
 * A database that an earlier release has spread over its servers gets what is newer, one by one, and payments
 * are made in all its cells. Gives what went wrong.
 */
export async function upgraded(place: CitusDatabase, tell: (text: string) => void): Promise<UpgradeReport> {
  tell('an upgrade: a database of an earlier release on all three servers')
  await place.cluster.createDatabase(place.database)
  await migrateAsBefore(place)
  tell('an upgrade: what is newer')
  const applied = await migrated(place)
  const missed = storeSchema
    .migrations()
    .slice(before)
    .filter(({ name }) => !applied.includes(name))
  if (missed.length > 0)
    return {
      applied: applied.length,
      paid: 0,
      violations: missed.map(({ name }) => `${name} was not applied`),
    }
  const node = await startNode(place)
  try {
    const violations: string[] = []
    const shops = await addMerchants(place)
    for (const shop of shops) {
      const { status, body } = await node.call('PUT', 'order/1/transaction/1', payment, shop)
      if (body.result !== 'SUCCESS') violations.push(`${shop.merchant}: ${status} ${JSON.stringify(body)}`)
    }
    return { applied: applied.length, paid: shops.length, violations }
  } finally {
    await node.end('SIGTERM')
  }
}

export type UpgradeReport = {
  readonly applied: number
  readonly paid: number
  readonly violations: readonly string[]
}

const payment = {
  apiOperation: 'PAY',
  order: { amount: '10.00', currency: 'USD' },
  sourceOfFunds: fundsOf({ expiry: '01/39' }),
}

async function migrateAsBefore({ cluster, database }: CitusDatabase): Promise<void> {
  const { port } = cluster.coordinator
  const place: pg.ClientConfig = { host: '127.0.0.1', port, database }
  const [owner, gateway] = [
    { ...place, user: superuser },
    { ...place, user: appRole },
  ]
  const migrations = () => storeSchema.migrations().slice(0, before)
  const wanted = { stage: undefined, plugIns: [], place: 'here', isRestored: false } as const
  const withSession = <Result>(work: (client: pg.Client) => Promise<Result>) => withClient(owner, work)
  await withSession(client =>
    withGatewayLogin(client, gateway, () =>
      applyEverything(
        { client, withSession, check: async () => undefined },
        { ...wanted, store: { ...storeSchema, migrations } },
      ),
    ),
  )
}
