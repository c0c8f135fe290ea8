// One attempt to deliver a notification: its destination, what is sent, and the outcome that is recorded.

import type { Profile } from '../orders/merchant.ts'
import type { TimedClock } from '../platform/clock.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import {
  type DeliveryAddress,
  envelopeOf,
  type NotificationText,
  whySecretWithheld,
  withSharedSecret,
} from './envelope.ts'
import { type DeliveryOutcome, verdictOf } from './outcome.ts'
import type { AroundDelivery, DeliveryAttempt, NotificationClaim } from './port.ts'
import type { NotificationSecrets } from './secrets.ts'
import type { Sender } from './sender.ts'

export type DeliveryDependencies = {
  readonly secrets: NotificationSecrets
  readonly sender: Sender
  /** The merchant's profile; possibly cached for a moment, unless the current one is required. */
  readonly profileOf: (merchantId: string, isFresh?: true) => Promise<Profile | undefined>
  /** Whether every server may receive the shared secret, as long as the connection uses TLS. */
  readonly isSecretForAll?: boolean
  /** Whether no money moves here: notifications say so. */
  readonly isTest?: boolean | undefined
  readonly clock: TimedClock
  readonly log: Log
  readonly random?: (() => number) | undefined
  readonly around?: AroundDelivery | undefined
}

/**
 * Makes one attempt. Throws only when the store is unavailable before anything was sent: an internal fault
 * counts as a failed attempt, or it would be retried for ever.
 */
export function deliver(
  dependencies: DeliveryDependencies,
  claim: NotificationClaim,
  given: DeliveryInput,
): Promise<DeliveryAttempt> {
  const work = () => attempt(dependencies, claim, given)
  const { merchantId, orderId, notificationId, sequence, waitedMs } = claim
  const { trace } = given.text ?? {}
  return dependencies.around
    ? dependencies.around(
        {
          ...{ merchantId, orderId, notificationId, sequence, attempt: claim.attempt },
          ...(waitedMs !== undefined && { waitedMs }),
          ...(trace !== undefined && { trace }),
        },
        work,
      )
    : work()
}

type DeliveryInput = { readonly text: NotificationText | undefined; readonly stop: AbortSignal }

async function attempt(
  dependencies: DeliveryDependencies,
  claim: NotificationClaim,
  { text, stop }: DeliveryInput,
): Promise<DeliveryAttempt> {
  const { clock, random } = dependencies
  const { cell, merchantId, feedNo, attempt, tries } = claim
  const key = { cell, merchantId, feedNo, attempt }
  const startedMs = clock.monotonicMs()
  const address =
    (await guarded(dependencies, claim, () => destinationOf(dependencies, claim))) ?? unknownDestination
  if ('kind' in address) return { ...key, target: '', tookMs: 0, verdict: address }
  const { target } = address
  const withheld = target === '' ? undefined : whySecretWithheld(address)
  const sending = { text, address, stop }
  const outcome: DeliveryOutcome = (await guarded(dependencies, claim, () =>
    send(dependencies, claim, sending),
  )) ?? {
    reason: 'It could not be told.',
  }
  const { status, reason } = outcome
  return {
    ...{ ...key, target, tookMs: Math.round(clock.monotonicMs() - startedMs) },
    ...(status !== undefined && { status }),
    ...(reason !== undefined && { reason }),
    ...(withheld !== undefined && { withheld }),
    // An attempt that we aborted is not a failure of the receiver, and is left to the next claim.
    verdict: outcome.isBrokenOff ? { kind: 'again', afterMs: 0 } : verdictOf(outcome, { tries, random }),
  }
}

/** Undefined where it failed by an internal fault. */
async function guarded<Result>(
  { log }: DeliveryDependencies,
  { merchantId }: NotificationClaim,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (fault) {
    if (fault instanceof StoreUnavailable) throw fault
    log.fault('a notification could not be sent', fault, { merchant: merchantId })
    return undefined
  }
}

/**
 * The address given by the request or its order; otherwise the current one of the merchant's profile, if any.
 * If there is none, the notification ends, so that must not be decided from a cached profile.
 */
async function destinationOf(
  dependencies: DeliveryDependencies,
  claim: NotificationClaim,
): Promise<DeliveryDestination> {
  const { profileOf } = dependencies
  const destination = destinationFor(dependencies, await profileOf(claim.merchantId), claim)
  return 'kind' in destination
    ? destinationFor(dependencies, await profileOf(claim.merchantId, true), claim)
    : destination
}

function destinationFor(
  { isSecretForAll }: DeliveryDependencies,
  profile: Profile | undefined,
  claim: NotificationClaim,
): DeliveryDestination {
  if (!profile?.notifications) return { kind: 'off' }
  const { notificationUrl: home, secretOrigins } = profile
  const target = claim.target ?? home
  return target === ''
    ? { kind: 'nowhere' }
    : { target, home, trusted: isSecretForAll ? 'every' : secretOrigins }
}

const unknownDestination: DeliveryDestination = { target: '', home: '', trusted: [] }

type DeliveryDestination = DeliveryAddress | { readonly kind: 'off' | 'nowhere' }

type DeliverySending = DeliveryInput & { readonly address: DeliveryAddress }

async function send(
  { secrets, sender, clock, isTest }: DeliveryDependencies,
  claim: NotificationClaim,
  { text, address, stop }: DeliverySending,
): Promise<DeliveryOutcome> {
  const { target } = address
  if (target === '') return { reason: 'No address is set for it.' }
  if (text === undefined) return { reason: 'It could not be put into words.' }
  const { cell, merchantId } = claim
  const known = await secrets.find({ cell, merchantId })
  const envelope = envelopeOf(claim, { body: text.body, secrets: known, at: clock.now(), isTest })
  return sender.send(target, withSharedSecret(envelope, address, known), stop)
}
