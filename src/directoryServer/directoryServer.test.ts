import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  authenticationRequest,
  rangeRequest,
  requestorInitiated,
} from '../../test/support/directoryServer/requests.ts'
import {
  challengeRequest,
  decodedMessage,
  encodedMessage,
  openTestGateway,
  type TestGateway,
} from '../../test/support/directoryServer/testGateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await openTestGateway()
})
afterEach(() => gateway.close())

const challenged = '2223000000000007'

test('a gateway without a certificate of the scheme, or with that of another, is not heard', async () => {
  await expect(gateway.ask(rangeRequest(), { certificate: 'none' })).rejects.toThrow()
  await expect(gateway.ask(rangeRequest(), { certificate: 1 })).rejects.toThrow()
  expect(await gateway.ask(rangeRequest())).toMatchObject({ status: 200, json: { messageType: 'PRes' } })
})

test('each scheme lists its own ranges, in the form of the version that was asked for', async () => {
  const { json } = await gateway.ask(rangeRequest())
  expect(json).toMatchObject({
    ...{ messageVersion: '2.2.0', serialNum: '1000' },
    ...{ dsStartProtocolVersion: '2.2.0', dsEndProtocolVersion: '2.3.1' },
  })
  expect(json.cardRangeData).toContainEqual({
    ...{ startRange: '5123450000000000', endRange: '5123450000000099', acsInfoInd: ['01', '02'] },
    ...{ acsStartProtocolVersion: '2.2.0', acsEndProtocolVersion: '2.3.1' },
    threeDSMethodURL: `${gateway.server.issuer.origin}/scheme-a/method`,
  })
  const newer = await gateway.ask(rangeRequest({ messageVersion: '2.3.1' }), { scheme: 1 })
  expect(newer.json).toMatchObject({ dsProtocolVersions: ['2.2.0', '2.3.1'], readOrder: '01' })
  expect(newer.json.cardRangeData).toContainEqual({
    ranges: [{ start: '4440000042200000', end: '4440000042200099' }],
    acsProtocolVersions: [
      { version: '2.2.0', acsInfoInd: ['01', '02'] },
      { version: '2.3.1', acsInfoInd: ['01', '02'] },
    ],
  })
})

test.each([
  ['5123456789012346', { transStatus: 'Y', eci: '02' }],
  ['5500005555555559', { transStatus: 'A', eci: '01' }],
  ['5506900140100503', { transStatus: 'R', transStatusReason: '11', cardholderInfo: expect.any(String) }],
  ['5123459999998221', { transStatus: 'U', transStatusReason: '22' }],
  ['5000000000000000005', { transStatus: 'N', transStatusReason: '81' }],
  ['5123450000000016', { transStatus: 'N', transStatusReason: '08' }],
  ['5455031257390496', { messageType: 'Erro', errorCode: '403', errorComponent: 'A' }],
  ['5111111111111118', { messageType: 'Erro', errorCode: '305', errorDetail: 'acctNumber' }],
])('the card decides: %s', async (card, expected) => {
  const request = authenticationRequest(card)
  const { json } = await gateway.ask(request)
  expect(json).toMatchObject({ ...expected, threeDSServerTransID: request.threeDSServerTransID })
  expect('authenticationValue' in json).toBe(json.transStatus === 'Y' || json.transStatus === 'A')
})

test('the other scheme numbers its indicators otherwise', async () => {
  const request = authenticationRequest('4440000042200014', { threeDSServerOperatorID: undefined })
  expect((await gateway.ask(request, { scheme: 1 })).json).toMatchObject({ transStatus: 'Y', eci: '05' })
})

test('a scheme that stands in for cards outside of its list attempts, under one id', async () => {
  const standing = await openTestGateway({ schemes: ['scheme-c'] })
  try {
    const { json } = await standing.authenticate('345678901234564', { threeDSServerOperatorID: undefined })
    expect(json).toMatchObject({ transStatus: 'A', eci: '06', acsTransID: json.dsTransID })
    const other = await standing.authenticate('5111111111111118', { threeDSServerOperatorID: undefined })
    expect(other.json).toMatchObject({ errorCode: '305' })
    expect(standing.server.settings.directoryServers).toMatchObject([{ unknownRange: 'ask' }])
  } finally {
    await standing.close()
  }
})

test('without a payer nobody is challenged, and data that is only shared is only taken note of', async () => {
  expect((await gateway.ask(requestorInitiated(challenged))).json).toMatchObject({
    ...{ transStatus: 'N', transStatusReason: '23' },
  })
  const shared = authenticationRequest(challenged, { threeDSRequestorChallengeInd: '06' })
  expect((await gateway.ask(shared)).json).toMatchObject({ transStatus: 'I', eci: '04' })
})

test('a challenge: a wrong code, the right one, the result before the browser goes back', async () => {
  const { json } = await gateway.authenticate(challenged)
  expect(json).toMatchObject({ transStatus: 'C', acsChallengeMandated: 'Y', authenticationType: '02' })
  const creq = challengeRequest(json)
  const form = { creq, threeDSSessionData: 'c2Vzc2lvbg' }
  const page = await gateway.browse(String(json.acsURL), form)
  expect(page.markup).toContain('<dd id="card">222300xxxxxx0007</dd>')
  expect(page.markup).toContain('<dd id="amount">10.00 EUR</dd>')
  expect(page.headers).not.toHaveProperty('x-frame-options')
  expect(page.headers).not.toHaveProperty('set-cookie')
  const again = await gateway.browse(page.action, { ...page.fields, code: '000000' })
  expect(again.markup).toContain('This code is wrong')
  expect(gateway.results).toEqual([])
  const onward = await gateway.browse(again.action, { ...again.fields, code: '123456' })
  expect(gateway.results).toMatchObject([
    {
      ...{
        messageType: 'RReq',
        messageCategory: '01',
        transStatus: 'Y',
        eci: '02',
        interactionCounter: '02',
      },
      ...{ acsTransID: json.acsTransID, dsTransID: json.dsTransID, authenticationType: '02' },
    },
  ])
  expect(onward.action).toBe('https://gateway.example/3ds/callback/abc')
  expect(onward.fields.threeDSSessionData).toBe('c2Vzc2lvbg')
  expect(decodedMessage(onward.fields.cres)).toEqual({
    ...{ messageType: 'CRes', messageVersion: '2.2.0', transStatus: 'Y', acsTransID: json.acsTransID },
    threeDSServerTransID: json.threeDSServerTransID,
  })
  expect(gateway.server.control.results()).toMatchObject([{ fate: 'answered', said: '01', transStatus: 'Y' }])
  // A reload of the first page only leads back.
  expect((await gateway.browse(String(json.acsURL), form)).fields).toEqual(onward.fields)
  expect(gateway.results).toHaveLength(1)
})

test.each([
  ['N', { transStatus: 'N', transStatusReason: '01' }],
  ['cancelled', { transStatus: 'N', transStatusReason: '26', challengeCancel: '01' }],
  ['timedOut', { transStatus: 'N', transStatusReason: '14', challengeCancel: '04' }],
  ['U', { transStatus: 'U', transStatusReason: '22' }],
  ['R', { transStatus: 'R', transStatusReason: '11' }],
])('a payer can end it by a button: %s', async (outcome, expected) => {
  const { json } = await gateway.authenticate(challenged)
  const page = await gateway.browse(String(json.acsURL), { creq: challengeRequest(json) })
  expect(page.markup).toContain(`id="outcome-${outcome}"`)
  const onward = await gateway.browse(page.action, { ...page.fields, outcome })
  expect(gateway.results).toMatchObject([expected])
  expect(gateway.results[0]).not.toHaveProperty('authenticationValue')
  expect(decodedMessage(onward.fields.cres)).toMatchObject({ transStatus: 'N' })
})

test('three wrong codes are enough', async () => {
  const { json } = await gateway.authenticate(challenged)
  const page = await gateway.browse(String(json.acsURL), { creq: challengeRequest(json) })
  for (const code of ['1', '2', '3']) await gateway.browse(page.action, { ...page.fields, code })
  expect(gateway.results).toMatchObject([
    { transStatus: 'N', transStatusReason: '01', interactionCounter: '03' },
  ])
})

test('the version stays that of the request', async () => {
  const { json } = await gateway.authenticate('5123450000000008', { messageVersion: '2.3.1' })
  expect(json).toMatchObject({ messageVersion: '2.3.1', transStatus: 'C', authenticationMethod: ['02'] })
  await gateway.server.control.decide(String(json.acsTransID), 'N')
  expect(gateway.results).toMatchObject([{ messageVersion: '2.3.1', authenticationMethod: ['02'] }])
})

test('who never comes, and who never answers, is told by the clock', async () => {
  const { control } = gateway.server
  const [first, second] = [await gateway.authenticate(challenged), await gateway.authenticate(challenged)]
  await gateway.browse(String(second.json.acsURL), { creq: challengeRequest(second.json) })
  expect(control.challenges()).toMatchObject([{ isShown: false }, { isShown: true }])
  control.shiftClock(31_000)
  await expect
    .poll(() => gateway.results)
    .toMatchObject([{ acsTransID: first.json.acsTransID, transStatusReason: '14', challengeCancel: '05' }])
  control.shiftClock(31_000 + 600_000)
  await expect
    .poll(() => gateway.results[1])
    .toMatchObject({
      ...{
        acsTransID: second.json.acsTransID,
        transStatus: 'N',
        transStatusReason: '14',
        challengeCancel: '04',
      },
    })
})

test('the method page posts back, and the issuer knows who was not there', async () => {
  const { origin } = gateway.server.issuer
  const request = authenticationRequest('5123456789012346', { threeDSCompInd: 'Y' })
  await gateway.ask(request)
  expect(gateway.server.control.counters().falseMethodClaims).toBe(1)
  const { threeDSServerTransID } = authenticationRequest('5123456789012346')
  const threeDSMethodNotificationURL = 'https://gateway.example/3ds/method/abc'
  const threeDSMethodData = encodedMessage({ threeDSServerTransID, threeDSMethodNotificationURL })
  const page = await gateway.browse(`${origin}/scheme-a/method`, { threeDSMethodData })
  expect(page.action).toBe(threeDSMethodNotificationURL)
  expect(decodedMessage(page.fields.threeDSMethodData)).toEqual({ threeDSServerTransID })
  await gateway.ask(authenticationRequest('5123456789012346', { threeDSCompInd: 'Y', threeDSServerTransID }))
  expect(gateway.server.control.counters().falseMethodClaims).toBe(1)
})

test('a request that comes twice is a finding', async () => {
  const request = authenticationRequest('5123456789012346')
  await gateway.ask(request)
  expect((await gateway.ask(request)).json).toMatchObject({ errorCode: '301' })
  expect(gateway.server.control.counters()).toMatchObject({
    ...{ repeatedRequests: 1, repeatedIds: [request.threeDSServerTransID] },
  })
})

test('no record has a card number or a cryptogram', async () => {
  await gateway.authenticate('5123456789012346')
  const shown = JSON.stringify(gateway.server.control.messages())
  expect(shown).toContain('512345xxxxxx2346')
  expect(shown).not.toContain('5123456789012346')
  expect(shown).not.toContain('authenticationValue')
})
