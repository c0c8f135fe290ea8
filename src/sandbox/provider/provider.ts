import { StoreUnavailable } from '../../platform/errors.ts'
import type {
  PaymentProvider,
  ProviderAnswer,
  ProviderAsk,
  ProviderConfirmAsk,
} from '../../providers/port.ts'
import type { AcquirerBooks } from '../acquirer/books.ts'
import type { InteractionStore } from '../interactions.ts'
import type { PayerVisits } from './desk.ts'
import { createProviderPaymentStore, type StoredProviderPayment } from './providerCase.ts'
import { createPayerVisits } from './providerDesk.ts'
import { createProviderVerbs } from './providerErrands.ts'
import { createPaymentAnswer, neverStarted } from './providerOutcome.ts'
import { paymentStateOf } from './providerStanding.ts'
import { isConfirmationSilent } from './triggers.ts'

export type ProviderSimulatorOptions = {
  readonly shelf: InteractionStore
  /** Those of the acquirer: what the provider carries out can be captured, refunded and voided there. */
  readonly books: AcquirerBooks
  /** Where payers find the provider's page. */
  readonly origin: () => string
  readonly now: () => Date
}

/**
 * A payment provider to rehearse against. A payer decides once; all else follows from that, the reference of
 * the order and the clock, so that asking again never carries anything out twice.
 */
export function createProviderSimulator({
  shelf,
  books,
  origin,
  now,
}: ProviderSimulatorOptions): ProviderSimulator {
  const payments = createProviderPaymentStore(shelf)
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

export type ProviderSimulator = PaymentProvider & { readonly visits: PayerVisits }

const silent: ProviderAnswer = { outcome: 'silent' }

function untilDeadline(deadline: AbortSignal): Promise<void> {
  if (deadline.aborted) return Promise.resolve()
  return new Promise(resolve => {
    deadline.addEventListener('abort', () => resolve(), { once: true })
  })
}
