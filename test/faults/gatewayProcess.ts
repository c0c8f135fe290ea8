import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectPath } from '../../src/platform/files.ts'
import { type Client, createClient } from '../journeys/client.ts'

/** The gateway as an operator starts it. */
export type GatewayProcess = Client & {
  readonly child: ChildProcess
  readonly port: number
  /** All its output so far. */
  output(): string
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>
}

export type Ended = { readonly code: number | null; readonly output: string; readonly errors: string }

/** That a database is away is no fault, but a warning, also where nobody knows what was recorded. */
export const faultsIn = (output: string): readonly string[] =>
  output.split('\n').filter(line => /"level":"(?:error|fatal)"/.test(line))

/** Starts it on a free port and waits until it reports that it is ready. */
export async function startProcess(
  environment: NodeJS.ProcessEnv,
  project?: string,
  folder?: string,
): Promise<GatewayProcess> {
  const started = launch({ TOLLGATE_PORT: '0', ...environment }, project, folder)
  const port = await Promise.race([portOf(started), started.ended.then(refused)])
  const client = createClient(port)
  return {
    ...client,
    child: started.child,
    output: started.output,
    async end(signal) {
      started.child.kill(signal)
      const ended = await started.ended
      client.disconnect()
      return ended
    },
  }
}

/** Starts a gateway that is expected to refuse, and waits for its end. */
export const runToEnd = (environment: NodeJS.ProcessEnv, project?: string): Promise<Ended> =>
  launch({ TOLLGATE_PORT: '0', ...environment }, project).ended

export type Started = {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  output(): string
}

/** From this project, unless another is named; `folder` is where it stands while it runs. */
export function launch(environment: NodeJS.ProcessEnv, project = projectPath('.'), folder?: string): Started {
  const child = spawn(process.execPath, [join(project, 'start.mjs')], {
    cwd: folder,
    env: { ...withoutSettings(process.env), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  living.add(child)
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', text => (output += text))
  child.stderr.setEncoding('utf8').on('data', text => (errors += text))
  const ended = once(child, 'close').then(([code]): Ended => {
    living.delete(child)
    return { code, output, errors }
  })
  return { child, ended, output: () => output }
}

const living = new Set<ChildProcess>()

/** Ends gateways that failed tests left running, with their databases. */
export async function endAll(): Promise<void> {
  const ends = [...living].map(child => once(child, 'close'))
  for (const child of living) child.kill('SIGTERM')
  await Promise.race([Promise.all(ends), sleep(10_000)])
  for (const child of living) child.kill('SIGKILL')
}

/** The number of the database server that runs in a data directory, undefined when none does. */
export async function databasePid(dataDirectory: string): Promise<number | undefined> {
  const file = await readFile(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(file, 10)
  return Number.isNaN(pid) || !isAlive(pid) ? undefined : pid
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('TOLLGATE_')))
}

async function portOf({ output }: Started): Promise<number> {
  for (;;) {
    const port = /Base address +https?:\/\/\S+?:(\d+)\//.exec(output())?.[1]
    if (port !== undefined && output().includes('Data  ')) return Number(port)
    await sleep(10)
  }
}

function refused({ code, errors, output }: Ended): never {
  throw new Error(`The gateway ended with ${code}: ${errors || output}`)
}
