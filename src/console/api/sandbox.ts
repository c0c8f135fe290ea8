// Calls of the sandbox corner: test cards, and a payment for each outcome that a card can have.

import { merchantCall } from './call.ts'

export type SandboxCards = {
  /** Any test number with this expiry date ends so. */
  readonly outcomes: readonly { readonly expiry: string; readonly gatewayCode: string }[]
  readonly numbers: readonly { readonly number: string; readonly brand: string }[]
}

/** The newest run on this node; without payments where there was none. */
export type OutcomeRun = {
  readonly isRunning: boolean
  readonly total: number
  readonly payments: readonly MadePayment[]
}

export type MadePayment = {
  readonly wanted: string
  readonly orderId: string
  /** Absent where it was refused. */
  readonly result?: string
  readonly gatewayCode?: string
  readonly refused?: string
}

export const sandboxCalls = {
  sandboxCards: merchantCall<SandboxCards>()('sandbox.use', {}),
  /** Begins unless one runs for this merchant; ask for its progress. */
  makeEachOutcome: merchantCall<OutcomeRun>()('sandbox.use', {}),
  eachOutcome: merchantCall<OutcomeRun>()('sandbox.use', {}),
}
