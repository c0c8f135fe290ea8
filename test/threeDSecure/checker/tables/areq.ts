import * as form from '../forms.ts'
import { onChannels, requiredIf, row } from '../rows.ts'
import { isPayment, nestedIn, type Seen, textIn } from '../seen.ts'
import type { Row } from '../shapes.ts'
import { messageExtension } from './extension.ts'
import { addressRows, contactRows } from './payer.ts'
import { accountInfo, authenticationInfo, priorAuthenticationInfo, riskIndicator } from './requestor.ts'

const { array, codes, digits, text } = form

const ofPayment = requiredIf(isPayment)
const has = (name: string, ...values: readonly string[]) => {
  const wanted = new Set(values)
  return ({ message }: Seen) => wanted.has(textIn(message, name) ?? '')
}

/** What is bought is told of payments, and of non-payments that prepare payments. */
const ofPurchase = requiredIf(seen => {
  const isRecent = seen.version === '2.3.1'
  const byRequestor = ['02', '03', ...(isRecent ? ['07', '08', '09'] : [])]
  const withoutPayer = ['01', '02', '06', '07', '08', '09', '11', ...(isRecent ? ['15'] : [])]
  return (
    isPayment(seen) ||
    has('threeDSRequestorAuthenticationInd', ...byRequestor)(seen) ||
    has('threeRIInd', ...withoutPayer)(seen)
  )
})

const ofSeries = has('threeDSRequestorAuthenticationInd', '02', '03')
const recurring = ({ message }: Seen) => nestedIn(message, 'recurringInd')
const ofFixedAmount = requiredIf(seen => textIn(recurring(seen), 'amountInd') === '01')
const ofFixedFrequency = requiredIf(seen => textIn(recurring(seen), 'frequencyInd') === '01')

/** Browsers without scripts cannot tell these. */
const ofScripts = requiredIf(({ message }) => message.browserJavascriptEnabled === true)

const heads: readonly Row[] = [
  row('messageType', 'RRR', form.oneOf('AReq')),
  row('messageVersion', 'RRR', form.protocolVersion),
  row('messageCategory', 'RRR', codes('01-02 80-99')),
  row('deviceChannel', 'RRR', codes('01-03')),
  row('threeDSServerTransID', 'RRR', form.uuid),
  row('threeDSServerRefNumber', 'RRR', text(1, 32)),
  row('threeDSServerOperatorID', 'CCC', text(1, 32)),
  row('threeDSServerURL', 'RRR', form.address(2048, 'any')),
  row('threeDSRequestorID', 'RRR', text(1, 35)),
  row('threeDSRequestorName', 'RRR', text(1, 40)),
  row('threeDSRequestorURL', 'RRR', form.address(2048, 'any')),
  ...onChannels(
    ['01', '02'],
    row('threeDSRequestorAuthenticationInd', 'RRR', [codes('01-06'), codes('01-06'), codes('01-10')]),
  ),
  ...onChannels(['03'], row('threeRIInd', 'RRR', [codes('01-05'), codes('01-11'), codes('01-19')])),
  row('threeDSRequestorChallengeInd', 'OOO', [codes('01-04'), codes('01-09'), array(codes('01-14'), 1, 2)]),
  row('threeDSRequestorDecReqInd', '-OO', [form.any, form.oneOf('Y', 'N'), form.oneOf('Y', 'N', 'F', 'B')]),
  row('threeDSRequestorSpcSupport', '--O', form.oneOf('Y')),
  ...onChannels(
    ['02'],
    row('threeDSCompInd', 'RRR', form.oneOf('Y', 'N', 'U')),
    row('threeDSMethodId', '--C', form.uuid),
    row('notificationURL', 'RRR', form.address(256, 'https')),
  ),
]

const purchase: readonly Row[] = [
  row('acctNumber', 'RRR', digits(13, 19)),
  row('cardExpiryDate', 'CCC', form.expiry),
  row('acctType', 'OOO', codes('01-03')),
  row('acquirerBIN', 'CCC', text(1, 11), ofPayment),
  row('acquirerMerchantID', 'CCC', text(1, 35), ofPayment),
  row('acquirerCountryCode', '--R', form.country),
  row('acquirerCountryCodeSource', '--R', codes('01-02')),
  row('mcc', 'CCC', digits(4, 4), ofPayment),
  row('merchantCountryCode', 'CCC', form.country, ofPayment),
  row('merchantName', 'CCC', text(1, 40), ofPayment),
  row('purchaseAmount', 'CCC', digits(1, 48), ofPurchase),
  row('purchaseCurrency', 'CCC', form.currency, ofPurchase),
  row('purchaseExponent', 'CCC', digits(1, 1), ofPurchase),
  row('purchaseDate', 'CCC', form.moment(14), ofPurchase),
  row('transType', 'CCC', form.listed('01', '03', '10', '11', '28'), ({ message }) =>
    message.messageCategory === '02' ? 'excluded' : 'optional',
  ),
  row(
    'purchaseInstalData',
    'CCC',
    form.manyOf(3),
    requiredIf(seen => has('threeDSRequestorAuthenticationInd', '03')(seen) || has('threeRIInd', '02')(seen)),
  ),
  row(
    'recurringExpiry',
    'CCC',
    form.moment(8),
    requiredIf(seen => seen.version !== '2.3.1' && ofSeries(seen)),
  ),
  row('recurringFrequency', 'CCC', digits(1, 4), seen =>
    seen.version === '2.3.1' ? ofFixedFrequency(seen) : requiredIf(ofSeries)(seen),
  ),
  row(
    'recurringInd',
    '--C',
    form.object(row('amountInd', 'RRR', codes('01-02')), row('frequencyInd', 'RRR', codes('01-02'))),
    requiredIf(ofSeries),
  ),
  row('recurringAmount', '--C', digits(1, 48), ofFixedAmount),
  row('recurringCurrency', '--C', form.currency, ofFixedAmount),
  row('recurringExponent', '--C', digits(1, 1), ofFixedAmount),
  row('recurringDate', '--C', form.moment(8), ofFixedFrequency),
]

const browser: readonly Row[] = onChannels(
  ['02'],
  row('browserAcceptHeader', 'RRR', text(1, 2048)),
  row('browserUserAgent', 'RRR', text(1, 2048)),
  row('browserIP', 'CCC', form.ip),
  row('browserJavascriptEnabled', '-RR', form.boolean),
  row('browserJavaEnabled', 'RCC', form.boolean, ofScripts),
  row('browserLanguage', 'RRC', [form.language(8), form.language(8), form.language(35)], ofScripts),
  row('browserColorDepth', 'RCC', [form.colourDepth, form.colourDepth, form.anyColourDepth], ofScripts),
  row('browserScreenHeight', 'RCC', digits(1, 6), ofScripts),
  row('browserScreenWidth', 'RCC', digits(1, 6), ofScripts),
  row('browserTZ', 'RCC', form.timeZone, ofScripts),
  row('acceptLanguage', '--R', array(text(1, 100), 1, 99)),
)

const tokens: readonly Row[] = [
  row('payTokenInd', 'OOO', form.onlyTrue),
  row('payTokenSource', '-CC', codes('01-02')),
  row('payTokenInfo', '--O', form.any),
  row('whiteListStatus', '-O-', form.oneOf('Y', 'N')),
  row('whiteListStatusSource', '-O-', codes('01-03')),
  row('trustListStatus', '--O', form.oneOf('Y', 'N')),
  row('trustListStatusSource', '--O', codes('01-03')),
]

/** Allowed, and not judged beyond that. */
const rarelySent: readonly Row[] = [
  row('acctID', 'OOO', text(1, 64)),
  row('taxId', '--O', text(1, 45)),
  row('deviceId', '--C', text(1, 64)),
  row('userId', '--C', text(1, 64)),
  ...['sellerInfo', 'multiTransaction', 'broadInfo', 'cardSecurityCode', 'cardSecurityCodeStatus'].map(name =>
    row(name, '--O', form.any),
  ),
  ...['cardSecurityCodeStatusSource', 'deviceBindingStatus', 'deviceBindingStatusSource'].map(name =>
    row(name, '--O', form.any),
  ),
  ...['payeeOrigin', 'spcIncompInd'].map(name => row(name, '--O', form.any)),
]

/** The directory server adds these on the way to the issuer: a server that sends them is mistaken. */
const neverSent: readonly Row[] = [
  ...['dsReferenceNumber', 'dsTransID', 'dsURL', 'deviceInfo', 'threeDSReqAuthMethodInd'].map(name =>
    row(name, 'XXX', form.any),
  ),
]

export const areq: readonly Row[] = [
  ...heads,
  ...purchase,
  ...browser,
  ...contactRows,
  ...addressRows,
  row('acctInfo', 'OOO', accountInfo),
  row('merchantRiskIndicator', 'OOO', riskIndicator),
  row('threeDSRequestorAuthenticationInfo', 'OOO', [
    authenticationInfo,
    authenticationInfo,
    array(authenticationInfo, 1, 3),
  ]),
  row('threeDSRequestorPriorAuthenticationInfo', 'OOC', [
    priorAuthenticationInfo,
    priorAuthenticationInfo,
    array(priorAuthenticationInfo, 1, 3),
  ]),
  ...tokens,
  messageExtension,
  ...rarelySent,
  ...neverSent,
]
