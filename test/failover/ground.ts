import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  changeOwner,
  chooseAccount,
  commandAs,
  type ServerAccount,
} from '../../src/store/embedded/programs.ts'
import { locateSite } from '../../src/store/embedded/site.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { type ProgramName, programNamed } from './programs.ts'

/** A folder of one run, and the account that its servers run under: PostgreSQL refuses to run as root. */
export class Ground {
  readonly folder: string
  readonly #account: ServerAccount
  readonly #daemons: ChildProcess[] = []
  readonly #endings: (() => Promise<void>)[] = []

  private constructor(folder: string, account: ServerAccount) {
    this.folder = folder
    this.#account = account
  }

  static async prepare(): Promise<Ground> {
    const folder = await reachableFolder('failover')
    const ground = new Ground(folder, await chooseAccount(await locateSite(join(folder, 'account'), 0)))
    const [key, certificate] = [ground.path('key.pem'), ground.path('certificate.pem')]
    const names = 'subjectAltName=DNS:pay.shop.example,DNS:db.example,IP:127.0.0.1'
    const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=db.example'
    execFileSync(
      programNamed('openssl'),
      [...words.split(' '), '-addext', names, '-keyout', key, '-out', certificate],
      { stdio: 'ignore' },
    )
    await changeOwner(ground.#account, key)
    await ground.write('both.pem', (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')))
    return ground
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** For the servers' eyes only. */
  async write(name: string, text: string): Promise<string> {
    const path = this.path(name)
    await writeFile(path, text, { mode: 0o600 })
    await changeOwner(this.#account, path)
    return path
  }

  async makeFolder(name: string): Promise<string> {
    const path = this.path(name)
    await mkdir(path, { recursive: true, mode: 0o700 })
    await changeOwner(this.#account, path)
    return path
  }

  /** Runs until it is ended; what it says goes to a file beside the others. */
  start(
    name: string,
    program: ProgramName,
    words: readonly string[],
    environment: NodeJS.ProcessEnv = {},
  ): ChildProcess {
    const command = commandAs(this.#account, programNamed(program), words)
    const log = openSync(this.path(`${name}.log`), 'a')
    const child = spawn(command.file, command.args, {
      ...command.options,
      cwd: this.folder,
      env: { ...command.options.env, ...environment },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.#daemons.push(child)
    return child
  }

  /** What else is to be ended with it. */
  atEnd(ending: () => Promise<void>): void {
    this.#endings.push(ending)
  }

  /** Ends all that was started, in the opposite order; the folder stays where somebody has to look. */
  async leave({ keep }: { readonly keep: boolean }): Promise<void> {
    for (const ending of this.#endings) await ending()
    for (const child of this.#daemons.reverse()) await ended(child)
    if (!keep) await rm(this.folder, { recursive: true, force: true })
  }
}

/** Ends a process, with patience first. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = once(child, 'exit')
  child.kill('SIGTERM')
  if ((await Promise.race([over, sleep(10_000)])) === undefined) child.kill('SIGKILL')
  await over
}

/** Waits until something is so, and says what it was when it is not in time. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  patienceMs = 120_000,
): Promise<void> {
  const endsAtMs = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > endsAtMs)
      throw new Error(`In ${patienceMs / 1_000} s it did not come to: ${what}`)
    await sleep(100)
  }
}
