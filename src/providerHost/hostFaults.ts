// Faults of the provider host on command: by probability, or for the next so many occasions. The same seed
// and the same calls in the same order give the same faults.

import { createRandom } from '../acquirerHost/faults.ts'
import type { ScopedFaultSetting } from '../platform/faultSettings.ts'

/** What happens to a call of the gateway, or to its answer; at most one of them. */
export const callFaults = {
  'drop-request': 'the connection ends, and nothing is done',
  'http-error': 'nothing is done; the answer is a page with status 500',
  'try-again': 'nothing is done; the answer is TRY_AGAIN',
  silence: 'it is done, and never answered',
  'drop-answer': 'it is done, and the connection ends',
  'cut-answer': 'it is done; half of the answer, then the connection ends',
  slow: 'the answer takes ms (3,000 unless it says otherwise)',
  redirect: 'it is done; the answer is a redirect',
  'too-large': 'it is done; the answer is larger than the protocol allows',
  'broken-json': 'it is done; the answer is signed, and no JSON',
  unsigned: 'it is done; the answer is not signed',
  'wrong-signature': 'it is done; the answer is signed with a secret that nobody knows',
  'reflected-signature': "it is done; the answer is signed with the gateway's secret",
  'old-signature': 'it is done; the signature of the answer is ten minutes old',
  'other-call': 'it is done; the answer is that of the call before',
  'wrong-payment': 'it is done; the answer names another payment',
} as const

/** What the provider does wrong with money, and what payers do. */
export const paymentFaults = {
  'other-amount': 'one minor unit more is taken than was agreed to, and told so',
  'approve-after-cancel': 'a payer who agrees after the payment was cancelled is charged',
  'app-push': 'the payer agrees without the page, ms (500) after the start',
  'slow-parts': 'captures and refunds are undecided for ms (2,000)',
} as const

export const noticeFaults = {
  'notice-never': 'a notice is not sent',
  'notice-twice': 'a notice is sent twice at once',
  'notice-early': 'a notice is sent before the start is answered',
  'notice-unknown': 'a notice of a payment that nobody has is sent beside the right one',
  'notice-forged': 'a notice is signed with a secret that nobody knows, and then repeated rightly',
} as const

export const hostFaults = { ...callFaults, ...paymentFaults, ...noticeFaults } as const
export type HostFault = keyof typeof hostFaults
export type CallFault = keyof typeof callFaults

export const isHostFault = (name: string): name is HostFault => Object.hasOwn(hostFaults, name)
const isCallFault = (name: string): name is CallFault => Object.hasOwn(callFaults, name)

/** Of faults of calls, `on` is the name of one. */
export type HostFaultSetting = ScopedFaultSetting<string>

export type HostFaultDeck = {
  /** Without a probability and a number of next occasions, the fault ends. */
  set(name: HostFault, setting: HostFaultSetting): void
  clear(): void
  draw(call: string): { readonly name: CallFault; readonly ms?: number } | undefined
  /** The setting, where the fault happens on this occasion. */
  applies(name: HostFault): HostFaultSetting | undefined
  list(): Readonly<Record<string, HostFaultSetting>>
  /** How often each happened. */
  counts(): Readonly<Record<string, number>>
}

export function createHostFaults(seed: number): HostFaultDeck {
  const random = createRandom(seed)
  const active = new Map<HostFault, { readonly setting: HostFaultSetting; left: number }>()
  const counts = new Map<HostFault, number>()
  const happens = (name: HostFault): HostFaultSetting | undefined => {
    const fault = active.get(name)
    if (!fault) return undefined
    const isNext = fault.left > 0
    if (isNext) fault.left -= 1
    const { probability = 0 } = fault.setting
    if (!isNext && !(probability > 0 && random() < probability)) return undefined
    counts.set(name, (counts.get(name) ?? 0) + 1)
    return fault.setting
  }
  return {
    set(name, setting) {
      const { probability = 0, next = 0 } = setting
      if (probability === 0 && next === 0) active.delete(name)
      else active.set(name, { setting, left: next })
    },
    clear: () => active.clear(),
    draw(call) {
      for (const [name, { setting }] of active) {
        if (!isCallFault(name) || (setting.on !== undefined && setting.on !== call)) continue
        if (happens(name)) return { name, ...(setting.ms !== undefined && { ms: setting.ms }) }
      }
      return undefined
    },
    applies: happens,
    list: () =>
      Object.fromEntries([...active].map(([name, { setting, left }]) => [name, { ...setting, next: left }])),
    counts: () => Object.fromEntries(counts),
  }
}
