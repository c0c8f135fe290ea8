import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Nodes } from './nodes.ts'
import { countOpen } from './record.ts'

export type Settling = {
  readonly nodes: Nodes
  readonly client: Client
  /** By which time what is late has arrived. */
  readonly lateMs: number
  /** How far the clock is moved at a time, and how long nodes have then. */
  readonly minutes: number
  readonly restMs: number
  readonly tell?: ((progress: string) => void) | undefined
}

/** Without faults, and with the clock of the sandbox moved on until nothing is open. In how many seconds. */
export async function settle(settling: Settling): Promise<number> {
  const { nodes, client, lateMs, minutes, restMs, tell = () => undefined } = settling
  const startedAtMs = performance.now()
  await sleep(lateMs)
  for (let step = 0; step < stepsMax; step += 1) {
    const open = await countOpen(client)
    tell(`${open} open, clock moved ${step * minutes} minutes`)
    if (open === 0) break
    const advance = `PT${minutes}M`
    const moved = await nodes.live()[step % nodes.count]?.call('POST', '/sandbox/clock', { advance })
    if (moved?.status !== 200) throw new Error(`The clock does not move: ${moved?.text}`)
    await sleep(restMs)
  }
  return Math.round((performance.now() - startedAtMs) / 1_000)
}

const stepsMax = 60
