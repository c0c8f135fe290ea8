import { expect, test } from 'vitest'
import { readMessage, writeMessage } from '../codec.ts'
import { conditions, type Fields } from '../conditions.ts'
import { type ProtocolVersion, protocolVersions } from '../settings.ts'
import { type MessageKind, messageRows } from './catalogue.ts'

const id = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const url = 'https://gateway.example/3ds'
const phone = { cc: '44', subscriber: '2079460000' }
const extension = [{ name: 'n', id: 'i', criticalityIndicator: false, data: { a: 1 } }]

/** A value for every row of every table: those of 2.3.1 where the versions differ. */
const values: Fields = {
  ...{
    threeDSServerTransID: id,
    dsTransID: id,
    acsTransID: id,
    threeDSMethodId: id,
    messageExtension: extension,
  },
  ...{
    messageCategory: '01',
    deviceChannel: '02',
    threeDSServerRefNumber: 'R',
    threeDSServerOperatorID: 'O',
  },
  ...{
    threeDSServerURL: url,
    threeDSRequestorID: 'Q',
    threeDSRequestorName: 'Shop',
    threeDSRequestorURL: url,
  },
  ...{ threeDSRequestorAuthenticationInd: '03', threeRIInd: '01', threeDSRequestorChallengeInd: ['03'] },
  ...{ threeDSCompInd: 'Y', notificationURL: url, acctNumber: '4000000000001000', cardExpiryDate: '3012' },
  threeDSRequestorAuthenticationInfo: [{ threeDSReqAuthMethod: '02' }],
  threeDSRequestorPriorAuthenticationInfo: [{ threeDSReqPriorRef: id, threeDSReqPriorAuthMethod: '02' }],
  ...{
    acctType: '02',
    payTokenInd: true,
    payTokenSource: '01',
    acquirerBIN: '412345',
    acquirerMerchantID: 'M',
  },
  ...{ acquirerCountryCode: '826', acquirerCountryCodeSource: '01', mcc: '5999', merchantCountryCode: '826' },
  ...{ merchantName: 'Shop', purchaseAmount: '1000', purchaseCurrency: '826', purchaseExponent: '2' },
  ...{
    purchaseDate: '20261116184500',
    transType: '01',
    purchaseInstalData: '12',
    recurringExpiry: '20271116',
  },
  ...{
    recurringFrequency: '30',
    recurringInd: { amountInd: '01', frequencyInd: '01' },
    recurringAmount: '1000',
  },
  ...{
    recurringCurrency: '826',
    recurringExponent: '2',
    recurringDate: '20261216',
    browserAcceptHeader: '*/*',
  },
  ...{ browserUserAgent: 'Browser', browserIP: '2001:db8::1', browserJavascriptEnabled: true },
  ...{
    browserJavaEnabled: false,
    browserLanguage: 'en-GB',
    browserColorDepth: '24',
    browserScreenHeight: '900',
  },
  ...{ browserScreenWidth: '1600', browserTZ: '-60', acceptLanguage: ['en-GB'], deviceId: 'd', userId: 'u' },
  ...{
    cardholderName: 'JO DOE',
    email: 'jo@example.com',
    homePhone: phone,
    mobilePhone: phone,
    workPhone: phone,
  },
  ...{ billAddrLine1: '1 Road', billAddrLine2: 'b', billAddrLine3: 'c', billAddrCity: 'Leeds' },
  ...{ billAddrPostCode: 'LS1', billAddrState: 'LDS', billAddrCountry: '826', shipAddrLine1: '1 Road' },
  ...{ shipAddrLine2: 'b', shipAddrLine3: 'c', shipAddrCity: 'Leeds', shipAddrPostCode: 'LS1' },
  ...{ shipAddrState: 'LDS', shipAddrCountry: '826', addrMatch: 'Y', acctInfo: { chAccAgeInd: '05' } },
  ...{ merchantRiskIndicator: { shipIndicator: '01' }, whiteListStatus: 'Y', whiteListStatusSource: '01' },
  ...{ trustListStatus: 'Y', trustListStatusSource: '01', acsReferenceNumber: 'A', dsReferenceNumber: 'D' },
  ...{ acsOperatorID: 'A', transStatus: 'N', transStatusReason: '01', eci: '07', acsURL: url },
  ...{ authenticationValue: 'AAECAwQFBgcICQoLDA0ODxAREhM=', acsChallengeMandated: 'Y', acsDecConInd: 'N' },
  ...{ authenticationType: '02', authenticationMethod: ['02'], cardholderInfo: { text: 'Call us' } },
  ...{ transStatusReasonInfo: 'why', transChallengeExemption: '05', interactionCounter: '01' },
  ...{ challengeCancel: '01', resultsStatus: '01', challengeWindowSize: '05', serialNum: '17' },
  challengeErrorReporting: { errorCode: '101', errorComponent: 'C', errorDescription: 'd', errorDetail: 'd' },
  ...{ cardRangeDataDownloadInd: 'Y', dsStartProtocolVersion: '2.1.0', dsEndProtocolVersion: '2.2.0' },
  ...{ dsProtocolVersions: ['2.2.0', '2.3.1'], readOrder: '01', dsUrlList: [{}], cardRangeDataFileURL: url },
  ...{
    errorCode: '203',
    errorComponent: 'D',
    errorDescription: 'wrong',
    errorDetail: 'eci',
    errorMessageType: 'AReq',
  },
  ...{ opCategory: '02', opDescription: 'notice', opExpDate: '20270101', opSeverity: '02', opStatus: '01' },
  ...{
    opPriorTransRef: [{ transIdType: '01', transId: id }],
    opSeq: { seqId: id, seqNum: '01', seqTotal: '01' },
    seqNum: '1',
    seqTotal: '1',
  },
}
const before231: Fields = {
  threeDSRequestorChallengeInd: '03',
  threeDSRequestorAuthenticationInfo: { threeDSReqAuthMethod: '02' },
  threeDSRequestorPriorAuthenticationInfo: { threeDSReqPriorRef: id, threeDSReqPriorAuthMethod: '02' },
  cardholderInfo: 'Call us',
}

const kinds = [
  'AReq',
  'ARes',
  'CReq',
  'CRes',
  'RReq',
  'RRes',
  'PReq',
  'PRes',
  'OReq',
  'ORes',
  'Erro',
] as const
const letterAt = { '2.1.0': 0, '2.2.0': 1, '2.3.1': 2 }

type Table = Readonly<
  Record<string, { presence: string; rules: { when?: keyof typeof conditions; not?: string } }>
>
const tables: Readonly<Record<MessageKind, Table>> = messageRows

/** Every row that a browser's transaction can have in this version. */
function whole(kind: MessageKind, version: ProtocolVersion): Readonly<Record<string, unknown>> {
  const given = { ...values, ...(version === '2.3.1' ? {} : before231) }
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name]) => name !== 'threeRIInd' && (tables[kind][name]?.presence[letterAt[version]] ?? '-') !== '-',
    ),
  )
}

const cases = kinds.flatMap(kind =>
  protocolVersions
    .filter(version => version === '2.3.1' || (kind !== 'OReq' && kind !== 'ORes'))
    .map(version => [kind, version] as const),
)

function told(kind: MessageKind, version: ProtocolVersion, content: Fields): string {
  const text = JSON.stringify({ messageType: kind, messageVersion: version, ...content })
  const reading = readMessage(text, { kinds: [kind] })
  return 'erro' in reading ? `${reading.erro.errorCode} ${reading.erro.errorDetail}` : 'read'
}

/** Content is anything here: that the compiler refuses some of it is not what is tested. */
function written(kind: MessageKind, version: ProtocolVersion, content: Fields): string {
  const write: (kind: MessageKind, version: ProtocolVersion, content: never) => string = writeMessage
  return Reflect.apply(write, undefined, [kind, version, content])
}

test.each(cases)('%s of %s is written and read with all that it may have', (kind, version) => {
  const content = whole(kind, version)
  const text = written(kind, version, content)
  expect(readMessage(text, { kinds: [kind], version })).toEqual({
    message: { messageType: kind, messageVersion: version, ...content },
  })
})

test.each(cases)(
  'each row of %s of %s is required, optional or absent as its letter says',
  (kind, version) => {
    const content = whole(kind, version)
    const message = { ...content, messageType: kind, messageVersion: version }
    for (const [name, { presence, rules }] of Object.entries(tables[kind])) {
      const letter = presence[letterAt[version]]
      if (letter === '-') {
        expect(told(kind, version, { ...content, [name]: 17 })).toBe('read')
        expect(() => written(kind, version, { ...content, [name]: values[name] ?? '1' })).toThrow(name)
        continue
      }
      if (!(name in content)) continue
      const { [name]: _, ...rest } = content
      const isNeeded =
        letter !== 'O' && (rules.when === undefined ? letter === 'R' : conditions[rules.when](message, {}))
      const without = () => written(kind, version, rest)
      isNeeded
        ? expect(without, name).toThrow(`201 ${name}`)
        : expect(JSON.parse(without()), name).not.toHaveProperty([name])
      expect(() => written(kind, version, { ...content, [name]: null })).toThrow(name)
      if (kind === 'Erro' || kind === 'OReq') continue
      expect(told(kind, version, rest), name).toBe(isNeeded ? `201 ${name}` : 'read')
      expect(told(kind, version, { ...content, [name]: '' }), name).toContain(name)
      expect(told(kind, version, { ...content, [name]: 17 }), name).toMatch(`203 ${name}`)
    }
  },
)
