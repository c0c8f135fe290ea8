// The authentication request, as a directory server reads it.

import type { SpokenVersion } from '../versions.ts'
import * as part from './areqParts.ts'
import { extensions } from './extensions.ts'
import {
  address,
  anyAddress,
  codes,
  country,
  currency,
  digits,
  instant,
  ipAddress,
  isContent,
  language,
  list,
  mail,
  matching,
  merchantCategory,
  plainText,
  since231,
  text,
  truth,
  uuid,
  type WireMessage,
  words,
} from './forms.ts'
import { type FieldCondition, type FieldRow, messageTable, requiredIf } from './messageTable.ts'

const isBrowser = ({ deviceChannel }: WireMessage) => deviceChannel === '02'
const isRequestorInitiated = ({ deviceChannel }: WireMessage) => deviceChannel === '03'
const isPayment = ({ messageCategory }: WireMessage) => messageCategory === '01'
const hasScript = ({ browserJavascriptEnabled }: WireMessage) => browserJavascriptEnabled === true
const isSeries = ({ threeDSRequestorAuthenticationInd: purpose }: WireMessage) =>
  purpose === '02' || purpose === '03'

const ofBrowser: FieldCondition = message => (isBrowser(message) ? 'required' : 'excluded')
const inBrowser: FieldCondition = message => (isBrowser(message) ? 'allowed' : 'excluded')
const ofPayer: FieldCondition = message => (isRequestorInitiated(message) ? 'excluded' : 'required')
const ofRequestor: FieldCondition = message => (isRequestorInitiated(message) ? 'required' : 'excluded')
const ofPayment = requiredIf(isPayment)
const onPayment: FieldCondition = message => (isPayment(message) ? 'allowed' : 'excluded')

/** Read by a script; before there was a flag for scripts, every browser had to say it. */
const ofScript: FieldCondition = (message, version) => {
  if (!isBrowser(message)) return 'excluded'
  return version === '2.1.0' || hasScript(message) ? 'required' : 'allowed'
}

/** A language can be told without a script, and had to be before 2.3.1. */
const ofLanguage: FieldCondition = (message, version) =>
  isBrowser(message) && version !== '2.3.1' ? 'required' : ofScript(message, version)

const pricedPurposes = {
  earlier: new Set(['02', '03']),
  since231: new Set(['02', '03', '07', '08', '09']),
} as const
const pricedInitiations = new Set(['01', '02', '06', '07', '08', '09', '11'])

const isPriced = (message: WireMessage, version: SpokenVersion): boolean => {
  const { threeDSRequestorAuthenticationInd: purpose, threeRIInd: initiation } = message
  if (isPayment(message)) return true
  const purposes = version === '2.3.1' ? pricedPurposes.since231 : pricedPurposes.earlier
  const isLate = version === '2.3.1' && initiation === '15'
  return purposes.has(String(purpose)) || pricedInitiations.has(String(initiation)) || isLate
}
const ofPrice = requiredIf(isPriced)

const recurring = ({ recurringInd }: WireMessage): WireMessage =>
  isContent(recurringInd) ? recurringInd : {}
const ofFixedAmount = requiredIf(message => isSeries(message) && recurring(message).amountInd === '01')
const ofFixedFrequency = requiredIf((message, version) =>
  version === '2.3.1' ? recurring(message).frequencyInd === '01' : isSeries(message),
)

const wishes = {
  '2.1.0': codes('01 02 03 04'),
  '2.2.0': codes('01 02 03 04 05 06 07 08 09'),
  '2.3.1': list(codes('01 02 03 04 05 06 07 08 09 10 11 12 13 14'), 1, 2),
} as const
const initiations = {
  '2.1.0': codes('01 02 03 04 05'),
  '2.2.0': codes('01 02 03 04 05 06 07 08 09 10 11'),
  '2.3.1': codes('01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19'),
} as const

const identityRows: readonly FieldRow[] = [
  ['messageCategory', codes('01 02'), 'RRR'],
  ['deviceChannel', codes('01 02 03'), 'RRR'],
  ['threeDSServerTransID', uuid, 'RRR'],
  ['threeDSServerRefNumber', text(1, 32), 'RRR'],
  ['threeDSServerOperatorID', text(1, 32), 'CCC'],
  ['threeDSServerURL', address(2_048), 'RRR'],
  ['threeDSRequestorID', text(1, 35), 'RRR'],
  ['threeDSRequestorName', text(1, 40), 'RRR'],
  ['threeDSRequestorURL', anyAddress(2_048), 'RRR'],
  [
    'threeDSRequestorAuthenticationInd',
    since231(codes('01 02 03 04 05 06'), codes('01 02 03 04 05 06 07 08 09 10')),
    ...(['RRR', ofPayer] as const),
  ],
  [
    'threeRIInd',
    (value, at, version) => initiations[version](value, at, version),
    ...(['RRR', ofRequestor] as const),
  ],
  ['threeDSRequestorChallengeInd', (value, at, version) => wishes[version](value, at, version), 'OOO'],
  ['threeDSCompInd', words('Y N U'), 'RRR', ofBrowser],
  ['threeDSMethodId', uuid, '--C', inBrowser],
  ['notificationURL', address(256), 'RRR', ofBrowser],
]

const purchaseRows: readonly FieldRow[] = [
  ['acctNumber', digits(13, 19), 'RRR'],
  ['cardExpiryDate', matching(/^\d\d(?:0[1-9]|1[0-2])$/), 'CCC'],
  ['acctType', codes('01 02 03'), 'OOO'],
  ['acquirerBIN', text(1, 11), 'CCC', ofPayment],
  ['acquirerMerchantID', text(1, 35), 'CCC', ofPayment],
  ['acquirerCountryCode', country, '--R'],
  ['acquirerCountryCodeSource', codes('01 02'), '--R'],
  ['mcc', merchantCategory, 'CCC', ofPayment],
  ['merchantCountryCode', country, 'CCC', ofPayment],
  ['merchantName', text(1, 40), 'CCC', ofPayment],
  ['purchaseAmount', digits(1, 48), 'CCC', ofPrice],
  ['purchaseCurrency', currency, 'CCC', ofPrice],
  ['purchaseExponent', digits(1), 'CCC', ofPrice],
  ['purchaseDate', instant(14), 'CCC', ofPrice],
  ['transType', codes('01 03 10 11 28'), 'CCC', onPayment],
  [
    'purchaseInstalData',
    matching(/^(?:0{0,2}[2-9]|0?[1-9]\d|[1-9]\d\d)$/),
    'CCC',
    requiredIf(
      ({ threeDSRequestorAuthenticationInd, threeRIInd }) =>
        threeDSRequestorAuthenticationInd === '03' || threeRIInd === '02',
    ),
  ],
  [
    'recurringExpiry',
    instant(8),
    'CCC',
    requiredIf((message, version) => version !== '2.3.1' && isSeries(message)),
  ],
  ['recurringFrequency', digits(1, 4), 'CCC', ofFixedFrequency],
  ['recurringInd', part.recurrence, '--C', requiredIf(isSeries)],
  ['recurringAmount', digits(1, 48), '--C', ofFixedAmount],
  ['recurringCurrency', currency, '--C', ofFixedAmount],
  ['recurringExponent', digits(1), '--C', ofFixedAmount],
  ['recurringDate', instant(8), '--C', requiredIf(message => recurring(message).frequencyInd === '01')],
]

const browserRows: readonly FieldRow[] = [
  ['browserAcceptHeader', text(1, 2_048), 'RRR', ofBrowser],
  ['browserUserAgent', text(1, 2_048), 'RRR', ofBrowser],
  ['browserIP', ipAddress, 'CCC', inBrowser],
  ['browserJavascriptEnabled', truth, '-RR', ofBrowser],
  ['browserJavaEnabled', truth, 'RCC', ofScript],
  ['browserLanguage', since231(language(8), language(35)), 'RRC', ofLanguage],
  [
    'browserColorDepth',
    since231(words('1 4 8 15 16 24 32 48'), matching(/^[1-9]\d?$/)),
    ...(['RCC', ofScript] as const),
  ],
  ['browserScreenHeight', digits(1, 6), 'RCC', ofScript],
  ['browserScreenWidth', digits(1, 6), 'RCC', ofScript],
  ['browserTZ', matching(/^[+-]?\d{1,4}$/), 'RCC', ofScript],
  ['acceptLanguage', list(text(1, 100), 1, 99), '--R', ofBrowser],
  ['deviceId', text(1, 64), '--C', inBrowser],
  ['userId', text(1, 64), '--C', inBrowser],
]

const addressRows = (prefix: 'bill' | 'ship'): readonly FieldRow[] => [
  ...['Line1', 'Line2', 'Line3', 'City'].map(name => [`${prefix}Addr${name}`, text(1, 50), 'CCC'] as const),
  [`${prefix}AddrPostCode`, text(1, 16), 'CCC'],
  [`${prefix}AddrState`, matching(/^[A-Za-z0-9]{1,3}$/), 'CCC'],
  [
    `${prefix}AddrCountry`,
    country,
    'CCC',
    requiredIf(message => message[`${prefix}AddrState`] !== undefined),
  ],
]

const payerRows: readonly FieldRow[] = [
  ['cardholderName', since231(plainText(2, 45), text(1, 45)), 'CCC'],
  ['email', mail, 'CCC'],
  ['homePhone', part.phone, 'CCC'],
  ['mobilePhone', part.phone, 'CCC'],
  ['workPhone', part.phone, 'CCC'],
  ...addressRows('bill'),
  ...addressRows('ship'),
  ['addrMatch', words('Y N'), 'OOO'],
  ['acctID', text(1, 64), 'OOO'],
  ['acctInfo', part.accountInfo, 'OOO'],
  ['merchantRiskIndicator', since231(part.merchantRisk.earlier, part.merchantRisk.since231), 'OOO'],
  [
    'threeDSRequestorAuthenticationInfo',
    since231(part.requestorAuthentication, list(part.requestorAuthentication, 1, 3)),
    'OOO',
  ],
  [
    'threeDSRequestorPriorAuthenticationInfo',
    since231(part.priorAuthentication, list(part.priorAuthentication, 1, 3)),
    'OOC',
  ],
  ['threeDSRequestorDecReqInd', words('Y N F B'), '-OO'],
  ['payTokenInd', part.tokenIndicator, 'OOO'],
  ['payTokenSource', codes('01 02'), '-CC', requiredIf(({ payTokenInd }) => payTokenInd === true)],
  ['whiteListStatus', part.trustStatus, '-O-'],
  ['whiteListStatusSource', codes('01 02 03'), '-O-'],
  ['trustListStatus', part.trustStatus, '--O'],
  ['trustListStatusSource', codes('01 02 03'), '--O'],
  ['messageExtension', extensions, 'CCC'],
]

export const authenticationRequestTable = messageTable([
  ...[...identityRows, ...purchaseRows, ...browserRows, ...payerRows],
])
