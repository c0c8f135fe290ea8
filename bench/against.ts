import { rmSync } from 'node:fs'
import { type Gateway, startGateway } from './contenders.ts'
import { checkOut } from './filesOfCommit.ts'
import type { Goal } from './goals.ts'
import type { Loader } from './loader.ts'
import { timesIn } from './operations.ts'
import { progress } from './progress.ts'
import { type Figures, measureInRounds, middleOf, type Runner } from './rounds.ts'
import { isStory, type StoryName, stories } from './stories.ts'
import { decimal, printTable, whole } from './table.ts'

const effort = { rounds: 7, roundMs: 2_000, warmUpRequests: 8_000 }

const loads: readonly Load[] = [
  ...Object.keys(stories)
    .filter(isStory)
    .map(story => ({ story, connections: 64 })),
  { story: 'authorize', connections: 1 },
]

type Load = { readonly story: StoryName; readonly connections: number }

/** This gateway beside that of another commit, every path in turn, in the same rounds. */
export async function compareWithCommit(
  now: Gateway,
  loader: Loader,
  commit: string,
): Promise<readonly Goal[]> {
  progress(`checking out ${commit}`)
  const checkout = checkOut(commit)
  try {
    const then = await startGateway({ checkout })
    try {
      return await compare(now, then, loader)
    } finally {
      await then.stop()
    }
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}

async function compare(now: Gateway, then: Gateway, loader: Loader): Promise<readonly Goal[]> {
  const runners = new Map<string, Runner>()
  for (const load of loads) {
    runners.set(nameOf(load, 'then'), { ...then, ...load })
    runners.set(nameOf(load, 'now'), { ...now, ...load })
  }
  const figures = await measureInRounds(runners, { loader, ...effort })
  const sides = (load: Load) => [figures(nameOf(load, 'now')), figures(nameOf(load, 'then'))] as const
  printTable(
    heading,
    loads.map(load => rowOf(load, ...sides(load))),
  )
  const [ofNow, ofThen] = sides({ story: 'authorize', connections: 64 })
  return [
    {
      name: 'AUTHORIZE, own CPU, times before',
      reached: timesIn('cpuMicroseconds', ofNow, ofThen),
      bound: { most: 1.05 },
    },
    {
      name: 'AUTHORIZE, requests/s, times before',
      reached: timesIn('perSecond', ofNow, ofThen),
      bound: { least: 0.95 },
    },
  ]
}

const nameOf = ({ story, connections }: Load, side: 'now' | 'then'): string =>
  `${stories[story].title} ${connections} ${side}`

const heading = [
  'now and before',
  'connections',
  'requests/s',
  '×',
  'own CPU µs',
  '×',
  'with the database',
  '×',
  'median ms',
  '×',
]

const rowOf = ({ story, connections }: Load, now: readonly Figures[], then: readonly Figures[]) => [
  stories[story].title,
  whole(connections),
  ...(['perSecond', 'cpuMicroseconds', 'wholeCpuMicroseconds', 'medianMs'] as const).flatMap(figure => [
    (figure === 'medianMs' ? decimal : whole)(middleOf(now, figure)),
    decimal(timesIn(figure, now, then)),
  ]),
]
