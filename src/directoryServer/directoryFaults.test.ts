import { afterEach, beforeEach, expect, test } from 'vitest'
import { authenticationRequest, rangeRequest } from '../../test/support/directoryServer/requests.ts'
import {
  challengeRequest,
  decodedMessage,
  encodedMessage,
  openTestGateway,
  received,
  type TestGateway,
} from '../../test/support/directoryServer/testGateway.ts'
import { createDirectoryFaults, type DirectoryFault, type DirectoryFaultSetting } from './faults.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await openTestGateway()
})
afterEach(() => gateway.close())

const approved = '5123456789012346'
const challenged = '2223000000000007'
const next = (name: DirectoryFault, setting: DirectoryFaultSetting = {}) =>
  gateway.server.control.fault(name, { next: 1, ...setting })

/** A challenge to its end, as the payer's browser goes through it. */
async function playedThrough(outcome = 'Y') {
  const { json } = await gateway.authenticate(challenged)
  const page = await gateway.browse(String(json.acsURL), { creq: challengeRequest(json) })
  const onward = await gateway.browse(page.action, { ...page.fields, outcome })
  return { answer: json, returned: decodedMessage(onward.fields.cres) }
}

const fates = () => gateway.server.control.results().map(({ fate, said }) => `${fate} ${said}`)

test.each<DirectoryFault>(['silence', 'drop-request', 'drop-answer', 'cut-answer', 'drop-bytes'])(
  'there is no answer (%s), and what was asked for counts as asked',
  async fault => {
    const { control } = gateway.server
    next(fault)
    const request = authenticationRequest(approved)
    const patience = new AbortController()
    const answer = expect(gateway.ask(request, { signal: patience.signal })).rejects.toThrow()
    const id = String(request.threeDSServerTransID)
    await expect.poll(() => control.requests()[id], { timeout: 5_000 }).toBe(1)
    if (fault === 'silence') patience.abort()
    await answer
    // Asked again it is found out.
    await gateway.ask(request)
    expect(control.counters()).toMatchObject({ repeatedRequests: 1, repeatedIds: [id] })
  },
)

test('an answer that takes its time', async () => {
  next('slow', { ms: 300 })
  const startedMs = performance.now()
  expect((await gateway.authenticate(approved)).json).toMatchObject({ transStatus: 'Y' })
  expect(performance.now() - startedMs).toBeGreaterThan(290)
})

test('connections that are refused, and taken again', async () => {
  const { control } = gateway.server
  control.fault('refuse-connections', { probability: 1 })
  await expect(gateway.authenticate(approved)).rejects.toThrow(/ECONNREFUSED/)
  control.clearFaults()
  expect((await gateway.authenticate(approved)).json).toMatchObject({ transStatus: 'Y' })
})

test('errors of any code, HTTP and pages instead of an answer, for one scheme or one kind only', async () => {
  next('erro', { code: '102', on: 'AReq', scheme: 'scheme-b' })
  expect((await gateway.authenticate(approved)).json).toMatchObject({ transStatus: 'Y' })
  const other = authenticationRequest('4440000042200014', { threeDSServerOperatorID: undefined })
  expect((await gateway.ask(rangeRequest(), { scheme: 1 })).json).toMatchObject({ messageType: 'PRes' })
  expect((await gateway.ask(other, { scheme: 1 })).json).toMatchObject({
    ...{ messageType: 'Erro', errorCode: '102', errorComponent: 'D', errorMessageType: 'AReq' },
    ...{ messageVersion: '2.2.0', threeDSServerTransID: other.threeDSServerTransID },
  })
  next('http-error', { code: '502' })
  expect(await gateway.authenticate(approved)).toMatchObject({ status: 502 })
  next('not-json')
  expect((await gateway.authenticate(approved)).text).toContain('<title>Maintenance</title>')
})

test.each<[DirectoryFault, object]>([
  ['ares-challenge', { transStatus: 'C', acsURL: expect.any(String) }],
  ['ares-decoupled', { transStatus: 'D', acsDecConInd: 'Y', acsChallengeMandated: 'Y' }],
  ['ares-spc', { transStatus: 'S' }],
  ['ares-information', { transStatus: 'I', eci: '06' }],
  ['ares-number', { eci: 2, transStatusReason: 1 }],
  ['ares-extra', { transStatus: 'Y', unheardOf: 'value' }],
  ['ares-critical', { messageExtension: [{ criticalityIndicator: true }] }],
  ['ares-version', { messageVersion: '2.3.1' }],
  ['ares-reason', { transStatus: 'N', transStatusReason: '79' }],
])('an answer with a mistake: %s', async (fault, expected) => {
  next(fault)
  expect((await gateway.authenticate(approved)).json).toMatchObject(expected)
  expect((await gateway.authenticate(approved)).json).toMatchObject({ transStatus: 'Y', eci: '02' })
})

test('an answer to something else, without an id, or with a status twice', async () => {
  next('ares-wrong-id')
  const request = authenticationRequest(approved)
  const { json } = await gateway.ask(request)
  expect(json.threeDSServerTransID).not.toBe(request.threeDSServerTransID)
  next('ares-missing')
  expect((await gateway.authenticate(approved)).json).not.toHaveProperty('dsTransID')
  next('ares-twice')
  expect((await gateway.authenticate(approved)).text.match(/"transStatus":/g)).toHaveLength(2)
})

test('a result before the answer that wants the challenge', async () => {
  next('rreq-before-ares')
  const { json } = await gateway.authenticate(challenged)
  expect(json.transStatus).toBe('C')
  expect(gateway.results).toMatchObject([{ transStatus: 'Y', acsTransID: json.acsTransID }])
  const page = await gateway.browse(String(json.acsURL), { creq: challengeRequest(json) })
  expect(decodedMessage(page.fields.cres)).toMatchObject({ transStatus: 'Y' })
  expect(gateway.results).toHaveLength(1)
})

test('a result after the browser went back', async () => {
  next('rreq-after-return', { ms: 100 })
  await playedThrough()
  expect(gateway.results).toEqual([])
  await expect.poll(() => gateway.results).toMatchObject([{ transStatus: 'Y' }])
})

test('a result twelve minutes later, by the clock of the server', async () => {
  next('rreq-late')
  await playedThrough()
  gateway.server.control.shiftClock(11 * 60_000)
  gateway.server.control.shiftClock(11.9 * 60_000)
  expect(gateway.results).toEqual([])
  gateway.server.control.shiftClock(12 * 60_000)
  await expect.poll(() => gateway.results).toMatchObject([{ transStatus: 'Y' }])
})

test('a result twice, contradicted, or never', async () => {
  next('rreq-twice')
  await playedThrough()
  expect(gateway.results).toHaveLength(2)
  expect(gateway.results[0]).toEqual(gateway.results[1])
  next('rreq-contradicted')
  await playedThrough()
  expect(gateway.results.slice(2)).toMatchObject([{ transStatus: 'Y' }, { transStatus: 'N' }])
  next('rreq-never')
  const { returned } = await playedThrough()
  expect(returned.transStatus).toBe('Y')
  expect(gateway.results).toHaveLength(4)
})

test('a result whose answer came too late, as the directory server says', async () => {
  next('rreq-complaint')
  const { answer } = await playedThrough()
  expect(gateway.results).toMatchObject([
    { messageType: 'RReq', transStatus: 'Y' },
    {
      ...{ messageType: 'Erro', errorCode: '402', errorComponent: 'D', errorMessageType: 'RReq' },
      acsTransID: answer.acsTransID,
    },
  ])
})

test('a result with other ids, of nobody, with a status of an answer, and without an id', async () => {
  next('rreq-other-ids')
  const { answer } = await playedThrough()
  expect(gateway.results[0]).toMatchObject({ threeDSServerTransID: answer.threeDSServerTransID })
  expect(gateway.results[0]?.acsTransID).not.toBe(answer.acsTransID)
  expect(gateway.results[0]?.dsTransID).not.toBe(answer.dsTransID)
  next('rreq-unknown')
  const unknown = await playedThrough()
  expect(gateway.results[1]?.threeDSServerTransID).not.toBe(unknown.answer.threeDSServerTransID)
  next('rreq-challenge')
  await playedThrough()
  expect(gateway.results[2]).toMatchObject({ transStatus: 'C' })
  next('rreq-missing')
  await playedThrough()
  expect(gateway.results[3]).not.toHaveProperty('dsTransID')
})

test('certificates of another scheme, of nobody, expired, none: the listener is not reached', async () => {
  for (const fault of [
    ...(['rreq-wrong-certificate', 'rreq-expired-certificate'] as const),
    ...(['rreq-own-certificate', 'rreq-no-certificate'] as const),
  ]) {
    next(fault)
    await playedThrough()
  }
  expect(gateway.results).toEqual([])
  expect(gateway.server.control.counters().results).toMatchObject({ sent: 4, lost: 4 })
  await playedThrough()
  expect(gateway.results).toHaveLength(1)
})

test('another directory server delivers the result, at its own address', async () => {
  const { folder } = gateway.server
  const other = await openTestGateway({ folder }, { scheme: 1 })
  try {
    const known = authenticationRequest('4440000042200014', { threeDSServerURL: other.resultsUrl })
    await gateway.ask({ ...known, threeDSServerOperatorID: undefined }, { scheme: 1 })
    next('rreq-wrong-server')
    const { answer } = await playedThrough()
    expect(gateway.results).toEqual([])
    expect(other.results).toMatchObject([{ threeDSServerTransID: answer.threeDSServerTransID }])
  } finally {
    await other.close()
  }
})

test('a browser that says Y while the result says N, brings an error, or other ids', async () => {
  next('cres-forged')
  const forged = await playedThrough('N')
  expect(forged.returned).toMatchObject({ messageType: 'CRes', transStatus: 'Y' })
  expect(gateway.results).toMatchObject([{ transStatus: 'N' }])
  next('cres-erro')
  expect((await playedThrough()).returned).toMatchObject({ messageType: 'Erro', errorComponent: 'A' })
  next('cres-other-ids')
  const other = await playedThrough()
  expect(other.returned.acsTransID).not.toBe(other.answer.acsTransID)
})

test('what a gateway answers to a result is checked', async () => {
  gateway.answerResults(result => ({ ...received(result), resultsStatus: undefined }))
  await playedThrough()
  gateway.answerResults(result => ({ ...received(result), acsTransID: result.dsTransID }))
  await playedThrough()
  gateway.answerResults(result => ({
    ...{ messageType: 'Erro', messageVersion: result.messageVersion, errorCode: '301', errorComponent: 'S' },
    ...{ errorDescription: 'unknown', errorDetail: 'threeDSServerTransID', errorMessageType: 'RReq' },
  }))
  await playedThrough()
  expect(fates()).toEqual([
    'refused unfit: 201 resultsStatus',
    'refused unfit: 301 acsTransID',
    'refused 301',
  ])
  expect(gateway.server.control.counters().results).toMatchObject({ refused: 3, answered: 0 })
})

test('a stray request of a browser', async () => {
  const { json } = await gateway.authenticate(challenged)
  const url = String(json.acsURL)
  await gateway.browse(url, { creq: challengeRequest(json) })
  const other = encodedMessage({ ...decodedMessage(challengeRequest(json)), challengeWindowSize: '01' })
  const refused = await gateway.browse(url, { creq: other })
  expect(decodedMessage(refused.fields.cres)).toMatchObject({ messageType: 'Erro', errorCode: '305' })
  const unknown = challengeRequest({ ...json, acsTransID: json.dsTransID })
  expect(await gateway.browse(url, { creq: unknown })).toMatchObject({ status: 400 })
})

test('a method that was claimed and never seen is punished, and a page can say nothing', async () => {
  gateway.server.control.fault('punish-false-method', { probability: 1 })
  expect((await gateway.authenticate(approved, { threeDSCompInd: 'Y' })).json).toMatchObject({
    ...{ transStatus: 'N', transStatusReason: '11' },
  })
  next('method-silent')
  const threeDSMethodNotificationURL = 'https://gateway.example/3ds/method/abc'
  const data = { threeDSServerTransID: '0e1b61f0-0c8c-4c6b-8c39-0f5f4d1d7c11', threeDSMethodNotificationURL }
  const url = `${gateway.server.issuer.origin}/scheme-a/method`
  const page = await gateway.browse(url, { threeDSMethodData: encodedMessage(data) })
  expect(page.markup).not.toContain('<form')
})

test('a clock that is wrong refuses dates', async () => {
  const card = '5123456789012346'
  gateway.server.control.shiftClock(31 * 60_000)
  expect((await gateway.authenticate(card, { messageVersion: '2.3.1' })).json).toMatchObject({
    ...{ errorCode: '203', errorDetail: 'purchaseDate' },
  })
  gateway.server.control.shiftClock(0)
  expect((await gateway.authenticate(card, { messageVersion: '2.3.1' })).json).toMatchObject({
    ...{ transStatus: 'Y' },
  })
})

test('probabilities follow from the seed', () => {
  const happened = (seed: number) => {
    const deck = createDirectoryFaults(seed)
    deck.set('erro', { probability: 0.5 })
    return Array.from({ length: 100 }, () => (deck.draw('request', { scheme: 'scheme-a' }) ? 1 : 0)).join('')
  }
  expect(happened(7)).toBe(happened(7))
  expect(happened(7)).not.toBe(happened(8))
  const count = happened(7).replaceAll('0', '').length
  expect(count).toBeGreaterThan(30)
  expect(count).toBeLessThan(70)
})
