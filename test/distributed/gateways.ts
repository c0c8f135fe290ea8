// Gateways on a distributed database, their merchants and their books.

import { setTimeout as sleep } from 'node:timers/promises'
import { appRole } from '../../src/store/connection/pool.ts'
import { superuser } from '../../src/store/embedded/cluster.ts'
import { type GatewayProcess, startProcess } from '../faults/gatewayProcess.ts'
import { asked } from '../faults/tollgateProcess.ts'
import type { CitusCluster } from './cluster.ts'

export type CitusDatabase = { readonly cluster: CitusCluster; readonly database: string }

function settingsOf({ cluster, database }: CitusDatabase): NodeJS.ProcessEnv {
  const { port } = cluster.coordinator
  const url = (user: string) => `postgres://${user}@127.0.0.1:${port}/${database}?sslmode=disable`
  return {
    TOLLGATE_DATABASE_URL: url(appRole),
    TOLLGATE_OWNER_DATABASE_URL: url(superuser),
    TOLLGATE_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  }
}

/** Whatever is killed may be away when it starts, too: then it is started again. */
export async function startNode(place: CitusDatabase): Promise<GatewayProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startProcess(settingsOf(place))
    } catch (error) {
      if (tries === startsMax) throw error
      await sleep(500)
    }
  }
}

const startsMax = 20

/** The names of what this release has applied to it. */
export async function migrated(place: CitusDatabase): Promise<readonly unknown[]> {
  const { applied } = await asked('migrate', settingsOf(place))
  return Array.isArray(applied) ? applied : []
}

/** Merchants in cells of both workers. */
export async function addMerchants(place: CitusDatabase): Promise<readonly Shop[]> {
  const shops: Shop[] = []
  for (let cell = 1; cell <= cells; cell += 1) {
    const added = await asked(`merchants add SHOP${cell} --cell ${cell}`, settingsOf(place))
    shops.push({ merchant: `SHOP${cell}`, password: String(added.password), cell })
  }
  return shops
}

const cells = 6
export type Shop = { readonly merchant: string; readonly password: string; readonly cell: number }

/** Where the books differ once recovery has had its time, which passes faster in a sandbox. */
export async function settledDifferences(node: GatewayProcess): Promise<readonly string[]> {
  let differences: unknown
  let told = ''
  for (let look = 0; look < looksMax; look += 1) {
    const { status, body } = await node.call('GET', '/sandbox/reconciliation')
    differences = body.differences
    told = `${status} ${JSON.stringify(body)}`
    if (Array.isArray(differences) && differences.length === 0) return []
    await node.call('POST', '/sandbox/clock', { advance: 'PT10M' })
    await sleep(1_500)
  }
  const left: readonly unknown[] = Array.isArray(differences)
    ? differences
    : [`They could not be compared: ${told}`]
  return left.map(difference => `Books: ${JSON.stringify(difference)}`)
}

const looksMax = 20
