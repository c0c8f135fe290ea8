import { compareWithCommit } from './against.ts'
import { compareCheckout } from './checkout.ts'
import { type Gateway, startGateway } from './contenders.ts'
import { type Goal, judgeGoals } from './goals.ts'
import { type Loader, startLoader } from './loader.ts'
import { watchMemory } from './memory.ts'
import { compareWithMillion } from './million.ts'
import { overload } from './overload.ts'
import { clearProgress, progress } from './progress.ts'
import { lookQuickly } from './quick.ts'
import { compareSpeed } from './speed.ts'
import { compareStarts } from './start.ts'
import { measureTail } from './tail.ts'
import { compareWorkers } from './workers.ts'

type Run = (gateway: Gateway, loader: Loader, argument: string) => Promise<readonly Goal[]>

const runs = {
  '--speed': compareSpeed,
  '--million': compareWithMillion,
  '--memory': watchMemory,
  '--against': compareWithCommit,
  '--quick': lookQuickly,
  '--workers': compareWorkers,
  '--start': compareStarts,
  '--checkout': compareCheckout,
  '--tail': measureTail,
  '--overload': overload,
} as const satisfies Record<string, Run>

async function bench(run: Run, argument: string): Promise<boolean> {
  progress('starting the gateway')
  const loader = startLoader()
  try {
    const gateway = await startGateway()
    try {
      const goals = await run(gateway, loader, argument)
      if (goals.length === 0) return true
      console.log()
      return judgeGoals(goals)
    } finally {
      await gateway.stop()
    }
  } finally {
    await loader.stop()
    clearProgress()
  }
}

/** What may follow the name of a run. */
const isArgument: Readonly<Record<string, (argument: string) => boolean>> = {
  '--against': commit => commit !== '',
  '--quick': word => word === '' || word === 'store',
}

const [asked = '--speed', argument = '', ...more] = process.argv.slice(2)
const run = Object.entries(runs).find(([name]) => name === asked)?.[1]
const isTaken = isArgument[asked] ?? (given => given === '')
if (run && more.length === 0 && isTaken(argument)) process.exitCode = (await bench(run, argument)) ? 0 : 1
else {
  const flags = Object.keys(runs).filter(flag => flag !== '')
  console.error(`npm run bench -- takes nothing, or one of ${flags.join(', ')} (COMMIT or "store" after it).`)
  process.exitCode = 1
}
