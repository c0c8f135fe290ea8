import { hash } from 'node:crypto'
import type { ReversalOrInquiryAsk } from '../../acquirers/port.ts'
import type { ProviderAnswer } from '../../providers/port.ts'
import { answerTo } from '../acquirer/answer.ts'
import type { AcquirerBooks } from '../acquirer/books.ts'
import { postingFor } from '../acquirer/postings.ts'
import { atOnce } from '../acquirer/ruling.ts'
import type { StoredProviderPayment } from './providerCase.ts'
import type { ProviderPaymentState } from './providerStanding.ts'

/**
 * Says how a payment stands, as the acquirer would on inquiry. What is approved is in the books before it is
 * told; there it is posted once, however often this is called.
 */
export function createPaymentAnswer(books: AcquirerBooks) {
  return async (known: StoredProviderPayment, standing: ProviderPaymentState): Promise<ProviderAnswer> => {
    const account = accountOf(known)
    switch (standing.state) {
      case 'asking':
      case 'waiting':
        return { outcome: 'undecided', ...account }
      case 'agreed':
        return { outcome: 'agreed', ...account }
      default:
        return { ...(await finalAnswer(books, known, standing)), ...account }
    }
  }
}

export const neverStarted: ProviderAnswer = {
  outcome: 'declined',
  gatewayCode: 'DECLINED',
  acquirerCode: '25',
  acquirerMessage: 'NO SUCH ORIGINAL',
}

type FinalState = Extract<ProviderPaymentState, { readonly state: 'approved' | 'declined' }>
type FinalAnswer = Extract<ProviderAnswer, { readonly outcome: 'approved' | 'declined' }>

async function finalAnswer(
  books: AcquirerBooks,
  known: StoredProviderPayment,
  standing: FinalState,
): Promise<FinalAnswer> {
  const { gatewayCode, amount, atMs } = standing
  const ruling = { gatewayCode, amount, delivery: atOnce }
  const ask = inquiryOf(known, standing)
  const posting = postingFor(ask, ruling, atMs)
  const posted = posting && (await books.post(posting))
  const answer = answerTo(ask, ruling, { posted, at: new Date(atMs) })
  switch (answer.outcome) {
    case 'approved': {
      const { outcome, authorizationCode, receipt, acquirer, authorizationResponse } = answer
      const approval = { authorizationCode, receipt, acquirer, authorizationResponse }
      return { outcome, amount: answer.amount, ...approval, ...detailsOf(answer) }
    }
    case 'declined':
      return { outcome: answer.outcome, ...detailsOf(answer) }
    default:
      throw new Error('A payment that was decided is approved or declined')
  }
}

function detailsOf({ gatewayCode, acquirerCode, acquirerMessage }: Omit<FinalAnswer, 'outcome'>) {
  return { gatewayCode, acquirerCode, acquirerMessage }
}

function inquiryOf({ payment }: StoredProviderPayment, { amount, atMs }: FinalState): ReversalOrInquiryAsk {
  const { merchantId, orderId, transactionId, currency, operation } = payment
  const type = operation === 'PAY' ? 'PAYMENT' : 'AUTHORIZATION'
  return {
    verb: 'inquire',
    merchantId,
    orderId,
    transactionId,
    amount,
    currency,
    original: { transactionId, type, amount, startedAtMs: atMs },
    repeat: 0,
  }
}

/** The payer's account with the provider, known once the payer agreed. */
function accountOf({ payment, decision }: StoredProviderPayment): { readonly accountId?: string } {
  if (decision?.act !== 'approve') return {}
  const owner = emailIn(payment.particulars) ?? `${payment.merchantId}\n${payment.orderId}`
  return { accountId: `PAYER-${hash('sha256', owner, 'hex').slice(0, 9).toUpperCase()}` }
}

function emailIn(particulars: object): string | undefined {
  const customer = 'customer' in particulars ? particulars.customer : undefined
  if (typeof customer !== 'object' || customer === null || !('email' in customer)) return undefined
  return typeof customer.email === 'string' ? customer.email.toLowerCase() : undefined
}
