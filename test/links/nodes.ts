import { setTimeout as sleep } from 'node:timers/promises'
import { type GatewayProcess, startProcess } from '../faults/gatewayProcess.ts'

/** Gateway nodes on one database, which are killed and started again. */
export class Nodes {
  readonly #settings: NodeJS.ProcessEnv
  readonly #places: (GatewayProcess | undefined)[]
  readonly #output: string[] = []
  killed = 0

  constructor(settings: NodeJS.ProcessEnv, count: number) {
    this.#settings = settings
    this.#places = Array.from({ length: count }, () => undefined)
  }

  get count(): number {
    return this.#places.length
  }

  async start(): Promise<void> {
    // One after the other: the first one creates the merchants.
    for (const index of this.#places.keys()) await this.#startAt(index)
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
    const ends = this.live().map(node => Promise.race([node.end('SIGTERM'), sleep(stopMs)]))
    for (const end of await Promise.all(ends)) if (end) this.#output.push(end.output)
  }

  /** What nodes logged as errors, but for a busy machine on which the database makes them wait. */
  errors(): readonly string[] {
    const all = [...this.#output, ...this.live().map(node => node.output())].join('\n').split('\n')
    return all.filter(line => line.startsWith('{') && !isOfDatabase(line) && isError(line))
  }

  /** As whoever watches over a service does: a start that failed is tried again. */
  async #startAt(index: number): Promise<void> {
    for (let attempt = 1; this.#places[index] === undefined; attempt += 1)
      try {
        this.#places[index] = await startProcess(this.#settings)
      } catch (error) {
        if (attempt === startsMax || !String(error).includes(noDatabase)) throw error
        await sleep(1_000)
      }
  }
}

const noDatabase = 'The database is not available'
const noSession = 'timeout exceeded when trying to connect'
const isOfDatabase = (line: string): boolean => line.includes(noDatabase) || line.includes(noSession)

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
