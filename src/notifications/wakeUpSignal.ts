/** What somebody waits for, and somebody else may ring. */
export type WakeUpSignal = {
  /** Rung while nobody waits, it is heard by the next who does. */
  readonly wake: () => void
  /** Resolves when it rings, or when the time is over. */
  readonly wait: (patienceMs: number) => Promise<void>
}

export function createWakeUpSignal(): WakeUpSignal {
  let isRung = false
  let wake: (() => void) | undefined
  return {
    wake() {
      isRung = true
      wake?.()
    },
    async wait(patienceMs) {
      if (!isRung) {
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, patienceMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isRung = false
      wake = undefined
    },
  }
}
