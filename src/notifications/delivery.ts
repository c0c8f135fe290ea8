import type { Profile } from '../orders/merchant.ts'
import type { TimedClock } from '../platform/clock.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { type Address, envelopeOf, whyWithheld, withSharedSecret } from './envelope.ts'
import type { AroundDelivery, Attempt, Claim } from './port.ts'
import type { Written } from './reading.ts'
import type { Secrets } from './secrets.ts'
import type { Sender } from './sender.ts'
import { type Outcome, verdictOn } from './verdict.ts'

export type DeliveryParts = {
  readonly secrets: Secrets
  readonly sender: Sender
  /** What the merchant wants; remembered for a moment, unless it must be what holds right now. */
  readonly profileOf: (merchantId: string, isFresh?: true) => Promise<Profile | undefined>
  /** Whether every server may learn the shared secret, as long as it is spoken to by TLS. */
  readonly isSecretForAll?: boolean
  /** Whether no money moves here: notifications say so. */
  readonly isTest?: boolean | undefined
  readonly clock: TimedClock
  readonly log: Log
  readonly random?: (() => number) | undefined
  readonly around?: AroundDelivery | undefined
}

/**
 * One attempt from beginning to end. Throws only when the store is away before anything was sent: a fault of
 * ours counts as a failed attempt, or it would be tried for ever.
 */
export function deliver(parts: DeliveryParts, claim: Claim, given: Given): Promise<Attempt> {
  const work = () => attempt(parts, claim, given)
  const { merchantId, orderId, notificationId, sequence, waitedMs } = claim
  const { trace } = given.written ?? {}
  return parts.around
    ? parts.around(
        {
          ...{ merchantId, orderId, notificationId, sequence, attempt: claim.attempt },
          ...(waitedMs !== undefined && { waitedMs }),
          ...(trace !== undefined && { trace }),
        },
        work,
      )
    : work()
}

export type Given = { readonly written: Written | undefined; readonly stop: AbortSignal }

async function attempt(parts: DeliveryParts, claim: Claim, { written, stop }: Given): Promise<Attempt> {
  const { clock, random } = parts
  const { cell, merchantId, feedNo, attempt, tries } = claim
  const key = { cell, merchantId, feedNo, attempt }
  const startedMs = clock.monotonicMs()
  const place = (await guarded(parts, claim, () => placeOf(parts, claim))) ?? unknownPlace
  if ('kind' in place) return { ...key, target: '', tookMs: 0, verdict: place }
  const { target } = place
  const withheld = target === '' ? undefined : whyWithheld(place)
  const telling = { written, place, stop }
  const outcome: Outcome = (await guarded(parts, claim, () => tell(parts, claim, telling))) ?? {
    reason: 'It could not be told.',
  }
  const { status, reason } = outcome
  return {
    ...{ ...key, target, tookMs: Math.round(clock.monotonicMs() - startedMs) },
    ...(status !== undefined && { status }),
    ...(reason !== undefined && { reason }),
    ...(withheld !== undefined && { withheld }),
    // What was broken off by us is nobody's failure, and is for the next who claims.
    verdict: outcome.isBrokenOff ? { kind: 'again', afterMs: 0 } : verdictOn(outcome, { tries, random }),
  }
}

/** Undefined where it failed by a fault of ours. */
async function guarded<Result>(
  { log }: DeliveryParts,
  { merchantId }: Claim,
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
 * Where the request or its order says; else where its merchant wants it now, if it wants it at all. That it
 * does not is the end of it, and must not be told from memory.
 */
async function placeOf(parts: DeliveryParts, claim: Claim): Promise<Place> {
  const { profileOf } = parts
  const place = placeBy(parts, await profileOf(claim.merchantId), claim)
  return 'kind' in place ? placeBy(parts, await profileOf(claim.merchantId, true), claim) : place
}

function placeBy({ isSecretForAll }: DeliveryParts, profile: Profile | undefined, claim: Claim): Place {
  if (!profile?.notifications) return { kind: 'off' }
  const { notificationUrl: home, secretOrigins } = profile
  const target = claim.target ?? home
  return target === ''
    ? { kind: 'nowhere' }
    : { target, home, trusted: isSecretForAll ? 'every' : secretOrigins }
}

const unknownPlace: Place = { target: '', home: '', trusted: [] }

type Place = Address | { readonly kind: 'off' | 'nowhere' }

type Telling = Given & { readonly place: Address }

async function tell(
  { secrets, sender, clock, isTest }: DeliveryParts,
  claim: Claim,
  { written, place, stop }: Telling,
): Promise<Outcome> {
  const { target } = place
  if (target === '') return { reason: 'Nobody knows where it should go.' }
  if (written === undefined) return { reason: 'It could not be put into words.' }
  const { cell, merchantId } = claim
  const known = await secrets.find({ cell, merchantId })
  const envelope = envelopeOf(claim, { body: written.body, secrets: known, at: clock.now(), isTest })
  return sender.send(target, withSharedSecret(envelope, place, known), stop)
}
