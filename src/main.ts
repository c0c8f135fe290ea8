import { readFileSync } from 'node:fs'
import { auditHeadPath } from './composition/administration.ts'
import {
  announce,
  announceFirstStart,
  originOf,
  reachableHost,
  shownPassword,
} from './composition/announcement.ts'
import { assemble } from './composition/assembly.ts'
import { givenLogins, warnOfFewSessions } from './composition/database.ts'
import {
  checkReleasedScripts,
  createDrain,
  createStartupReadiness,
  type Drain,
} from './composition/lifecycle.ts'
import { type ListenersDependencies, type OpenListeners, openListeners } from './composition/listeners.ts'
import { openObservability } from './composition/observability.ts'
import { type OpenTransport, openTransport } from './composition/transport.ts'
import { readConfig, stageOf } from './config/config.ts'
import { type Config, publishedPassword } from './config/settings.ts'
import { createOwnCaller } from './http/api/ownCaller.ts'
import { systemClock } from './platform/clock.ts'
import { sandboxMerchantId } from './platform/environment.ts'
import { StartRefusal, StoreUnavailable } from './platform/errors.ts'
import { projectPath } from './platform/files.ts'
import { createLog, type Log } from './platform/log.ts'
import { type AwaitServerOptions, awaitServer } from './store/connection/awaitServer.ts'
import { type DatabaseLogins, loginsOf } from './store/connection/pool.ts'
import { type EmbeddedDatabase, launchEmbedded } from './store/embedded/launch.ts'
import { findKeys, type KeyEncryptionKeys } from './vault/keyEncryptionKeys.ts'

/** Starts the gateway: what it is made of is put together in composition/. */
async function start(config: Config, running: RunningGateway): Promise<void> {
  const startedAtMs = systemClock.monotonicMs()
  const release = readRelease()
  const { stops, drain } = running
  const stage = stageOf(config)
  const observation = openObservability({ ...running, release, mode: stage, ofProcess: true })
  const { log, instrumentation: watch, observe: about } = observation
  stops.push(observation.stop)
  const { acquirerPatienceMs, orderWaitMs } = config
  const isSandbox = stage === 'sandbox'
  const { isDraining } = drain
  const parts = { config, log, release, isDraining, monitor: watch.http }
  const { logins, embedded, keys, transport, doors } = await openFilesAndDatabase(parts, { ...running, log })
  const { merchantId } = sandboxMerchant
  const password = config.sandboxPassword ?? publishedPassword
  reloadOnSignal(transport)
  const isTls = transport.usual !== undefined
  const own = () => originOf(reachableHost(config.host), doors.ports.port, isTls)
  const { isOwn, certificatePath, endsAtMs: certificateEndsAtMs } = transport
  const call = createOwnCaller({ address: own, merchantId, password, ...(isTls && { isOwn }) })
  const assembly = await assemble({
    logins,
    isAlone: embedded !== undefined,
    stage,
    keys,
    merchants: isSandbox ? [{ ...sandboxMerchant, password }] : [],
    auditHead: auditHeadPath(config),
    origin: () => config.publicUrl ?? own(),
    ...(isSandbox && {
      demo: { merchantId, call, password: shownPassword(config), ...(isTls && { certificatePath }) },
    }),
    acquirerPatienceMs,
    orderWaitMs,
    log,
    stops,
    instrumentation: watch,
    stopping: drain.signal,
  })
  if (embedded === undefined) await warnOfFewSessions(logins.gateway, { ...assembly.observed.store, log })
  const { ready, scrape } = about(assembly.observed, { isDraining, certificateEndsAtMs })
  doors.serve({ assembly, ready, scrape })
  // Closed before what they serve is stopped.
  stops.push(doors.close)
  const told = { config, log, release, transport, merchantId, startedAtMs, isPretty: isPretty(config) }
  announce({ ...told, ...doors.ports })
}

/** The merchant everybody knows. */
const sandboxMerchant = { merchantId: sandboxMerchantId, cell: 0 }

/**
 * A key that others can read is told at once, and the doors are open, however long the database is away. A
 * database of our own comes first: it makes the folder that the files lie in.
 */
async function openFilesAndDatabase(
  parts: StartDependencies,
  running: RunningGateway,
): Promise<FoundDatabase & OpenedFiles> {
  const { config, log } = parts
  const { stops, halt } = running
  const wait = createStartupReadiness()
  const openFiles = async (): Promise<OpenedFiles> => {
    const keys = await findKeys(config, { mayMake: true })
    const transport = await openTransport(config, { log, clock: systemClock })
    stops.push(transport.stop)
    const doors = await openListeners({ ...parts, transport, waiting: wait.ready })
    stops.push(doors.close)
    return { keys, transport, doors }
  }
  const early = (await givenLogins(config)) && (await openFiles())
  const found = await findDatabase(config, { ...running, onLooked: wait.onLooked })
  if (found.embedded) stops.push(found.embedded.stop)
  if (halt.signal.aborted) throw new StartRefusal('The start was called off.')
  return { ...found, ...(early ?? (await openFiles())) }
}

type StartDependencies = Omit<ListenersDependencies, 'transport' | 'waiting'>
type OpenedFiles = {
  readonly keys: KeyEncryptionKeys
  readonly transport: OpenTransport
  readonly doors: OpenListeners
}

async function findDatabase(config: Config, running: RunningGateway & Looking): Promise<FoundDatabase> {
  const report = (reason: string) => running.log.warn('database', { reason })
  const given = await givenLogins(config)
  if (given) {
    const { onLooked } = running
    const waiting = { report, onLooked, halt: running.halt.signal, clock: systemClock }
    for (const login of [given.owner, given.gateway]) if (login) await awaitServer(login, waiting)
    return { logins: given }
  }
  announceFirstStart(config)
  const embedded = await launchEmbedded({ dataDirectory: config.dataDirectory, report })
  return { logins: loginsOf(embedded.connection), embedded }
}

type Looking = Required<Pick<AwaitServerOptions, 'onLooked'>>
type FoundDatabase = { readonly logins: DatabaseLogins; readonly embedded?: EmbeddedDatabase }

const isPretty = ({ logFormat }: Config): boolean =>
  logFormat === 'auto' ? process.stdout.isTTY === true : logFormat === 'pretty'

type RunningGateway = {
  readonly log: Log
  readonly drain: Drain
  /** Aborted by the first signal that stops it. */
  readonly halt: AbortController
  /** In the order of starting; the database goes last. */
  readonly stops: (() => Promise<unknown>)[]
}

async function stopAll({ log, stops }: RunningGateway): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop()
  log.flush()
}

/**
 * A start under way is waited for, so that no database is left behind. Signals after the first change
 * nothing: a supervisor may signal a whole group of processes, in which npm passes on what it hears as well.
 * Only SIGQUIT does not wait. Who presses Ctrl-C sits in front of it: nobody has to be told to go elsewhere.
 */
function stopOnSignal(running: RunningGateway, started: Promise<unknown>): void {
  const { halt } = running
  const stop = async (signal: NodeJS.Signals) => {
    if (halt.signal.aborted) return
    halt.abort()
    running.log.info('stopping', { reason: signal })
    const isStarted = await started.then(
      () => true,
      () => false,
    )
    await running.drain.pass(isStarted && signal === 'SIGTERM')
    await stopAll(running)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, signal => void stop(signal))
  process.on('SIGQUIT', () => {
    running.log.warn('stopping', { reason: 'SIGQUIT: at once' })
    running.log.flush()
    process.exit(1)
  })
  // A broken invariant must not be carried on with: what was committed is safe, the rest is recovered.
  process.on('uncaughtException', fault => {
    running.log.fault('crashed', fault)
    running.log.flush()
    process.exit(1)
  })
}

/** From a terminal that signal means that nobody is there any more, and stays what it is. */
function reloadOnSignal({ reload: look }: OpenTransport): void {
  if (!process.stdout.isTTY) process.on('SIGHUP', () => void look())
}

function readRelease(): string {
  const text = readFileSync(projectPath('package.json'), 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown'
}

/** Whatever refuses the start, nothing that was started before is left running. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const running: RunningGateway = {
    log: createLog({ level: config.logLevel, pretty: isPretty(config) }),
    drain: createDrain(config.drainMs),
    halt: new AbortController(),
    stops: [],
  }
  const judged = checkReleasedScripts(stageOf(config) === 'sandbox', running.log)
  const started = judged.then(() => start(config, running))
  stopOnSignal(running, started)
  await started.catch(async error => {
    // Whoever called the start off ends it.
    if (running.halt.signal.aborted) return
    await stopAll(running)
    throw error
  })
}

try {
  await main()
} catch (error) {
  if (!(error instanceof StartRefusal || error instanceof StoreUnavailable)) throw error
  process.stderr.write(`tollgate: ${error.message}\n`)
  process.exit(error instanceof StartRefusal ? error.exitCode : 1)
}
