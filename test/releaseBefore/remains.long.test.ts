import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { withClient } from '../../src/store/schema/migrate.ts'
import { createDatabase } from '../database/database.ts'
import { openGatewayOn } from '../journeys/gateway.ts'
import { openReceiver } from '../journeys/receiver.ts'
import { makeOrders, profile, publicUrl, receiverThen } from './orders.ts'
import {
  createDatabaseOf,
  movedHere,
  type Remains,
  readRows,
  recordAnswers,
  writeRemains,
} from './remains.ts'

/**
 * A release makes the orders, and its database is opened elsewhere. To keep it for the tests of the next
 * release, have it written before the schema or the documents change:
 * `REMAINS_FOLDER=test/releaseBefore/schema17 npx vitest run --project long test/releaseBefore`.
 */
test('what this release leaves behind opens again, elsewhere', async () => {
  const remains = await leaveBehind()
  const { REMAINS_FOLDER: folder } = process.env
  if (folder !== undefined) writeRemains(folder, remains)
  const receiver = await openReceiver()
  const moved = movedHere(remains, receiver.address(''))
  const database = await createDatabaseOf(moved)
  const gateway = await openGatewayOn(database, { publicUrl })
  try {
    expect(await recordAnswers(gateway)).toEqual(moved.answers)
  } finally {
    await gateway.stop()
    await database.drop()
    await receiver.close()
  }
})

async function leaveBehind(): Promise<Remains> {
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end('{}')))
  await new Promise<void>(resolve =>
    receiver.listen(Number(new URL(receiverThen).port), '127.0.0.1', resolve),
  )
  const database = await createDatabase('external')
  const gateway = await openGatewayOn(database, { publicUrl })
  try {
    await gateway.call('PUT', '/sandbox/merchants/TESTMERCHANT/profile', profile)
    const openEnds = await makeOrders(gateway)
    // By then nothing happens for a while: the waits between two attempts have become long.
    const isQuiet = async () => (await withClient(database.config, client => client.query(soonDue))).rows
    await expect.poll(isQuiet, { timeout: 60_000, interval: 500 }).toEqual([])
    const answers = await recordAnswers(gateway)
    const storedAt = new Date().toISOString()
    await gateway.stop()
    return { storedAt, openEnds, answers, rows: await readRows(database) }
  } finally {
    await gateway.stop()
    await database.drop()
    await new Promise(resolve => receiver.close(resolve).closeAllConnections())
  }
}

const soonDue = `
select order_id, transaction_id from obligations
where status = 'PENDING' and next_at < tollgate_now() + interval '40 s'
union all
select order_id, null from notifications where ended_at is null`
