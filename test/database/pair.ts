import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { superuser } from '../../src/store/embedded/cluster.ts'
import { commandAs, runCommand } from '../../src/store/embedded/programs.ts'
import { locateSite } from '../../src/store/embedded/site.ts'
import { freePort } from '../freePorts.ts'
import { createServer, makeCluster, type OwnServer, writeFor } from './ownServer.ts'

export type Pair = {
  /** The primary at the beginning. */
  readonly first: OwnServer
  /** Its standby, which has every commit before it is answered. */
  readonly second: OwnServer
  /** Makes the standby the primary, as a tool for fail-over does. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** A primary and its synchronous standby, from the packaged binaries. */
export async function startPair(folder: string): Promise<Pair> {
  const [one, other] = [
    await locateSite(join(folder, 'first'), await freePort()),
    await locateSite(join(folder, 'second'), await freePort()),
  ]
  const makings = await makeCluster(one)
  const { account } = makings
  await runCommand(commandAs(account, 'chmod', ['700', one.cluster]))
  await runCommand({ ...commandAs({ kind: 'self' }, 'cp', ['-a', one.cluster, other.cluster]) }, 60_000)
  await writeFor(account, join(other.cluster, 'standby.signal'), '')
  const upstream = `host=127.0.0.1 port=${one.port} user=${superuser} application_name=second`
  const first = createServer(one, makings)
  const second = createServer(other, { ...makings, extra: [`primary_conninfo=${upstream}`] })
  await first.start()
  await first.ask(`create database ${superuser}`)
  await second.start()
  await first.ask("alter system set synchronous_standby_names = 'second'")
  await first.ask('select pg_reload_conf()')
  await settled(first, "select from pg_stat_replication where sync_state = 'sync'")
  return {
    ...{ first, second },
    async promote() {
      await second.ask('select pg_promote()')
      await settled(second, 'select where not pg_is_in_recovery()')
    },
    async stop() {
      await Promise.all([first.kill(), second.kill()])
    },
  }
}

async function settled(member: OwnServer, query: string): Promise<void> {
  while ((await member.ask(query)).length === 0) await sleep(50)
}
