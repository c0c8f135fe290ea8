import { hash } from 'node:crypto'
import type { ReversalOrInquiryAsk } from '../../acquirers/port.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import type {
  PaymentProvider,
  ProviderAnswer,
  ProviderAsk,
  ProviderConfirmAsk,
  ProviderInitiateAsk,
  ProviderProgressAsk,
} from '../../providers/port.ts'
import { answerTo } from '../acquirer/answer.ts'
import { type AcquirerBooks, postingFor } from '../acquirer/books.ts'
import { atOnce } from '../acquirer/decision.ts'
import type { InteractionStore } from '../interactions.ts'
import { createPayerVisits, type PayerVisits } from './payerVisits.ts'
import {
  createProviderPaymentStore,
  type ProviderPaymentState,
  type ProviderPaymentStore,
  paymentStateOf,
  type StoredProviderPayment,
} from './payments.ts'
import { isConfirmationSilent, triggerOfReference } from './triggers.ts'

/**
 * A payment provider to rehearse against. A payer decides once; all else follows from that, the reference of
 * the order and the clock, so that asking again never carries anything out twice.
 */
export function createProviderSimulator({
  interactions,
  books,
  origin,
  now,
}: ProviderSimulatorOptions): ProviderSimulator {
  const payments = createProviderPaymentStore(interactions)
  const nowMs = () => now().getTime()
  const answerFor = createPaymentAnswer(books)
  const currentAnswer = async (known: StoredProviderPayment | undefined) =>
    known ? answerFor(known, paymentStateOf(known, nowMs())) : neverStarted
  const { start, progress, confirm } = createProviderVerbs({
    payments: payments,
    currentAnswer: currentAnswer,
    nowMs,
    origin,
  })

  function answerTo(ask: ProviderAsk): Promise<ProviderAnswer> {
    if (ask.verb === 'progress') return progress(ask)
    return ask.verb === 'confirm' ? confirm(ask) : start(ask)
  }

  async function isSilentAbout({ interactionId, reference }: ProviderConfirmAsk): Promise<boolean> {
    return isConfirmationSilent(reference ?? (await payments.load(interactionId))?.payment.reference)
  }

  return {
    name: 'simulator',
    visits: createPayerVisits({ payments: payments, currentAnswer: currentAnswer, nowMs }),
    async send(ask, deadline) {
      if (deadline.aborted) return silent
      try {
        const answer = await answerTo(ask)
        if (ask.verb === 'confirm' && (await isSilentAbout(ask))) await untilDeadline(deadline)
        return deadline.aborted ? silent : answer
      } catch (error) {
        // Nobody knows whether it was written: as good as a lost connection.
        if (error instanceof StoreUnavailable) return silent
        throw error
      }
    },
  }
}

type ProviderSimulatorOptions = {
  readonly interactions: InteractionStore
  /** Those of the acquirer: what the provider carries out can be captured, refunded and voided there. */
  readonly books: AcquirerBooks
  /** Where payers find the provider's page. */
  readonly origin: () => string
  readonly now: () => Date
}

type ProviderSimulator = PaymentProvider & { readonly visits: PayerVisits }

const silent: ProviderAnswer = { outcome: 'silent' }

function untilDeadline(deadline: AbortSignal): Promise<void> {
  if (deadline.aborted) return Promise.resolve()
  return new Promise(resolve => {
    deadline.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** What the gateway has the provider do; the payer's part is done at the desk. */
function createProviderVerbs({ payments: cases, currentAnswer: tell, nowMs, origin }: ProviderVerbsOptions) {
  return {
    async start({ verb: _, ...payment }: ProviderInitiateAsk): Promise<ProviderAnswer> {
      const interactionId = await cases.start(payment)
      return { outcome: 'started', interactionId, pageUrl: `${origin()}/sandbox/provider/${interactionId}` }
    },

    async progress({ interactionId, isOver }: ProviderProgressAsk): Promise<ProviderAnswer> {
      const known = await cases.load(interactionId)
      if (!isOver || !known || isNeverDecided(known)) return tell(known)
      const atMs = nowMs()
      await cases.decide(interactionId, { act: 'expire', atMs })
      const { amount, currency, isConfirmedAtMerchant } = known.payment
      if (isConfirmedAtMerchant && known.decision?.act === 'approve')
        await cases.confirm(interactionId, { amount, currency, atMs, isWithdrawn: true })
      return tell(await cases.load(interactionId))
    },

    /** What nobody agreed to is refused for good: no payer may agree when the merchant has given up. */
    async confirm(ask: ProviderConfirmAsk): Promise<ProviderAnswer> {
      const { interactionId, amount, currency, reference } = ask
      const atMs = nowMs()
      await cases.decide(interactionId, { act: 'refuse', atMs })
      const known = await cases.load(interactionId)
      if (!known?.payment.isConfirmedAtMerchant || known.decision?.act !== 'approve') return tell(known)
      const confirmation = { amount, currency, atMs, ...(reference !== undefined && { reference }) }
      await cases.confirm(interactionId, confirmation)
      return tell(await cases.load(interactionId))
    },
  }
}

type ProviderVerbsOptions = {
  readonly payments: ProviderPaymentStore
  /** Carries out what is due. */
  readonly currentAnswer: (known: StoredProviderPayment | undefined) => Promise<ProviderAnswer>
  readonly nowMs: () => number
  readonly origin: () => string
}

const isNeverDecided = ({ payment }: StoredProviderPayment): boolean =>
  triggerOfReference(payment.reference) === 'never'

/**
 * Says how a payment stands, as the acquirer would on inquiry. What is approved is in the books before it is
 * told; there it is posted once, however often this is called.
 */
function createPaymentAnswer(books: AcquirerBooks) {
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

const neverStarted: ProviderAnswer = {
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
