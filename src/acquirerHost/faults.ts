// Faults of the acquirer host on command: by probability, or for the next so many messages. The same seed and
// the same messages in the same order give the same faults.

import type { ScopedFaultSetting } from '../platform/faultSettings.ts'

/** What happens to one message or its answer. */
export const messageFaults = {
  'drop-request': 'it is neither booked nor answered',
  'drop-answer': 'it is booked and not answered',
  'late-request': 'it arrives late, so that its reversal may overtake it',
  late: 'the answer comes late',
  slow: 'the answer takes a while, within what a caller waits',
  twice: 'the answer comes twice',
  'wrong-trace-number': 'the answer has another trace number (11)',
  'wrong-amount': 'the answer has another amount (4)',
  'wrong-currency': 'the answer has another currency (49)',
  'swapped-terminal': 'the answer has another terminal (41)',
  'no-response-code': 'the answer has no response code (39)',
  'half-message': 'half of the answer, in a frame that is well formed',
  'byte-by-byte': 'the answer comes one byte at a time',
  'two-in-one-segment': 'the answer comes together with the next one',
  'cut-in-the-middle': 'half of the answer, then the connection ends',
  'half-open': 'from now on the connection is neither answered nor closed',
  'cut-over': 'the host begins another business date, and says so',
  'sign-off': 'the host signs off, and says so',
  echo: 'the host sends an echo of its own',
  'key-change': 'the host asks for another key',
} as const

/** What the host does whenever there is an occasion. */
export const standingFaults = {
  'refuse-connections': 'connections are refused',
  'blind-reversals': 'reversals are acknowledged before the original is looked for',
  'book-after-reversal': 'an original that comes after its reversal is booked',
  'book-nothing': 'a payment, capture or refund is approved and not booked',
  'book-other-amount': 'a payment, capture or refund is booked with another amount than is answered',
  'book-other-currency': 'a payment, capture or refund is booked in another currency than is answered',
  'book-next-date':
    'a payment, capture or refund is booked on the business date after the one that is answered',
} as const

export type MessageFault = keyof typeof messageFaults
export type StandingFault = keyof typeof standingFaults
export type FaultName = MessageFault | StandingFault

export const isFaultName = (text: string): text is FaultName => isMessageFault(text) || isStandingFault(text)
const isMessageFault = (text: string): text is MessageFault => Object.hasOwn(messageFaults, text)
const isStandingFault = (text: string): text is StandingFault => Object.hasOwn(standingFaults, text)

/** Which messages a fault can hit: without network messages, unless they are named. */
export const faultScopes = ['all', 'originals', 'advices', 'reversals', 'network'] as const
export type FaultScope = (typeof faultScopes)[number]

export type FaultSetting = ScopedFaultSetting<FaultScope>

export type DrawnFault = { readonly name: MessageFault; readonly ms: number | undefined }

export type FaultDeck = {
  set(name: FaultName, setting: FaultSetting): void
  clear(): void
  /** At most one for a message. */
  draw(type: string): DrawnFault | undefined
  /** Whether a standing fault applies on this occasion. */
  applies(name: StandingFault): boolean
  list(): Readonly<Record<string, FaultSetting>>
  /** How often each happened. */
  counts(): Readonly<Record<string, number>>
}

type ActiveFault = { probability: number; next: number; on: FaultScope; ms: number | undefined }

export function createFaultDeck(seed: number): FaultDeck {
  const random = createRandom(seed)
  const active = new Map<FaultName, ActiveFault>()
  const counts = new Map<FaultName, number>()
  const count = (name: FaultName) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const use = (fault: ActiveFault): boolean => {
    if (fault.next <= 0) return false
    fault.next -= 1
    return true
  }
  return {
    set(name, { probability = 0, next = 0, on = 'all', ms }) {
      if (probability === 0 && next === 0) active.delete(name)
      else active.set(name, { probability, next, on, ms })
    },
    clear: () => active.clear(),
    draw(type) {
      if (active.size === 0) return undefined
      const drawn = drawFrom(active, type, { random, use })
      if (drawn) count(drawn.name)
      return drawn
    },
    applies(name) {
      const fault = active.get(name)
      const isOn =
        fault !== undefined && (use(fault) || (fault.probability > 0 && random() < fault.probability))
      if (isOn) count(name)
      return isOn
    },
    list: () => Object.fromEntries([...active].map(([name, fault]) => [name, settingOf(fault)])),
    counts: () => Object.fromEntries(counts),
  }
}

function drawFrom(
  active: ReadonlyMap<FaultName, ActiveFault>,
  type: string,
  { random, use }: { readonly random: () => number; readonly use: (fault: ActiveFault) => boolean },
): DrawnFault | undefined {
  const able: [MessageFault, ActiveFault][] = []
  for (const [name, fault] of active)
    if (isMessageFault(name) && isHit(fault.on, type)) able.push([name, fault])
  for (const [name, fault] of able) if (use(fault)) return { name, ms: fault.ms }
  // One number for all of them, so that the probabilities of several faults add up.
  let left = able.some(([, { probability }]) => probability > 0) ? random() : 1
  for (const [name, { probability, ms }] of able) {
    if (left < probability) return { name, ms }
    left -= probability
  }
  return undefined
}

function isHit(on: FaultScope, [, messageClass, role]: string): boolean {
  switch (on) {
    case 'all':
      return messageClass !== '8' && messageClass !== '5'
    case 'originals':
      return (messageClass === '1' || messageClass === '2') && role === '0'
    case 'advices':
      return messageClass === '2' && role === '2'
    case 'reversals':
      return messageClass === '4'
    case 'network':
      return messageClass === '8'
  }
}

const settingOf = ({ probability, next, on, ms }: ActiveFault): FaultSetting => ({
  ...{ probability, next, on },
  ...(ms !== undefined && { ms }),
})

/** Numbers from 0 up to 1 that look random and follow from the seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How long a fault takes where nothing is said. */
export const usualFaultMs = {
  late: 3_000,
  'late-request': 3_000,
  slow: 500,
  'two-in-one-segment': 100,
} as const
