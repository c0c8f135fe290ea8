import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardholder, cardThat, told } from './cardholder.ts'
import { type Directories, device, openDirectories, registerMerchants } from './directories.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { valueAt } from './whole.ts'

const cardOfFirstScheme = cardThat.isChallenged
const cardOfSecondScheme = '4440000009900010'

describe('two nodes on one database, at two directory servers', () => {
  let directories: Directories
  /** It asks, and hears nothing: results are delivered where the other one listens. */
  let asking: TestGateway
  let hearing: TestGateway
  let database: Client
  beforeAll(async () => {
    directories = await openDirectories()
    hearing = await openGateway('external', { threeDSecureServer: directories.file })
    await registerMerchants(hearing, directories)
    const directoryServers = directories.file.directoryServers.map(each => ({
      ...each,
      results: { ...each.results, port: 0 },
    }))
    asking = await hearing.neighbour({ threeDSecureServer: { ...directories.file, directoryServers } })
    database = new Client(hearing.database.logins.owner)
    await database.connect()
  })
  afterAll(async () => {
    await database?.end()
    await asking?.stop()
    await hearing?.stop()
    await directories?.close()
  })

  const challenged = async (card: string = cardOfFirstScheme) => {
    const payer = cardholder(asking, card)
    const answer = await payer.begin({ device })
    expect(told(answer), answer.text).toMatchObject({ result: 'PENDING' })
    const acsId = String(valueAt(answer.body, 'authentication.3ds2.acsTransactionId'))
    return { ...payer, acsId, id: String(valueAt(answer.body, 'authentication.3ds2.3dsServerTransactionId')) }
  }
  const last = () => directories.control.results().at(-1)

  test.each([
    [cardOfFirstScheme, 'Y', 'AUTHENTICATION_SUCCESSFUL'],
    [cardOfSecondScheme, 'Y', 'AUTHENTICATION_SUCCESSFUL'],
    [cardOfFirstScheme, 'N', 'AUTHENTICATION_FAILED'],
    [cardOfSecondScheme, 'R', 'AUTHENTICATION_REJECTED'],
  ] as const)('of %s, %s: answer, notification and Retrieve agree on both', async (card, end, status) => {
    const payer = await challenged(card)
    await directories.control.decide(payer.acsId, end)
    expect(last()).toMatchObject({ threeDSServerTransID: payer.id, said: '01' })
    await expect
      .poll(async () => told(await payer.shown()), { timeout: 5_000 })
      .toMatchObject({ authenticationStatus: status })
    const own = await payer.shown()
    const others = await hearing.retrieve(payer.orderId, { transaction: 'auth' })
    expect(others.body).toEqual(own.body)
    // The merchant's request once more is answered with what is known by now.
    expect(told(await payer.authenticate({ device }))).toEqual(told(own))
    const notified = async () => {
      const { body } = await asking.call('GET', 'notifications?last=20')
      const bodies = Object.values(Object(body.notifications))
        .filter(each => valueAt(each, 'orderId') === payer.orderId)
        .map(each => JSON.parse(String(valueAt(each, 'body'))))
      return { ...own, body: bodies.at(-1) }
    }
    await expect.poll(async () => told(await notified()), { timeout: 5_000 }).toEqual(told(own))
    const told3ds2 = valueAt((await notified()).body, 'authentication.3ds2')
    expect(told3ds2).toEqual(valueAt(own.body, 'authentication.3ds2'))
  })

  test('while the order is locked the result is acknowledged, and counts when the lock is gone', async () => {
    const payer = await challenged()
    await database.query('begin')
    const { rowCount } = await database.query('select from orders where order_id = $1 for update', [
      payer.orderId,
    ])
    expect(rowCount).toBe(1)
    await directories.control.decide(payer.acsId, 'Y')
    expect(last()).toMatchObject({ threeDSServerTransID: payer.id, said: '01' })
    expect(last()?.ms).toBeLessThan(3_000)
    expect(told(await payer.shown())).toMatchObject({ result: 'PENDING' })
    await database.query('rollback')
    await expect
      .poll(async () => told(await payer.shown()), { timeout: 10_000 })
      .toMatchObject({ result: 'SUCCESS' })
  })
})

describe('whom nobody can authenticate', () => {
  let directories: Directories
  beforeAll(async () => {
    directories = await openDirectories()
  })
  afterAll(() => directories?.close())

  test('not in a list, no list, and nobody there are three answers', async () => {
    const { control, file } = directories
    control.fault('refuse-connections', { probability: 1 })
    const unloaded = await openGateway('external', { threeDSecureServer: file })
    await registerMerchants(unloaded, directories)
    const neverLoaded = told(await cardholder(unloaded).initiate())
    await unloaded.stop()
    control.clearFaults()
    const gateway = await openGateway('external', { threeDSecureServer: file })
    await registerMerchants(gateway, directories)
    const unlisted = told(await cardholder(gateway, cardThat.isNotEnrolled).initiate())
    const payer = cardholder(gateway)
    await payer.initiate()
    control.fault('refuse-connections', { probability: 1 })
    const nobodyThere = told(await payer.authenticate({ device }))
    await gateway.stop()
    const unavailable = { result: 'FAILURE', authenticationStatus: 'AUTHENTICATION_UNAVAILABLE' }
    expect({ unlisted, neverLoaded, nobodyThere }).toMatchObject({
      unlisted: { result: 'SUCCESS', gatewayCode: 'NOT_SUPPORTED', recommendation: 'PROCEED' },
      neverLoaded: { ...unavailable, gatewayCode: 'SYSTEM_ERROR', recommendation: 'RESUBMIT_LATER' },
      nobodyThere: { ...unavailable, gatewayCode: 'ACQUIRER_SYSTEM_ERROR', recommendation: 'RESUBMIT_LATER' },
    })
  }, 30_000)
})
