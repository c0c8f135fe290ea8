import { startLineProcess } from './lineProcess.ts'
import type { LoadOrder, LoadReport } from './load.ts'

/** The load comes from a process of its own, so that it cannot slow down what it measures from within. */
export type Loader = {
  /** Throws when a single response was not the expected one: a rate that includes failures means nothing. */
  readonly load: (order: LoadOrder) => Promise<LoadReport>
  readonly pid: number
  readonly stop: () => Promise<void>
}

export function startLoader(): Loader {
  const child = startLineProcess({ entry: ['bench/load.ts'] })
  return {
    async load(order) {
      const answer = child.hear(/^\{/)
      child.say(JSON.stringify(order))
      const report: LoadReport = JSON.parse(await answer)
      if (report.failure !== undefined) throw new Error(report.failure)
      return report
    },
    pid: child.pid,
    stop: child.stop,
  }
}
