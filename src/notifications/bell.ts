/** What somebody waits for, and somebody else may ring. */
export type Bell = {
  /** Rung while nobody waits, it is heard by the next who does. */
  readonly ring: () => void
  /** Resolves when it rings, or when the time is over. */
  readonly wait: (patienceMs: number) => Promise<void>
}

export function createBell(): Bell {
  let isRung = false
  let wake: (() => void) | undefined
  return {
    ring() {
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
