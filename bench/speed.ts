import {
  type Contender,
  type Gateway,
  newDatabase,
  startLinkedGateway,
  startReference,
} from './contenders.ts'
import type { Goal } from './goals.ts'
import type { Loader } from './loader.ts'
import { medianRatio } from './medians.ts'
import { progress } from './progress.ts'
import type { ReferenceKind } from './reference.ts'
import { type Figures, measureInRounds, middleOf } from './rounds.ts'
import { takeSample } from './sample.ts'
import { benchStore, type StoreFigures } from './store.ts'
import { isStory, stories } from './stories.ts'
import { decimal, printTable, whole } from './table.ts'

const storeEffort = { rounds: 5, roundMs: 1_500 }
const httpEffort = { rounds: 5, roundMs: 2_500 }
const operationsEffort = { rounds: 3, roundMs: 2_000, warmUpRequests: 4_000 }

/** The gateway beside what it is measured against, all in one run. Prints the table and returns the goals. */
export async function compareSpeed(gateway: Gateway, loader: Loader): Promise<readonly Goal[]> {
  progress('store alone: naive and grouped, in turn')
  const store = await benchStore(await newDatabase(gateway.connection, 'bench_store'), storeEffort)
  const sample = await takeSample(gateway)
  const contenders = new Map<Name, Contender>([['gateway', gateway]])
  const references: Contender[] = []
  try {
    const linked = await startLinkedGateway()
    references.push(linked)
    contenders.set('linked', linked)
    for (const kind of ['naive', 'bare', 'fixed'] as const) {
      const reference = await startReference(kind, gateway, sample)
      references.push(reference)
      contenders.set(kind, reference)
    }
    const figures = await measureInRounds(contenders, { loader, ...httpEffort })
    const operations = await measureOperations(gateway, loader)
    printTable(heading, [...storeRows(store), ...httpRows(figures), ...operations])
    return goalsOf(figures, store)
  } finally {
    await Promise.all(references.map(reference => reference.stop()))
  }
}

/** Requests per second of the gateway's other operations; those of a story count one by one. */
async function measureOperations(gateway: Gateway, loader: Loader): Promise<readonly (readonly string[])[]> {
  const { authorize: _, ...others } = stories
  const names = Object.keys(others).filter(isStory)
  const runners = new Map(names.map(story => [story, { ...gateway, story }]))
  const figures = await measureInRounds(runners, { loader, ...operationsEffort })
  return names.map(name => rowOf(`HTTP: this gateway, ${stories[name].title}`, figures(name)))
}

type Name = 'gateway' | 'linked' | ReferenceKind
type Measured = (name: Name) => readonly Figures[]

const heading = ['64 at a time', 'requests/s', 'median ms', '99 % ms', 'own CPU µs', 'gateway ×']

const shownNames = {
  gateway: 'HTTP: this gateway, AUTHORIZE, durable',
  linked: 'HTTP: this gateway, AUTHORIZE over the link',
  naive: 'HTTP: naive reference, a transaction per step and request',
  bare: 'HTTP: bare reference, the same rows grouped',
  fixed: 'HTTP: fixed answer of the server alone',
} satisfies Record<Name, string>

function httpRows(figures: Measured): readonly (readonly string[])[] {
  return (['gateway', 'linked', 'naive', 'bare', 'fixed'] as const).map(name => {
    return rowOf(shownNames[name], figures(name), decimal(gatewayTimes(figures, name)))
  })
}

const rowOf = (name: string, series: readonly Figures[], times = ''): readonly string[] => [
  name,
  whole(middleOf(series, 'perSecond')),
  decimal(middleOf(series, 'medianMs')),
  decimal(middleOf(series, 'slowestPercentMs')),
  whole(middleOf(series, 'cpuMicroseconds')),
  times,
]

const storeRows = ({ naive, grouped }: StoreFigures): readonly (readonly string[])[] => [
  ['store alone: naive', whole(naive), '', '', '', ''],
  ['store alone: the journal, grouped', whole(grouped), '', '', '', ''],
]

/** Within each round first: what slowed one of them down slowed the other too. */
const gatewayTimes = (figures: Measured, name: Name): number =>
  medianRatio(
    figures('gateway').map(({ perSecond }) => perSecond),
    figures(name).map(({ perSecond }) => perSecond),
  )

const goalsOf = (figures: Measured, store: StoreFigures): readonly Goal[] => [
  { name: 'the journal, times the naive store', reached: store.ratio, bound: { least: 4 } },
  {
    name: 'the gateway, times the naive reference',
    reached: gatewayTimes(figures, 'naive'),
    bound: { least: 2 },
  },
  {
    name: 'the gateway, times the bare reference',
    reached: gatewayTimes(figures, 'bare'),
    bound: { least: 0.6 },
  },
  {
    name: 'the gateway, times the fixed answer',
    reached: gatewayTimes(figures, 'fixed'),
    bound: { least: 0.12 },
  },
  {
    name: 'the gateway over the link, times itself with the simulator',
    reached: 1 / gatewayTimes(figures, 'linked'),
    bound: { least: 0.7 },
  },
]
