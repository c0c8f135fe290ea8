/** What an issuer keeps about a payer who is to be asked: what was asked for, and what was decided. */
export interface InteractionShelf {
  /** One that is there already stays as it is. */
  add(interaction: {
    readonly id: string
    readonly kind: 'challenge' | 'payment'
    readonly asked: string
  }): Promise<void>
  find(id: string): Promise<
    | {
        readonly asked: string
        readonly kind: 'challenge' | 'payment'
        readonly decision?: string
      }
    | undefined
  >
  /** False when it was decided before, which then stands. */
  decide(id: string, decision: string): Promise<boolean>
}
