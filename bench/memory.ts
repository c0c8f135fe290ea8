import type { Gateway } from './contenders.ts'
import type { Goal } from './goals.ts'
import type { Loader } from './loader.ts'
import { median } from './medians.ts'
import { residentMegabytes } from './processFacts.ts'
import { progress } from './progress.ts'
import { printTable, whole } from './table.ts'

const payments = 200_000
const paymentsAtOnce = 10_000
const connections = 64

/** Resident memory of the gateway's process over many payments: it must stop growing, and stay small. */
export async function watchMemory(gateway: Gateway, loader: Loader): Promise<readonly Goal[]> {
  const samples: number[] = []
  for (let paid = 0; paid < payments; paid += paymentsAtOnce) {
    await loader.load({ port: gateway.port, connections, requests: paymentsAtOnce })
    const megabytes = residentMegabytes(gateway.pid) ?? Number.NaN
    samples.push(megabytes)
    progress(`${whole(paid + paymentsAtOnce)} of ${whole(payments)} payments: ${whole(megabytes)} MB`)
  }
  const half = samples.length / 2
  const [early, late] = [samples.slice(0, half), samples.slice(half)]
  const rows = samples.map((megabytes, index) => [whole((index + 1) * paymentsAtOnce), whole(megabytes)])
  printTable(['payments', 'resident MB'], rows)
  return [
    { name: 'most resident memory, MB', reached: Math.max(...samples), bound: { most: 300 } },
    { name: 'second half, times the first', reached: median(late) / median(early), bound: { most: 1.1 } },
  ]
}
