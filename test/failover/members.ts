import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../faults/gatewayProcess.ts'
import { freePorts } from '../freePorts.ts'
import { filledIn, settingsIn } from './filledIn.ts'
import { ended, type Ground, until } from './ground.ts'
import { Wall } from './wall.ts'

const names = ['db1', 'db2', 'db3'] as const
export type MemberName = (typeof names)[number]

/** What befalls a leader. */
export const blows = ['killed', 'stopped', 'isolated'] as const
export type Blow = (typeof blows)[number]

/** Ports of one machine: its own, and those by which others reach it through its wall. */
type Ports = {
  readonly etcd: number
  readonly etcdPeer: number
  readonly server: number
  readonly rest: number
  readonly serverDoor: number
  readonly restDoor: number
  /** By which its Patroni reaches the etcd of each machine. */
  readonly etcdDoors: readonly [number, number, number]
}

type MemberState = {
  readonly name: MemberName
  readonly role: string
  readonly state: string
  readonly timeline?: number
}

/** Three machines on loopback, each with etcd, Patroni and PostgreSQL as deploy/ has them. */
export class Members {
  readonly #ground: Ground
  readonly #ports: Readonly<Record<MemberName, Ports>>
  readonly #walls = new Map<MemberName, Wall>()
  readonly #patronis = new Map<MemberName, ChildProcess>()

  private constructor(ground: Ground, ports: Readonly<Record<MemberName, Ports>>) {
    this.#ground = ground
    this.#ports = ports
  }

  static async start(ground: Ground): Promise<Members> {
    const ports = { db1: await portsOf(), db2: await portsOf(), db3: await portsOf() }
    const members = new Members(ground, ports)
    for (const name of names) await members.#startEtcd(name)
    for (const name of names) await members.#buildWall(name)
    await until('all etcds agree', async () => {
      const versions = await Promise.all(members.etcdPorts().map(port => members.#ask(port, 'version')))
      const texts = await Promise.all(versions.map(answer => answer?.text()))
      return texts.every(text => text?.includes('"etcdcluster":"3.'))
    })
    members.#startPatroni('db1')
    await until('the first member leads', async () => (await members.leader()) === 'db1')
    for (const name of ['db2', 'db3'] as const) members.#startPatroni(name)
    await members.whole()
    return members
  }

  /** Where others reach a member's PostgreSQL and Patroni. */
  doorsOf(name: MemberName): { readonly server: number; readonly rest: number } {
    return { server: this.#ports[name].serverDoor, rest: this.#ports[name].restDoor }
  }

  etcdPorts(): readonly number[] {
    return names.map(name => this.#ports[name].etcd)
  }

  /** As Patroni tells it, wherever it answers; undefined while nobody leads. */
  async leader(): Promise<MemberName | undefined> {
    return (await this.#states()).find(({ role, state }) => role === 'leader' && state === 'running')?.name
  }

  /**
   * Until there are a leader, a synchronous standby and another one, all on one timeline. Who does not come
   * back by itself is copied anew, as an operator does it (patronictl reinit); the result says how many.
   */
  async whole(): Promise<number> {
    const startedAtMs = performance.now()
    const copied = new Set<MemberName>()
    await until('all members are there again', async () => {
      const states = await this.#states()
      if (isWhole(states)) return true
      const isLate = performance.now() - startedAtMs > patienceMs
      const lost = states.filter(({ role, state }) => role !== 'leader' && state !== 'streaming')
      for (const { name } of isLate ? lost : []) {
        if (copied.has(name)) continue
        copied.add(name)
        await this.#ask(this.#ports[name].rest, 'reinitialize', { method: 'POST', body: '{"force":true}' })
      }
      return false
    })
    return copied.size
  }

  /** Strikes a member; the result undoes it, as far as it can be undone. */
  async strike(name: MemberName, blow: Blow): Promise<() => Promise<void>> {
    if (blow === 'isolated') {
      const wall = this.#walls.get(name)
      await wall?.raise()
      return async () => {
        // It is cut off for so long that it has stepped down by itself.
        const { rest } = this.#ports[name]
        await until(`${name} steps down`, async () => (await this.#ask(rest, 'primary'))?.status === 503)
        await wall?.lower()
      }
    }
    const pids = this.#processesOf(name)
    if (pids.length < 3) throw new Error(`${name} has only ${pids.length} processes`)
    if (blow === 'stopped') {
      signalAll(pids, 'SIGSTOP')
      return async () => signalAll(pids, 'SIGCONT')
    }
    signalAll(pids, 'SIGKILL')
    await until(`${name} is dead`, () => !pids.some(isAlive))
    return async () => this.#startPatroni(name)
  }

  async stop(): Promise<void> {
    for (const [name, child] of this.#patronis) {
      const pids = this.#processesOf(name)
      signalAll(pids, 'SIGCONT')
      await ended(child)
      signalAll(pids, 'SIGKILL')
    }
    for (const wall of this.#walls.values()) wall.remove()
  }

  async #states(): Promise<readonly MemberState[]> {
    for (const name of names) {
      const answer = await this.#ask(this.doorsOf(name).rest, 'cluster')
      const body: { readonly members?: readonly MemberState[] } = await bodyOf(answer)
      if (body.members) return body.members
    }
    return []
  }

  async #ask(port: number, path: string, more: RequestInit = {}): Promise<Response | undefined> {
    const signal = AbortSignal.timeout(2_000)
    return fetch(`http://127.0.0.1:${port}/${path}`, { signal, ...more }).catch(() => undefined)
  }

  async #startEtcd(name: MemberName): Promise<void> {
    const { etcd, etcdPeer } = this.#ports[name]
    const peers = names.map((each, index) => [`10.0.0.2${index + 1}:2380`, this.#ports[each].etcdPeer])
    const own = places({
      ...{
        'ETCD_NAME=db1': `ETCD_NAME=${name}`,
        '/var/lib/etcd/tollgate': this.#ground.path(`${name}-etcd`),
      },
      'URLS=http://10.0.0.21:2379': etcd,
      'URLS=http://10.0.0.21:2380': etcdPeer,
      ...Object.fromEntries(peers),
    })
    const settings = settingsIn(filledIn('etcd/etcd', own))
    await this.#ground.makeFolder(`${name}-etcd`)
    this.#ground.start(`${name}-etcd`, 'etcd', [], settings)
  }

  async #buildWall(name: MemberName): Promise<void> {
    const wall = new Wall()
    const { serverDoor, server, restDoor, rest, etcdDoors } = this.#ports[name]
    await wall.door(serverDoor, server)
    await wall.door(restDoor, rest)
    for (const [index, etcd] of this.etcdPorts().entries()) await wall.door(etcdDoors[index] ?? 0, etcd)
    this.#walls.set(name, wall)
    await this.#writePatroni(name)
  }

  async #writePatroni(name: MemberName): Promise<void> {
    const { serverDoor, server, restDoor, rest, etcdDoors } = this.#ports[name]
    const sockets = await this.#ground.makeFolder(`${name}-socket`)
    const text = filledIn('patroni/config.yml', {
      'name: db1': `name: ${name}`,
      ' listen: 10.0.0.21:8008': ` listen: 127.0.0.1:${rest}`,
      ' connect_address: 10.0.0.21:8008': ` connect_address: 127.0.0.1:${restDoor}`,
      ' listen: 10.0.0.21:5432': ` listen: 127.0.0.1:${server}`,
      ' connect_address: 10.0.0.21:5432': ` connect_address: 127.0.0.1:${serverDoor}`,
      ...places({
        '10.0.0.21:2379': etcdDoors[0],
        '10.0.0.22:2379': etcdDoors[1],
        '10.0.0.23:2379': etcdDoors[2],
      }),
      '10.0.0.0/24': '127.0.0.1/32',
      '/var/lib/postgresql/15/tollgate': this.#dataOf(name),
      '/var/lib/postgresql/patroni.pgpass': this.#ground.path(`${name}.pgpass`),
      '/var/run/postgresql': sockets,
      '/etc/patroni/database-authority.pem': this.#ground.path('certificate.pem'),
      '/etc/patroni/server.pem': this.#ground.path('certificate.pem'),
      '/etc/patroni/server-key.pem': this.#ground.path('key.pem'),
    })
    await this.#ground.write(`${name}.yml`, text)
    await this.#ground.makeFolder(name)
  }

  #startPatroni(name: MemberName): void {
    this.#patronis.set(
      name,
      this.#ground.start(`${name}-patroni`, 'patroni', [this.#ground.path(`${name}.yml`)]),
    )
  }

  /** Within a folder of its own: Patroni may have to make it anew. */
  #dataOf(name: MemberName): string {
    return join(this.#ground.path(name), 'data')
  }

  /** Patroni, the postmaster, and then its children. */
  #processesOf(name: MemberName): readonly number[] {
    const postmaster = postmasterOf(this.#dataOf(name))
    const patroni = this.#patronis.get(name)?.pid
    const all = [patroni ?? [], postmaster ?? [], childrenOf(postmaster)].flat()
    return all.filter(isAlive)
  }
}

/** Before a member that does not come back is copied anew. */
const patienceMs = 60_000

function isWhole(states: readonly MemberState[]): boolean {
  const roles = states.map(({ role }) => role).sort()
  return (
    roles.join() === 'leader,replica,sync_standby' &&
    states.every(({ state }) => state === 'running' || state === 'streaming') &&
    new Set(states.map(({ timeline }) => timeline)).size === 1
  )
}

async function portsOf(): Promise<Ports> {
  const first = await freePorts(9)
  return {
    ...{ etcd: first, etcdPeer: first + 1, server: first + 2, rest: first + 3 },
    ...{ serverDoor: first + 4, restDoor: first + 5, etcdDoors: [first + 6, first + 7, first + 8] },
  }
}

async function bodyOf(answer: Response | undefined) {
  const text = await answer?.text().catch(() => undefined)
  return JSON.parse(text || '{}')
}

/** Addresses become ports of this machine. */
function places(all: Readonly<Record<string, string | number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(all).map(([from, to]) => [
      from,
      typeof to === 'string' ? to : from.replace(/10\.0\.0\.\d+:\d+/, `127.0.0.1:${to}`),
    ]),
  )
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      // It ended meanwhile.
    }
}

function postmasterOf(data: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return undefined
  }
}

function childrenOf(parent: number | undefined): readonly number[] {
  if (parent === undefined) return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)
}

/** Behind the name of the program, which may have spaces and brackets in it. */
function parentOf(pid: string): number | undefined {
  try {
    const text = readFileSync(join('/proc', pid, 'stat'), 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
