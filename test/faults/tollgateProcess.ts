import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { projectPath } from '../../src/platform/files.ts'
import type { Ended } from './gatewayProcess.ts'

/** A command line as it is typed. */
export type Typed = {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  output(): string
  errors(): string
}

/** Runs without a terminal; standard input is what was given. */
export function type(
  line: string | readonly string[],
  environment: NodeJS.ProcessEnv = {},
  piped = '',
): Typed {
  const words = typeof line === 'string' ? line.split(' ').filter(word => word !== '') : line
  const child = spawn(process.execPath, [projectPath('tollgate.mjs'), ...words], {
    env: { ...withoutSettings(process.env), ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined).end(piped)
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', text => (output += text))
  child.stderr.setEncoding('utf8').on('data', text => (errors += text))
  const ended = once(child, 'close').then(([code]): Ended => ({ code, output, errors }))
  return { child, ended, output: () => output, errors: () => errors }
}

/** Runs to its end. */
export const tollgate = (line: string | readonly string[], environment?: NodeJS.ProcessEnv): Promise<Ended> =>
  type(line, environment).ended

/** Its JSON output; parsing it proves that nothing else is on the stream. */
export async function asked(
  line: string | readonly string[],
  environment?: NodeJS.ProcessEnv,
): Promise<Record<string, unknown> & { readonly code: number | null }> {
  const words = typeof line === 'string' ? line.split(' ') : line
  const { code, output, errors } = await tollgate([...words, '--json'], environment)
  try {
    return { ...JSON.parse(output), code }
  } catch {
    throw new Error(`${words.join(' ')} ended with ${code}: ${output}${errors}`)
  }
}

function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('TOLLGATE_')))
}
