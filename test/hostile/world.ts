// What hostile callers meet: a gateway as a process of its own, watched from inside, with two merchants;
// and a process that does nothing, to tell what the machine does to everybody.

import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { endAll, type GatewayProcess, startProcess } from '../faults/gatewayProcess.ts'
import { asked } from '../faults/tollgateProcess.ts'
import { fundsOf } from '../journeys/requests.ts'
import { reachableFolder } from '../reachableFolder.ts'
import type { Known } from './requests.ts'
import { startIdleProcess, watchedBy } from './stalls.ts'

export type HostileWorld = {
  readonly gateway: GatewayProcess
  readonly idle: ChildProcess
  /** Where the probes of both write. */
  readonly notes: { readonly gateway: string; readonly idle: string }
  readonly database: { readonly config: ClientConfig }
  readonly otherPassword: string
  readonly known: Known
  close(): Promise<void>
}

export async function openHostileWorld(): Promise<HostileWorld> {
  const folder = await reachableFolder('hostile')
  const notes = { gateway: join(folder, 'gateway.notes'), idle: join(folder, 'idle.notes') }
  const dataDirectory = join(folder, 'data')
  const gateway = await startProcess({
    ...{ TOLLGATE_DATA_DIR: dataDirectory, TOLLGATE_LOG_LEVEL: 'warn' },
    // Requests that meet on an order, or a silent acquirer, hold nobody up for long.
    ...{ TOLLGATE_ORDER_WAIT_MS: '100', TOLLGATE_ACQUIRER_PATIENCE_MS: '100' },
    ...watchedBy(notes.gateway),
  })
  const idle = startIdleProcess(notes.idle)
  const added = await asked('merchants add OTHERMERCHANT', { TOLLGATE_DATA_DIR: dataDirectory })
  const config = { host: join(dataDirectory, 'socket'), port: 5432, user: 'tollgate', database: 'tollgate' }
  return {
    ...{ gateway, idle, notes, database: { config }, otherPassword: String(added.password) },
    known: await furnish(gateway),
    async close() {
      idle.kill()
      await gateway.end('SIGTERM')
      await endAll()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Sessions and tokens have names that the gateway gives. */
async function furnish(gateway: GatewayProcess): Promise<Known> {
  const make = async (path: string, form: RegExp) =>
    form.exec((await gateway.call('POST', path, { sourceOfFunds: fundsOf() })).text)?.[1] ?? ''
  const each = [1, 2, 3, 4]
  return {
    sessions: await Promise.all(each.map(() => make('session', /(SESSION\w+)/))),
    tokens: await Promise.all(each.map(() => make('token', /"token":"(\w+)"/))),
  }
}
