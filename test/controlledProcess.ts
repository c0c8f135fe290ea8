import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectPath } from '../src/platform/files.ts'
import { freePort } from './freePorts.ts'

/** Somebody the gateway speaks with, as a process of its own that is steered over its control. */
export type ControlledProcess = {
  /** The first line of its output: where it listens. */
  readonly announced: ReturnType<typeof JSON.parse>
  readonly control: Control
  end(signal: NodeJS.Signals): Promise<void>
}

export type Control = (method: string, path: string, body?: unknown) => ReturnType<typeof JSON.parse>

export type ControlledOptions = {
  readonly controlPort: number
  /** The program from this project, and its words. */
  readonly line: readonly [string, ...string[]]
  /** Where its output goes, each line as JSON. */
  readonly path: string
}

/** The words of a command that has a control. */
export async function commandLine(...words: readonly [string, ...string[]]) {
  const controlPort = await freePort()
  const line = ['tollgate.mjs', ...words, '--json', '--control-port', String(controlPort)] as const
  return { controlPort, line }
}

export async function startControlled(options: ControlledOptions): Promise<ControlledProcess> {
  const { controlPort, line, path } = options
  const [program, ...words] = line
  const file = openSync(path, 'w')
  const child = spawn(process.execPath, [projectPath(program), ...words], {
    stdio: ['ignore', file, 'inherit'],
  })
  closeSync(file)
  return {
    announced: await announcedBy(child, options),
    control: controlOf(controlPort, line.join(' ')),
    async end(signal) {
      const ended = once(child, 'close')
      if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await ended
    },
  }
}

async function announcedBy(child: ChildProcess, { path, line }: ControlledOptions): Promise<unknown> {
  while (child.exitCode === null) {
    const text = await readFile(path, 'utf8')
    const end = text.indexOf('\n')
    if (end !== -1) return JSON.parse(text.slice(0, end))
    await sleep(20)
  }
  throw new Error(`${line.join(' ')} ended with ${child.exitCode}`)
}

const controlOf =
  (port: number, name: string): Control =>
  async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`, { method, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} /${path} of ${name}: ${text}`)
    return JSON.parse(text)
  }
