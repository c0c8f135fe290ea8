import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The wall clock of a process that is wrong by as much as a file says, and jumps when that changes. Its
 * monotonic clock goes on as before, as on a machine whose time was set.
 */
export class NodeClock {
  readonly #path: string
  /** What the process is started with. */
  readonly nodeOptions: string

  private constructor(path: string, script: string) {
    this.#path = path
    this.nodeOptions = `--require ${script}`
  }

  static async make(folder: string): Promise<NodeClock> {
    await mkdir(folder, { recursive: true })
    const [path, script] = [join(folder, 'clock'), join(folder, 'clock.cjs')]
    await writeFile(path, '0')
    await writeFile(script, wrongClock(path))
    return new NodeClock(path, script)
  }

  async set(wrongByMs: number): Promise<void> {
    await writeFile(this.#path, String(Math.round(wrongByMs)))
  }
}

const wrongClock = (path: string): string => `
const { readFileSync } = require('node:fs')
const RightDate = Date
let wrongByMs = 0
const look = () => { wrongByMs = Number(readFileSync(${JSON.stringify(path)}, 'utf8')) || 0 }
look()
setInterval(look, 200).unref()
globalThis.Date = class Date extends RightDate {
  constructor(...given) {
    if (given.length === 0) super(RightDate.now() + wrongByMs)
    else super(...given)
  }
  static now() { return RightDate.now() + wrongByMs }
}
`
