// An authentication request, from what a merchant sent and how a directory server knows the merchant.

import { numberOfCountry } from '../../standards/countries.ts'
import { currencyExponent, numberOfCurrency } from '../../standards/currencies.ts'
import type { PayerAuthenticationAsk, PayerQuestion } from '../port.ts'
import { fitContent, lackingOf } from './codec.ts'
import type { MessageContent } from './messages/catalogue.ts'
import { addressesOf } from './request/address.ts'
import { browserOf } from './request/browser.ts'
import { riskOf, transactionTypeOf } from './request/goods.ts'
import { cutTo, type Particulars, readParticulars } from './request/particulars.ts'
import { cardholderNameOf, payerOf } from './request/payer.ts'
import { aimOf } from './request/series.ts'
import { wishOf } from './request/wish.ts'
import type { DirectoryServer, MerchantAtDirectoryServer, ProtocolVersion } from './settings.ts'

export type RequestFacts = {
  readonly version: ProtocolVersion
  readonly ask: Omit<PayerAuthenticationAsk, 'verb' | 'merchantId' | 'orderId' | 'transactionId' | 'cell'>
  readonly merchant: MerchantAtDirectoryServer
  readonly directoryServer: Pick<DirectoryServer, 'operatorId' | 'results'>
  readonly server: { readonly referenceNumber: string }
  readonly nowMs: number
}

/** What an AReq says, or which fields of the API this version cannot do without. */
export type ComposedRequest =
  | { readonly content: MessageContent<'AReq'> }
  | { readonly lacks: readonly string[] }

/** Optional values that a directory server would refuse are left out. */
export function areqOf(facts: RequestFacts): ComposedRequest {
  const { version, ask, merchant } = facts
  const given = readParticulars(ask.particulars)
  const is3ri = isWithoutPayer(ask)
  if (isUnspoken(version, ask)) return { lacks: ['authentication.channel'] }
  const content: MessageContent<'AReq'> = {
    ...partiesOf(facts, is3ri),
    threeDSRequestorChallengeInd: wishOf(version, given, is3ri),
    threeDSRequestorPriorAuthenticationInfo: formerOf(facts),
    acctNumber: ask.cardNumber,
    cardExpiryDate: expiryOf(ask.expiry),
    cardholderName: cardholderNameOf(version, ask.cardholderName),
    ...aimOf({ version, purpose: ask.purpose, is3ri, amount: ask.amount, currency: ask.currency }, given),
    ...(isPayment(ask) && { ...merchantOf(merchant, given), ...purchaseOf(facts, given) }),
    ...(version === '2.3.1' && {
      acquirerCountryCode: numberOfCountry(merchant.acquirerCountry),
      acquirerCountryCodeSource: '01',
    }),
    ...(!is3ri && {
      ...methodOf(version, ask),
      notificationURL: ask.challengeCallback,
      ...browserOf(version, given),
    }),
    ...payerOf(given),
    ...addressesOf(given),
    merchantRiskIndicator: riskOf(given, ask.currency),
  }
  const { content: fitting, lacks } = fitContent('AReq', version, content)
  return lacks.length === 0 ? { content: fitting } : { lacks: lacks.map(name => namesOfApi[name] ?? name) }
}

/** The first field that the merchant can add or change, for want of which nothing could be sent. */
export function fieldLacking(
  version: ProtocolVersion,
  { channel, purpose, particulars }: PayerQuestion,
): string | undefined {
  if (isUnspoken(version, { channel, purpose })) return 'authentication.channel'
  if (isWithoutPayer({ channel })) return undefined
  const browser = { deviceChannel: '02', ...browserOf(version, readParticulars(particulars)) }
  const [name = ''] = lackingOf('AReq', version, browser, namesOfBrowser)
  return namesOfApi[name]
}

const isWithoutPayer = ({ channel }: { readonly channel: string }) => channel === 'MERCHANT_REQUESTED'

/** Apps have messages of their own; before 2.2.0 no payment is authenticated without the payer. */
const isUnspoken = (version: ProtocolVersion, asked: Pick<PayerQuestion, 'channel' | 'purpose'>): boolean =>
  asked.channel === 'PAYER_APP' || (version === '2.1.0' && isWithoutPayer(asked) && isPayment(asked))

const isPayment = ({ purpose }: { readonly purpose: string }) => purpose === 'PAYMENT_TRANSACTION'

function partiesOf({ ask, merchant, directoryServer, server }: RequestFacts, is3ri: boolean) {
  return {
    messageCategory: isPayment(ask) ? '01' : '02',
    deviceChannel: is3ri ? '03' : '02',
    threeDSServerTransID: ask.serverTransactionId,
    threeDSServerRefNumber: server.referenceNumber,
    threeDSServerOperatorID: directoryServer.operatorId,
    threeDSServerURL: directoryServer.results.address,
    threeDSRequestorID: merchant.requestorId,
    threeDSRequestorName: merchant.requestorName,
    threeDSRequestorURL: merchant.requestorUrl,
    // One scheme wants them whatever is authenticated.
    acquirerBIN: merchant.acquirerBin,
    acquirerMerchantID: merchant.acquirerMerchantId,
  }
}

/** From 2.3.1 on, an earlier look at the browser may stand for one that did not finish. */
function methodOf(version: ProtocolVersion, ask: RequestFacts['ask']) {
  const { methodCompletion, earlierMethodRun } = ask
  return version === '2.3.1' && methodCompletion === 'N' && earlierMethodRun !== undefined
    ? { threeDSCompInd: 'Y', threeDSMethodId: earlierMethodRun }
    : { threeDSCompInd: methodCompletion }
}

function formerOf({ version, ask: { prior } }: RequestFacts) {
  if (prior === undefined) return undefined
  const former = {
    threeDSReqPriorRef: prior.acsTransactionId,
    threeDSReqPriorAuthMethod: prior.wasChallenged ? '02' : '01',
    threeDSReqPriorAuthTimestamp: momentOf(prior.atMs).slice(0, 12),
  }
  return version === '2.3.1' ? [{ ...former, threeDSReqPriorDsTransId: prior.dsTransactionId }] : former
}

/** The merchant as the payer's statement will have it: the authorization says the same. */
function merchantOf(merchant: MerchantAtDirectoryServer, given: Particulars) {
  return {
    mcc: categoryOf(given.text('order.merchantCategoryCode')) ?? merchant.category,
    merchantCountryCode: numberOfCountry(merchant.country),
    merchantName: cutTo(40, given.text('order.statementDescriptor.name') ?? merchant.name),
  }
}

/** The lowest category of ISO 18245 is 0742: what is below would cost the authentication (306). */
const categoryOf = (code: string | undefined): string | undefined =>
  code !== undefined && code >= '0700' ? code : undefined

function purchaseOf({ ask, nowMs }: RequestFacts, given: Particulars) {
  const exponent = currencyExponent(ask.currency)
  return {
    purchaseAmount: String(ask.amount),
    purchaseCurrency: numberOfCurrency(ask.currency),
    purchaseExponent: exponent === undefined ? undefined : String(exponent),
    purchaseDate: momentOf(nowMs),
    transType: transactionTypeOf(given),
  }
}

const expiryOf = (expiry: { readonly month: number; readonly year: number } | undefined) =>
  expiry && String(expiry.year % 100).padStart(2, '0') + String(expiry.month).padStart(2, '0')

/** `YYYYMMDDHHMMSS` of universal time. */
const momentOf = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .replace(/[^0-9]/g, '')
    .slice(0, 14)

const browserNames = {
  browserAcceptHeader: 'device.browserDetails.acceptHeaders',
  browserUserAgent: 'device.browser',
  browserLanguage: 'device.browserDetails.language',
  acceptLanguage: 'device.browserDetails.acceptLanguage',
  browserJavaEnabled: 'device.browserDetails.javaEnabled',
  browserColorDepth: 'device.browserDetails.colorDepth',
  browserScreenHeight: 'device.browserDetails.screenHeight',
  browserScreenWidth: 'device.browserDetails.screenWidth',
  browserTZ: 'device.browserDetails.timeZone',
}
const namesOfBrowser: ReadonlySet<string> = new Set(Object.keys(browserNames))

/** What a merchant can add or change when a request lacks it. */
const namesOfApi: Readonly<Record<string, string>> = {
  ...browserNames,
  acctNumber: 'sourceOfFunds.provided.card.number',
  deviceChannel: 'authentication.channel',
}
