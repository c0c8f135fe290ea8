import { compareCheckout } from './checkout.ts'
import {
  type Contender,
  type Gateway,
  newDatabase,
  startLinkedGateway,
  startReference,
} from './contenders.ts'
import type { Goal } from './goals.ts'
import type { Loader } from './loader.ts'
import { measureFewConnections, measureOperations, timesIn } from './operations.ts'
import { progress } from './progress.ts'
import type { ReferenceKind } from './reference.ts'
import { type Figures, measureInRounds, middleOf } from './rounds.ts'
import { microsecondsOfRules } from './rules.ts'
import { takeSample } from './sample.ts'
import { compareStarts } from './start.ts'
import { benchStore, type StoreFigures } from './store.ts'
import { decimal, printTable, whole } from './table.ts'
import { measureTail } from './tail.ts'

const storeEffort = { rounds: 5, roundMs: 1_500 }
const httpEffort = { rounds: 5, roundMs: 2_500 }

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
    const few = await measureFewConnections(gateway, contenders.get('bare') ?? gateway, loader)
    const rows = [...operations.rows, ...few.rows].map(([title, series]) => rowOf(title, series))
    printTable(heading, [...storeRows(store), ...httpRows(figures), ...rows])
    console.log()
    const tail = await measureTail(gateway, loader)
    console.log()
    const checkout = await compareCheckout(gateway, loader)
    console.log()
    const starts = await compareStarts()
    const others = [...operations.goals, ...few.goals, goalOfRules(), ...tail, ...checkout, ...starts]
    return [...goalsOf(figures, store), ...others]
  } finally {
    await Promise.all(references.map(reference => reference.stop()))
  }
}

type Name = 'gateway' | 'linked' | ReferenceKind
type Measured = (name: Name) => readonly Figures[]

const heading = [
  '64 at a time',
  'requests/s',
  'median ms',
  '99 % ms',
  'own CPU µs',
  'with database',
  'gateway ×',
]

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
  whole(middleOf(series, 'wholeCpuMicroseconds')),
  times,
]

const storeRows = ({ naive, grouped }: StoreFigures): readonly (readonly string[])[] => [
  ['store alone: naive', whole(naive), '', '', '', '', ''],
  ['store alone: the journal, grouped', whole(grouped), '', '', '', '', ''],
]

const gatewayTimes = (figures: Measured, name: Name): number =>
  timesIn('perSecond', figures('gateway'), figures(name))

const goalOfRules = (): Goal => ({
  name: 'twenty risk rules, µs for a payment',
  reached: microsecondsOfRules(),
  bound: { most: 50 },
})

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
    bound: { least: 0.85 },
  },
  {
    name: 'the gateway, times the fixed answer',
    reached: gatewayTimes(figures, 'fixed'),
    bound: { least: 0.22 },
  },
  {
    name: 'the gateway over the link, times itself with the simulator',
    reached: 1 / gatewayTimes(figures, 'linked'),
    bound: { least: 0.7 },
  },
]
