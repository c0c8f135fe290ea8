// How many attempts are under way at once: per node, per merchant, and per receiver by how it performs.

import type { DeliveryReceiver, WantedClaims } from './port.ts'

export type ConcurrencyBounds = {
  /** Attempts under way at once. */
  readonly perNode: number
  readonly merchant: ConcurrencyWidth
  readonly receiver: ConcurrencyWidth
}

/** How many at once: for a receiver without history, at the least, and at the most. */
type ConcurrencyWidth = { readonly first: number; readonly least: number; readonly most: number }

export const standardConcurrencyBounds: ConcurrencyBounds = {
  perNode: 256,
  merchant: { first: 4, least: 2, most: 64 },
  receiver: { first: 2, least: 2, most: 32 },
}

/**
 * Counts the attempts under way, and decides for whom there is room. A receiver that answers quickly gets
 * more at a time, one that hangs or fails less. A merchant whose receivers hang gets few: it must not delay
 * the others. Attempts that fail at once do not occupy their slot for long.
 */
export interface DeliveryConcurrency {
  enter(receiver: DeliveryReceiver): void
  leave(receiver: DeliveryReceiver, ended: EndedAttempt): void
  /** Undefined when there is no room at all. */
  room(): ClaimRoom | undefined
  underWay(): number
}

export type EndedAttempt = { readonly isSuccess: boolean; readonly isQuick: boolean }

type ClaimRoom = Omit<WantedClaims, 'leaseMs'>

export function createDeliveryConcurrency(
  bounds: ConcurrencyBounds = standardConcurrencyBounds,
): DeliveryConcurrency {
  const receivers = createTracks<DeliveryReceiver>(bounds.receiver)
  const merchants = createTracks<Pick<DeliveryReceiver, 'merchantId'>>(bounds.merchant)
  let total = 0
  return {
    enter({ merchantId, receiver }) {
      receivers.enter(`${merchantId} ${receiver}`, { merchantId, receiver })
      merchants.enter(merchantId, { merchantId })
      total += 1
    },
    leave({ merchantId, receiver }, { isSuccess, isQuick }) {
      receivers.leave(`${merchantId} ${receiver}`, isSuccess && isQuick)
      merchants.leave(merchantId, isQuick)
      total -= 1
    },
    room: () => roomFor(bounds, { receivers, merchants, free: bounds.perNode - total }),
    underWay: () => total,
  }
}

type ConcurrencyState = {
  readonly receivers: ConcurrencyTracks<DeliveryReceiver>
  readonly merchants: ConcurrencyTracks<Pick<DeliveryReceiver, 'merchantId'>>
  readonly free: number
}

/**
 * No merchant has more than a quarter of the slots that were free when it came, and no claim takes more than
 * half of those that are free now: so even when many quick receivers hang all at once, a new one still finds
 * a slot.
 */
function roomFor(
  bounds: ConcurrencyBounds,
  { receivers, merchants, free }: ConcurrencyState,
): ClaimRoom | undefined {
  if (free <= 0) return undefined
  const share = Math.max(1, Math.floor(free / 4))
  return {
    limit: Math.min(claimedAtOnceMax, Math.ceil(free / 2)),
    perReceiver: bounds.receiver.first,
    receivers: receivers.rooms(Number.POSITIVE_INFINITY),
    perMerchant: Math.min(bounds.merchant.first, share),
    merchants: merchants.rooms(share),
  }
}

/** The contents of claimed notifications are read together. */
const claimedAtOnceMax = 64

type ConcurrencyTrack<Of> = { readonly of: Of; readonly count: number; readonly width: number }

type ConcurrencyTracks<Of> = {
  readonly enter: (name: string, of: Of) => void
  readonly leave: (name: string, isGood: boolean) => void
  /** Only names whose room differs from that of unknown ones. */
  readonly rooms: (most: number) => readonly (Of & { readonly room: number })[]
}

function createTracks<Of extends object>({ first, least, most }: ConcurrencyWidth): ConcurrencyTracks<Of> {
  const tracks = new Map<string, ConcurrencyTrack<Of>>()
  return {
    enter(name, of) {
      const { count, width } = tracks.get(name) ?? { count: 0, width: first }
      tracks.set(name, { of, count: count + 1, width })
    },
    leave(name, isGood) {
      const track = tracks.get(name)
      if (!track) return
      const width = isGood ? Math.min(most, track.width + 1) : Math.max(least, Math.floor(track.width / 2))
      // Deleted and inserted again, so that the map is in the order of last use.
      tracks.delete(name)
      const left = { of: track.of, count: track.count - 1, width }
      if (left.count > 0 || width !== first) tracks.set(name, left)
      forgetOldest(tracks)
    },
    rooms: limit =>
      [...tracks.values()].map(({ of, count, width }) => {
        return { ...of, room: Math.max(0, Math.min(width, limit) - count) }
      }),
  }
}

/** Names with attempts under way are kept. */
function forgetOldest(tracks: Map<string, ConcurrencyTrack<unknown>>): void {
  if (tracks.size <= rememberedMax) return
  for (const [name, { count }] of tracks) if (count === 0) return void tracks.delete(name)
}

const rememberedMax = 512
