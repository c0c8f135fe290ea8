// What can differ between the gateway and a host, and what it means.

import type { BusinessDate } from './businessDate.ts'
import type { GatewayMovement, MovementIdentity, MovementKind } from './movements.ts'
import type { ReconciliationExchange } from './port.ts'
import type { TotalsByCurrency, TotalsDifference } from './totals.ts'

export const differenceExplanations = {
  MISSING_AT_HOST:
    'The host approved it on this date, and its file does not have it. Near the end of a date it may be in ' +
    'the file of the next.',
  MISSING_AT_GATEWAY: 'The file has it, and the gateway knows of no such transaction.',
  OTHER_AMOUNT: 'The amounts differ.',
  OTHER_CURRENCY: 'The currencies differ.',
  OTHER_TYPE: 'One has it as a debit, the other as a credit.',
  OTHER_DATE: 'Both have it, on different dates: it was near the end of one.',
  TWICE_AT_HOST: 'The file has it more than once.',
  REVERSED_AT_HOST_ONLY: 'It stands at the gateway, and the file has it reversed.',
  NOT_REVERSED_AT_HOST: 'It failed or was voided at the gateway, and still stands in the file.',
  STILL_OPEN:
    'The gateway does not know yet what came of it, or still owes the host a reversal or an advice.',
} as const
export type DifferenceType = keyof typeof differenceExplanations

/** What to do about it. */
export const differenceAdvice: { readonly [type in DifferenceType]: string } = {
  MISSING_AT_HOST:
    'Look for it in the file of the next date; if it is not there either, claim it from the acquirer.',
  MISSING_AT_GATEWAY:
    'Ask the acquirer who sent it: nobody here knows of it, so a payer may have been charged for nothing.',
  OTHER_AMOUNT: 'Have the acquirer correct it: the amount of the gateway is the one that the host approved.',
  OTHER_CURRENCY:
    'Have the acquirer correct it: the currency of the gateway is the one that the host approved.',
  OTHER_TYPE: 'Have the acquirer correct it: money went the wrong way.',
  OTHER_DATE: 'Nothing, if no other difference is left: it is settled with the date of the file.',
  TWICE_AT_HOST: 'Have the acquirer take one of them back: it moved money twice.',
  REVERSED_AT_HOST_ONLY: 'Ask the acquirer why: the merchant was told that it stands.',
  NOT_REVERSED_AT_HOST:
    'Look for its reversal in the file of the next date; if it is not there either, have the acquirer ' +
    'reverse it: the merchant was told that no money moved.',
  STILL_OPEN: 'Compare again when recovery has settled it; tollgate explain tells how far it is.',
}

/** One transaction that is not the same on both sides. */
export type LinkDifference = {
  readonly type: DifferenceType
  readonly explanation: string
  readonly advice: string
  readonly identity: MovementIdentity
  readonly gateway?: Pick<
    GatewayMovement,
    'merchantId' | 'orderId' | 'transactionId' | 'type' | 'state' | 'amount' | 'currency' | 'date' | 'owed'
  >
  readonly file?: DifferentLine
}

/** A line of the clearing file. */
export type DifferentLine = {
  readonly line: number
  readonly kind: MovementKind
  readonly amount: bigint
  readonly currency: string
  readonly date?: BusinessDate
}

export const totalsExplanations = {
  OTHER_TOTALS:
    'The host has other totals. Its clearing file (--file) tells which transactions; without one, ask the ' +
    'acquirer for them with the totals above.',
  ONLY_REVERSED:
    'The host counts payments that it booked and reversed before their answers arrived here; the gateway ' +
    'counts neither. No money is missing.',
  CHANGED_SINCE:
    'The totals have changed since they were sent: what was open then is settled now. --send sends them ' +
    'again.',
  NOT_ANSWERED: 'The host has not answered yet. The gateway goes on asking.',
  REFUSED:
    'The host did not accept the totals: ask the acquirer what its code means, then --send them again.',
} as const
export type TotalsFinding = {
  readonly type: keyof typeof totalsExplanations
  readonly currency: string
  /** Of `CHANGED_SINCE`, between now and then; else between gateway and host. */
  readonly differences: readonly TotalsDifference[]
}

/** Whether somebody should look at it: the rest explains itself, or is being done. */
export const isTrouble = ({ type }: TotalsFinding): boolean => type === 'OTHER_TOTALS' || type === 'REFUSED'

/** Everything that is known of one business date. */
export type DateComparison = {
  readonly link: string
  readonly date: BusinessDate
  readonly gateway: TotalsByCurrency
  /** The newest exchange of each currency. */
  readonly exchanges: readonly ReconciliationExchange[]
  readonly totals: readonly TotalsFinding[]
  /** Where a clearing file was given. */
  readonly file?: TotalsByCurrency
  readonly lines?: number
  /** How many are the same in the file. */
  readonly same: number
  readonly differences: readonly LinkDifference[]
}
