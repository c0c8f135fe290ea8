/** So many work at once; others wait their turn, and when too many do, a newcomer is not let in at all. */
export type Turnstile = <Result>(work: () => Promise<Result>) => Promise<Result | 'full'>

export function createTurnstile(insideMax: number, queueMax: number): Turnstile {
  const queue: (() => void)[] = []
  let inside = 0
  return async work => {
    if (inside >= insideMax && queue.length >= queueMax) return 'full'
    // Whoever leaves hands its place on.
    if (inside >= insideMax) await new Promise<void>(resolve => queue.push(resolve))
    else inside += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else inside -= 1
    }
  }
}
