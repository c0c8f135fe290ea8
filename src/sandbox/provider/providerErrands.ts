import type {
  ProviderAnswer,
  ProviderConfirmAsk,
  ProviderInitiateAsk,
  ProviderProgressAsk,
} from '../../providers/port.ts'
import type { ProviderPaymentStore, StoredProviderPayment } from './providerCase.ts'
import { triggerOfReference } from './triggers.ts'

/** What the gateway has the provider do; the payer's part is done at the desk. */
export function createProviderVerbs({
  payments: cases,
  currentAnswer: tell,
  nowMs,
  origin,
}: ProviderVerbsOptions) {
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

export type ProviderVerbsOptions = {
  readonly payments: ProviderPaymentStore
  /** Carries out what is due. */
  readonly currentAnswer: (known: StoredProviderPayment | undefined) => Promise<ProviderAnswer>
  readonly nowMs: () => number
  readonly origin: () => string
}

const isNeverDecided = ({ payment }: StoredProviderPayment): boolean =>
  triggerOfReference(payment.reference) === 'never'
