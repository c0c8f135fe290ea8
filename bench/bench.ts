import { startGateway } from './contenders.ts'
import { judgeGoals } from './goals.ts'
import { startLoader } from './loader.ts'
import { clearProgress, progress } from './progress.ts'
import { compareSpeed } from './speed.ts'

async function bench(): Promise<boolean> {
  progress('starting the gateway')
  const loader = startLoader()
  try {
    const gateway = await startGateway()
    try {
      const goals = await compareSpeed(gateway, loader)
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

process.exitCode = (await bench()) ? 0 : 1
