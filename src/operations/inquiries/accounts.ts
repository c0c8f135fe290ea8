// Operations that belong to no order: BALANCE_INQUIRY, the payment options inquiries and the tokens.

import { type AcquirerAnswer, isReceived, type MerchantOffer } from '../../acquirers/port.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { mergeRecords, recordOf } from '../../contract/kit/records.ts'
import type { BalanceRecord, PaymentOptionsRecord, TokenRecord } from '../../contract/model.ts'
import { balanceInquiry } from '../../contract/operations/account.ts'
import type { Owner } from '../../orders/merchant.ts'
import { type Rejection, rejectionOf } from '../../orders/rejection.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import type { ProviderOffer } from '../../providers/port.ts'
import { cardBrands } from '../../standards/cardBrands.ts'
import { currencies } from '../../standards/currencies.ts'
import { askAcquirer } from '../model/counterparties.ts'
import { askedCard, benefitsOf, presentedBy, verdictOnReading, withoutCard } from '../payments/card.ts'
import { balanceContent, emvContent } from '../record/outcome.ts'
import { type AccountRequest, resolveAccountRequest } from '../requests/resolveReferences.ts'
import { withoutClosed } from '../requests/terminalReadings.ts'
import { type AccountDependencies, shownFunds } from './accountRequest.ts'
import { createToken, deleteToken, retrieveToken, type SavedTokenRecord, saveToken } from './tokens.ts'

/** Inquiries about accounts, and cards stored under tokens. */
export interface Accounts {
  createToken(call: AccountRequest): Promise<TokenRecord | Rejection>
  saveToken(call: AccountRequest, token: string): Promise<SavedTokenRecord | Rejection>
  retrieveToken(owner: Owner, token: string): Promise<TokenRecord | Rejection>
  deleteToken(owner: Owner, token: string): Promise<TokenRecord | Rejection>
  inquireBalance(call: AccountRequest): Promise<BalanceRecord | Rejection>
  paymentOptions(operation: Operation, call: AccountRequest): Promise<PaymentOptionsRecord | Rejection>
}

/** All dependencies but the tokens are those of the pipeline. */
export function createAccounts(dependencies: AccountDependencies): Accounts {
  return {
    createToken: call => createToken(dependencies, call),
    saveToken: (call, token) => saveToken(dependencies, call, token),
    retrieveToken: (owner, token) => retrieveToken(dependencies, owner, token),
    deleteToken: (owner, token) => deleteToken(dependencies, owner, token),
    inquireBalance: call => inquireBalance(dependencies, call),
    paymentOptions: (operation, call) => paymentOptions(dependencies, operation, call),
  }
}

/**
 * No transaction is executed: no money is held or moved, so nothing is recorded before or after the question,
 * and nothing is owed after a silence.
 */
async function inquireBalance(
  dependencies: AccountDependencies,
  call: AccountRequest,
): Promise<BalanceRecord | Rejection> {
  const { owner } = call
  const found = await resolveAccountRequest(dependencies, balanceInquiry, call)
  if ('finding' in found) return rejectionOf(found.finding)
  const { request, used } = found
  const { merchantId } = owner
  const shown = {
    merchant: merchantId,
    ...shownFunds(dependencies.vault, recordOf<BalanceRecord>(withoutClosed(found.whole))),
  }
  const verdict = verdictOnReading(request)
  if (verdict) return { ...shown, result: verdict.result, response: { gatewayCode: verdict.gatewayCode } }
  const card = askedCard(request)
  if (!card) return withoutCard(request)
  const account = { card, ...presentedBy(request), ...benefitsOf(request) }
  const ask = { verb: 'balance', merchantId, currency: request.order.currency, ...account } as const
  const [answer] = await Promise.all([
    askAcquirer(dependencies, ask),
    dependencies.sources.markUsed(owner, used),
  ])
  return mergeRecords<BalanceRecord>({ ...shown, ...balanceAnswered(answer) }, emvContent(answer))
}

function balanceAnswered(answer: AcquirerAnswer): BalanceRecord {
  const gatewayCode = codeOf(answer)
  return {
    result: answeredCodes.has(gatewayCode) ? 'SUCCESS' : 'FAILURE',
    response: { gatewayCode, ...wordsOf(answer) },
    ...(answer.outcome === 'approved' &&
      answer.availableBalance && { availableBalance: balanceContent(answer.availableBalance) }),
  }
}

/** Gateway codes that answer the inquiry: that the balance is unknown is an answer too. */
const answeredCodes: ReadonlySet<GatewayCode> = new Set([
  'BALANCE_AVAILABLE',
  'BALANCE_UNKNOWN',
  'NO_BALANCE',
])

function codeOf(answer: AcquirerAnswer): GatewayCode {
  if (answer.outcome === 'silent') return 'TIMED_OUT'
  if (answer.outcome === 'unsent') return 'ACQUIRER_SYSTEM_ERROR'
  return answer.outcome === 'approved' || answer.outcome === 'declined'
    ? answer.gatewayCode
    : 'BALANCE_UNKNOWN'
}

function wordsOf(answer: AcquirerAnswer): BalanceRecord['response'] {
  if (!isReceived(answer)) return {}
  const { acquirerCode, acquirerMessage } = answer
  return {
    ...(acquirerCode !== '' && { acquirerCode }),
    ...(acquirerMessage !== '' && { acquirerMessage }),
  }
}

/** The operations available to a merchant, and the means of payment of its payers. */
async function paymentOptions(
  dependencies: AccountDependencies,
  operation: Operation,
  call: AccountRequest,
): Promise<PaymentOptionsRecord | Rejection> {
  const found = await resolveAccountRequest(dependencies, operation, call)
  if ('finding' in found) return rejectionOf(found.finding)
  const { merchantId } = call.owner
  const { acquirer, counterparties } = dependencies
  const offer = acquirer.offersTo?.(merchantId) ?? { verbs: acquirer.verbs }
  const kinds = counterparties.provider.offersTo?.(merchantId) ?? []
  return { result: 'SUCCESS', merchant: merchantId, ...optionsIn(offer, kinds) }
}

const allBrands = cardBrands.filter(brand => brand.startsWith('NETWORK_'))

/** The operations AUTHORIZE, PAY and VERIFY, under the names by which they are offered. */
const offered = [
  { supportedPaymentOperation: 'AUTHORIZE', verb: 'authorize' },
  { supportedPaymentOperation: 'PURCHASE', verb: 'pay' },
  { supportedPaymentOperation: 'VERIFY', verb: 'verify' },
] as const

/** What the merchant's acquirers can be asked; an answer shows what its version has a place for. */
function optionsIn(
  { verbs, brands, currencies: taken }: MerchantOffer,
  kinds: readonly ProviderOffer[],
): PaymentOptionsRecord {
  return {
    supportedPaymentOperations: offered
      .filter(({ verb }) => verbs.has(verb))
      .map(({ supportedPaymentOperation }) => ({ supportedPaymentOperation })),
    transactionMode: verbs.has('authorize') ? 'AUTHORIZE_CAPTURE' : 'PURCHASE',
    paymentTypes: {
      card: {
        cardTypes: allBrands.filter(brand => brands?.has(brand) ?? true).map(cardType => ({ cardType })),
        currencies: currencies.filter(one => taken?.has(one) ?? true).map(currency => ({ currency })),
      },
      browserPayment: kinds.map(({ kind: type, displayName }) => ({
        ...(displayName !== undefined && { displayName }),
        type,
      })),
    },
  }
}
