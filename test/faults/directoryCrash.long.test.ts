import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardholder, cardThat, later, told } from '../journeys/cardholder.ts'
import { passwords } from '../journeys/client.ts'
import { type Directories, device, openDirectories, registerMerchants } from '../journeys/directories.ts'
import { valueAt } from '../journeys/whole.ts'
import { type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { sharedDatabase } from './nodeSettings.ts'

/** As of the test gateways, whose operator writes down the merchants. */
const keys = { TOLLGATE_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` }
const { database, settings } = sharedDatabase(passwords.TESTMERCHANT, keys)
let directories: Directories
let gateway: GatewayProcess
const start = async (more: NodeJS.ProcessEnv = {}) => {
  gateway = await startProcess({
    ...settings(),
    TOLLGATE_DIRECTORY_SERVERS: join(directories.folder, 'directory-servers.json'),
    ...more,
  })
}

beforeAll(async () => {
  directories = await openDirectories()
  await writeFile(join(directories.folder, 'directory-servers.json'), JSON.stringify(directories.settings))
  await writeFile(join(directories.folder, 'crash.cjs'), crashScript)
  await start()
  await registerMerchants({ database: database() }, directories, ['TESTMERCHANT'])
})
afterAll(async () => {
  await gateway?.end('SIGKILL')
  await directories?.close()
})

/** Dies like of kill -9 when the receipt for a result is about to leave: the result is committed by then. */
const crashScript = `
const { ServerResponse } = require('node:http')
const { end } = ServerResponse.prototype
ServerResponse.prototype.end = function (body, ...rest) {
  if (String(body).includes('"messageType":"RRes"')) process.kill(process.pid, 'SIGKILL')
  else return end.call(this, body, ...rest)
}
`

const requests = (id: unknown) => directories.control.requests()[String(id)]
const delivered = (id: unknown) =>
  directories.control.results().filter(({ threeDSServerTransID }) => threeDSServerTransID === id)

test('kill -9 between request and answer: it is not sent again, and its result is answered 03', async () => {
  const payer = cardholder(gateway, cardThat.isChallenged)
  expect((await payer.initiate()).status).toBe(201)
  directories.control.fault('silence', { next: 1, on: 'AReq' })
  const cutOff = payer.authenticate({ device }).catch(() => 'cut off')
  await expect.poll(() => directories.control.challenges().length, { timeout: 10_000 }).toBe(1)
  const [waiting] = directories.control.challenges()
  await gateway.end('SIGKILL')
  expect(await cutOff).toBe('cut off')
  await start()
  const again = cardholder(gateway, cardThat.isChallenged, payer.orderId)
  await expect
    .poll(async () => told(await again.shown()), { timeout: 40_000, interval: 500 })
    .toMatchObject({ gatewayCode: 'TIMED_OUT', authenticationStatus: 'AUTHENTICATION_UNAVAILABLE' })
  // The issuer has seen no browser for half a minute.
  await later(gateway, 'PT30S')
  await directories.control.decide(String(waiting?.acsTransID), 'neverCame')
  expect(delivered(waiting?.threeDSServerTransID)).toMatchObject([{ fate: 'answered', said: '03' }])
  expect(told(await again.shown())).toMatchObject({ authenticationStatus: 'AUTHENTICATION_UNAVAILABLE' })
  expect(requests(waiting?.threeDSServerTransID)).toBe(1)
}, 90_000)

test('kill -9 between the commit of a result and its receipt: it is there after the start', async () => {
  await gateway.end('SIGTERM')
  await start({ NODE_OPTIONS: `--require ${join(directories.folder, 'crash.cjs')}` })
  const payer = cardholder(gateway, cardThat.isChallenged)
  const answer = await payer.begin({ device })
  expect(told(answer), answer.text).toMatchObject({ result: 'PENDING' })
  const id = valueAt(answer.body, 'authentication.3ds2.3dsServerTransactionId')
  await directories.control.decide(String(valueAt(answer.body, 'authentication.3ds2.acsTransactionId')), 'Y')
  expect(delivered(id)).toMatchObject([{ fate: 'lost' }])
  await gateway.end('SIGKILL')
  await start()
  const again = cardholder(gateway, cardThat.isChallenged, payer.orderId)
  await expect
    .poll(async () => told(await again.shown()), { timeout: 60_000, interval: 500 })
    .toMatchObject({ result: 'SUCCESS', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' })
  expect(valueAt((await again.shown()).body, 'authentication.3ds.authenticationToken')).toEqual(
    expect.stringMatching(/^.{27}=$/),
  )
  expect(requests(id)).toBe(1)
  expect(directories.control.counters().repeatedRequests).toBe(0)
}, 120_000)
