/** The issuer's pages, as payers' browsers see them: the emulator's, or those of simulated schemes. */
export interface ChallengePages {
  /** Undefined: there is nothing left to decide. */
  open(challengeRequest: string): Promise<OpenChallenge | undefined>
  /** Where the browser goes from the method frame. */
  methodReturn(methodData: string): string | undefined
}

export type OpenChallenge = {
  /** Where the browser will go: whoever has the browser can go there at once, and say anything. */
  readonly returnAddress?: string
  /** Returns where the browser goes now. */
  decide(outcome: PayerDecision): Promise<string>
}

export type PayerDecision = 'N' | 'R' | 'U' | 'Y' | 'cancelled'
