import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { submit, submitOn } from './browser.ts'
import { cardholder, cardThat, formIn, told } from './cardholder.ts'
import { type Directories, device, openDirectories, registerMerchants } from './directories.ts'
import { changesOf, directoryFigures } from './directoryFigures.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { fundsOf } from './requests.ts'
import { valueAt } from './whole.ts'

describe('payer authentication at directory servers', () => {
  let directories: Directories
  let gateway: TestGateway
  beforeAll(async () => {
    directories = await openDirectories({ hasPlainPages: true })
    gateway = await openGateway('embedded', { threeDSecureServer: directories.file })
    await registerMerchants(gateway, directories)
  })
  afterAll(async () => {
    await gateway?.stop()
    await directories?.close()
  })

  test('a payer whom the issuer knows is authenticated without being asked', async () => {
    const payer = cardholder(gateway, cardThat.isKnown)
    const answer = await payer.begin({ device })
    expect(told(answer), answer.text).toEqual({
      ...{ result: 'SUCCESS', gatewayCode: 'APPROVED', recommendation: 'PROCEED' },
      authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
    })
    expect(valueAt(answer.body, 'authentication.3ds.acsEci')).toBe('02')
  })

  test('the result of a challenge settles it, also where the browser never comes back', async () => {
    const payer = cardholder(gateway, cardThat.isChallenged)
    const answer = await payer.begin({ device })
    expect(told(answer), answer.text).toMatchObject({ result: 'PENDING' })
    const acs = String(valueAt(answer.body, 'authentication.3ds2.acsTransactionId'))
    expect(await directories.control.decide(acs, 'Y')).toBe('Y')
    await expect
      .poll(async () => told(await payer.shown()), { timeout: 5_000 })
      .toMatchObject({ result: 'SUCCESS', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' })
  })

  test('a browser that comes back after the result is counted as such', async () => {
    const payer = cardholder(gateway, cardThat.isChallenged)
    const { body } = await payer.begin({ device })
    await directories.control.decide(String(valueAt(body, 'authentication.3ds2.acsTransactionId')), 'N')
    await expect.poll(async () => (await payer.shown()).body.result).toBe('FAILURE')
    const before = await directoryFigures(gateway)
    await submit({ address: String(directories.lastRequest().notificationURL), fields: { cres: 'forged' } })
    const change = changesOf(before, await directoryFigures(gateway))
    expect(change).toEqual({ 'challenge_returns_total scheme-a resultKnown': 1 })
    // Twice is once.
    await submit({ address: String(directories.lastRequest().notificationURL), fields: { cres: 'forged' } })
    expect(changesOf(before, await directoryFigures(gateway))).toEqual(change)
  })

  describe('without the payer', () => {
    const authentication = { channel: 'MERCHANT_REQUESTED' }
    const firstOrder = async (number: string) => {
      const payer = cardholder(gateway, number)
      const answer = await payer.begin({ device })
      if (answer.body.result === 'PENDING') {
        const acs = String(valueAt(answer.body, 'authentication.3ds2.acsTransactionId'))
        expect(await directories.control.decide(acs, 'Y')).toBe('Y')
        await expect.poll(async () => (await payer.shown()).body.result).toBe('SUCCESS')
      }
      const { body } = await payer.shown()
      return { payer, ids: Object(valueAt(body, 'authentication.3ds2')) }
    }
    const later = (number: string, more: object) => {
      const payer = cardholder(gateway, number)
      return {
        payer,
        initiate: () => payer.initiate({ authentication, ...more }),
        authenticate: () => payer.authenticate({ device: undefined, ...more }),
      }
    }

    test.each([
      ['2.2.0', cardThat.isChallenged, cardThat.isKnown],
      ['2.3.1', '4440000009900010', '4440000042200014'],
    ])('%s: nothing is said of a browser, and the earlier authentication is named', async (...row) => {
      const [version, challenged, known] = row
      for (const [number, method] of [
        [challenged, '02'],
        [known, '01'],
      ] as const) {
        const { payer: first, ids } = await firstOrder(number)
        const second = later(number, { referenceOrderId: first.orderId, sourceOfFunds: undefined })
        const initiated = await second.initiate()
        expect(initiated.status, initiated.text).toBe(201)
        expect(valueAt(initiated.body, 'authentication.3ds2.methodSupported')).toBe('NOT_SUPPORTED')
        const answer = await second.authenticate()
        const isKnown = number === known
        expect(told(answer), answer.text).toMatchObject({
          result: isKnown ? 'SUCCESS' : 'FAILURE',
          authenticationStatus: `AUTHENTICATION_${isKnown ? 'SUCCESSFUL' : 'FAILED'}`,
        })
        // Nobody is there to be challenged: only a decoupled authentication would do, which nobody asks for.
        expect(valueAt(answer.body, 'authentication.3ds2.statusReasonCode')).toBe(isKnown ? undefined : '23')
        const content = directories.lastRequest()
        expect(content).toMatchObject({ deviceChannel: '03', messageVersion: version, threeRIInd: '11' })
        expect(Object.keys(content).filter(name => /^browser|notificationURL|CompInd/.test(name))).toEqual([])
        const named = { threeDSReqPriorRef: ids.acsTransactionId, threeDSReqPriorAuthMethod: method }
        const [prior] = [content.threeDSRequestorPriorAuthenticationInfo].flat()
        expect(prior).toMatchObject({
          ...named,
          ...(version === '2.3.1' && { threeDSReqPriorDsTransId: ids.dsTransactionId }),
        })
        const stamp = String(Object(prior).threeDSReqPriorAuthTimestamp)
        const minute = new Date()
          .toISOString()
          .replace(/[^0-9]/g, '')
          .slice(0, 12)
        expect(Number(minute) - Number(stamp)).toBeLessThanOrEqual(2)
      }
    })

    test('what the earlier order does not prove about this card is not said', async () => {
      const shipment = {
        order: { amount: '10.00', currency: 'USD', industryPracticePaymentReason: 'PARTIAL_SHIPMENT' },
        agreement: { id: 'A1' },
      }
      const attempts = '5500005555555559'
      for (const [first, second] of [
        [cardThat.isKnown, '4440000042200014'],
        [attempts, attempts],
      ] as const) {
        const { payer } = await firstOrder(first)
        const reference = { ...shipment, referenceOrderId: payer.orderId }
        const { initiate, authenticate } = later(second, {
          ...{ ...reference, sourceOfFunds: fundsOf({ number: second }) },
        })
        expect((await initiate()).status).toBe(201)
        expect((await authenticate()).body.result).toBe('SUCCESS')
        const content = directories.lastRequest()
        expect(content).toMatchObject({ deviceChannel: '03', threeRIInd: '06' })
        expect(content).not.toHaveProperty('threeDSRequestorPriorAuthenticationInfo')
      }
    })

    test('an order of another merchant is none', async () => {
      const { payer: known } = await firstOrder(cardThat.isKnown)
      const more = { referenceOrderId: known.orderId, authentication }
      const answer = await cardholder(gateway).initiate(more, { merchant: 'OTHERMERCHANT' })
      expect(answer).toMatchObject({ status: 400, body: { error: { field: 'referenceOrderId' } } })
    })

    test('a card that takes no part, and an issuer that wants what cannot be', async () => {
      const absent = later(cardThat.isNotEnrolled, {})
      expect(told(await absent.initiate())).toMatchObject({ gatewayCode: 'NOT_SUPPORTED' })
      expect(told(await absent.authenticate())).toMatchObject({
        ...{ result: 'SUCCESS', authenticationStatus: 'AUTHENTICATION_NOT_SUPPORTED' },
      })
      for (const fault of ['ares-challenge', 'ares-decoupled'] as const) {
        const payment = later('4440000042200014', {})
        await payment.initiate()
        directories.control.fault(fault, { next: 1 })
        const answer = await directories.misbehaving(payment.authenticate)
        expect(told(answer), fault).toMatchObject({ result: 'FAILURE', gatewayCode: 'SYSTEM_ERROR' })
        const id = directories.lastRequest().threeDSServerTransID
        const complaint = () =>
          directories.control
            .messages()
            .find(({ kind, content }) => kind === 'Erro' && content.threeDSServerTransID === id)
        await expect
          .poll(() => complaint()?.content)
          .toMatchObject({ errorCode: '203', errorComponent: 'S', errorMessageType: 'ARes' })
      }
    })
  })

  test('who tries again is known by what the issuer saw of the browser before', async () => {
    const payer = cardholder(gateway, cardThat.isLookedAtAndKnown)
    await submitOn(formIn(await payer.initiate()))
    const first = await payer.authenticate({ device })
    expect(valueAt(first.body, 'authentication.3ds2.protocolVersion'), first.text).toBe('2.3.1')
    await payer.initiate({}, { transaction: 'again' })
    const second = await payer.authenticate({ device }, { transaction: 'again' })
    expect(valueAt(second.body, 'authentication.3ds2.methodCompleted'), second.text).toBe(false)
    expect(directories.lastRequest()).toMatchObject({
      threeDSCompInd: 'Y',
      threeDSMethodId: valueAt(first.body, 'authentication.3ds2.3dsServerTransactionId'),
    })
    expect(directories.control.counters().falseMethodClaims).toBe(0)
  })

  test('a notice of a directory server is taken in parts, and answered once', async () => {
    const notice = { category: '01', severity: '02', description: 'Your certificate ends soon.' }
    for (const parts of [1, 3])
      expect(await directories.control.notify('scheme-b', { ...notice, parts })).toMatchObject({
        ...{ fate: 'answered', said: '01' },
      })
    const { messages } = directories.control.counters()
    expect(messages).toMatchObject({ 'OReq sent': 4, 'ORes received': 2 })
  })

  test('no message broke a rule of the tables, and no request came twice', () => {
    expect(directories.findings()).toEqual([])
    expect(directories.control.counters().repeatedRequests).toBe(0)
  })
})
