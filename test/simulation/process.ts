import type { TimedClock } from '../../src/platform/clock.ts'
import type { Act, World } from './world.ts'

/**
 * One gateway process. It can be killed at any moment: then nothing of what it was doing continues, and its
 * memory is lost. It can be paused: then everything sent to it waits, while its clocks do not.
 */
export interface Process {
  readonly clock: TimedClock
  isAlive(): boolean
  /** Does something in this process after a while, unless it has died by then. */
  later(delayMs: number, act: Act): void
  /** Receives something from outside, now or when the pause is over. */
  hear(act: Act): void
  kill(): void
  pause(ms: number): void
}

export function createProcess(world: World, parts: ProcessParts): Process {
  let isAlive = true
  let pausedUntilMs = 0
  let sleptMs = 0

  function hear(act: Act): void {
    if (!isAlive) return
    const pausedMs = pausedUntilMs - world.nowMs()
    if (pausedMs <= 0) void act()
    else world.after(pausedMs, () => hear(act))
  }

  function later(delayMs: number, act: Act): void {
    if (isAlive) world.after(delayMs, () => hear(act))
  }

  return {
    clock: clockOf(world, { skewMs: parts.skewMs, sleptMs: () => sleptMs, later }),
    isAlive: () => isAlive,
    later,
    hear,
    kill() {
      if (!isAlive) return
      isAlive = false
      parts.onDeath()
    },
    pause(ms) {
      pausedUntilMs = world.nowMs() + ms
      if (parts.sleepsUnaware) sleptMs += ms
    },
  }
}

export type ProcessParts = {
  /** The error of its clocks. */
  readonly skewMs: number
  /** Whether its monotonic clock stands still while it is paused. */
  readonly sleepsUnaware: boolean
  readonly onDeath: () => void
}

type ClockParts = Pick<ProcessParts, 'skewMs'> & Pick<Process, 'later'> & { readonly sleptMs: () => number }

function clockOf(world: World, { skewMs, sleptMs, later }: ClockParts): TimedClock {
  return {
    now: () => new Date(world.nowMs() + skewMs),
    monotonicMs: () => world.nowMs() - skewMs - sleptMs(),
    sleep: ms => new Promise(resolve => later(ms, () => resolve())),
    deadline(ms) {
      const controller = new AbortController()
      later(ms, () => controller.abort('The time is over'))
      return controller.signal
    },
  }
}
