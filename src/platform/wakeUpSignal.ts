/** Lets one waiter sleep until it is woken, or a time is over. */
export type WakeUpSignal = {
  /** Without a waiter, the next wait returns at once. */
  readonly wake: () => void
  /** Resolves when woken, or when the time is over. */
  readonly wait: (timeoutMs: number) => Promise<void>
}

export function createWakeUpSignal(): WakeUpSignal {
  let isWoken = false
  let wake: (() => void) | undefined
  return {
    wake() {
      isWoken = true
      wake?.()
    },
    async wait(timeoutMs) {
      if (!isWoken) {
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, timeoutMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isWoken = false
      wake = undefined
    },
  }
}

/** Waits for the work, but no longer than this. Whether it failed is not told. */
export async function within(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const signal = createWakeUpSignal()
  void work.then(signal.wake, signal.wake)
  await signal.wait(timeoutMs)
}
