import type { Acquirer, Answer, Ask } from '../port.ts'
import { approve } from './approval.ts'
import { replies, type Trigger, triggersByExpiry } from './triggers.ts'
import { verify } from './verification.ts'

export type SimulatorParts = {
  /** Tells which cards have expired, and the time on receipts. */
  readonly now: () => Date
}

/** An acquirer to rehearse against: the card's expiry date says what it does, always the same. */
export function createSimulator({ now }: SimulatorParts): Acquirer {
  return {
    name: 'simulator',
    verbs: new Set(['authorize']),
    async send(ask, deadline) {
      if (deadline.aborted) return { outcome: 'silent' }
      const at = now()
      const trigger = triggerOf(ask, at)
      return trigger === 'TIMED_OUT' ? silence(deadline) : answer(ask, trigger, at)
    },
  }
}

function triggerOf({ card: { expiry }, amount, acceptPartialAmount }: Ask, at: Date): Trigger {
  if (!expiry) return 'APPROVED'
  const trigger = triggersByExpiry.get(`${twoDigits(expiry.month)}/${twoDigits(expiry.year)}`)
  if (trigger === 'PARTIALLY_APPROVED' && !(acceptPartialAmount && half(amount) > 0n)) return 'DECLINED'
  return trigger ?? (isPast(expiry, at) ? 'EXPIRED_CARD' : 'APPROVED')
}

/** The other end has gone quiet; only our own patience ends the wait. */
function silence(deadline: AbortSignal): Promise<Answer> {
  return new Promise(resolve => {
    deadline.addEventListener('abort', () => resolve({ outcome: 'silent' }), { once: true })
  })
}

function answer(ask: Ask, trigger: Exclude<Trigger, 'TIMED_OUT'>, at: Date): Answer {
  const reply = replies[trigger]
  const { acquirerCode, acquirerMessage } = reply
  const details = { acquirerCode, acquirerMessage, ...verify(ask) }
  switch (reply.outcome) {
    case 'approved': {
      const amount = trigger === 'PARTIALLY_APPROVED' ? half(ask.amount) : ask.amount
      return { outcome: 'approved', gatewayCode: trigger, amount, ...approve(ask, reply, at), ...details }
    }
    case 'declined':
      return { outcome: 'declined', gatewayCode: trigger, ...details }
    default:
      return { outcome: reply.outcome, ...details }
  }
}

/** A card is good until the end of the month it names. */
function isPast(expiry: { readonly month: number; readonly year: number }, at: Date): boolean {
  const months = (2000 + expiry.year) * 12 + expiry.month
  return months < at.getUTCFullYear() * 12 + at.getUTCMonth() + 1
}

function half(amount: bigint): bigint {
  return amount / 2n
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
