import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectPath } from '../../src/platform/files.ts'
import type { Ended } from '../faults/gatewayProcess.ts'
import { freePorts } from '../freePorts.ts'
import type { CodeBlock } from './codeBlocks.ts'

/** Somebody's laptop with this project on it, where the blocks of a page are typed one after the other. */
export type Laptop = {
  readonly folder: string
  /** What each of them printed. One that fails ends it all, with what was printed so far. */
  type(
    blocks: readonly (string | CodeBlock)[],
    changed?: Readonly<Record<string, string>>,
  ): Promise<readonly string[]>
  /** What a server has printed in its own terminal, in the order in which they were started. */
  terminal(number: number): Promise<string>
  close(): Promise<void>
}

/** Those of the pages. Other gateways may run beside this one: it gets free ones in their place. */
const ports = [8080, 8443, 8583, 8584, 8470, 8471, 8450, 8451, 8452, 8459, 8461, 8462].map(String)

export async function openLaptop(environment: Readonly<Record<string, string>> = {}): Promise<Laptop> {
  const folder = await mkdtemp(join(tmpdir(), 'laptop-'))
  const first = await freePorts(ports.length)
  const here = (text: string) =>
    text.replace(new RegExp(`\\b(${ports.join('|')})\\b`, 'g'), port => String(first + ports.indexOf(port)))
  await install(folder, here)
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    HOME: folder,
    TOLLGATE_PORT: here('8080'),
    ...environment,
  }
  return {
    folder,
    async type(blocks, changed = {}) {
      const typed = blocks.map(block => (typeof block === 'string' ? block : block.text)).map(inOwnTerminals)
      const script = [prelude, ...typed.map(text => `${text}\necho '${mark}'\n`)].join('\n')
      const said = Object.entries(changed).reduce((text, [from, to]) => text.replaceAll(from, to), script)
      const { code, output, errors } = await ended(['-e', '-c', here(said)], { cwd: folder, env })
      if (code !== 0) throw new Error(`Ended with ${code}: ${errors}\nafter it had printed:\n${output}`)
      return output.split(`${mark}\n`).slice(0, -1)
    },
    terminal: number => readFile(join(folder, `terminal-${number}.txt`), 'utf8'),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** What still runs after its time is ended together with the servers that it has started. */
async function ended(
  words: readonly string[],
  settings: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ended> {
  const child = spawn('sh', words, { ...settings, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', text => (output += text))
  child.stderr.setEncoding('utf8').on('data', text => (errors += text))
  const timer = setTimeout(() => child.pid && process.kill(-child.pid), 80_000)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  return { code, output, errors }
}
const mark = '--- the next block ---'

/** The pages' commands run this project, without npm in between, and its servers listen on free ports. */
async function install(folder: string, here: (text: string) => string): Promise<void> {
  await mkdir(join(folder, 'bin'))
  await cp(projectPath('examples'), join(folder, 'examples'), { recursive: true })
  const links = join(folder, 'examples', 'acquirer-links.json')
  await writeFile(links, here(await readFile(links, 'utf8')))
  await symlink(projectPath('start.mjs'), join(folder, 'start.mjs'))
  const program = (name: string) => `exec '${process.execPath}' '${projectPath(name)}'`
  const cases = Object.entries(servers).map(
    ([name, { port, control }]) => `${name}) set -- "$@" --port ${port} --control-port ${control};;`,
  )
  const commands = {
    npm: program('start.mjs'),
    npx: here(['shift', 'case $1 in', ...cases, 'esac', `${program('tollgate.mjs')} "$@"`].join('\n')),
  }
  for (const [name, text] of Object.entries(commands)) {
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`)
    await chmod(join(folder, 'bin', name), 0o755)
  }
}

const servers: Readonly<Record<string, { readonly port: number; readonly control: number }>> = {
  'acquirer-host': { port: 8583, control: 8584 },
  'provider-host': { port: 8470, control: 8471 },
  'directory-server': { port: 8450, control: 8459 },
}

/** A server runs in a terminal of its own; the next line is typed once it listens. */
function inOwnTerminals(block: string): string {
  const host = `npx tollgate (${Object.keys(servers).join('|')})(?!.*--print)`
  const line = new RegExp(`^(?:[A-Z_]+=\\S+ )?(?:npm start|${host}).*$`, 'gm')
  return block.replace(line, (typed: string, server = '') =>
    [
      'terminal=$((terminal + 1))',
      `${typed.replace(/ +#.*/, '')} > terminal-$terminal.txt 2>&1 &`,
      'servers="$servers $!"',
      `waits ${servers[server]?.control ?? '8080 -f'}`,
    ].join('\n'),
  )
}

const prelude = `
terminal=0
waits() {
  for i in $(seq 300); do
    kill -0 $! || { cat terminal-$terminal.txt; exit 1; }
    for scheme in http https; do curl -k $2 -so /dev/null $scheme://127.0.0.1:$1/ready && return; done
    sleep 0.1
  done
  cat terminal-$terminal.txt; exit 1
}
close() { code=$?; set +e; [ -z "$servers" ] || kill $servers; wait; exit $code; }
trap close EXIT
`
