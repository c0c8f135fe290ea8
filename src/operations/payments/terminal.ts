import { type Content, isObject } from '../../contract/kit/content.ts'
import { asValidatedRequest } from '../../contract/kit/validate.ts'
import { authorize } from '../../contract/operations/payment.ts'
import { isChipEntry } from '../../contract/rules/readings.ts'
import { invalid, missing, type Rejection } from '../../orders/rejection.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import { valueIn } from '../model/documents.ts'
import type { PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { cardRead } from '../requests/readings.ts'
import type { presentedBy } from './presented.ts'

type AtTerminal = {
  readonly posTerminal?: {
    readonly attended?: string
    readonly entryMode?: string
    readonly onlineReasonCode?: string
    readonly panEntryMode?: string
  }
}

/** Some acquirers take no chip transaction that does not say who was at the terminal (spec 2.10). */
export function refusedByTerminal(
  { posTerminal }: AtTerminal,
  { profile }: PlanContext,
): Rejection | undefined {
  if (!profile.attendedForChip || !posTerminal || posTerminal.attended !== undefined) return undefined
  return isChipEntry(posTerminal) ? missing('posTerminal.attended') : undefined
}

/** Why a chip transaction went online is told again when it is reversed (spec 2.10). */
export function refusedByChip(
  { posTerminal }: AtTerminal,
  { request }: RecordedTransaction,
): Rejection | undefined {
  if (posTerminal?.onlineReasonCode !== undefined) return undefined
  const entryMode = textIn(request, 'posTerminal', 'entryMode')
  const panEntryMode = textIn(request, 'posTerminal', 'panEntryMode')
  return isChipEntry({ entryMode, panEntryMode }) ? missing('posTerminal.onlineReasonCode') : undefined
}

type Reading = Parameters<typeof presentedBy>[0]

/** A void comes from the terminal that took the payment, and need not say it all again. */
export function atTerminalOf(payment: RecordedTransaction, request: Reading): Reading {
  const { request: document, apiVersion } = payment
  const before = valueIn(document, 'posTerminal')
  const { posTerminal = {}, sourceOfFunds } = request
  const isTold = isObject(before) || request.posTerminal !== undefined
  return asValidatedRequest(authorize, apiVersion, {
    ...(isTold && { posTerminal: { ...Object(before), ...posTerminal } }),
    ...(sourceOfFunds && { sourceOfFunds }),
  })
}

/** Whoever holds another card to the terminal means another payment. */
export function refusedByReading(
  request: Reading,
  { transactions, numberRead }: PlanContext,
  cardOf: string,
): Rejection | undefined {
  const card = request.sourceOfFunds?.provided?.card
  const read = numberRead ?? (card && cardRead(card).number)
  const paid = transactions.find(({ id }) => id === cardOf)?.request ?? '{}'
  const shown = textIn(paid, 'sourceOfFunds', 'provided', 'card', 'number')
  if (!card || read === undefined || shown === '' || maskedNumber(read) === shown) return undefined
  return invalid(
    `sourceOfFunds.provided.card.${readingOf(card)}`,
    'It must be of the card that the transaction was made with.',
  )
}

/** The field that a merchant would look at first. */
function readingOf(card: Content): string {
  if ('p2pe' in card) return 'p2pe.payload'
  // Tracks that were read off the tags are not what the merchant sent.
  if (cardRead({ emvRequest: card.emvRequest }).number !== undefined) return 'emvRequest'
  return ['track2', 'track1'].find(name => name in card) ?? 'emvRequest'
}

function textIn(document: string, ...path: readonly string[]): string {
  const value = valueIn(document, ...path)
  return typeof value === 'string' ? value : ''
}
