// Faults on command: by probability, or for the next so many messages. The same seed and the same messages in
// the same order give the same faults.

import type { ScopedFaultSetting } from '../platform/faultSettings.ts'

/** What happens to a request of a gateway, or to its answer. */
export const requestFaults = {
  silence: 'the request is processed, and never answered',
  slow: 'the answer takes ms (9,000 unless it says otherwise)',
  'drop-request': 'the connection ends when the request was received, which is not processed',
  'drop-answer': 'the request is processed, and the connection ends',
  'cut-answer': 'half of the answer, then the connection ends',
  erro: 'an error message with code (403 unless it says otherwise) is the answer',
  'http-error': 'HTTP status code (503 unless it says otherwise) is the answer',
  'not-json': 'the answer is a page',
} as const

/** What happens before a request is there. */
export const wireFaults = {
  'drop-bytes': 'the connection ends after some bytes of the request',
} as const

/** What is wrong with the answer to an authentication request (ARes). */
export const answerFaults = {
  'ares-wrong-id': 'it has another threeDSServerTransID',
  'ares-challenge': 'it wants a challenge (C), whatever was asked for',
  'ares-decoupled': 'it wants a decoupled authentication (D), which nobody asked for',
  'ares-spc': 'it wants a payment confirmation (S), which nobody asked for',
  'ares-information': 'it is for information only (I), which nobody asked for',
  'ares-number': 'eci and transStatusReason are numbers',
  'ares-extra': 'it has fields that no table knows',
  'ares-twice': 'it has transStatus twice',
  'ares-critical': 'it has a critical extension that nobody knows',
  'ares-missing': 'it has no dsTransID',
  'ares-version': 'it has another messageVersion',
  'ares-reason': 'it has a transStatusReason that no list has',
} as const

/** What is wrong with a list of card ranges (PRes). */
export const rangeFaults = {
  'pres-unknown-serial': 'serial numbers are not valid (307)',
  'pres-overlap': 'two ranges overlap',
  'pres-delete-unknown': 'a range is deleted that is not there',
  'pres-broken': 'an entry in the middle has no bounds',
  'pres-other-id': 'it has another threeDSServerTransID',
} as const

/** A result that overtakes. */
export const earlyFaults = {
  'rreq-before-ares': 'the result (Y) is sent before the answer that wants the challenge',
} as const

/** What is wrong with the result of a challenge (RReq). */
export const resultFaults = {
  'rreq-after-return': 'it is sent ms (2,000) after the browser was sent back',
  'rreq-twice': 'it is sent twice',
  'rreq-contradicted': 'it is sent again with another result',
  'rreq-never': 'it is not sent',
  'rreq-late': 'it is sent ms (720,000, 12 minutes) after the browser was sent back, by the clock here',
  'rreq-other-ids': 'it has another acsTransID and dsTransID',
  'rreq-unknown': 'it has another threeDSServerTransID',
  'rreq-wrong-server': 'another directory server delivers it, to its own address',
  'rreq-wrong-certificate': 'it is delivered with the certificate of another directory server',
  'rreq-expired-certificate': 'it is delivered with a certificate that has expired',
  'rreq-own-certificate': 'it is delivered with a certificate of no authority',
  'rreq-no-certificate': 'it is delivered without a certificate',
  'rreq-complaint': 'it is followed by an error message (402): the answer came too late',
  'rreq-challenge': 'it has transStatus C',
  'rreq-missing': 'it has no dsTransID',
} as const

/** What is wrong with what the browser brings back (CRes). */
export const returnFaults = {
  'cres-forged': 'the browser says Y, whatever the result is',
  'cres-erro': 'the browser brings an error message',
  'cres-other-ids': 'it has another acsTransID',
} as const

/** What is wrong at the issuer's method page. */
export const methodFaults = {
  'method-silent': 'the method page never posts back',
  'method-other-id': 'the method page posts another id',
} as const

/** What the servers do whenever there is an occasion. */
export const standingFaults = {
  'refuse-connections': 'connections of gateways are refused',
  'punish-false-method': 'a claimed method that was never seen is answered N, reason 11',
} as const

export const faultFamilies = {
  wire: wireFaults,
  request: requestFaults,
  answer: answerFaults,
  range: rangeFaults,
  early: earlyFaults,
  result: resultFaults,
  return: returnFaults,
  method: methodFaults,
  standing: standingFaults,
} as const
export type FaultFamily = keyof typeof faultFamilies

export const directoryFaults = {
  ...wireFaults,
  ...requestFaults,
  ...answerFaults,
  ...rangeFaults,
  ...earlyFaults,
  ...resultFaults,
  ...returnFaults,
  ...methodFaults,
  ...standingFaults,
} as const
export type DirectoryFault = keyof typeof directoryFaults

export const isDirectoryFault = (name: string): name is DirectoryFault => Object.hasOwn(directoryFaults, name)

export const faultMessages = ['AReq', 'PReq'] as const

export type DirectoryFaultSetting = ScopedFaultSetting<(typeof faultMessages)[number]> & {
  /** Only of this scheme. */
  readonly scheme?: string
  /** Of errors: which. */
  readonly code?: string
}

export type HitFault<Name extends string = DirectoryFault> = DirectoryFaultSetting & { readonly name: Name }
type FaultOf<Family extends FaultFamily> = Extract<keyof (typeof faultFamilies)[Family], string>

export type DirectoryFaultDeck = {
  /** Without a probability and a number of next messages, the fault ends. */
  set(name: DirectoryFault, setting: DirectoryFaultSetting): void
  clear(): void
  /** At most one of a family for a message. */
  draw<Family extends FaultFamily>(
    family: Family,
    about: { readonly scheme: string; readonly kind?: string },
  ): HitFault<FaultOf<Family>> | undefined
  /** Whether a fault applies to everything now. */
  isCertain(name: DirectoryFault): boolean
  list(): Readonly<Record<string, DirectoryFaultSetting>>
  /** How often each happened. */
  counts(): Readonly<Record<string, number>>
}

type ActiveFault = { readonly setting: DirectoryFaultSetting; left: number }

export function createDirectoryFaults(seed: number): DirectoryFaultDeck {
  const random = createSeededNumbers(seed)
  const active = new Map<string, ActiveFault>()
  const counts = new Map<string, number>()
  return {
    set(name, setting) {
      const { probability = 0, next = 0 } = setting
      if (probability === 0 && next === 0) active.delete(name)
      else active.set(name, { setting, left: next })
    },
    clear: () => active.clear(),
    draw(family, about) {
      for (const name of namesOf(family)) {
        const fault = active.get(name)
        if (fault === undefined || !isHit(fault.setting, about) || !happens(fault, random)) continue
        counts.set(name, (counts.get(name) ?? 0) + 1)
        return { ...fault.setting, name }
      }
      return undefined
    },
    isCertain: name => active.get(name)?.setting.probability === 1,
    list: () =>
      Object.fromEntries([...active].map(([name, { setting, left }]) => [name, { ...setting, next: left }])),
    counts: () => Object.fromEntries(counts),
  }
}

function namesOf<Family extends FaultFamily>(family: Family): readonly FaultOf<Family>[] {
  const names: FaultOf<Family>[] = []
  for (const name in faultFamilies[family]) names.push(name)
  return names
}

function isHit(
  { on, scheme }: DirectoryFaultSetting,
  about: { readonly scheme: string; readonly kind?: string },
): boolean {
  return (on === undefined || on === about.kind) && (scheme === undefined || scheme === about.scheme)
}

function happens(fault: ActiveFault, random: () => number): boolean {
  if (fault.left > 0) {
    fault.left -= 1
    return true
  }
  const { probability = 0 } = fault.setting
  return probability > 0 && random() < probability
}

/** Numbers from 0 up to 1 that look random and follow from the seed (mulberry32). */
function createSeededNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
