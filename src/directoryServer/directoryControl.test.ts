import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authenticationRequest, rangeRequest } from '../../test/support/directoryServer/requests.ts'
import { openTestGateway, type TestGateway } from '../../test/support/directoryServer/testGateway.ts'
import { directorySettings } from './openDirectoryServer.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await openTestGateway({ controlPort: 0 })
})
afterEach(() => gateway.close())

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const address = `http://127.0.0.1:${gateway.server.controlPort}${path}`
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(address, { method, headers, ...sent })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

test('another process sets faults, orders outcomes, ends challenges and moves the clock', async () => {
  await call('POST', '/faults', { erro: { next: 1, code: '305', on: 'AReq' }, slow: 0 })
  expect((await gateway.ask(rangeRequest())).json).toMatchObject({ messageType: 'PRes' })
  const card = '5123456789012346'
  expect((await gateway.authenticate(card)).json).toMatchObject({ errorCode: '305' })
  expect((await call('GET', '/faults')).body).toEqual({
    ...{ set: { erro: { next: 0, code: '305', on: 'AReq' } }, happened: { erro: 1 } },
  })
  await call('POST', '/outcomes', { outcome: 'challenge', cardNumber: card })
  const { json } = await gateway.authenticate(card)
  expect(json).toMatchObject({ transStatus: 'C' })
  expect((await call('GET', '/challenges')).body).toMatchObject([{ acsTransID: json.acsTransID }])
  expect(await call('POST', `/challenges/${json.acsTransID}`, { outcome: 'cancelled' })).toEqual({
    ...{ status: 200, body: { outcome: 'cancelled' } },
  })
  expect((await call('GET', '/results')).body).toMatchObject([{ fate: 'answered', transStatus: 'N' }])
  expect((await gateway.authenticate(card)).json).toMatchObject({ transStatus: 'Y' })
  expect((await call('POST', '/clock', { shiftMs: -3_600_000 })).body).toMatchObject({ shiftMs: -3_600_000 })
  expect((await call('GET', '/counters')).body).toMatchObject({
    ...{ messages: { 'AReq received': 2, 'RReq sent': 1 }, results: { sent: 1, answered: 1 } },
  })
})

test('another process changes card ranges', async () => {
  const change = { action: 'A', start: '5200000000000000', end: '5200000000000999', versions: ['2.2.0'] }
  expect((await call('POST', '/ranges/scheme-a', { changes: [change] })).body).toMatchObject({
    ...{ serialNum: '1001', count: 11 },
  })
  const { json } = await gateway.ask(rangeRequest({ serialNum: '1000' }))
  expect(json.cardRangeData).toMatchObject([
    { startRange: change.start, endRange: change.end, actionInd: 'A' },
  ])
  await call('DELETE', '/ranges/scheme-a')
  expect((await gateway.ask(rangeRequest({ serialNum: '1000' }))).json).toMatchObject({ errorCode: '307' })
})

test.each([
  ['an unknown fault', 'POST', '/faults', { slo: 1 }, 400],
  ['a probability above one', 'POST', '/faults', { slow: 2 }, 400],
  ['a misspelt member', 'POST', '/faults', { slow: { propability: 1 } }, 400],
  ['an unknown outcome', 'POST', '/outcomes', { outcome: 'good' }, 400],
  ['no challenge', 'POST', '/challenges/none', { outcome: 'Y' }, 400],
  ['an unknown scheme', 'GET', '/ranges/scheme-x', undefined, 400],
  ['a range that is none', 'POST', '/ranges/scheme-a', { changes: [{ action: 'A', start: '1' }] }, 400],
  ['a notice without words', 'POST', '/notices/scheme-a', { parts: 2 }, 400],
  ['a notice of nobody', 'POST', '/notices/scheme-x', { description: 'x' }, 400],
  ['an unknown path', 'GET', '/nothing', undefined, 404],
])('%s is refused', async (_, method, path, body, status) => {
  expect(await call(method, path, body)).toMatchObject({ status, body: { error: {} } })
})

test('it is not for web pages', async () => {
  expect(await call('GET', '/counters', undefined, { origin: 'https://shop.example' })).toMatchObject({
    ...{ status: 403 },
  })
})

test('the settings can be had before anything listens, and after a restart they are the same', async () => {
  const { folder } = gateway.server
  const settings = await directorySettings({ folder, port: 8450, schemes: ['scheme-a', 'scheme-b'] })
  expect(settings).toMatchObject({
    versions: ['2.2.0', '2.3.1'],
    directoryServers: [
      {
        ...{ name: 'scheme-a', networks: ['NETWORK_B', 'NETWORK_H'], addresses: ['https://127.0.0.1:8451/'] },
        ...{ unknownRange: 'notEnrolled', exemptionReasons: ['81'], operatorId: 'SCHEME-A-3DSS-0001' },
        results: { address: 'https://127.0.0.1:8461/results', port: 8461 },
      },
      { name: 'scheme-b', results: { port: 8462 } },
    ],
  })
  for (const [index, { tls, results }] of settings.directoryServers.entries()) {
    const running = gateway.server.settings.directoryServers[index]!
    expect(tls).toEqual(running.tls)
    expect(readFileSync(results.key, 'utf8')).toContain('PRIVATE KEY')
  }
  // They are still those that the running server knows.
  const request = authenticationRequest('5123456789012346')
  expect((await gateway.ask(request)).json).toMatchObject({ transStatus: 'Y' })
})
