// Work in the background, round after round, from its start until it is stopped.

import { createWakeUpSignal } from './wakeUpSignal.ts'

export interface BackgroundLoop {
  start(): void
  /** Begins no more rounds, and resolves when the one under way has ended. */
  stop(): Promise<void>
  /** There may be something to do: a round that waits begins. */
  wake(): void
}

/** When the next round begins; at once, if nothing is said. */
export type NextRound = {
  /** After this time, or when it is woken. */
  readonly waitMs?: number
  /** And then after this one, whoever wakes it: what arrives meanwhile is done in one round. */
  readonly pauseMs?: number
}

/** A round handles its own failures. */
export function createBackgroundLoop(round: () => Promise<NextRound>): BackgroundLoop {
  const wakeSignal = createWakeUpSignal()
  const stopSignal = createWakeUpSignal()
  let isRunning = false
  let done: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    while (isRunning) {
      const { waitMs = 0, pauseMs = 0 } = await round()
      if (waitMs > 0 && isRunning) await wakeSignal.wait(waitMs)
      if (pauseMs > 0 && isRunning) await stopSignal.wait(pauseMs)
    }
  }

  return {
    start() {
      if (isRunning) return
      isRunning = true
      done = done.then(run)
    },
    async stop() {
      isRunning = false
      wakeSignal.wake()
      stopSignal.wake()
      await done
    },
    wake: wakeSignal.wake,
  }
}
