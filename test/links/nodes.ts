import { setTimeout as sleep } from 'node:timers/promises'
import { type GatewayProcess, startProcess } from '../faults/gatewayProcess.ts'

export type NodesOptions = {
  readonly count: number
  /** Of the node in each place. */
  readonly settingsOf: (index: number) => NodeJS.ProcessEnv
  /** Called whenever another process has taken a place. */
  readonly onStarted?: (index: number, node: GatewayProcess) => void
  /** Whether the surroundings may fail in the middle of a start: then whatever fails is tried again. */
  readonly areStartsDisturbed?: boolean
}

/** Gateway nodes on one database, which are killed and started again. */
export class Nodes {
  readonly #options: NodesOptions
  readonly #places: (GatewayProcess | undefined)[]
  readonly #output: string[] = []
  killed = 0
  /** Starts that were tried again. */
  failedStarts = 0

  constructor(options: NodesOptions) {
    this.#options = options
    this.#places = Array.from({ length: options.count }, () => undefined)
  }

  get count(): number {
    return this.#places.length
  }

  async start(): Promise<void> {
    // One after the other: the first one creates the merchants.
    for (const index of this.#places.keys()) await this.#startAt(index)
  }

  at(index: number): GatewayProcess | undefined {
    return this.#places[index]
  }

  /** Those that run now. */
  live(): readonly GatewayProcess[] {
    return this.#places.flatMap(node => node ?? [])
  }

  /** As a machine that loses its power; another process takes its place. */
  async kill(index: number): Promise<void> {
    const node = this.#places[index]
    if (!node) return
    this.#places[index] = undefined
    this.killed += 1
    this.#output.push((await node.end('SIGKILL')).output)
    await this.#startAt(index)
  }

  async stop(): Promise<void> {
    const ends = this.live().map(node =>
      Promise.race([node.end('SIGTERM'), sleep(stopMs, undefined, { ref: false })]),
    )
    for (const end of await Promise.all(ends)) if (end) this.#output.push(end.output)
  }

  /** What nodes logged as errors, but for a busy machine on which the database makes them wait. */
  errors(): readonly string[] {
    const all = [...this.#output, ...this.live().map(node => node.output())].join('\n').split('\n')
    return all.filter(line => line.startsWith('{') && !isExcused(line) && isError(line))
  }

  /** As whoever watches over a service does: a start that failed is tried again. */
  async #startAt(index: number): Promise<void> {
    const { settingsOf, onStarted, areStartsDisturbed = false } = this.#options
    for (let attempt = 1; this.#places[index] === undefined; attempt += 1)
      try {
        const node = await startProcess(settingsOf(index))
        this.#places[index] = node
        onStarted?.(index, node)
      } catch (error) {
        const isPassing = areStartsDisturbed || isExcused(String(error))
        if (attempt === startsMax || !isPassing) throw error
        this.failedStarts += 1
        await sleep(1_000)
      }
  }
}

/** What happened first, and where: a line has that last. */
export function errorInWords(line: string): string {
  const { msg, fault, level: _, pid, ...facts } = JSON.parse(line)
  const { stack = [], ...what } = fault ?? {}
  const where = stack.slice(0, 4).join(' ')
  return `node ${pid} logged "${msg}": ${JSON.stringify({ ...what, ...facts })} ${where}`
}

const noDatabase = 'The database is not available'
const noSession = 'timeout exceeded when trying to connect'
const isExcused = (line: string): boolean => line.includes(noDatabase) || line.includes(noSession)

const startsMax = 10
const stopMs = 20_000
const errorLevel = 50

function isError(line: string): boolean {
  try {
    const { level } = JSON.parse(line)
    return level === 'error' || level === 'fatal' || level >= errorLevel
  } catch {
    return false
  }
}
