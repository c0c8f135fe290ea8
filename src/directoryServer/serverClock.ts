// The clock of the servers here, which can be wrong on command.

import type { Clock } from '../platform/clock.ts'

export type ShiftedClock = {
  readonly nowMs: () => number
  /** How far it is ahead; negative: behind. */
  readonly shiftMs: () => number
  readonly shiftTo: (ms: number) => void
}

export function createShiftedClock(clock: Pick<Clock, 'now'>): ShiftedClock {
  let shift = 0
  return {
    nowMs: () => clock.now().getTime() + shift,
    shiftMs: () => shift,
    shiftTo(ms) {
      shift = ms
    },
  }
}
