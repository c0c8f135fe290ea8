import type { AcquirerAnswer } from '../../acquirers/port.ts'
import { type Content, mergeContent } from '../../contract/kit/content.ts'
import { balanceInquiry } from '../../contract/operations/account.ts'
import { type Rejection, rejectionOf } from '../../orders/rejection.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import { askAcquirer } from '../model/askAcquirer.ts'
import { askedCard, verdictOnReading, withoutCard } from '../payments/funds.ts'
import { benefitsOf, presentedBy } from '../payments/presented.ts'
import { balanceContent, emvContent } from '../record/outcome.ts'
import { withoutClosed } from '../requests/opened.ts'
import { type AccountDependencies, type AccountRequest, resolveAccountRequest } from './accountCall.ts'
import { shownFunds } from './shownFunds.ts'

/**
 * No transaction is executed: nothing is held and nothing moves, so nothing is recorded before or after the
 * question, and a silence is forgotten.
 */
export async function inquireBalance(
  parts: AccountDependencies,
  call: AccountRequest,
): Promise<Content | Rejection> {
  const { owner } = call
  const found = await resolveAccountRequest(parts, balanceInquiry, call)
  if ('finding' in found) return rejectionOf(found.finding)
  const { request, used } = found
  const whole = withoutClosed(found.whole)
  const { merchantId } = owner
  const shown = { merchant: merchantId, ...shownFunds(parts.vault, whole.sourceOfFunds) }
  const verdict = verdictOnReading(request)
  if (verdict) return { ...shown, result: verdict.result, response: { gatewayCode: verdict.gatewayCode } }
  const card = askedCard(request)
  if (!card) return withoutCard(request)
  const account = { card, ...presentedBy(request), ...benefitsOf(request) }
  const ask = { verb: 'balance', merchantId, currency: request.order.currency, ...account } as const
  const [answer] = await Promise.all([askAcquirer(parts, ask), parts.sources.markUsed(owner, used)])
  return mergeContent({ ...shown, ...balanceTold(answer) }, emvContent(answer))
}

function balanceTold(answer: AcquirerAnswer): Content {
  const gatewayCode = codeOf(answer)
  return {
    result: told.has(gatewayCode) ? 'SUCCESS' : 'FAILURE',
    response: { gatewayCode, ...wordsOf(answer) },
    ...(answer.outcome === 'approved' &&
      answer.availableBalance && { availableBalance: balanceContent(answer.availableBalance) }),
  }
}

/** That nobody knows the balance is an answer, too. */
const told: ReadonlySet<GatewayCode> = new Set(['BALANCE_AVAILABLE', 'BALANCE_UNKNOWN', 'NO_BALANCE'])

function codeOf(answer: AcquirerAnswer): GatewayCode {
  if (answer.outcome === 'silent') return 'TIMED_OUT'
  return answer.outcome === 'approved' || answer.outcome === 'declined'
    ? answer.gatewayCode
    : 'BALANCE_UNKNOWN'
}

function wordsOf(answer: AcquirerAnswer): Content {
  if (answer.outcome === 'silent') return {}
  const { acquirerCode, acquirerMessage } = answer
  return {
    ...(acquirerCode !== '' && { acquirerCode }),
    ...(acquirerMessage !== '' && { acquirerMessage }),
  }
}
