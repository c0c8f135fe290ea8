import type { Climate } from './faults.ts'
import { Injected, InjectedDoubt } from './journalLink.ts'
import type { Node, Running } from './node.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/**
 * Calls a gateway over a connection that breaks when its process dies, or when the caller gives up.
 * Undefined: there was no response.
 */
export function overConnection<Result>(
  node: Node,
  { world, random, climate }: ConnectionParts,
  work: (running: Running) => Promise<Result>,
): Promise<Result | undefined> {
  return new Promise(resolve => {
    const hear = (heard: Result | undefined) => world.after(random.between(0, 5), () => resolve(heard))
    world.after(random.pick(patiencesMs), () => resolve(undefined))
    world.after(random.between(0, 5), () => {
      const running = node.running()
      if (!running) return hear(undefined)
      const forget = node.onDeath(() => hear(undefined))
      running.process.hear(async () => {
        const heard = await work(running)
        forget()
        if (!running.process.isAlive()) return
        hear(climate.strikes('client cut off') ? undefined : heard)
      })
    })
  })
}

export type ConnectionParts = { readonly world: World; readonly random: Random; readonly climate: Climate }

const patiencesMs = [30_000, 30_000, 300_000] as const

/** Whether the simulation injected this error, however often it was wrapped. */
export function isInjected(error: unknown): boolean {
  if (error instanceof Injected || error instanceof InjectedDoubt) return true
  return error instanceof Error && error.cause !== undefined && isInjected(error.cause)
}
