import type { ConsultedAnswer, ConsultedAsk } from '../../src/operations/model/flow.ts'
import type { AuthenticationResult } from '../../src/threeDSecure/port.ts'
import { referenceOf } from './wireLedger.ts'

/** What left the gateway for issuers and providers and what these said, noted on their lines. */
export class PayerLedger {
  /** What was started at the provider, by its own name for it. */
  readonly started = new Map<string, StartedPayment>()
  readonly #sent = new Map<string, number>()
  /** How often the provider said, of each payment, that it waits for a confirmation. */
  readonly #agreed = new Map<string, number>()
  readonly #words = new Map<string, AuthenticationResult>()

  sent(ask: ConsultedAsk): void {
    const name = `${ask.verb} ${referenceOf(ask.orderId, ask.transactionId)}`
    this.#sent.set(name, (this.#sent.get(name) ?? 0) + 1)
  }

  said(ask: ConsultedAsk, answer: ConsultedAnswer): void {
    const reference = referenceOf(ask.orderId, ask.transactionId)
    if (answer.outcome === 'judged') this.#words.set(reference, answer)
    if (answer.outcome === 'agreed') this.#agreed.set(reference, (this.#agreed.get(reference) ?? 0) + 1)
    if (ask.verb === 'initiate' && answer.outcome === 'started')
      this.started.set(answer.interactionId, { ...ask, interactionId: answer.interactionId })
  }

  /** The provider's name for the payment that a transaction started there. */
  startedFor(reference: string): string {
    for (const { orderId, transactionId, interactionId } of this.started.values())
      if (referenceOf(orderId, transactionId) === reference) return interactionId
    throw new Error(`The provider started nothing for ${reference}`)
  }

  /** The issuer's word about a payer, once it has spoken. */
  wordOn(reference: string): AuthenticationResult | undefined {
    return this.#words.get(reference)
  }

  /** Whatever may be asked only once, and was asked more often. */
  repeated(): readonly string[] {
    return [...this.#sent].filter(([name, count]) => count > this.#mostOf(name)).map(([name]) => name)
  }

  /** A confirmation is sent again where the provider says that it waits for it. */
  #mostOf(name: string): number {
    if (isRepeatable(name)) return Number.POSITIVE_INFINITY
    const [verb, reference = ''] = name.split(' ', 2)
    return 1 + (verb === 'confirm' ? (this.#agreed.get(reference) ?? 0) : 0)
  }

  /** Which payments the provider never decides. */
  undecidedForEver(): ReadonlySet<string> {
    const endless = [...this.started.values()].filter(({ reference }) => reference === endlessReference)
    return new Set(endless.map(({ orderId, transactionId }) => referenceOf(orderId, transactionId)))
  }
}

type StartedPayment = Extract<ConsultedAsk, { verb: 'initiate' }> & { readonly interactionId: string }

/** The provider waits with it for ever. */
export const endlessReference = 'TEST-PENDING'

/** To ask how far a payer has come changes nothing. */
const isRepeatable = (name: string): boolean => name.startsWith('progress ') || name.startsWith('challenge ')
