import type { Acquirer, Ask } from '../../src/acquirers/port.ts'
import { createSimulator } from '../../src/acquirers/simulator/simulator.ts'
import { apiRoutes } from '../../src/http/api.ts'
import { hashPassword } from '../../src/http/credentials.ts'
import { openDoor } from '../../src/http/door.ts'
import type { Limits } from '../../src/http/limits.ts'
import { identifyWith } from '../../src/operations/fingerprint.ts'
import { createGateway } from '../../src/operations/gateway.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLog } from '../../src/platform/log.ts'
import { openStore } from '../../src/store/open.ts'
import { createVault } from '../../src/vault/cards.ts'
import { openKeyring } from '../../src/vault/keyring.ts'
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
  readonly asks: readonly Ask[]
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
  readonly connection: Parameters<typeof openStore>[0]
  readonly isFirst: boolean
}

async function startNode(place: Place, settings: Settings): Promise<TestGateway> {
  const { patienceMs = 150, orderWaitMs = 5_000, requestsPerSecond, limits = {} } = settings
  const lines: string[] = []
  const asks: Ask[] = []
  const store = await openStore(place.connection)
  const keyring = await openKeyring({ keys: keyEncryptionKeys, store: store.keys })
  const { passwordPepper, fingerprint } = keyring.secrets
  for (const [merchantId, password] of Object.entries(passwords)) {
    const passwordHash = hashPassword(passwordPepper, password)
    await store.merchants.ensureMerchant({ merchantId, cell: 0, passwordHash })
  }
  const vault = createVault(keyring)
  const gateway = createGateway({
    journal: store.journal,
    acquirer: overheard(createSimulator({ now: systemClock.now }), asks),
    vault,
    identify: identifyWith(fingerprint, vault.cardHash),
    clock: systemClock,
    patienceMs,
    orderWaitMs,
  })
  const door = openDoor({
    routes: apiRoutes(gateway),
    directory: store.merchants,
    pepper: passwordPepper,
    log: createLog({ level: 'info', pretty: false, destination: { write: line => lines.push(line) } }),
    ready: store.ready,
    gatewayVersion: 'test',
    limits,
    requestsPerSecond,
  })
  const { port } = await door.listen('127.0.0.1', 0)
  const client = createClient(port)
  const halt = async () => {
    client.disconnect()
    await door.close()
    await store.close()
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

/** The same for every node and start, as an operator's would be. */
const keyEncryptionKeys = { keys: [{ id: 'test', key: Buffer.alloc(32, 7) }], origin: 'the test' }

function overheard(acquirer: Acquirer, asks: Ask[]): Acquirer {
  return {
    ...acquirer,
    send(ask, deadline) {
      asks.push(ask)
      return acquirer.send(ask, deadline)
    },
  }
}
