import { readFileSync } from 'node:fs'
import { projectPath } from '../src/platform/files.ts'
import { type Contender, type Gateway, startGateway } from './contenders.ts'
import type { Goal } from './goals.ts'
import type { Loader } from './loader.ts'
import { medianRatio } from './medians.ts'
import { merchantId } from './payment.ts'
import { progress } from './progress.ts'
import { measureInRounds, middleOf } from './rounds.ts'
import { asOwner, takeSample } from './sample.ts'
import { decimal, printTable, whole } from './table.ts'
import { takenIn } from './takenIn.ts'

const orders = 1_000_000
const ordersAtOnce = 50_000
const effort = { rounds: 7, roundMs: 4_000 }

/** A gateway whose database is empty beside one that has stored a million orders, in turn. */
export async function compareWithMillion(empty: Gateway, loader: Loader): Promise<readonly Goal[]> {
  const full = await startGateway()
  try {
    await fill(full)
    const contenders = new Map<'empty' | 'full', Contender>([
      ['empty', empty],
      ['full', full],
    ])
    const figures = await measureInRounds(contenders, { loader, ...effort })
    const ratio = medianRatio(
      figures('full').map(({ perSecond }) => perSecond),
      figures('empty').map(({ perSecond }) => perSecond),
    )
    const row = (name: 'empty' | 'full', title: string) => [
      title,
      whole(middleOf(figures(name), 'perSecond')),
      decimal(middleOf(figures(name), 'medianMs')),
      decimal(middleOf(figures(name), 'slowestPercentMs')),
    ]
    printTable(
      ['64 at a time', 'payments/s', 'median ms', '99 % ms'],
      [row('empty', 'empty database'), row('full', `${whole(orders)} orders stored`)],
    )
    return [{ name: 'a million orders stored, times empty', reached: ratio, bound: { least: 0.9 } }]
  } finally {
    await full.stop()
  }
}

/** The rows of a real payment, a million times under random ids, then a checkpoint. */
async function fill(gateway: Gateway): Promise<void> {
  const { request, outcome, cardBytes } = await takeSample(gateway)
  await asOwner(gateway.connection, async client => {
    for (let stored = 0; stored < orders; stored += ordersAtOnce) {
      progress(`storing orders: ${whole(stored)} of ${whole(orders)}`)
      await client.query(fillStatement, [merchantId, ordersAtOnce, request, outcome, cardBytes])
    }
    await takenIn(client)
    progress('vacuum and checkpoint')
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
}

const fillStatement = readFileSync(projectPath('bench', 'million.sql'), 'utf8')
