// Sends receipts by e-mail in the background: claims what is due, looks up whether it was paid, hands the
// letter over, and records what came of it.

import type { Mailer } from '../../mail/port.ts'
import { nextWaitMs } from '../../notifications/outcome.ts'
import type { Gateway } from '../../operations/gateway.ts'
import type { Profile } from '../../orders/merchant.ts'
import { type BackgroundLoop, createBackgroundLoop } from '../../platform/backgroundLoop.ts'
import { errorMessage } from '../../platform/errors.ts'
import { type Log, tellFailure } from '../../platform/log.ts'
import { within } from '../../platform/wakeUpSignal.ts'
import { readCardNames } from '../../standards/cardNames.ts'
import { attemptsOf, balanceOf, type CheckoutAttempt } from '../checkout/attempts.ts'
import { retrieveOrder } from '../checkout/gatewayRecords.ts'
import { paidCard } from '../checkout/paidCard.ts'
import { decidingAttempt } from '../checkout/progress.ts'
import { messageIdOf, type PaidReceipt, writeReceipt } from './letter.ts'
import { firstLookMs, type ReceiptClaim, type ReceiptStore, type ReceiptVerdict } from './port.ts'

/** Stopping waits for letters under way, but not for long: they are claimed again later. */
export type ReceiptSender = BackgroundLoop

export type ReceiptSenderDependencies = {
  readonly store: ReceiptStore
  readonly gateway: Pick<Gateway, 'retrieveForCheckout'>
  readonly profileOf: (merchantId: string) => Promise<Profile | undefined>
  readonly mailer: Mailer
  /** The sender's address, whose domain names the letters. */
  readonly from: string
  readonly isTest: boolean
  readonly cardNames?: readonly string[] | undefined
  readonly log: Log
  /** Called after each attempt, to count it. */
  readonly onVerdict?: ((kind: ReceiptVerdict['kind']) => void) | undefined
  readonly random?: (() => number) | undefined
}

/** From a promise of this node to its look, and so between two looks: what was promised first is due then. */
const pauseMs = firstLookMs + 100
/** While this node promises nothing: another may have stopped, and what failed is tried again. */
const idleMs = 30_000
/** Letters at a time of one node: a mail server takes more, but a hanging one must not hold many. */
const batchMax = 8
/** Longer than handing over a letter and recording that can take; afterwards another node may claim it. */
const leaseMs = 90_000
const graceMs = 5_000

export function createReceiptSender(dependencies: ReceiptSenderDependencies): ReceiptSender {
  const { store, log } = dependencies

  async function sendDue(): Promise<number> {
    const claims = await store.claim({ limit: batchMax, leaseMs })
    await Promise.all(claims.map(claim => attempt(dependencies, claim)))
    return claims.length
  }

  const loop = createBackgroundLoop(async () => {
    const count = await sendDue().catch(fault => {
      tellFailure(log, 'receipts wait', fault)
      return 0
    })
    return count > 0 ? {} : { waitMs: idleMs, pauseMs }
  })
  return { ...loop, stop: () => within(graceMs, loop.stop()) }
}

/** Never rejects: what could not be recorded is claimed again when its lease is over. */
async function attempt(dependencies: ReceiptSenderDependencies, claim: ReceiptClaim): Promise<void> {
  const { store, log, onVerdict } = dependencies
  const { merchantId: merchant, tries } = claim
  try {
    const verdict = await verdictOn(dependencies, claim)
    await store.record(claim, verdict)
    onVerdict?.(verdict.kind)
    if (verdict.kind === 'refused' || verdict.kind === 'dead')
      log.warn('a receipt was not sent', { merchant, attempt: tries, reason: verdict.reason })
    if (verdict.kind === 'again' && verdict.isOfMail)
      log.info('a receipt could not be sent yet', { merchant, attempt: tries, reason: verdict.reason })
  } catch (fault) {
    tellFailure(log, 'a receipt could not be sent', fault, { merchant })
  }
}

type Verdict = ReceiptVerdict & { readonly isOfMail?: true }

async function verdictOn(dependencies: ReceiptSenderDependencies, claim: ReceiptClaim): Promise<Verdict> {
  const paid = await paidReceipt(dependencies, claim)
  if (paid === 'notMade') return laterThan(dependencies, claim, notMade) ?? notOwed(notMade)
  if (paid === 'undecided')
    return laterThan(dependencies, claim, undecided) ?? { kind: 'dead', reason: undecided }
  if ('kind' in paid) return paid
  const { receipt, to, replyTo } = paid
  const { mailer, from } = dependencies
  const outcome = await mailer
    .send({
      ...{ ...writeReceipt(receipt), to, messageId: messageIdOf(claim, from) },
      ...{ senderName: claim.shopName, language: claim.locale },
      ...(replyTo !== '' && { replyTo }),
    })
    .catch(fault => ({ kind: 'again' as const, reason: errorMessage(fault) }))
  if (outcome.kind !== 'again') return outcome
  const later = laterThan(dependencies, claim, outcome.reason)
  return later ? { ...later, isOfMail: true } : { kind: 'dead', reason: outcome.reason }
}

const notMade = 'The payment was not completed.'
/** It may be approved yet. */
const undecided = 'The outcome of the payment was not known in time.'

const notOwed = (reason: string): ReceiptVerdict => ({ kind: 'notOwed', reason })

/** By the schedule of notifications; undefined after the last try. */
function laterThan(
  { random }: ReceiptSenderDependencies,
  { tries }: ReceiptClaim,
  reason: string,
): ReceiptVerdict | undefined {
  const afterMs = nextWaitMs(tries, { random })
  return afterMs === undefined ? undefined : { kind: 'again', afterMs, reason }
}

type AddressedReceipt = { readonly receipt: PaidReceipt; readonly to: string; readonly replyTo: string }

/** Whether it was paid is read from the order, exactly as the payer's page reads it. */
async function paidReceipt(
  { gateway, profileOf, cardNames = [], isTest }: ReceiptSenderDependencies,
  claim: ReceiptClaim,
): Promise<AddressedReceipt | ReceiptVerdict | 'notMade' | 'undecided'> {
  const { cell, merchantId, orderId, checkout, amount, currency } = claim
  const profile = await profileOf(merchantId)
  if (!profile?.emailReceipts) return notOwed('The merchant sends no receipts any more.')
  const order = await retrieveOrder(gateway, { cell, merchantId, orderId })
  const attempts = attemptsOf(order, checkout)
  const { attempt, phase } = decidingAttempt(attempts, balanceOf(order, attempts, { amount, currency })) ?? {}
  const isFailed = phase?.kind === 'failed' && hasBegunSince(claim, attempt)
  if (isFailed || phase?.kind === 'voided' || phase?.kind === 'partlyPaid')
    return notOwed('The payment was not made, or not wholly.')
  const payment = attempt?.payment
  if (phase?.kind === 'paying') return 'undecided'
  if (phase?.kind !== 'paid' || !payment) return 'notMade'
  const to = payment.customer?.email
  if (to === undefined) return notOwed('The payment has no e-mail address.')
  const card = paidCard(attempts, readCardNames(cardNames, profile.cardNames))
  const receipt = {
    ...{ ...claim, paidAt: new Date(payment.timeOfRecord ?? ''), isTest },
    operation: payment.transaction?.type === 'PAYMENT' ? ('PURCHASE' as const) : ('AUTHORIZE' as const),
    ...(card !== undefined && { card }),
  }
  return { receipt, to, replyTo: profile.receiptReplyTo }
}

/**
 * A promise is for the next attempt, which may begin much later: that the one before it failed says nothing
 * of this one.
 */
function hasBegunSince({ promisedAtMs }: ReceiptClaim, attempt: CheckoutAttempt | undefined): boolean {
  const record = attempt?.payment ?? attempt?.authentication
  return Date.parse(record?.timeOfRecord ?? '') >= promisedAtMs
}
