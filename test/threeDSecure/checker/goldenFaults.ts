// One thing wrong with a good message, by hand: what it is and what has to be said of it.

import type { JsonObject } from './json.ts'
import type { Kind, Version } from './seen.ts'

export interface GoldenFault {
  readonly what: string
  /** Which of the good messages; the first unless said. */
  readonly of?: number
  /** Undefined takes a field away. */
  readonly change: JsonObject
  readonly code: string
  readonly fields: readonly string[]
  /** All unless said. */
  readonly versions?: readonly Version[]
}

const missing = (name: string, of = 0): GoldenFault => ({
  what: `no ${name}`,
  of,
  change: { [name]: undefined },
  code: '201',
  fields: [name],
})

const wrong = (name: string, value: JsonObject[string], what: string, of = 0): GoldenFault => ({
  what: `${name}: ${what}`,
  of,
  change: { [name]: value },
  code: '203',
  fields: [name],
})

const only = (fault: GoldenFault, ...versions: readonly Version[]): GoldenFault => ({ ...fault, versions })
const coded = (code: string, fault: GoldenFault): GoldenFault => ({ ...fault, code })
const before231 = ['2.1.0', '2.2.0'] as const
const otherId = '00000000-d2d2-4067-bcb1-b08d1690b26e'

const ofAreq: readonly GoldenFault[] = [
  missing('acctNumber'),
  missing('threeDSRequestorAuthenticationInd'),
  missing('notificationURL'),
  missing('mcc'),
  missing('purchaseDate'),
  missing('billAddrCountry'),
  missing('threeRIInd', 2),
  only(missing('browserLanguage'), '2.1.0', '2.2.0', '2.3.1'),
  only(missing('browserJavascriptEnabled'), '2.2.0', '2.3.1'),
  only(missing('acceptLanguage'), '2.3.1'),
  only(missing('acquirerCountryCode', 2), '2.3.1'),
  only(missing('recurringExpiry', 1), ...before231),
  only(missing('recurringFrequency', 1), '2.1.0', '2.2.0', '2.3.1'),
  only(missing('recurringInd', 1), '2.3.1'),
  only(missing('recurringAmount', 1), '2.3.1'),
  coded('201', wrong('threeDSServerTransID', null, 'null where it is required')),
  wrong('email', '', 'empty where it is optional'),
  wrong('cardExpiryDate', null, 'null where it is optional'),
  wrong('purchaseAmount', 4250, 'a number for a string'),
  wrong('browserJavaEnabled', 'false', 'a string for a boolean'),
  wrong('acctNumber', '512345000000', 'twelve digits'),
  wrong('threeDSServerTransID', '8a880dc0d2d24067bcb1b08d1690b26e', 'without hyphens'),
  wrong('purchaseDate', '20260230120000', 'no such day'),
  wrong('notificationURL', 'http://pay.gateway.example/callback', 'not https'),
  wrong('notificationURL', `https://pay.gateway.example/${'x'.repeat(230)}`, 'longer than 256'),
  wrong('threeDSCompInd', 'X', 'no such letter'),
  wrong('threeRIInd', '01', 'with a browser'),
  wrong('browserIP', '192.0.2.1', 'without a browser', 2),
  wrong('dsURL', 'https://directory.example', 'never sent'),
  {
    what: 'an extension that does not say whether it matters',
    change: { messageExtension: [{ name: 'a', id: 'b', criticalityIndicator: 'no', data: { a: 1 } }] },
    code: '203',
    fields: ['messageExtension.criticalityIndicator'],
  },
  only(wrong('threeDSRequestorChallengeInd', ['03'], 'an array'), ...before231),
  only(wrong('threeDSRequestorChallengeInd', '03', 'a string'), '2.3.1'),
  only(wrong('threeDSRequestorChallengeInd', '05', 'an exemption'), '2.1.0'),
  only(wrong('threeDSRequestorAuthenticationInd', '07', 'not known yet'), ...before231),
  only(coded('207', wrong('threeDSRequestorAuthenticationInd', '11', 'reserved')), '2.3.1'),
  only(coded('204', wrong('threeDSRequestorChallengeInd', ['03', '03'], 'twice the same')), '2.3.1'),
  only(wrong('browserColorDepth', '30', 'not in the list'), ...before231),
  only(wrong('cardholderName', 'Zoë', 'not ASCII'), ...before231),
  only(wrong('cardholderName', 'Z', 'one letter'), ...before231),
  only(wrong('threeDSMethodId', 'run', 'no id'), '2.3.1'),
  only(
    {
      what: 'a method run used again that did not finish',
      change: { threeDSMethodId: otherId, threeDSCompInd: 'N' },
      code: '203',
      fields: ['threeDSCompInd'],
    },
    '2.3.1',
  ),
  coded('304', wrong('purchaseCurrency', '999', 'no currency')),
  coded('304', wrong('billAddrCountry', '901', 'no country')),
  coded('304', wrong('merchantCountryCode', '000', 'no country')),
  {
    what: 'a phone without its country',
    change: { mobilePhone: { subscriber: '15112345678' } },
    code: '201',
    fields: ['mobilePhone.cc'],
  },
  {
    what: 'a nested value in letters',
    change: { acctInfo: { nbPurchaseAccount: 'many' } },
    code: '203',
    fields: ['acctInfo.nbPurchaseAccount'],
  },
]

const status = (transStatus: string, what: string, ...versions: readonly Version[]): GoldenFault => ({
  ...wrong('transStatus', transStatus, what, 2),
  versions,
})

const ofAres: readonly GoldenFault[] = [
  missing('acsTransID'),
  missing('dsReferenceNumber'),
  missing('transStatus', 1),
  missing('authenticationValue'),
  missing('transStatusReason', 1),
  missing('acsURL', 2),
  missing('acsChallengeMandated', 2),
  only(missing('authenticationType', 2), ...before231),
  only(missing('authenticationMethod', 2), '2.3.1'),
  coded('301', wrong('threeDSServerTransID', otherId, 'of another transaction')),
  wrong('transStatus', 'y', 'not upper case', 1),
  wrong('acsURL', 'http://issuer.example/challenge', 'not https', 2),
  wrong('authenticationValue', 'AAECAwQFBgcICQoLDA0ODxAREhM=', 'although refused', 1),
  wrong('eci', '5', 'one digit'),
  wrong('eci', 5, 'a number'),
  only(wrong('authenticationValue', 'AAECAwQF', 'too short'), ...before231),
  only(wrong('cardholderInfo', { text: 'Call.' }, 'an object', 1), ...before231),
  only(wrong('cardholderInfo', 'Call.', 'a string', 1), '2.3.1'),
  only(wrong('transStatusReason', '22', 'not known yet', 1), '2.1.0'),
  only(wrong('transStatusReason', '71', 'reserved', 1), '2.2.0'),
  only(coded('207', wrong('transStatusReason', '71', 'reserved', 1)), '2.3.1'),
  status('I', 'information that nobody asked for', '2.1.0', '2.2.0', '2.3.1'),
  status('S', 'on the device', '2.1.0', '2.2.0', '2.3.1'),
  only(
    {
      what: 'decoupled although never asked for',
      of: 2,
      change: { transStatus: 'D', acsDecConInd: 'Y' },
      code: '203',
      fields: ['transStatus'],
    },
    '2.2.0',
    '2.3.1',
  ),
  wrong('messageVersion', '2.9.0', 'not that of the request'),
]

const ofRreq: readonly GoldenFault[] = [
  missing('messageCategory'),
  missing('transStatus'),
  missing('authenticationValue'),
  missing('interactionCounter'),
  missing('transStatusReason', 1),
  missing('challengeCancel', 1),
  coded('301', wrong('acsTransID', otherId, 'of another transaction')),
  coded('301', wrong('dsTransID', otherId, 'of another transaction')),
  coded('301', wrong('threeDSServerTransID', otherId, 'of another transaction')),
  wrong('transStatus', 'C', 'a challenge after the challenge', 1),
  wrong('transStatus', 'I', 'information after a challenge', 1),
  wrong('challengeCancel', '01', 'the payer, although the clock', 1),
  wrong('interactionCounter', 1, 'a number'),
  wrong('messageCategory', '02', 'not what was asked'),
  only(wrong('challengeCancel', '09', 'not known yet', 1), ...before231),
  only(missing('authenticationType'), ...before231),
  only(missing('authenticationMethod'), '2.3.1'),
  only(wrong('authenticationMethod', '02', 'a string'), '2.3.1'),
  only(
    {
      what: 'an error of the challenge without its copy',
      change: {
        transStatus: 'U',
        transStatusReason: '09',
        challengeCancel: '10',
        authenticationValue: undefined,
      },
      code: '201',
      fields: ['challengeErrorReporting'],
    },
    '2.3.1',
  ),
  wrong('messageVersion', '2.0.0', 'not that of the request'),
]

const ofRres: readonly GoldenFault[] = [
  missing('resultsStatus'),
  missing('acsTransID'),
  missing('dsTransID'),
  wrong('resultsStatus', '1', 'one digit'),
  wrong('resultsStatus', 1, 'a number'),
  only(wrong('resultsStatus', '04', 'not known yet'), ...before231),
  only(coded('207', wrong('resultsStatus', '05', 'reserved')), '2.3.1'),
  coded('301', wrong('threeDSServerTransID', otherId, 'of another transaction')),
]

const ofCreq: readonly GoldenFault[] = [
  missing('challengeWindowSize'),
  missing('acsTransID'),
  missing('threeDSServerTransID'),
  wrong('challengeWindowSize', 5, 'a number'),
  wrong('challengeWindowSize', 'full', 'in words'),
  only(wrong('challengeWindowSize', '06', 'reserved'), ...before231),
  coded('301', wrong('acsTransID', otherId, 'of another transaction')),
  wrong('messageVersion', '2.0.0', 'not that of the request'),
]

const ofCres: readonly GoldenFault[] = [
  missing('transStatus'),
  missing('acsTransID'),
  wrong('transStatus', 'A', 'more than a hint'),
  wrong('transStatus', true, 'a boolean'),
  only(wrong('transStatus', 'D', 'not known yet'), ...before231),
  coded('301', wrong('acsTransID', otherId, 'of another transaction')),
  wrong('messageVersion', '2.0.0', 'not that of the request'),
]

const ofPreq: readonly GoldenFault[] = [
  missing('threeDSServerRefNumber'),
  missing('threeDSServerTransID'),
  wrong('serialNum', '', 'empty', 1),
  wrong('serialNum', 16, 'a number', 1),
  wrong('serialNum', 'x'.repeat(21), 'longer than 20', 1),
  wrong('threeDSServerRefNumber', 'x'.repeat(33), 'longer than 32'),
  only(wrong('cardRangeDataDownloadInd', 'N', 'said or left out'), '2.3.1'),
]

const versionsOf = { acsStartProtocolVersion: '2.1.0', acsEndProtocolVersion: '2.2.0' }
const entry = (startRange: string, endRange: string) => ({ startRange, endRange, ...versionsOf })
const recentEntry = (...ranges: readonly JsonObject[]) => ({
  ranges,
  acsProtocolVersions: [{ version: '2.3.1' }],
})

const ofPres: readonly GoldenFault[] = [
  missing('dsTransID'),
  coded('301', wrong('threeDSServerTransID', otherId, 'not that of the request')),
  wrong('serialNum', null, 'null', 1),
  wrong('cardRangeData', {}, 'no array'),
  wrong('cardRangeData', [], 'empty'),
  only(missing('dsStartProtocolVersion'), ...before231),
  only(missing('dsEndProtocolVersion'), ...before231),
  only(missing('dsProtocolVersions'), '2.3.1'),
  only(missing('readOrder'), '2.3.1'),
  only(wrong('dsProtocolVersions', '2.3.1', 'a string'), '2.3.1'),
  only(wrong('cardRangeData', [entry('5123459999999999', '5123450000000000')], 'backwards'), ...before231),
  only(
    coded(
      '205',
      wrong(
        'cardRangeData',
        [entry('5123450000000000', '5123459999999999'), entry('5123459999999999', '5123469999999999')],
        'one number in two ranges',
      ),
    ),
    ...before231,
  ),
  only(
    coded(
      '205',
      wrong(
        'cardRangeData',
        [
          recentEntry({ startRange: '5123450000000000', endRange: '5123459999999999' }),
          recentEntry({ startRange: '5123455000000000', endRange: '5123455999999999' }),
        ],
        'a range within another',
      ),
    ),
    '2.3.1',
  ),
  only(
    {
      what: 'a bound of twelve digits',
      change: { cardRangeData: [entry('512345000000', '5123459999999999')] },
      code: '203',
      fields: ['cardRangeData.startRange'],
    },
    ...before231,
  ),
  only(
    {
      what: 'a range without an end',
      change: { cardRangeData: [recentEntry({ startRange: '5123450000000000' })] },
      code: '201',
      fields: ['cardRangeData.ranges.endRange'],
    },
    '2.3.1',
  ),
]

const ofErro: readonly GoldenFault[] = [
  missing('errorCode'),
  missing('errorComponent'),
  missing('errorDescription'),
  missing('errorDetail'),
  wrong('errorCode', 203, 'a number'),
  wrong('errorComponent', 'X', 'nobody'),
  wrong('errorDetail', 'x'.repeat(2049), 'longer than 2048'),
]

const ofOreq: readonly GoldenFault[] = [
  missing('dsTransID'),
  wrong('seqNum', 1, 'a number'),
  wrong('seqNum', '', 'empty'),
  wrong('seqTotal', 'two', 'in words'),
  wrong('dsTransID', 'note', 'no id'),
]

const ofOres: readonly GoldenFault[] = [
  missing('opStatus'),
  wrong('opStatus', 1, 'a number'),
  wrong('opStatus', 'ok', 'in words'),
  coded('207', wrong('opStatus', '04', 'reserved')),
  missing('dsTransID'),
]

const faults: Readonly<Record<Kind, readonly GoldenFault[]>> = {
  AReq: ofAreq,
  ARes: ofAres,
  RReq: ofRreq,
  RRes: ofRres,
  CReq: ofCreq,
  CRes: ofCres,
  PReq: ofPreq,
  PRes: ofPres,
  Erro: ofErro,
  OReq: ofOreq,
  ORes: ofOres,
}

export const faultsOf = (kind: Kind, version: Version): readonly GoldenFault[] =>
  faults[kind].filter(({ versions }) => versions?.includes(version) ?? true)
