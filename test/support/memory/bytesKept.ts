// How much memory something keeps alive, whatever it is that it points into.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Of what is made for each number from 0 on; only differences of some megabytes say something. */
export function bytesKept(count: number, make: (each: number) => unknown): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const alive = (kept: readonly unknown[]) => {
    collect()
    // Named after the collection, it is alive until then.
    return process.memoryUsage().heapUsed + 0 * kept.length
  }
  const before = alive([])
  return alive(Array.from({ length: count }, (_, each) => make(each))) - before
}
