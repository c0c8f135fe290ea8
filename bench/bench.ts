import { compareWithCommit } from './against.ts'
import { type Gateway, startGateway } from './contenders.ts'
import { type Goal, judgeGoals } from './goals.ts'
import { type Loader, startLoader } from './loader.ts'
import { watchMemory } from './memory.ts'
import { compareWithMillion } from './million.ts'
import { clearProgress, progress } from './progress.ts'
import { compareSpeed } from './speed.ts'

type Run = (gateway: Gateway, loader: Loader, argument: string) => Promise<readonly Goal[]>

const runs = {
  '--speed': compareSpeed,
  '--million': compareWithMillion,
  '--memory': watchMemory,
  '--against': compareWithCommit,
} as const satisfies Record<string, Run>

async function bench(run: Run, argument: string): Promise<boolean> {
  progress('starting the gateway')
  const loader = startLoader()
  try {
    const gateway = await startGateway()
    try {
      const goals = await run(gateway, loader, argument)
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

const [asked = '--speed', argument = '', ...more] = process.argv.slice(2)
const run = Object.entries(runs).find(([name]) => name === asked)?.[1]
const takesCommit = run === compareWithCommit
if (run && more.length === 0 && takesCommit === (argument !== ''))
  process.exitCode = (await bench(run, argument)) ? 0 : 1
else {
  console.error(`npm run bench takes nothing, or one of ${Object.keys(runs).join(', ')} (a commit).`)
  process.exitCode = 1
}
