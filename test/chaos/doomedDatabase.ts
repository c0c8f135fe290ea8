import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { appRole } from '../../src/store/connection/pool.ts'
import { superuser } from '../../src/store/embedded/cluster.ts'
import { locateSite } from '../../src/store/embedded/site.ts'
import { migrate } from '../../src/store/schema/migrate.ts'
import { createServer, makeCluster, type OwnServer } from '../database/ownServer.ts'
import { freePort } from '../freePorts.ts'
import type { Random } from '../simulation/random.ts'

const execute = promisify(execFile)

/** A PostgreSQL of its own, whose processes die and whose disk is full or fails; it is started again. */
export class DoomedDatabase {
  readonly #server: OwnServer
  readonly #log: string
  readonly port: number

  private constructor(server: OwnServer, log: string) {
    this.#server = server
    this.#log = log
    this.port = server.port
  }

  static async start(folder: string): Promise<DoomedDatabase> {
    const site = await locateSite(join(folder, 'postgres'), await freePort())
    const server = createServer(site, { ...(await makeCluster(site)), extra: roomForAll })
    await server.start()
    const database = new DoomedDatabase(server, site.log)
    await server.ask(`create database ${superuser}`)
    await migrate({ owner: database.login(superuser), gateway: database.login(appRole) })
    return database
  }

  login(user: string = superuser) {
    return { host: '127.0.0.1', port: this.port, user, database: superuser }
  }

  /** For a gateway that reaches it by another port. */
  settingsAt(port: number) {
    const url = (user: string) => `postgres://${user}@127.0.0.1:${port}/${superuser}?sslmode=disable`
    return { TOLLGATE_DATABASE_URL: url(appRole), TOLLGATE_OWNER_DATABASE_URL: url(superuser) }
  }

  ask<Row extends object>(query: string): Promise<readonly Row[]> {
    return this.#server.ask<Row>(query, superuser)
  }

  /** kill -9 of all its processes; it is started again. */
  async crash(random: Random): Promise<boolean> {
    const killed = await this.#server.crash()
    await sleep(random.below(1_000))
    await this.#server.start()
    return killed > 1
  }

  /** Some sessions of gateways end, whatever they are doing. */
  async endSessions(random: Random): Promise<boolean> {
    const share = random.between(0.1, 1)
    const rows = await this.ask(`with chosen as materialized (
      select pid from pg_stat_activity where usename = '${appRole}' and random() < ${share}
    ) select from chosen where pg_terminate_backend(pid)`)
    return rows.length > 0
  }

  /**
   * As of a full disk, writes fail: beyond a size that every file of the log has soon. The server gives up,
   * and finds room again a moment later.
   */
  async fillDisk(random: Random): Promise<boolean> {
    const before = await this.#panics()
    // The oldest are the server's own, and one of them writes the log.
    await this.#limitFiles(String(64 * 1_024), 16)
    const hasPanicked = await this.#hasPanicked(before)
    await sleep(random.below(2_000))
    await this.#limitFiles('unlimited')
    await this.#revive()
    return hasPanicked
  }

  /** As of a failing disk, nothing can be made durable: an error comes back from where a commit waits. */
  async failDisk(): Promise<boolean> {
    const before = await this.#panics()
    const pids = (await this.#server.processes()).flatMap(pid => ['-p', String(pid)])
    const inject = ['-f', '-qq', '-e', 'trace=fdatasync,fsync', '-e', 'inject=fdatasync,fsync:error=EIO']
    const strace = spawn('strace', [...inject, ...pids], { stdio: 'ignore' })
    const ended = once(strace, 'exit')
    const hasPanicked = await this.#hasPanicked(before)
    strace.kill('SIGTERM')
    await ended
    await this.#revive()
    return hasPanicked
  }

  async stop(): Promise<void> {
    await this.#server.kill()
  }

  /** It restarts by itself unless it could not even do that; one that hangs is killed, as people would. */
  async #revive(): Promise<void> {
    const hangsAtMs = performance.now() + hangsAfterMs
    while (performance.now() < hangsAtMs) {
      if (!this.#server.isRunning()) await this.#server.start()
      if (await this.ask('select').then(Boolean, () => false)) return
      await sleep(100)
    }
    console.error('the database did not come back from a failing disk by itself, and is killed')
    await this.#server.crash()
    await this.#server.start()
  }

  /** Of the first process first: whoever comes later has it from there. */
  async #limitFiles(bytes: string, processesMax?: number): Promise<void> {
    const limitAll = 'for pid do prlimit --pid "$pid" "$0"; done'
    const pids = (await this.#server.processes()).slice(0, processesMax).map(String)
    await execute('sh', ['-c', limitAll, `--fsize=${bytes}:`, ...pids]).catch(() => undefined)
  }

  async #panics(): Promise<number> {
    return (await readFile(this.#log, 'utf8')).split('PANIC:').length
  }

  async #hasPanicked(before: number): Promise<boolean> {
    for (let look = 0; look < 100; look += 1) {
      if ((await this.#panics()) > before) return true
      await sleep(50)
    }
    return false
  }
}

const hangsAfterMs = 30_000

/** Sessions of nodes that were killed, or are cut off, are still there when those of others come. */
const roomForAll = ['max_connections=400', 'recovery_init_sync_method=syncfs']

/** Programs that faults of disks need, and the packages of Debian that have them. */
export const programsNeeded = {
  prlimit: { kind: 'database disk full', debian: 'util-linux' },
  strace: { kind: 'database disk failing', debian: 'strace' },
} as const
