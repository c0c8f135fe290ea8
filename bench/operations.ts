// The gateway's other operations, and few connections, beside its own AUTHORIZE at 64.

import type { Contender, Gateway } from './contenders.ts'
import type { Goal } from './goals.ts'
import type { Loader } from './loader.ts'
import { medianRatio } from './medians.ts'
import { type Figures, measureInRounds, type Runner } from './rounds.ts'
import { isStory, type StoryName, stories } from './stories.ts'

const operationsEffort = { rounds: 3, roundMs: 1_500, warmUpRequests: 4_000 }
const fewEffort = { rounds: 3, roundMs: 1_500, warmUpRequests: 1_000 }

/** What a part of the bench found: titles with their figures, and the goals. */
export type Findings = {
  readonly rows: readonly (readonly [title: string, figures: readonly Figures[]])[]
  readonly goals: readonly Goal[]
}

/** Within each round first: what slowed one of them down slowed the other too. */
export const timesIn = (figure: keyof Figures, one: readonly Figures[], other: readonly Figures[]): number =>
  medianRatio(
    one.map(figures => figures[figure]),
    other.map(figures => figures[figure]),
  )

export async function measureOperations(gateway: Gateway, loader: Loader): Promise<Findings> {
  const names = Object.keys(stories).filter(isStory)
  const runners = new Map(names.map(story => [story, { ...gateway, story }]))
  const figures = await measureInRounds(runners, { loader, ...operationsEffort })
  const others = names.filter(name => name !== 'authorize')
  return {
    rows: others.map(name => [`HTTP: this gateway, ${stories[name].title}`, figures(name)]),
    goals: others.flatMap(name => {
      const least = leastTimesAuthorize[name]
      const reached = timesIn('perSecond', figures(name), figures('authorize'))
      return least === undefined
        ? []
        : [{ name: `${stories[name].title}, times AUTHORIZE`, reached, bound: { least } }]
    }),
  }
}

const leastTimesAuthorize: Readonly<Partial<Record<StoryName, number>>> = {
  ...{ capture: 0.9, refund: 0.9, void: 0.9, retrieveTransaction: 3, retrieveOrder: 2 },
}

/** One request at a time, and eight: what a payer waits for, and what a payment costs a quiet gateway. */
export async function measureFewConnections(
  gateway: Gateway,
  bare: Contender,
  loader: Loader,
): Promise<Findings> {
  const runners = new Map<FewName, Runner>([
    ['gateway at 1', { ...gateway, connections: 1 }],
    ['gateway at 8', { ...gateway, connections: 8 }],
    ['gateway at 64', gateway],
    ['bare at 1', { ...bare, connections: 1 }],
  ])
  const figures = await measureInRounds(runners, { loader, ...fewEffort })
  const times = (figure: keyof Figures, one: FewName, other: FewName) =>
    timesIn(figure, figures(one), figures(other))
  return {
    rows: [
      ['HTTP: this gateway, AUTHORIZE, 1 at a time', figures('gateway at 1')],
      ['HTTP: this gateway, AUTHORIZE, 8 at a time', figures('gateway at 8')],
      ['HTTP: bare reference, 1 at a time', figures('bare at 1')],
    ],
    goals: [
      {
        name: 'median at 1 connection, times the bare reference',
        reached: times('medianMs', 'gateway at 1', 'bare at 1'),
        bound: { most: 1.5 },
      },
      {
        name: 'CPU with the database at 1 connection, times that at 64',
        reached: times('wholeCpuMicroseconds', 'gateway at 1', 'gateway at 64'),
        bound: { most: 3 },
      },
      {
        name: 'median at 8 connections, times that at 1',
        reached: times('medianMs', 'gateway at 8', 'gateway at 1'),
        bound: { most: 1.2 },
      },
    ],
  }
}

type FewName = 'gateway at 1' | 'gateway at 8' | 'gateway at 64' | 'bare at 1'
