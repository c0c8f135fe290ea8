import type { ReversalOrInquiryAsk } from '../../acquirers/port.ts'
import { payerAccount } from '../../providerHost/shownPayment.ts'
import { isConfirmationSilent, triggerOfReference } from '../../providerHost/triggers.ts'
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
import { answerOrSilence, silence, silenceUntil } from '../silence.ts'
import { createPayerVisits, type PayerVisits } from './payerVisits.ts'
import {
  createProviderPaymentStore,
  type ProviderPaymentState,
  type ProviderPaymentStore,
  paymentStateOf,
  type StoredProviderPayment,
} from './payments.ts'

/**
 * The provider simulator: a payment provider for sandboxes. A payer decides once. Everything else follows
 * from that decision, the reference of the order (`triggers.ts`) and the clock, so an ask that is repeated
 * never executes anything twice.
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
  const currentAnswer = async (stored: StoredProviderPayment | undefined) =>
    stored ? answerFor(stored, paymentStateOf(stored, nowMs())) : neverStarted
  const { start, progress, confirm } = createProviderVerbs({
    payments,
    currentAnswer,
    nowMs,
    origin,
  })

  function execute(ask: ProviderAsk): Promise<ProviderAnswer> {
    if (ask.verb === 'progress') return progress(ask)
    return ask.verb === 'confirm' ? confirm(ask) : start(ask)
  }

  async function isSilentAbout({ interactionId, reference }: ProviderConfirmAsk): Promise<boolean> {
    return isConfirmationSilent(reference ?? (await payments.load(interactionId))?.payment.reference)
  }

  return {
    name: 'simulator',
    visits: createPayerVisits({ payments, currentAnswer, nowMs }),
    send: (ask, deadline) =>
      answerOrSilence(deadline, async () => {
        const answer = await execute(ask)
        if (ask.verb === 'confirm' && (await isSilentAbout(ask))) return silenceUntil(deadline)
        return deadline.aborted ? silence : answer
      }),
  }
}

type ProviderSimulatorOptions = {
  readonly interactions: InteractionStore
  /** Of the acquirer simulator: what the provider executes can be captured, refunded and voided there. */
  readonly books: AcquirerBooks
  /** Where payers find the provider's page. */
  readonly origin: () => string
  readonly now: () => Date
}

type ProviderSimulator = PaymentProvider & { readonly visits: PayerVisits }

/** The three asks of the gateway. What the payer does is in `payerVisits.ts`. */
function createProviderVerbs({ payments, currentAnswer, nowMs, origin }: ProviderVerbsOptions) {
  return {
    async start({ verb: _, ...payment }: ProviderInitiateAsk): Promise<ProviderAnswer> {
      const interactionId = await payments.start(payment)
      return { outcome: 'started', interactionId, pageUrl: `${origin()}/sandbox/provider/${interactionId}` }
    },

    async progress({ interactionId, isOver }: ProviderProgressAsk): Promise<ProviderAnswer> {
      const stored = await payments.load(interactionId)
      if (!isOver || !stored || isNeverDecided(stored)) return currentAnswer(stored)
      const atMs = nowMs()
      await payments.decide(interactionId, { act: 'expire', atMs })
      const { amount, currency, isConfirmedAtMerchant } = stored.payment
      if (isConfirmedAtMerchant && stored.decision?.act === 'approve')
        await payments.confirm(interactionId, { amount, currency, atMs, isWithdrawn: true })
      return currentAnswer(await payments.load(interactionId))
    },

    /**
     * A payment that the payer has not agreed to is refused finally: after this the payer can no longer
     * agree.
     */
    async confirm(ask: ProviderConfirmAsk): Promise<ProviderAnswer> {
      const { interactionId, amount, currency, reference } = ask
      const atMs = nowMs()
      await payments.decide(interactionId, { act: 'refuse', atMs })
      const stored = await payments.load(interactionId)
      if (!stored?.payment.isConfirmedAtMerchant || stored.decision?.act !== 'approve')
        return currentAnswer(stored)
      const confirmation = { amount, currency, atMs, ...(reference !== undefined && { reference }) }
      await payments.confirm(interactionId, confirmation)
      return currentAnswer(await payments.load(interactionId))
    },
  }
}

type ProviderVerbsOptions = {
  readonly payments: ProviderPaymentStore
  /** What the provider answers now; executes the payment if that is due. */
  readonly currentAnswer: (stored: StoredProviderPayment | undefined) => Promise<ProviderAnswer>
  readonly nowMs: () => number
  readonly origin: () => string
}

const isNeverDecided = ({ payment }: StoredProviderPayment): boolean =>
  triggerOfReference(payment.reference) === 'never'

/**
 * The answer for the state of a payment, as the acquirer would give it to an inquiry. What is approved is
 * posted to the books before it is answered, and posted once, however often this is called.
 */
function createPaymentAnswer(books: AcquirerBooks) {
  return async (stored: StoredProviderPayment, state: ProviderPaymentState): Promise<ProviderAnswer> => {
    const account = accountOf(stored)
    switch (state.state) {
      case 'asking':
        return { outcome: 'undecided', ...account }
      case 'waiting':
        return { outcome: 'undecided', isPayerDone: true, ...account }
      case 'agreed':
        return { outcome: 'agreed', ...account }
      default:
        return { ...(await finalAnswer(books, stored, state)), ...account }
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
  stored: StoredProviderPayment,
  state: FinalState,
): Promise<FinalAnswer> {
  const { gatewayCode, amount, atMs } = state
  const decision = { gatewayCode, amount, delivery: atOnce }
  const ask = inquiryOf(stored, state)
  const posting = postingFor(ask, decision, atMs)
  const posted = posting && (await books.post(posting))
  const answer = answerTo(ask, decision, { posted, at: new Date(atMs) })
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

/** The payer's account with the provider, stored once the payer agreed. */
function accountOf({ payment, decision }: StoredProviderPayment): { readonly accountId?: string } {
  if (decision?.act !== 'approve') return {}
  return { accountId: payerAccount(payment) }
}
