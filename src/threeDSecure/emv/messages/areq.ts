// AReq: the 3-D Secure server asks for an authentication.

import { accountInfo } from './accountInfo.ts'
import {
  anyUrl,
  byVersion,
  codes,
  countryNumber,
  currencyNumber,
  digits,
  email,
  flag,
  httpsUrl,
  listOf,
  matching,
  moment,
  networkAddress,
  onlyTrue,
  pattern,
  printableAscii,
  text,
  uuid,
} from './form.ts'
import { merchantRisk } from './merchantRisk.ts'
import { messageExtension } from './messageExtension.ts'
import { formerAuthentication, requestorAuthentication } from './requestorInfo.ts'
import { objectOf, row } from './row.ts'

const identity = {
  messageCategory: row('RRR', codes('01 02', { ofSchemes: true })),
  deviceChannel: row('RRR', codes('01 02 03'), { not: 'isUnsupported3ri' }),
  threeDSServerTransID: row('RRR', uuid),
  threeDSServerRefNumber: row('RRR', text(1, 32)),
  threeDSServerOperatorID: row('CCC', text(1, 32)),
  threeDSServerURL: row('RRR', anyUrl(2048)),
  threeDSRequestorID: row('RRR', text(1, 35)),
  threeDSRequestorName: row('RRR', text(1, 40)),
  threeDSRequestorURL: row('RRR', anyUrl(2048)),
} as const

const challengeWishes = codes('01 02 03 04', {
  '2.2.0': '05 06 07 08 09',
  '2.3.1': '10 11 12 13 14',
  ofSchemes: true,
})

const purpose = {
  threeDSRequestorAuthenticationInd: row(
    'RRR',
    codes('01 02 03 04 05 06', { '2.3.1': '07 08 09 10', ofSchemes: true }),
    { when: 'isNo3ri', not: 'is3ri' },
  ),
  threeRIInd: row(
    'RRR',
    codes('01 02 03 04 05', {
      '2.2.0': '06 07 08 09 10 11',
      '2.3.1': '12 13 14 15 16 17 18 19',
      ofSchemes: true,
    }),
    { when: 'is3ri', not: 'isNo3ri' },
  ),
  threeDSRequestorChallengeInd: row('OOO', byVersion(challengeWishes, listOf(challengeWishes, 1, 2))),
  threeDSCompInd: row('RRR', codes('Y N U'), { when: 'isBrowser', not: 'isNoBrowser' }),
  threeDSMethodId: row('--C', uuid, { not: 'isNoBrowser' }),
  notificationURL: row('RRR', httpsUrl(256), { when: 'isBrowser', not: 'isNoBrowser' }),
  threeDSRequestorAuthenticationInfo: row(
    'OOO',
    byVersion(requestorAuthentication, listOf(requestorAuthentication, 1, 3)),
  ),
  threeDSRequestorPriorAuthenticationInfo: row(
    'OOC',
    byVersion(formerAuthentication, listOf(formerAuthentication, 1, 3)),
  ),
} as const

const card = {
  acctNumber: row('RRR', digits(13, 19)),
  cardExpiryDate: row('CCC', pattern(/^[0-9]{2}(?:0[1-9]|1[0-2])$/)),
  acctType: row('OOO', codes('01 02 03', { ofSchemes: true })),
  payTokenInd: row('OOO', onlyTrue),
  payTokenSource: row('-CC', codes('01 02', { ofSchemes: true })),
} as const

const merchant = {
  acquirerBIN: row('CCC', text(1, 11), { when: 'isPayment' }),
  acquirerMerchantID: row('CCC', text(1, 35), { when: 'isPayment' }),
  acquirerCountryCode: row('--R', countryNumber),
  acquirerCountryCodeSource: row('--R', codes('01 02', { ofSchemes: true })),
  mcc: row('CCC', digits(4), { when: 'isPayment' }),
  merchantCountryCode: row('CCC', countryNumber, { when: 'isPayment' }),
  merchantName: row('CCC', text(1, 40), { when: 'isPayment' }),
} as const

const purchase = {
  purchaseAmount: row('CCC', digits(1, 48), { when: 'hasPurchase' }),
  purchaseCurrency: row('CCC', currencyNumber, { when: 'hasPurchase' }),
  purchaseExponent: row('CCC', digits(1), { when: 'hasPurchase' }),
  purchaseDate: row('CCC', moment(14), { when: 'hasPurchase' }),
  transType: row('OOO', codes('01 03 10 11 28'), { not: 'isNoPayment' }),
  purchaseInstalData: row(
    'CCC',
    matching(value => /^[0-9]{1,3}$/.test(value) && Number(value) > 1),
    {
      when: 'isInstalment',
    },
  ),
  recurringExpiry: row('CCC', moment(8), { when: 'isExpiryNeeded' }),
  recurringFrequency: row('CCC', digits(1, 4), { when: 'isFrequencyNeeded' }),
  recurringInd: row(
    '--C',
    objectOf({ amountInd: row('RRR', codes('01 02')), frequencyInd: row('RRR', codes('01 02')) }),
    { when: 'isSeries' },
  ),
  recurringAmount: row('--C', digits(1, 48), { when: 'isFixedAmount' }),
  recurringCurrency: row('--C', currencyNumber, { when: 'isFixedAmount' }),
  recurringExponent: row('--C', digits(1), { when: 'isFixedAmount' }),
  recurringDate: row('--C', moment(8), { when: 'isFixedFrequency' }),
} as const

const ofScript = { when: 'hasScript', not: 'isNoBrowser' } as const
const ofBrowser = { when: 'isBrowser', not: 'isNoBrowser' } as const
/** Parts of one to eight letters and digits, joined by hyphens. */
const languageTag = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/
const tagUpTo = (longest: number) => matching(value => value.length <= longest && languageTag.test(value))

const browser = {
  browserAcceptHeader: row('RRR', text(1, 2048), ofBrowser),
  browserUserAgent: row('RRR', text(1, 2048), ofBrowser),
  browserIP: row('CCC', networkAddress, { not: 'isNoBrowser' }),
  browserJavascriptEnabled: row('-RR', flag, ofBrowser),
  browserJavaEnabled: row('RCC', flag, ofScript),
  browserLanguage: row('RRC', byVersion(tagUpTo(8), tagUpTo(35)), {
    when: 'isLanguageNeeded',
    not: 'isNoBrowser',
  }),
  browserColorDepth: row('RCC', byVersion(codes('1 4 8 15 16 24 32 48'), pattern(/^[1-9][0-9]?$/)), ofScript),
  browserScreenHeight: row('RCC', digits(1, 6), ofScript),
  browserScreenWidth: row('RCC', digits(1, 6), ofScript),
  browserTZ: row('RCC', pattern(/^[+-]?[0-9]{1,4}$/), ofScript),
  acceptLanguage: row('--R', listOf(text(1, 100), 1, 99), ofBrowser),
  deviceId: row('--C', text(1, 64)),
  userId: row('--C', text(1, 64)),
} as const

const telephone = objectOf({ cc: row('RRR', digits(1, 3)), subscriber: row('RRR', digits(1, 15)) })
const stateCode = pattern(/^[A-Za-z0-9]{1,3}$/)

const payer = {
  cardholderName: row('CCC', byVersion(printableAscii(2, 45), text(1, 45))),
  email: row('CCC', email),
  homePhone: row('CCC', telephone),
  mobilePhone: row('CCC', telephone),
  workPhone: row('CCC', telephone),
  billAddrLine1: row('CCC', text(1, 50)),
  billAddrLine2: row('CCC', text(1, 50)),
  billAddrLine3: row('CCC', text(1, 50)),
  billAddrCity: row('CCC', text(1, 50)),
  billAddrPostCode: row('CCC', text(1, 16)),
  billAddrState: row('CCC', stateCode),
  billAddrCountry: row('CCC', countryNumber, { when: 'isBillingStateGiven' }),
  shipAddrLine1: row('CCC', text(1, 50)),
  shipAddrLine2: row('CCC', text(1, 50)),
  shipAddrLine3: row('CCC', text(1, 50)),
  shipAddrCity: row('CCC', text(1, 50)),
  shipAddrPostCode: row('CCC', text(1, 16)),
  shipAddrState: row('CCC', stateCode),
  shipAddrCountry: row('CCC', countryNumber, { when: 'isShippingStateGiven' }),
  addrMatch: row('OOO', codes('Y N')),
  acctInfo: row('OOO', accountInfo),
  merchantRiskIndicator: row('OOO', merchantRisk),
  whiteListStatus: row('-O-', codes('Y N')),
  whiteListStatusSource: row('-O-', codes('01 02 03')),
  trustListStatus: row('--O', codes('Y N')),
  trustListStatusSource: row('--O', codes('01 02 03', { ofSchemes: true })),
  messageExtension: row('CCC', messageExtension),
} as const

export const areqRows = { ...identity, ...purpose, ...card, ...merchant, ...purchase, ...browser, ...payer }
