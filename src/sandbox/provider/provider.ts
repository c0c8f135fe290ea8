import { StoreUnavailable } from '../../platform/errors.ts'
import type {
  PaymentProvider,
  ProviderAnswer,
  ProviderAsk,
  ProviderConfirmAsk,
} from '../../providers/port.ts'
import type { Books } from '../acquirer/books.ts'
import type { ProviderDesk } from './desk.ts'
import type { InteractionShelf } from './interactions.ts'
import { type Case, createCases } from './providerCase.ts'
import { createDesk } from './providerDesk.ts'
import { createErrands } from './providerErrands.ts'
import { createConclusion, neverStarted } from './providerOutcome.ts'
import { standingOf } from './providerStanding.ts'
import { isSilent } from './providerTriggers.ts'

export type ProviderSimulatorOptions = {
  readonly shelf: InteractionShelf
  /** Those of the acquirer: what the provider carries out can be captured, refunded and voided there. */
  readonly books: Books
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
  const cases = createCases(shelf)
  const nowMs = () => now().getTime()
  const conclude = createConclusion(books)
  const tell = async (known: Case | undefined) =>
    known ? conclude(known, standingOf(known, nowMs())) : neverStarted
  const { start, progress, confirm } = createErrands({ cases, tell, nowMs, origin })

  function answerTo(ask: ProviderAsk): Promise<ProviderAnswer> {
    if (ask.verb === 'progress') return progress(ask)
    return ask.verb === 'confirm' ? confirm(ask) : start(ask)
  }

  async function isSilentAbout({ interactionId, reference }: ProviderConfirmAsk): Promise<boolean> {
    return isSilent(reference ?? (await cases.load(interactionId))?.payment.reference)
  }

  return {
    name: 'simulator',
    desk: createDesk({ cases, tell, nowMs }),
    async send(ask, deadline) {
      if (deadline.aborted) return silent
      try {
        const answer = await answerTo(ask)
        if (ask.verb === 'confirm' && (await isSilentAbout(ask))) await endOf(deadline)
        return deadline.aborted ? silent : answer
      } catch (error) {
        // Nobody knows whether it was written: as good as a lost connection.
        if (error instanceof StoreUnavailable) return silent
        throw error
      }
    },
  }
}

export type ProviderSimulator = PaymentProvider & { readonly desk: ProviderDesk }

const silent: ProviderAnswer = { outcome: 'silent' }

function endOf(deadline: AbortSignal): Promise<void> {
  if (deadline.aborted) return Promise.resolve()
  return new Promise(resolve => {
    deadline.addEventListener('abort', () => resolve(), { once: true })
  })
}
