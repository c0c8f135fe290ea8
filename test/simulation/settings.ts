import { ordinaryProfile, type Profile, sandboxProfile } from '../../src/orders/merchant.ts'
import type { Random } from './random.ts'
import type { SchemeTimes } from './schemes/directoryServers.ts'

/** How one run is set up; all times are virtual. */
export type Settings = {
  readonly nodes: number
  readonly clients: number
  /** What each client does, one thing after the other. */
  readonly stepsPerClient: number
  readonly patienceMs: number
  readonly orderWaitMs: number
  readonly leaseMs: number
  readonly sweepMs: number
  /** How long a pause may take: longer than the lease and all that recovery then waits for. */
  readonly pauseMaxMs: number
  /** How long a message may be under way to the acquirer: what T_max stands for. */
  readonly messageLifeMs: number
  /** How wrong the clocks of nodes may be. */
  readonly skewMaxMs: number
  readonly profile: Profile
  /** Who authenticates payers: the emulator, or schemes that deliver the results of their challenges. */
  readonly issuers: 'emulator' | 'schemes'
  /** How long a directory server may take to answer, and how long the result of a challenge is waited for. */
  readonly schemeTimes: SchemeTimes
  /** Links to the acquirer, each with traces of its own; without any, the acquirer assigns nothing. */
  readonly links: readonly string[]
  /** Whether risk rules judge payments: then some are blocked, and some approvals are reversed. */
  readonly hasRules: boolean
}

const { standaloneRefunds } = sandboxProfile
const usualProfile = { ...ordinaryProfile, standaloneRefunds }
const generousProfile = { ...usualProfile, captureExcessPercent: 15, refundExcessPercent: 10 }

export function chooseSettings(random: Random, limits: Partial<Settings> = {}): Settings {
  const patienceMs = random.pick([1_000, 2_000, 5_000])
  const issuers = random.pick(['emulator', 'schemes'] as const)
  const leaseMs = random.pick([20_000, 30_000, 90_000])
  return {
    nodes: random.pick([1, 2, 2, 2, 3]),
    clients: random.pick([2, 3, 4]),
    // A payer who is authenticated first is several requests in one step.
    stepsPerClient: issuers === 'schemes' ? random.pick([3, 5, 7]) : random.pick([5, 7, 9]),
    patienceMs,
    orderWaitMs: random.pick([100, 400, 1_500]),
    leaseMs,
    sweepMs: random.pick([1_000, 4_000, 8_000]),
    pauseMaxMs: leaseMs + 150_000,
    // T_max allows a minute for the way, beyond anybody's patience.
    messageLifeMs: 59_000,
    skewMaxMs: random.pick([0, 60_000, 86_400_000]),
    profile: random.chance(0.7) ? usualProfile : generousProfile,
    links: random.pick([[], ['one'], ['one', 'two']]),
    issuers,
    // Of what is chosen anyway, so that every seed stays what it was otherwise.
    hasRules: patienceMs === 2_000 && leaseMs === 30_000,
    schemeTimes: { answerSeconds: random.pick([1, 5]), challengeMinutes: random.pick([2, 5, 20]) },
    ...limits,
  }
}
