// How much longer the slowest wait than the others, at half of what the gateway can do.

import type { Gateway } from './contenders.ts'
import type { Goal } from './goals.ts'
import type { Loader } from './loader.ts'
import { progress } from './progress.ts'
import { decimal, printTable, whole } from './table.ts'

const warmUp = { connections: 64, requests: 10_000 }
const capacity = { connections: 64, durationMs: 4_000 }
const half = { connections: 256, durationMs: 15_000 }

/** Prints how long payments take that arrive by themselves, and returns the goal. */
export async function measureTail(gateway: Gateway, loader: Loader): Promise<readonly Goal[]> {
  progress('half load: how much is the whole')
  await loader.load({ ...gateway, ...warmUp })
  const { perSecond: most } = await loader.load({ ...gateway, ...capacity })
  progress('half load')
  const arrivalsPerSecond = most / 2
  const { medianMs, slowestPercentMs, ...rest } = await loader.load({
    ...gateway,
    ...half,
    arrivalsPerSecond,
  })
  printTable(
    ['AUTHORIZE at half load', 'arrivals/s', 'median ms', '99 % ms', '99.9 % ms', 'longest ms'],
    [
      [
        'from the moment of arrival',
        whole(arrivalsPerSecond),
        ...[medianMs, slowestPercentMs, rest.slowestPerMilleMs, rest.slowestMs].map(decimal),
      ],
    ],
  )
  const reached = slowestPercentMs / medianMs
  return [{ name: 'slowest of a hundred at half load, times the median', reached, bound: { most: 3 } }]
}
