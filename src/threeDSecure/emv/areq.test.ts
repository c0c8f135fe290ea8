import { describe, expect, test } from 'vitest'
import { areqOf, fieldLacking, type RequestFacts } from './areq.ts'
import { writeMessage } from './codec.ts'
import { protocolVersions } from './settings.ts'

const id = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const browserDetails = {
  ...{ acceptHeaders: 'text/html', colorDepth: 30, javaEnabled: false, language: 'de-DE-1996' },
  ...{ screenHeight: 900, screenWidth: 1440, timeZone: -60, acceptLanguage: 'de-DE, de;q=0.9,*;q=0.1,de-DE' },
}
const device = { browser: 'Browser/1', ipAddress: '198.51.100.7', browserDetails }

function facts(particulars: object = {}, ask: object = {}): RequestFacts {
  return {
    version: '2.2.0',
    ask: {
      serverTransactionId: id,
      ...{ cardNumber: '5123450000000008', expiry: { month: 1, year: 39 }, amount: 1230n, currency: 'GBP' },
      ...{ channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION', methodCompletion: 'Y' },
      challengeCallback: 'https://pay.example/3ds/callback/abc',
      particulars: { device, ...particulars },
      ...ask,
    },
    merchant: {
      ...{ merchantId: 'M', directoryServer: 'scheme-a', requestorId: 'REQ', requestorName: 'Shop' },
      ...{ requestorUrl: 'https://shop.example', acquirerBin: '412345', acquirerMerchantId: 'ACQ-M' },
      ...{ acquirerCountry: 'GBR', category: '5999', country: 'IRL', name: 'Shop Limited' },
    },
    directoryServer: {
      operatorId: 'OP',
      results: { address: 'https://results.example/a', port: 1, certificate: '', key: '' },
    },
    server: { referenceNumber: 'REF' },
    nowMs: Date.UTC(2026, 10, 16, 18, 59, 1),
  }
}

function contentOf(given: RequestFacts): Readonly<Record<string, unknown>> {
  const composed = areqOf(given)
  if ('lacks' in composed) throw new Error(`lacks ${composed.lacks}`)
  const text = writeMessage('AReq', given.version, composed.content)
  return JSON.parse(text)
}

test('a payment in a browser', () => {
  expect(contentOf(facts())).toEqual({
    ...{ messageType: 'AReq', messageVersion: '2.2.0', messageCategory: '01', deviceChannel: '02' },
    ...{ threeDSServerTransID: id, threeDSServerRefNumber: 'REF', threeDSServerOperatorID: 'OP' },
    ...{
      threeDSServerURL: 'https://results.example/a',
      threeDSRequestorID: 'REQ',
      threeDSRequestorName: 'Shop',
    },
    ...{ threeDSRequestorURL: 'https://shop.example', threeDSRequestorAuthenticationInd: '01' },
    ...{ threeDSCompInd: 'Y', notificationURL: 'https://pay.example/3ds/callback/abc' },
    ...{ acctNumber: '5123450000000008', cardExpiryDate: '3901', acquirerBIN: '412345' },
    ...{ acquirerMerchantID: 'ACQ-M', mcc: '5999', merchantCountryCode: '372', merchantName: 'Shop Limited' },
    ...{ purchaseAmount: '1230', purchaseCurrency: '826', purchaseExponent: '2', transType: '01' },
    ...{ purchaseDate: '20261116185901', browserAcceptHeader: 'text/html', browserUserAgent: 'Browser/1' },
    ...{ browserIP: '198.51.100.7', browserJavascriptEnabled: true, browserJavaEnabled: false },
    ...{ browserLanguage: 'de-DE', browserColorDepth: '24', browserScreenHeight: '900' },
    ...{ browserScreenWidth: '1440', browserTZ: '-60' },
  })
})

test("an order's own category and name are told, and a category that is none is not", () => {
  const order = { merchantCategoryCode: '5411', statementDescriptor: { name: 'N'.repeat(60) } }
  expect(contentOf(facts({ order }))).toMatchObject({ mcc: '5411', merchantName: 'N'.repeat(40) })
  expect(contentOf(facts({ order: { merchantCategoryCode: '0000' } }))).toMatchObject({ mcc: '5999' })
})

test('2.1.0 knows no script flag, 2.3.1 wants the languages and where the acquirer is', () => {
  expect(contentOf({ ...facts(), version: '2.1.0' })).not.toHaveProperty('browserJavascriptEnabled')
  expect(contentOf({ ...facts(), version: '2.3.1' })).toMatchObject({
    ...{ acceptLanguage: ['de-DE', 'de'], acquirerCountryCode: '826', acquirerCountryCodeSource: '01' },
  })
})

describe('the browser', () => {
  const of = (changed: object, version: RequestFacts['version'] = '2.2.0') =>
    areqOf({
      ...facts({ device: { ...device, browserDetails: { ...browserDetails, ...changed } } }),
      version,
    })

  test('what it did not say is missed and never made up', () => {
    expect(areqOf(facts({ device: {} }))).toEqual({
      lacks: [...['device.browserDetails.acceptHeaders', 'device.browser', 'device.browserDetails.language']],
    })
    expect(of({ screenHeight: undefined, javaEnabled: undefined })).toEqual({
      lacks: ['device.browserDetails.javaEnabled', 'device.browserDetails.screenHeight'],
    })
  })

  test('what it did not say is told before, field by field', () => {
    for (const version of protocolVersions)
      for (const given of [{}, device, { ...device, browserDetails: {} }, { browserDetails }]) {
        const asked = { ...facts({ device: given }), version }
        const composed = areqOf(asked)
        const [first] = 'lacks' in composed ? composed.lacks : []
        expect(fieldLacking(version, asked.ask)).toBe(first)
      }
    expect(fieldLacking('2.2.0', facts({}, { channel: 'PAYER_APP' }).ask)).toBe('authentication.channel')
    const later = facts({ device: {} }, { channel: 'MERCHANT_REQUESTED' }).ask
    expect(fieldLacking('2.3.1', later)).toBeUndefined()
    expect(fieldLacking('2.1.0', later)).toBe('authentication.channel')
  })

  test('without a script there is nothing that only a script can tell', () => {
    const composed = of({ javaScriptEnabled: false }, '2.3.1')
    expect(composed).toMatchObject({ content: { browserJavascriptEnabled: false, browserLanguage: 'de-DE' } })
    expect(JSON.stringify(composed)).not.toMatch(/Screen|Color|browserTZ|Java[A-Z]/)
    expect(of({ javaScriptEnabled: false, language: undefined, acceptLanguage: undefined })).toEqual({
      lacks: ['device.browserDetails.language'],
    })
  })

  test('2.1.0 takes a script for granted, and gets what was told all the same', () => {
    expect(of({ javaScriptEnabled: false }, '2.1.0')).toMatchObject({
      content: { browserColorDepth: '24', browserTZ: '-60' },
    })
  })

  test('its languages come from the header if it has one, and are cut at a subtag', () => {
    expect(of({ language: 'zh_Hant_TW' })).toMatchObject({ content: { browserLanguage: 'zh-Hant' } })
    expect(of({ language: 'de-x-private' })).toMatchObject({ content: { browserLanguage: 'de' } })
    expect(of({ language: '???' })).toMatchObject({ content: { browserLanguage: 'de-DE' } })
    expect(of({ acceptLanguage: undefined }, '2.3.1')).toMatchObject({
      content: { acceptLanguage: ['de-DE-1996'] },
    })
  })

  test('screens of any depth are among the listed ones', () => {
    for (const [colorDepth, sent] of [
      [0, '1'],
      [1, '1'],
      [12, '8'],
      [30, '24'],
      [31, '24'],
      [99, '48'],
    ] as const)
      expect(of({ colorDepth })).toMatchObject({ content: { browserColorDepth: sent } })
  })

  test('an address that is none is left out', () => {
    expect(contentOf(facts({ device: { ...device, ipAddress: '999.1.1.1' } }))).not.toHaveProperty(
      'browserIP',
    )
  })
})

test('an earlier look at the browser stands for one that did not finish, from 2.3.1 on', () => {
  const earlierMethodRun = '9b990dc0-d2d2-4067-bcb1-b08d1690b26e'
  const asked = (version: RequestFacts['version'], methodCompletion: string) => {
    const content = contentOf({ ...facts({}, { methodCompletion, earlierMethodRun }), version })
    return [content.threeDSCompInd, content.threeDSMethodId]
  }
  expect(asked('2.3.1', 'N')).toEqual(['Y', earlierMethodRun])
  expect(asked('2.3.1', 'Y')).toEqual(['Y', undefined])
  expect(asked('2.2.0', 'N')).toEqual(['N', undefined])
})

test('the app of a merchant is refused, and so is a payment without the payer in 2.1.0', () => {
  expect(areqOf(facts({}, { channel: 'PAYER_APP' }))).toEqual({ lacks: ['authentication.channel'] })
  const without = facts({}, { channel: 'MERCHANT_REQUESTED' })
  expect(areqOf({ ...without, version: '2.1.0' })).toEqual({ lacks: ['authentication.channel'] })
})

test('the return address must fit: 256 characters of https', () => {
  const challengeCallback = `https://pay.example/${'x'.repeat(237)}`
  expect(areqOf(facts({}, { challengeCallback }))).toEqual({ lacks: ['notificationURL'] })
  expect(areqOf(facts({}, { challengeCallback: challengeCallback.slice(1) }))).toEqual({
    lacks: ['notificationURL'],
  })
})

test('without the payer nothing is said of a browser, and the earlier authentication is named', () => {
  const prior = {
    acsTransactionId: id,
    dsTransactionId: id,
    wasChallenged: true,
    atMs: Date.UTC(2026, 0, 2, 3, 4),
  }
  const asked = facts({}, { channel: 'MERCHANT_REQUESTED', prior })
  const former = {
    ...{
      threeDSReqPriorRef: id,
      threeDSReqPriorAuthMethod: '02',
      threeDSReqPriorAuthTimestamp: '202601020304',
    },
  }
  const content = contentOf(asked)
  expect(content).toMatchObject({
    ...{ deviceChannel: '03', threeRIInd: '11', threeDSRequestorPriorAuthenticationInfo: former },
  })
  expect(
    Object.keys(content).filter(name => /browser|notification|CompInd|AuthenticationInd/.test(name)),
  ).toEqual([])
  expect(contentOf({ ...asked, version: '2.3.1' })).toMatchObject({
    threeDSRequestorPriorAuthenticationInfo: [{ ...former, threeDSReqPriorDsTransId: id }],
  })
})

test('without the payer, a part that is shipped later is told from other payments', () => {
  const later = (reason: string) =>
    contentOf(facts({ order: { industryPracticePaymentReason: reason } }, { channel: 'MERCHANT_REQUESTED' }))
      .threeRIInd
  expect(later('PARTIAL_SHIPMENT')).toBe('06')
  expect(later('NO_SHOW_PENALTY')).toBe('11')
})

test('a card that is kept is no payment', () => {
  for (const [purpose, ind, later] of [
    ['ADD_CARD', '04', '03'],
    ['MAINTAIN_CARD', '05', '04'],
  ] as const)
    for (const version of protocolVersions) {
      const content = contentOf({ ...facts({}, { purpose }), version })
      expect(content).toMatchObject({ messageCategory: '02', threeDSRequestorAuthenticationInd: ind })
      expect(content).not.toHaveProperty('purchaseAmount')
      expect(contentOf({ ...facts({}, { purpose, channel: 'MERCHANT_REQUESTED' }), version })).toMatchObject({
        threeRIInd: later,
      })
    }
})

describe('series of payments', () => {
  const agreement = {
    ...{
      type: 'RECURRING',
      expiryDate: '2027-12-31',
      paymentFrequency: 'MONTHLY',
      amountVariability: 'FIXED',
    },
    startDate: '2026-12-01',
  }

  test('a series is named with its end and rhythm', () => {
    expect(contentOf(facts({ agreement }))).toMatchObject({
      ...{ threeDSRequestorAuthenticationInd: '02', recurringExpiry: '20271231', recurringFrequency: '28' },
    })
    expect(
      contentOf(facts({ agreement: { ...agreement, type: 'INSTALLMENT', numberOfPayments: 12 } })),
    ).toMatchObject({ threeDSRequestorAuthenticationInd: '03', purchaseInstalData: '12' })
    expect(contentOf({ ...facts({ agreement }), version: '2.3.1' })).toMatchObject({
      recurringInd: { amountInd: '01', frequencyInd: '01' },
      ...{ recurringAmount: '1230', recurringCurrency: '826', recurringExponent: '2' },
      ...{ recurringDate: '20261201', recurringFrequency: '28' },
    })
  })

  test('a series of which too little is known is an ordinary payment, or one that leaves it open', () => {
    const vague = { type: 'RECURRING', amountVariability: 'VARIABLE' }
    expect(contentOf(facts({ agreement: vague }))).toMatchObject({ threeDSRequestorAuthenticationInd: '01' })
    expect(contentOf({ ...facts({ agreement: vague }), version: '2.3.1' })).toMatchObject({
      threeDSRequestorAuthenticationInd: '02',
      recurringInd: { amountInd: '02', frequencyInd: '02' },
    })
    const single = { ...agreement, type: 'INSTALLMENT', numberOfPayments: 1 }
    expect(contentOf(facts({ agreement: single }))).toMatchObject({ threeDSRequestorAuthenticationInd: '01' })
  })
})

describe('wishes', () => {
  const wish = (version: RequestFacts['version'], authentication: object, ask: object = {}) =>
    contentOf({ ...facts({ authentication }, ask), version }).threeDSRequestorChallengeInd

  test('a preference is one value before 2.3.1 and a list from there on', () => {
    expect(wish('2.2.0', { challengePreference: 'REQUIRE_CHALLENGE' })).toBe('04')
    expect(wish('2.3.1', { challengePreference: 'REQUEST_CHALLENGE' })).toEqual(['03'])
    expect(wish('2.2.0', {})).toBeUndefined()
  })

  test('an exemption that a version has no word for is the wish for no challenge', () => {
    expect(wish('2.2.0', { exemption: 'TRANSACTION_RISK_ANALYSIS' })).toBe('05')
    expect(wish('2.1.0', { exemption: 'TRANSACTION_RISK_ANALYSIS' })).toBe('02')
    expect(wish('2.2.0', { exemption: 'LOW_VALUE' })).toBe('02')
    expect(wish('2.3.1', { exemption: 'LOW_VALUE' })).toEqual(['10', '02'])
    expect(wish('2.3.1', { exemption: 'DATA_ONLY' })).toEqual(['06'])
    expect(wish('2.3.1', { exemption: 'LOW_VALUE', challengePreference: 'REQUIRE_CHALLENGE' })).toEqual([
      '04',
    ])
  })

  test('without the payer nobody can be challenged', () => {
    const channel = { channel: 'MERCHANT_REQUESTED' }
    expect(wish('2.2.0', { challengePreference: 'REQUIRE_CHALLENGE' }, channel)).toBeUndefined()
    expect(wish('2.2.0', { exemption: 'ALREADY_AUTHENTICATED' }, channel)).toBe('07')
  })
})
