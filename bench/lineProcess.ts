import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectPath } from '../src/platform/files.ts'

/** A process that the bench starts and communicates with in lines. */
export type LineProcess = {
  readonly pid: number
  readonly say: (line: string) => void
  /** The next line that matches; an end before it is an error. */
  readonly hear: (form: RegExp) => Promise<string>
  readonly stop: () => Promise<void>
}

export type LineProcessOptions = {
  readonly nodeOptions?: readonly string[]
  readonly entry?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Another checkout of the project; its own by default. */
  readonly checkout?: string
  /** What runs instead of Node with the entry. */
  readonly command?: readonly [program: string, ...args: string[]]
}

/** Runs `node start.mjs [entry …]`; without an entry that is the gateway itself. */
export function startLineProcess({
  nodeOptions = [],
  entry = [],
  env = {},
  checkout = projectPath(),
  command = [process.execPath, ...nodeOptions, join(checkout, 'start.mjs'), ...entry],
}: LineProcessOptions): LineProcess {
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: checkout,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...withoutSettings(process.env), ...env },
  })
  const lines = createInterface(child.stdout)
  const ended = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    say: line => child.stdin.write(`${line}\n`),
    hear: form => hear(lines, form, ended),
    stop: () => stop(child, ended),
  }
}

type Lines = ReturnType<typeof createInterface>

function hear(lines: Lines, form: RegExp, ended: Promise<unknown>): Promise<string> {
  return new Promise((resolve, reject) => {
    const take = (line: string) => {
      if (!form.test(line)) return
      lines.off('line', take)
      resolve(line)
    }
    lines.on('line', take)
    ended.then(() => reject(new Error(`A process of the bench ended before it said ${form}`)), reject)
  })
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await ended
}

/** The result must not depend on the settings of the user's environment. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TOLLGATE_')))
}
