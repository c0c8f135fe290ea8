// How long payments take that arrive by themselves, at a quarter and at half of what the gateway can do.

import type { Gateway } from './contenders.ts'
import type { Goal } from './goals.ts'
import type { LoadReport } from './load.ts'
import type { Loader } from './loader.ts'
import { progress } from './progress.ts'
import { decimal, printTable, whole } from './table.ts'

const warmUp = { connections: 64, requests: 10_000 }
const capacity = { connections: 64, durationMs: 4_000 }
const oneByOne = { connections: 1, durationMs: 5_000 }
// Counted, not fatal: a machine that is slower for a moment than it was before must not end the bench.
const arriving = { connections: 256, durationMs: 15_000, mayBeBusy: true }

/** Prints how long they take, and returns the goals. */
export async function measureTail(gateway: Gateway, loader: Loader): Promise<readonly Goal[]> {
  progress('arriving payments: how much the gateway can do')
  await loader.load({ ...gateway, ...warmUp })
  const { perSecond: most } = await loader.load({ ...gateway, ...capacity })
  const alone = await loader.load({ ...gateway, ...oneByOne })
  const arrivingAt = async (share: number) => {
    progress(`arriving payments: ${share} of it`)
    return loader.load({ ...gateway, ...arriving, arrivalsPerSecond: most * share })
  }
  const quarter = await arrivingAt(0.25)
  const half = await arrivingAt(0.5)
  printTable(
    [
      'AUTHORIZE, from the moment of arrival',
      'payments/s',
      'median ms',
      '99 % ms',
      '99.9 % ms',
      'longest ms',
      'refused',
    ],
    [
      rowOf('one after the other', alone),
      rowOf('at a quarter of the load', quarter),
      rowOf('at half load', half),
    ],
  )
  return [
    {
      name: 'median at a quarter of the load, times that of one after the other',
      reached: quarter.medianMs / alone.medianMs,
      bound: { most: 1.2 },
    },
    {
      name: 'slowest of a hundred at half load, times the median',
      reached: half.slowestPercentMs / half.medianMs,
      bound: { most: 3 },
    },
    {
      name: 'refused at a quarter and at half load',
      reached: quarter.refused + half.refused,
      bound: { most: 0 },
    },
  ]
}

const rowOf = (name: string, report: LoadReport): readonly string[] => {
  const { perSecond, medianMs, slowestPercentMs, slowestPerMilleMs, slowestMs, refused } = report
  const times = [medianMs, slowestPercentMs, slowestPerMilleMs, slowestMs].map(decimal)
  return [name, whole(perSecond), ...times, whole(refused)]
}
