/**
 * Where the 3-D Secure simulator and the provider simulator store what they were asked to do with a payer,
 * and what the payer decided. It is the counterparties' own storage: the gateway never reads it.
 */
export interface InteractionStore {
  /** The first under an id counts: adding another changes nothing. */
  add(interaction: Interaction): Promise<void>
  find(id: string): Promise<FoundInteraction | undefined>
  /** The first decision counts; false when there is one already, or no such interaction. */
  decide(id: string, decision: string): Promise<boolean>
}

export type Interaction = {
  readonly id: string
  readonly kind: 'challenge' | 'payment'
  /** JSON, in the form of the simulator that stores it. */
  readonly asked: string
}

export type FoundInteraction = Omit<Interaction, 'id'> & { readonly decision?: string }
