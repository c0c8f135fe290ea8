import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endAll } from '../faults/gatewayProcess.ts'
import { tollgate } from '../faults/tollgateProcess.ts'
import { freePort } from '../freePorts.ts'
import { type HostProcess, startHostProcess } from '../links/hostProcess.ts'
import { linkedSettings } from '../links/linkedSettings.ts'
import { Nodes } from '../links/nodes.ts'
import { blindly, patienceMs } from '../links/underFire.ts'
import { ProviderProcess } from '../providers/providerProcess.ts'
import type { Random } from '../simulation/random.ts'
import { type DirectoryProcess, startDirectoryProcess } from '../threeDSecure/directoryProcess.ts'
import { DoomedDatabase } from './doomedDatabase.ts'
import { FaultProxy } from './faultProxy.ts'
import { NodeClock } from './nodeClock.ts'

/**
 * Between whom the proxies stand, one for each node; but a directory server has one way to all of them.
 * Payers' browsers and the provider's notices come as clients do.
 */
export const ways = [
  ...(['client to node', 'node to database', 'node to acquirer'] as const),
  ...(['node to directory server', 'directory server to node', 'node to provider'] as const),
] as const
export type Way = (typeof ways)[number]

type Parties = {
  readonly database: DoomedDatabase
  readonly host: HostProcess
  readonly directory: DirectoryProcess
  readonly provider: ProviderProcess
}

export type Surroundings = Parties & {
  readonly nodes: Nodes
  readonly proxies: Readonly<Record<Way, readonly FaultProxy[]>>
  readonly clocks: readonly NodeClock[]
  /** Where each node listens for results of challenges. */
  readonly listening: readonly number[]
  /** Starts the nodes, and lets the directory server's scheme know their merchant. */
  start(): Promise<void>
}

/** By which a node has that way. */
export const proxyOf = (proxies: Surroundings['proxies'], way: Way, node: number): FaultProxy | undefined =>
  proxies[way][node % proxies[way].length]

export const nodeCount = 3
export const dialectName = 'iso1987-ascii'
const places = Array.from({ length: nodeCount }, (_, index) => index)

type SurroundingsOptions = { readonly folder: string; readonly seed: number }

/** All whom the nodes speak with, running, and the nodes, each with ways and a clock of its own. */
export async function surround(options: SurroundingsOptions): Promise<Surroundings> {
  const { folder } = options
  const parties: Parties = {
    database: await DoomedDatabase.start(folder),
    host: await startHostProcess({ ...options, dialect: dialectName }),
    directory: await startDirectoryProcess(options),
    provider: await ProviderProcess.start(options),
  }
  const listening = await Promise.all(places.map(freePort))
  const proxies = await openProxies(parties)
  const clocks = await Promise.all(places.map(index => NodeClock.make(join(folder, `node${index}`))))
  const settings: NodeJS.ProcessEnv[] = []
  for (const [index, { nodeOptions }] of clocks.entries()) {
    const portOf = (way: Way) => proxyOf(proxies, way, index)?.port ?? 0
    const own = { folder: join(folder, `node${index}`), listensAt: listening[index] ?? 0, portOf }
    settings.push({ ...(await settingsOf(parties, own)), NODE_OPTIONS: nodeOptions })
  }
  const nodes = new Nodes({
    ...{ count: nodeCount, settingsOf: index => settings[index] ?? {}, areStartsDisturbed: true },
    onStarted: (index, node) => proxies['client to node'][index]?.aim(node.port),
  })
  const start = async () => {
    await nodes.start()
    await introduceMerchant(settings[0] ?? {})
  }
  return { ...parties, nodes, proxies, clocks, listening, start }
}

async function openProxies({ database, host, directory, provider }: Parties) {
  const [directoryAddress = ''] = directory.settings.directoryServers.flatMap(({ addresses }) => addresses)
  const open = (target?: number) => Promise.all(places.map(() => FaultProxy.open(target)))
  return {
    'client to node': await open(),
    'node to database': await open(database.port),
    'node to acquirer': await open(host.port),
    'node to directory server': await open(Number(new URL(directoryAddress).port)),
    'directory server to node': [await FaultProxy.open()],
    'node to provider': await open(provider.port),
  } satisfies Record<Way, readonly FaultProxy[]>
}

type OwnPlace = {
  readonly folder: string
  /** For results. */
  readonly listensAt: number
  readonly portOf: (way: Way) => number
}

async function settingsOf({ database, directory, provider }: Parties, own: OwnPlace) {
  const { folder, listensAt, portOf } = own
  const write = async (name: string, content: unknown) => {
    await writeFile(join(folder, name), JSON.stringify(content))
    return join(folder, name)
  }
  await write('dialect.json', blindly(dialectName))
  const directoryServers = directory.settings.directoryServers.map(each => ({
    ...each,
    addresses: [`https://127.0.0.1:${portOf('node to directory server')}/`],
    results: {
      ...each.results,
      address: `https://127.0.0.1:${portOf('directory server to node')}/results`,
      port: listensAt,
    },
    answerSeconds: 2,
  }))
  const link = { dialect: './dialect.json', connections: 2, backlogPerSecond: 200 }
  return {
    ...(await linkedSettings({
      ...{ folder, patienceMs, link: { ...link, port: portOf('node to acquirer') } },
      database: { settings: database.settingsAt(portOf('node to database')) },
    })),
    TOLLGATE_PUBLIC_URL: `http://127.0.0.1:${portOf('client to node')}`,
    TOLLGATE_DIRECTORY_SERVERS: await write('directory-servers.json', {
      ...directory.settings,
      directoryServers,
    }),
    TOLLGATE_PROVIDERS: await write('providers.json', provider.settingsAt(portOf('node to provider'))),
  }
}

/** As an operator does it. */
async function introduceMerchant(settings: NodeJS.ProcessEnv): Promise<void> {
  const { code, errors } = await tollgate(
    [
      ...['directory-merchant', 'TESTMERCHANT', 'scheme-a', 'requestorId=10056231*SHOP'],
      ...['requestorName=Shop', 'requestorUrl=https://shop.example', 'acquirerBin=412345'],
      ...[
        'acquirerMerchantId=12345',
        'acquirerCountry=FRA',
        'category=5411',
        'country=FRA',
        'name=SHOP LYON',
      ],
    ],
    settings,
  )
  if (code !== 0) throw new Error(`The directory server does not know the merchant: ${errors}`)
}

/** As a balancer does: results of challenges go to some node that is there, whichever asked. */
export function balanceResults({ nodes, proxies, listening }: Surroundings, random: Random): void {
  const there = listening.filter((_, place) => nodes.at(place) !== undefined)
  for (const proxy of proxies['directory server to node']) proxy.aim(there[random.below(there.length)] ?? 0)
}

const proxiesOf = ({ proxies }: Surroundings): readonly FaultProxy[] => ways.flatMap(way => proxies[way])

/** Nothing goes wrong any more, and clocks are right. */
export async function heal(around: Surroundings): Promise<void> {
  const { host, directory, provider, clocks } = around
  for (const proxy of proxiesOf(around)) proxy.heal()
  await Promise.all([host, directory, provider].map(party => party.clearFaults()))
  await Promise.all(clocks.map(clock => clock.set(0)))
}

export async function stopAll(around: Surroundings): Promise<void> {
  const { nodes, host, directory, provider, database } = around
  // Whoever is paused does not hear that it shall end.
  for (const node of nodes.live()) node.child.kill('SIGCONT')
  await nodes.stop()
  await endAll()
  await Promise.all(proxiesOf(around).map(proxy => proxy.close()))
  await Promise.all([host, directory, provider, database].map(party => party.stop()))
}
