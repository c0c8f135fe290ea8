// Calls of the sandbox corner: test cards, a payment for each outcome that a card can have, scripts, clock,
// books.

import { cardNumber, dateTime, digits, integer, text } from '../../contract/kit/scalars.ts'
import { group, list, optional, required } from '../../contract/kit/vocabulary.ts'
import { gatewayCall, merchantCall } from './call.ts'

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

/** What a script can say, as the sandbox declares it. */
export type ScriptVocabulary = {
  readonly answers: readonly {
    readonly answer: string
    /** The codes that go with it. */
    readonly gatewayCodes: readonly string[]
    /** What else it takes. */
    readonly fields: readonly ('amount' | 'delayMs')[]
  }[]
  readonly answersMax: number
  readonly delayMsMax: number
}

export type ShownAnswer = {
  readonly answer: string
  readonly gatewayCode?: string
  readonly amount?: string
  readonly delayMs?: number
}

/** Of this node: scripts are kept by the node that was told. */
export type SandboxScripts = {
  readonly vocabulary: ScriptVocabulary
  readonly scripts: readonly ShownScript[]
  /** Newest first. */
  readonly used: readonly UsedAnswer[]
}

export type ShownScript = {
  readonly id: number
  /** Whether it is in force for every merchant: then only operators remove it. */
  readonly isForAll: boolean
  readonly orderId?: string
  /** Masked. */
  readonly cardNumber?: string
  readonly answers: readonly ShownAnswer[]
}

export type UsedAnswer = {
  readonly scriptId: number
  /** By the sandbox's clock. */
  readonly at: string
  readonly answer: ShownAnswer
  readonly asked: string
  readonly orderId?: string
  readonly transactionId?: string
  /** Answers of the script that were left then. */
  readonly left: number
}

export type SandboxTime = {
  readonly now: string
  /** How far it is ahead of the real time. */
  readonly aheadMs: number
}

/** The newest orders in the books of the simulated acquirer, transaction by transaction. */
export type SandboxBooks = { readonly rows: readonly ShownBookRow[]; readonly next?: string }

/** One transaction, as the gateway has it and as the books have it. */
export type ShownBookRow = {
  readonly orderId: string
  readonly transactionId: string
  readonly gateway?: ShownGatewaySide
  readonly books: readonly ShownBookSide[]
  readonly difference?: { readonly type: string; readonly explanation: string }
}

export type ShownGatewaySide = {
  readonly type: string
  readonly result: string
  readonly amount: string
  readonly currency: string
}

export type ShownBookSide = {
  readonly kind: string
  readonly state: string
  readonly amount: string
  readonly currency: string
}

export type SandboxDifferences = {
  readonly orders: number
  readonly rows: readonly ShownBookRow[]
  /** Whether all that differ are listed. */
  readonly isWhole: boolean
}

const answer = group({
  answer: required(text(1, 20), 'What the acquirer does.'),
  gatewayCode: optional(text(1, 60), 'With which code.'),
  amount: optional(text(1, 15), 'How much of it is approved.'),
  delayMs: optional(integer(0, Number.MAX_SAFE_INTEGER), 'After how many milliseconds.'),
})

const step = (max: number, doc: string) => optional(integer(1, max), doc)

export const sandboxCalls = {
  sandboxCards: merchantCall<SandboxCards>()('sandbox.use', {}),
  /** Begins unless one runs for this merchant; ask for its progress. */
  makeEachOutcome: merchantCall<OutcomeRun>()('sandbox.use', {}),
  eachOutcome: merchantCall<OutcomeRun>()('sandbox.use', {}),
  sandboxScripts: merchantCall<SandboxScripts>()('sandbox.use', {}),
  addSandboxScript: merchantCall<SandboxScripts>()('sandbox.use', {
    orderId: optional(text(1, 40), 'Only for this order.'),
    cardNumber: optional(cardNumber, 'Only for this card.', { secret: 'number' }),
    answers: required(list(answer, 1_000), 'Each is used once, in order.'),
  }),
  removeSandboxScript: merchantCall<SandboxScripts>()('sandbox.use', {
    id: required(integer(1, Number.MAX_SAFE_INTEGER), 'The script.'),
  }),
  sandboxBooks: merchantCall<SandboxBooks>()('sandbox.use', {
    after: optional(digits(1, 15), 'Where a page before ended.'),
    limit: optional(integer(1, 100), 'How many orders; 25 if it is not given.'),
  }),
  /** Of all orders of the merchant. */
  sandboxDifferences: merchantCall<SandboxDifferences>()('sandbox.use', {}),
  sandboxClock: merchantCall<SandboxTime>()('sandbox.use', {}),
  /** For all merchants; done when everything that fell due is done. */
  moveSandboxClock: gatewayCall<SandboxTime>()('gateway.change', {
    months: step(600, 'By how many months.'),
    days: step(18_300, 'By how many days.'),
    hours: step(100_000, 'By how many hours.'),
    minutes: step(100_000, 'By how many minutes.'),
    to: optional(dateTime, 'To this moment.'),
  }),
}
