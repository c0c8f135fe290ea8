/**
 * What somebody outside the gateway was asked to do with a payer, and what came of it. Issuer and provider of
 * the sandbox keep it, each for its own: it is their memory, and the gateway never looks into it.
 */
export interface InteractionStore {
  /** The first under an id stands: adding another changes nothing. */
  add(interaction: Interaction): Promise<void>
  find(id: string): Promise<FoundInteraction | undefined>
  /** Only one decision is ever taken; false when there is one, or no such interaction. */
  decide(id: string, decision: string): Promise<boolean>
}

export type Interaction = {
  readonly id: string
  readonly kind: 'challenge' | 'payment'
  /** As its owner wrote it down. */
  readonly asked: string
}

export type FoundInteraction = Omit<Interaction, 'id'> & { readonly decision?: string }
