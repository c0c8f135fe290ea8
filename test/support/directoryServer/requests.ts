import { randomUUID } from 'node:crypto'

export type SentMessage = Readonly<Record<string, unknown>>

const browser = {
  threeDSRequestorAuthenticationInd: '01',
  threeDSCompInd: 'U',
  notificationURL: 'https://gateway.example/3ds/callback/abc',
  browserAcceptHeader: 'text/html',
  browserUserAgent: 'TestBrowser/1.0',
  browserIP: '192.0.2.9',
  browserJavascriptEnabled: true,
  browserJavaEnabled: false,
  browserLanguage: 'en',
  browserColorDepth: '24',
  browserScreenHeight: '900',
  browserScreenWidth: '1600',
  browserTZ: '-60',
}

/** A payment in a browser, as a gateway would ask for it. */
export function authenticationRequest(cardNumber: string, others: SentMessage = {}): SentMessage {
  const version = others.messageVersion ?? '2.2.0'
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  return {
    messageType: 'AReq',
    messageVersion: version,
    messageCategory: '01',
    deviceChannel: '02',
    threeDSServerTransID: randomUUID(),
    threeDSServerRefNumber: '3DS_TEST',
    threeDSServerOperatorID: 'SCHEME-A-3DSS-0001',
    threeDSServerURL: 'https://127.0.0.1:1/results',
    threeDSRequestorID: 'REQUESTOR-1',
    threeDSRequestorName: 'Test Shop',
    threeDSRequestorURL: 'https://shop.example',
    acctNumber: cardNumber,
    cardExpiryDate: '3912',
    acquirerBIN: '123456',
    acquirerMerchantID: 'SHOP-1',
    mcc: '5999',
    merchantCountryCode: '276',
    merchantName: 'Test Shop',
    purchaseAmount: '1000',
    purchaseCurrency: '978',
    purchaseExponent: '2',
    purchaseDate: now,
    ...browser,
    ...(version === '2.1.0' && { browserJavascriptEnabled: undefined }),
    ...(version === '2.3.1' && {
      ...{ acceptLanguage: ['en'], acquirerCountryCode: '276', acquirerCountryCodeSource: '01' },
    }),
    ...others,
  }
}

/** The same without a payer. */
export function requestorInitiated(cardNumber: string, others: SentMessage = {}): SentMessage {
  const absent = Object.fromEntries(
    [...Object.keys(browser), 'acceptLanguage'].map(name => [name, undefined]),
  )
  return authenticationRequest(cardNumber, { deviceChannel: '03', threeRIInd: '01', ...absent, ...others })
}

export const rangeRequest = (others: SentMessage = {}): SentMessage => ({
  messageType: 'PReq',
  messageVersion: '2.2.0',
  threeDSServerTransID: randomUUID(),
  threeDSServerRefNumber: '3DS_TEST',
  threeDSServerOperatorID: 'SCHEME-A-3DSS-0001',
  ...others,
})
