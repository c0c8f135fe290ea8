import type { Acquirer, Ask } from '../../src/acquirers/port.ts'
import { type AssemblyOptions, assemble } from '../../src/assembly.ts'
import { openDoor } from '../../src/http/door.ts'
import type { Limits } from '../../src/http/limits.ts'
import { createOwnCaller } from '../../src/http/ownCaller.ts'
import { referenceRoutes } from '../../src/http/reference/pages.ts'
import { availableOperations } from '../../src/operations/gateway.ts'
import { createLog } from '../../src/platform/log.ts'
import type { DatabaseKind } from '../database/address.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { type Client, createClient, passwords } from './client.ts'

/** Both, because a gateway must not care whose database it is. */
export const databaseKinds = ['embedded', 'external'] as const satisfies readonly DatabaseKind[]

export type Settings = {
  readonly patienceMs?: number
  readonly orderWaitMs?: number
  readonly requestsPerSecond?: number
  readonly limits?: Partial<Limits>
}

/** A whole gateway in this process: the parts of main.ts on a database of its own and a free port. */
export type TestGateway = Client & {
  readonly database: TestDatabase
  /** Everything that was asked of the acquirer, in order. */
  readonly asks: readonly Overheard[]
  /** Every line of the log. */
  readonly lines: readonly string[]
  /** Another node on the same database. */
  neighbour(settings?: Settings): Promise<TestGateway>
  /** Stops and starts again on the same database. */
  restarted(settings?: Settings): Promise<TestGateway>
  /** Stops this node; the database goes with the first one. */
  stop(): Promise<void>
}

export async function openGateway(kind: DatabaseKind, settings: Settings = {}): Promise<TestGateway> {
  const database = await createDatabase(kind)
  // An operator's own database is given as an address.
  const connection = kind === 'external' ? { connectionString: database.url } : database.config
  return startNode({ database, connection, isFirst: true }, settings)
}

type Place = {
  readonly database: TestDatabase
  readonly connection: AssemblyOptions['connection']
  readonly isFirst: boolean
}

async function startNode(place: Place, settings: Settings): Promise<TestGateway> {
  const { patienceMs = 150, orderWaitMs = 5_000, requestsPerSecond, limits = {} } = settings
  const lines: string[] = []
  const asks: Overheard[] = []
  const stops: (() => Promise<unknown>)[] = []
  let port = 0
  const log = createLog({ level: 'info', pretty: false, destination: { write: line => lines.push(line) } })
  const { routes, merchants, pepper, ready } = await assemble({
    connection: place.connection,
    isAlone: false,
    isSandbox: true,
    keys: keyEncryptionKeys,
    merchants: Object.entries(passwords).map(([merchantId, password]) => ({ merchantId, cell: 0, password })),
    origin: () => `http://127.0.0.1:${port}`,
    demo: {
      ...shopkeeper,
      call: createOwnCaller({ address: () => `http://127.0.0.1:${port}`, ...shopkeeper }),
    },
    acquirerPatienceMs: patienceMs,
    orderWaitMs,
    log,
    stops,
    between: acquirer => overheard(acquirer, asks),
  })
  const door = openDoor({
    routes: [...routes, ...referenceRoutes({ sandbox: true, available: availableOperations })],
    directory: merchants,
    pepper,
    log,
    ready,
    gatewayVersion: 'test',
    limits,
    requestsPerSecond,
  })
  stops.push(door.close)
  port = (await door.listen('127.0.0.1', 0)).port
  const client = createClient(port)
  const halt = async () => {
    client.disconnect()
    for (const stop of stops.splice(0).reverse()) await stop()
  }
  return {
    ...client,
    database: place.database,
    asks,
    lines,
    neighbour: (other = settings) => startNode({ ...place, isFirst: false }, other),
    async restarted(other = settings) {
      await halt()
      return startNode(place, other)
    },
    async stop() {
      await halt()
      if (place.isFirst) await place.database.drop()
    },
  }
}

const [[merchantId = '', password = ''] = []] = Object.entries(passwords)
/** In whose name the demo shop calls. */
const shopkeeper = { merchantId, password }

/** The same for every node and start, as an operator's would be. */
const keyEncryptionKeys = { keys: [{ id: 'test', key: Buffer.alloc(32, 7) }], origin: 'the test' }

/** A question about a balance belongs to no order. */
type Overheard = Ask & { readonly orderId?: string }

function overheard(acquirer: Acquirer, asks: Overheard[]): Acquirer {
  return {
    ...acquirer,
    send(ask, deadline) {
      asks.push(ask)
      return acquirer.send(ask, deadline)
    },
  }
}
