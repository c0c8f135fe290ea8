// Messages as the tables want them, written by hand for each version. Ids, names and addresses are made up.

import type { JsonObject } from './json.ts'
import { type About, type Conversation, type Kind, type Version, versions } from './seen.ts'

const serverId = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const issuerId = 'D7C1EE99-9478-44A6-B1F2-391E29C6B340'
const directoryId = 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b'

const parties: JsonObject = {
  threeDSServerRefNumber: '3DS_LOA_SER_EXMP_020200_00001',
  threeDSServerOperatorID: 'operator-17',
  threeDSServerURL: 'https://results.gateway.example/network-b',
  threeDSRequestorID: 'requestor-4711',
  threeDSRequestorName: 'Books and More',
  threeDSRequestorURL: 'https://books.example',
}

const merchant: JsonObject = {
  acquirerBIN: '400551',
  acquirerMerchantID: 'merchant-17',
  mcc: '5942',
  merchantCountryCode: '276',
  merchantName: 'Books and More',
}

const purchase: JsonObject = {
  acctNumber: '5123450000000008',
  cardExpiryDate: '2912',
  purchaseAmount: '4250',
  purchaseCurrency: '978',
  purchaseExponent: '2',
  purchaseDate: '20261116183000',
}

const browser: JsonObject = {
  threeDSCompInd: 'Y',
  notificationURL: 'https://pay.gateway.example/3ds/callback/9f8e7d6c5b4a',
  browserAcceptHeader: 'text/html,application/xhtml+xml',
  browserUserAgent: 'Mozilla/5.0 (X11; Linux x86_64) Example/1.0',
  browserIP: '2001:db8::17',
  browserJavaEnabled: false,
  browserLanguage: 'de-DE',
  browserColorDepth: '24',
  browserScreenHeight: '1080',
  browserScreenWidth: '1920',
  browserTZ: '-60',
}

const payer: JsonObject = {
  cardholderName: 'Erika Example',
  email: 'erika@example.org',
  mobilePhone: { cc: '49', subscriber: '15112345678' },
  billAddrLine1: 'Example Street 17',
  billAddrCity: 'Berlin',
  billAddrPostCode: '10115',
  billAddrState: 'BE',
  billAddrCountry: '276',
  shipAddrCountry: '276',
  addrMatch: 'N',
}

const more: JsonObject = {
  acctInfo: { chAccAgeInd: '05', chAccDate: '20200131', nbPurchaseAccount: '12', shipNameIndicator: '01' },
  merchantRiskIndicator: {
    shipIndicator: '01',
    deliveryTimeframe: '03',
    giftCardAmount: '123',
    giftCardCurr: '978',
    giftCardCount: '02',
  },
  messageExtension: [{ name: 'a note', id: 'X-note', criticalityIndicator: false, data: { note: 'kept' } }],
}

const perVersion = (
  old: JsonObject,
  middle: JsonObject,
  recent: JsonObject,
): Readonly<Record<Version, JsonObject>> => ({ '2.1.0': old, '2.2.0': middle, '2.3.1': recent })

const acquirerCountry: JsonObject = { acquirerCountryCode: '276', acquirerCountryCodeSource: '01' }
const scripts: JsonObject = { browserJavascriptEnabled: true }
const languages: JsonObject = { acceptLanguage: ['de-DE', 'en;q=0.7'] }

const head = (messageType: Kind, version: Version): JsonObject => ({
  messageType,
  messageVersion: version,
  threeDSServerTransID: serverId,
})

/** What a payer buys in a browser. */
export function browserRequest(version: Version): JsonObject {
  const own = perVersion({}, scripts, { ...scripts, ...languages, ...acquirerCountry })
  return {
    ...head('AReq', version),
    messageCategory: '01',
    deviceChannel: '02',
    ...parties,
    threeDSRequestorAuthenticationInd: '01',
    threeDSRequestorChallengeInd: version === '2.3.1' ? ['03'] : '03',
    ...merchant,
    ...purchase,
    transType: '01',
    ...browser,
    ...payer,
    ...more,
    ...own[version],
  }
}

/** The first payment of a series. */
function seriesRequest(version: Version): JsonObject {
  const old = { recurringExpiry: '20281231', recurringFrequency: '28' }
  const recent = {
    recurringInd: { amountInd: '01', frequencyInd: '01' },
    recurringAmount: '4250',
    recurringCurrency: '978',
    recurringExponent: '2',
    recurringDate: '20261216',
    recurringFrequency: '28',
  }
  const { threeDSRequestorChallengeInd: _, ...rest } = browserRequest(version)
  const own = perVersion(old, old, recent)[version]
  return { ...rest, threeDSRequestorAuthenticationInd: '02', ...own }
}

/** A merchant asks without its payer; in 2.1.0 only whether an account is good. */
export function merchantRequest(version: Version): JsonObject {
  const account = { messageCategory: '02', threeRIInd: '05' }
  const payment = { messageCategory: '01', threeRIInd: '01', ...purchase, ...merchant }
  const own = perVersion(account, payment, { ...payment, ...acquirerCountry })[version]
  return {
    ...head('AReq', version),
    deviceChannel: '03',
    ...parties,
    acctNumber: purchase.acctNumber,
    ...own,
  }
}

const answerHead = (version: Version): JsonObject => ({
  ...head('ARes', version),
  dsTransID: directoryId,
  acsTransID: issuerId,
  acsReferenceNumber: '3DS_LOA_ACS_EXMP_020200_00001',
  dsReferenceNumber: '3DS_LOA_DIS_EXMP_020200_00001',
})

const proof: JsonObject = { authenticationValue: 'AAECAwQFBgcICQoLDA0ODxAREhM=', eci: '05' }

const frictionless = (version: Version): JsonObject => ({
  ...answerHead(version),
  acsOperatorID: 'issuer-9',
  transStatus: 'Y',
  ...proof,
})

const refused = (version: Version): JsonObject => ({
  ...answerHead(version),
  transStatus: 'N',
  transStatusReason: '11',
  eci: '07',
  cardholderInfo: version === '2.3.1' ? { text: 'Call your bank.' } : 'Call your bank.',
})

const byMethod = (version: Version): JsonObject =>
  version === '2.3.1' ? { authenticationMethod: ['02'] } : { authenticationType: '02' }

export const challenged = (version: Version): JsonObject => ({
  ...answerHead(version),
  transStatus: 'C',
  acsURL: 'https://issuer.example/challenge',
  acsChallengeMandated: 'Y',
  ...byMethod(version),
})

const resultHead = (version: Version): JsonObject => ({
  ...head('RReq', version),
  acsTransID: issuerId,
  dsTransID: directoryId,
  messageCategory: '01',
})

const passed = (version: Version): JsonObject => ({
  ...resultHead(version),
  transStatus: 'Y',
  ...proof,
  ...byMethod(version),
  interactionCounter: '01',
})

const abandoned = (version: Version): JsonObject => ({
  ...resultHead(version),
  transStatus: 'N',
  transStatusReason: '14',
  ...byMethod(version),
  interactionCounter: '00',
  challengeCancel: '05',
})

const received = (version: Version, resultsStatus: string): JsonObject => ({
  ...head('RRes', version),
  acsTransID: issuerId,
  dsTransID: directoryId,
  resultsStatus,
})

const opening = (version: Version, challengeWindowSize: string): JsonObject => ({
  ...head('CReq', version),
  acsTransID: issuerId,
  challengeWindowSize,
})

const closing = (version: Version, transStatus: string): JsonObject => ({
  ...head('CRes', version),
  acsTransID: issuerId,
  transStatus,
})

const preparing = (version: Version): JsonObject => ({
  ...head('PReq', version),
  threeDSServerRefNumber: '3DS_LOA_SER_EXMP_020200_00001',
})

const lists = (version: Version): JsonObject =>
  version === '2.3.1'
    ? { dsProtocolVersions: ['2.2.0', '2.3.1'], readOrder: '01' }
    : { dsStartProtocolVersion: '2.1.0', dsEndProtocolVersion: '2.2.0' }

const prepared = (version: Version): JsonObject => {
  const old = { acsStartProtocolVersion: '2.1.0', acsEndProtocolVersion: '2.2.0' }
  const recent = {
    acsProtocolVersions: [
      { version: '2.2.0', threeDSMethodURL: 'https://issuer.example/method' },
      { version: '2.3.1', acsInfoInd: ['01', '02'], threeDSMethodURL: 'https://issuer.example/method' },
    ],
  }
  const first = { startRange: '5123450000000000', endRange: '5123459999999999' }
  const second = { startRange: '5123460000000000', endRange: '5123469999999999' }
  return {
    ...head('PRes', version),
    dsTransID: directoryId,
    serialNum: 'serial17',
    ...lists(version),
    cardRangeData:
      version === '2.3.1'
        ? [
            { ranges: [first], actionInd: 'A', ...recent },
            { ranges: [second], ...recent, issuerCountryCode: '276' },
          ]
        : [
            { ...first, actionInd: 'A', ...old, threeDSMethodURL: 'https://issuer.example/method' },
            { ...second, ...old },
          ],
  }
}

const unchanged = (version: Version): JsonObject => ({
  ...head('PRes', version),
  dsTransID: directoryId,
  serialNum: 'serial17',
  ...lists(version),
})

const complaint = (version: Version): JsonObject => ({
  ...head('Erro', version),
  errorCode: '203',
  errorComponent: 'D',
  errorDescription: 'A value has not its form.',
  errorDetail: 'browserColorDepth,homePhone.cc',
  errorMessageType: 'AReq',
})

const bareComplaint = (version: Version): JsonObject => ({
  messageType: 'Erro',
  messageVersion: version,
  errorCode: '101',
  errorComponent: 'S',
  errorDescription: 'Not a message.',
  errorDetail: 'messageType',
})

/** A note in parts, and its receipt: from 2.3.1. */
const note = (version: Version, seqNum: string): JsonObject => ({
  messageType: 'OReq',
  messageVersion: version,
  dsTransID: directoryId,
  seqNum,
  seqTotal: '2',
})

const noted = (version: Version, opStatus: string): JsonObject => ({
  messageType: 'ORes',
  messageVersion: version,
  dsTransID: directoryId,
  opStatus,
})

/** The good messages of a kind. */
export function goodMessages(kind: Kind, version: Version): readonly JsonObject[] {
  if (kind === 'AReq') return [browserRequest(version), seriesRequest(version), merchantRequest(version)]
  if (kind === 'ARes') return [frictionless(version), refused(version), challenged(version)]
  if (kind === 'RReq') return [passed(version), abandoned(version)]
  if (kind === 'RRes') return [received(version, '01'), received(version, '02')]
  if (kind === 'CReq') return [opening(version, '05'), opening(version, '01')]
  if (kind === 'CRes') return [closing(version, 'Y'), closing(version, 'N')]
  if (kind === 'PReq') return [preparing(version), { ...preparing(version), serialNum: 'serial16' }]
  if (kind === 'PRes') return [prepared(version), unchanged(version)]
  if (kind === 'Erro') return [complaint(version), bareComplaint(version)]
  if (kind === 'OReq') return [note(version, '1'), note(version, '2')]
  return [noted(version, '01'), noted(version, '03')]
}

/** What went before a message of that kind. */
export function conversationBefore(kind: Kind, version: Version): Conversation {
  const areq = JSON.stringify(browserRequest(version))
  const ares = JSON.stringify(challenged(version))
  if (kind === 'ARes') return { areq }
  if (kind === 'RReq' || kind === 'CReq' || kind === 'CRes') return { areq, ares }
  if (kind === 'RRes') return { areq, ares, rreq: JSON.stringify(passed(version)) }
  return kind === 'PRes' ? { preq: JSON.stringify({ ...preparing(version), serialNum: 'serial16' }) } : {}
}

export const aboutBefore = (kind: Kind, version: Version): About => ({
  conversation: conversationBefore(kind, version),
})

/** Kinds that every version has. */
export const goldenKinds: readonly Kind[] = [
  ...(['AReq', 'ARes', 'RReq', 'RRes', 'CReq', 'CRes', 'PReq', 'PRes', 'Erro'] as const),
]

export const eachKindAndVersion: readonly (readonly [Kind, Version])[] = [
  ...goldenKinds.flatMap(kind => versions.map(version => [kind, version] as const)),
  ['OReq', '2.3.1'],
  ['ORes', '2.3.1'],
]
