import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPoster } from '../../src/directoryServer/resultPost.ts'
import { newServerTransactionId } from '../../src/threeDSecure/emv/serverTransactionId.ts'
import { cardholder, cardThat, told } from '../journeys/cardholder.ts'
import { passwords } from '../journeys/client.ts'
import { type Directories, device, openDirectories, registerMerchants } from '../journeys/directories.ts'
import { type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { sharedDatabase } from './nodeSettings.ts'

/** As of the test gateways, whose operator writes down the merchants. */
const keys = { TOLLGATE_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` }
const { database, settings } = sharedDatabase(passwords.TESTMERCHANT, keys)
let directories: Directories
let gateway: GatewayProcess
beforeAll(async () => {
  directories = await openDirectories()
  const file = join(directories.folder, 'directory-servers.json')
  await writeFile(file, JSON.stringify(directories.settings))
  gateway = await startProcess({ ...settings(), TOLLGATE_DIRECTORY_SERVERS: file })
  await registerMerchants({ database: database() }, directories, ['TESTMERCHANT'])
})
afterAll(async () => {
  await gateway?.end('SIGTERM')
  await directories?.close()
})

test('a flood of results is acknowledged in time, while an order is locked', async () => {
  const payers = []
  for (let count = 0; count < 20; count++) {
    const payer = cardholder(gateway, cardThat.isChallenged)
    expect(told(await payer.begin({ device }))).toMatchObject({ result: 'PENDING' })
    payers.push(payer)
  }
  const [locking, looking] = [new Client(database().config), new Client(database().config)]
  await Promise.all([locking.connect(), looking.connect()])
  await locking.query('begin')
  await locking.query('select from orders where order_id = $1 for update', [payers[0]?.orderId])
  const results = await openResults(looking, payers)
  const ms = await delivered(directories, results)
  await locking.query('rollback')
  const { rows } = await looking.query(
    'select count(*)::int4 as kept, sum(repeats)::int4 as repeats from authentication_results ' +
      'where server_transaction_id = any($1::uuid[])',
    [results.map(({ threeDSServerTransID }) => threeDSServerTransID)],
  )
  await Promise.all([locking.end(), looking.end()])
  expect(rows).toEqual([{ kept: results.length, repeats: 0 }])
  const sorted = ms.sort((one, other) => one - other)
  const [middle = 0, slow = 0] = [0.5, 0.99].map(part => sorted[Math.floor(part * sorted.length)] ?? 0)
  expect(slow, `median ${Math.round(middle)} ms`).toBeLessThan(3_000)
}, 90_000)

/** Client, gateway and database share the machine: more would measure that. */
const perSecond = 200
const seconds = 5

type Ids = Readonly<Record<'threeDSServerTransID' | 'acsTransID' | 'dsTransID', string>>

/** Challenges of a minute ago, of orders that are there: whoever hears a result looks at those. */
async function openResults(
  database: Client,
  payers: readonly { readonly orderId: string }[],
): Promise<readonly Ids[]> {
  const ids = Array.from({ length: perSecond * seconds }, () => ({
    threeDSServerTransID: newServerTransactionId(0),
    acsTransID: crypto.randomUUID(),
    dsTransID: crypto.randomUUID(),
  }))
  const orders = ids.map((_, index) => payers[index % payers.length]?.orderId)
  await database.query(
    `insert into authentications (cell, server_transaction_id, merchant_id, order_id, transaction_id,
       directory_server, version, category, started_at, answer_until, answered_at, is_challenge,
       acs_transaction_id, ds_transaction_id)
     select 0, id, 'TESTMERCHANT', order_id, 'auth', 'scheme-a', '2.2.0', '01',
       tollgate_now() - interval '60 s', tollgate_now(), tollgate_now(), true, acs, ds
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as t (id, order_id, acs, ds)`,
    [
      ids.map(({ threeDSServerTransID }) => threeDSServerTransID),
      orders,
      ids.map(({ acsTransID }) => acsTransID),
      ids.map(({ dsTransID }) => dsTransID),
    ],
  )
  return ids
}

/** Delivers them as they fall due, whether or not those before were acknowledged; how long each took. */
async function delivered({ folder, file }: Directories, results: readonly Ids[]): Promise<number[]> {
  const text = (name: string) => readFile(join(folder, 'scheme-a', name), 'utf8')
  const poster = createPoster(
    {
      certificatePem: await text('directory-client.pem'),
      keyPem: await text('directory-client-key.pem'),
      authoritiesPem: await text('authority.pem'),
    },
    () => performance.now(),
  )
  const address = String(file.directoryServers[0]?.results.address)
  const content = {
    ...{ messageType: 'RReq', messageVersion: '2.2.0', messageCategory: '01', transStatus: 'N' },
    ...{ transStatusReason: '01', authenticationType: '02', interactionCounter: '01' },
  }
  const startedMs = performance.now()
  const posted = results.map(async (ids, index) => {
    await sleep((index * 1_000) / perSecond)
    const dueMs = startedMs + (index * 1_000) / perSecond
    const fate = await poster.post(address, JSON.stringify({ ...content, ...ids }), 10_000)
    expect(fate).toMatchObject({ state: 'answered', text: expect.stringContaining('"resultsStatus":"01"') })
    return performance.now() - dueMs
  })
  const ms = await Promise.all(posted)
  poster.close()
  return ms
}
