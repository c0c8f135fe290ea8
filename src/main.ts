// The program of the gateway: reads its settings, starts it, and stops it on a signal. Its parts are put
// together in composition/. With several workers this same program is their primary, and each of them.

import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { readLinksFile } from './acquirers/routing/linksFile.ts'
import type { AcquirerLinks } from './acquirers/routing/settings.ts'
import { auditHeadPath } from './composition/administration.ts'
import {
  announce,
  announceFirstStart,
  originOf,
  reachableHost,
  shownPassword,
} from './composition/announcement.ts'
import { assemble } from './composition/assembly.ts'
import { leaveMemoryOutOfCoreDumps, warnOfCoreDumps } from './composition/coreDumps.ts'
import { givenLogins, warnOfFewSessions } from './composition/database.ts'
import {
  checkReleasedScripts,
  createDrain,
  createStartupReadiness,
  type Drain,
} from './composition/lifecycle.ts'
import {
  type ListenersDependencies,
  type OpenListeners,
  openListeners,
  type ServedGateway,
} from './composition/listeners.ts'
import { openObservability } from './composition/observability.ts'
import { forkWorker, startPrimary } from './composition/primary.ts'
import { mailSettingsOf } from './composition/receipts.ts'
import { type OpenTransport, openTransport } from './composition/transport.ts'
import { joinNode, type NodeWorker, primaryOfCluster } from './composition/worker.ts'
import { readRole } from './composition/workerMessages.ts'
import { readConfig, stageOf } from './config/config.ts'
import { type Config, publishedPassword } from './config/settings.ts'
import { createOwnCaller } from './http/api/ownCaller.ts'
import { readBrandFiles } from './pages/brandFiles.ts'
import { systemClock } from './platform/clock.ts'
import { sandboxMerchantId } from './platform/environment.ts'
import { StartRefusal, StoreUnavailable } from './platform/errors.ts'
import { projectPath } from './platform/files.ts'
import { createWorkInHand } from './platform/limits/workInHand.ts'
import { createLog, type Log } from './platform/log.ts'
import { readProvidersFile } from './providers/link/providersFile.ts'
import type { ProviderLinks } from './providers/link/settings.ts'
import { type AwaitServerOptions, awaitServer } from './store/connection/awaitServer.ts'
import { type DatabaseLogins, loginsOf } from './store/connection/pool.ts'
import { type EmbeddedDatabase, launchEmbedded } from './store/embedded/launch.ts'
import { patienceMsOf } from './threeDSecure/emv/adapter.ts'
import { readDirectoryServersFile } from './threeDSecure/emv/directoryServersFile.ts'
import type { ThreeDSecureServer } from './threeDSecure/emv/settings.ts'
import { findKeys, type KeyEncryptionKeys } from './vault/keyEncryptionKeys.ts'
import type { Wallet } from './wallets/wallets.ts'
import { readWalletsFile } from './wallets/walletsFile.ts'

async function start(config: Config, running: RunningGateway): Promise<void> {
  const startedAtMs = systemClock.monotonicMs()
  const release = readRelease()
  const { stops, drain, worker } = running
  const stage = stageOf(config)
  const measured = { release, mode: stage, ofProcess: true, worker: worker?.slot }
  const observability = openObservability({ ...measured, log: running.log })
  const { log, instrumentation, observe } = observability
  stops.push(observability.stop)
  const { isDraining } = drain
  // Before anything is opened: a mistake in a file must not leave half a start behind.
  const { threeDSecureServer, ...others } = await namedFilesOf(config)
  const authenticatorPatienceMs = threeDSecureServer && patienceMsOf(threeDSecureServer)
  const observing = { log, release, isDraining, monitor: instrumentation.http }
  const limits = { workInHand: createWorkInHand(systemClock), sharedLimits: worker?.limits }
  const dependencies = { config, ...observing, authenticatorPatienceMs, ...limits }
  const opened = await openFilesAndDatabase(dependencies, { ...running, log })
  const { logins, embedded, keys, transport } = opened
  reloadOnSignal(transport)
  const ownAddress = () =>
    originOf(reachableHost(config.host), opened.listeners.port(), transport.usual !== undefined)
  const assembly = await assemble({
    ...{ logins, isAlone: embedded !== undefined, stage, keys },
    // One process of the machine keeps the file.
    ...((worker?.slot ?? 1) === 1 && { auditHead: auditHeadPath(config) }),
    ...{ ...handedOn(config), ...limits, log, stops, instrumentation, stopping: drain.signal },
    ...{ ...others, threeDSecureServer },
    origin: () => config.publicUrl ?? ownAddress(),
    requestLog: { callsMax: config.requestLogCalls, daysMax: config.requestLogDays },
    ...(stage === 'sandbox' ? sandboxParts(config, transport, ownAddress) : { merchants: [] }),
  })
  const { observed, databaseSessionsMax: wanted, firstCallLines, consolePath } = assembly
  if (embedded === undefined && worker?.isFirst !== false)
    await warnOfFewSessions(logins.gateway, { ...observed.store, log, wanted, workers: config.workers })
  const { endsAtMs: certificateEndsAtMs } = transport
  const { areWorkersMissing } = worker ?? {}
  const ofProcess = observe(observed, { isDraining, certificateEndsAtMs, areWorkersMissing })
  const listeners = await opened.listeners.serve({ assembly, ...(worker?.ofNode(ofProcess) ?? ofProcess) })
  // Stops run in reverse order: the listeners close before what they serve is stopped.
  stops.push(listeners.close)
  whenAllServe(worker, () =>
    announce({
      ...{ config, log, release, transport, startedAtMs, firstCallLines, consolePath, ...listeners.ports },
      ...{ merchantId: sandboxMerchantId, isPretty: isPretty(config) },
      links: namesOf(others.acquirerLinks?.links),
      directoryServers: namesOf(threeDSecureServer?.directoryServers),
      providers: namesOf(others.providerLinks?.providers),
    }),
  )
}

const handedOn = ({ acquirerPatienceMs, orderWaitMs, host, cardNames, ...config }: Config) => ({
  ...{ acquirerPatienceMs, orderWaitMs, host, cardNames },
  periods: { authorizationDays: config.authorizationDays, settlementHours: config.settlementHours },
})

/** One of the workers greets, for all of them. */
function whenAllServe(worker: NodeWorker | undefined, greet: () => void): void {
  if (worker) void worker.serve().then(() => worker.isFirst && greet())
  else greet()
}

const namesOf = (named: readonly { readonly name: string }[] | undefined) => named?.map(({ name }) => name)

const namedFilesOf = async (config: Config) => ({
  acquirerLinks: await linksOf(config),
  threeDSecureServer: await directoryServersOf(config),
  providerLinks: await providersOf(config),
  mail: await mailSettingsOf(config),
  brandFiles: await readBrandFiles(config.brandFiles),
  wallets: await walletsOf(config),
})

const linksOf = async ({ acquirerLinks: path }: Config): Promise<AcquirerLinks | undefined> =>
  path === undefined ? undefined : await readLinksFile(path)

const directoryServersOf = async ({
  directoryServers: path,
}: Config): Promise<ThreeDSecureServer | undefined> =>
  path === undefined ? undefined : await readDirectoryServersFile(path)

const walletsOf = async ({ wallets: path }: Config): Promise<readonly Wallet[] | undefined> =>
  path === undefined ? undefined : await readWalletsFile(path)

const providersOf = async ({ providers: path, mode }: Config): Promise<ProviderLinks | undefined> =>
  path === undefined ? undefined : await readProvidersFile(path, { isPlainAllowed: mode === 'sandbox' })

/** Only in a sandbox: a merchant with published credentials, and a demo shop that calls as that merchant. */
function sandboxParts(config: Config, transport: OpenTransport, address: () => string) {
  const { usual, isOwn, certificatePath } = transport
  const isTls = usual !== undefined
  const password = config.sandboxPassword ?? publishedPassword
  const merchant = { merchantId: sandboxMerchantId, cell: 0, password }
  const call = createOwnCaller({ address, ...merchant, ...(isTls && { isOwn }) })
  const shown = { merchantId: sandboxMerchantId, password: shownPassword(config) }
  return { merchants: [merchant], demo: { ...shown, call, ...(isTls && { certificatePath }) } }
}

/**
 * With an external database, files and listeners are opened first: a key file that others can read is refused
 * at once, and readiness answers while the database is away. The embedded database is started first instead:
 * it creates the folder for these files.
 */
async function openFilesAndDatabase(
  parts: StartDependencies,
  running: RunningGateway,
): Promise<FoundDatabase & OpenedFiles> {
  const { config, log } = parts
  const { stops, halt, worker } = running
  const wait = createStartupReadiness()
  const openFiles = async (): Promise<OpenedFiles> => {
    const keys = await findKeys(config, { mayMake: true })
    const transport = await openTransport(config, { log, clock: systemClock })
    stops.push(transport.stop)
    const dependencies = { ...parts, transport, waiting: wait.ready }
    const joins = worker?.isFirst === false
    const listeners = joins ? listenersOfOthers(dependencies) : await ownListeners(dependencies)
    stops.push(listeners.close)
    return { keys, transport, listeners }
  }
  const early = (await givenLogins(config)) && (await openFiles())
  const found = await findDatabase(config, { ...running, onLooked: wait.onLooked })
  if (found.embedded) stops.push(found.embedded.stop)
  if (halt.signal.aborted) throw new StartRefusal('The start was called off.')
  return { ...found, ...(early ?? (await openFiles())) }
}

/** Ports that are open before anything can be served. */
async function ownListeners(dependencies: ListenersDependencies): Promise<NodeListeners> {
  const listeners = await openListeners(dependencies)
  return {
    port: () => listeners.ports.port,
    async serve(served) {
      listeners.serve(served)
      return listeners
    },
    close: listeners.close,
  }
}

/** Ports that others serve already: this worker opens them when it can serve too. */
function listenersOfOthers(dependencies: ListenersDependencies): NodeListeners {
  let listeners: OpenListeners | undefined
  return {
    port: () => listeners?.ports.port ?? dependencies.config.port,
    serve: async served => (listeners = await openListeners(dependencies, served)),
    close: async () => listeners?.close(),
  }
}

type NodeListeners = Pick<OpenListeners, 'close'> & {
  readonly port: () => number
  readonly serve: (served: ServedGateway) => Promise<OpenListeners>
}

type StartDependencies = Omit<ListenersDependencies, 'transport' | 'waiting'>
type OpenedFiles = {
  readonly keys: KeyEncryptionKeys
  readonly transport: OpenTransport
  readonly listeners: NodeListeners
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
  /** Absent: this process is the whole node. */
  readonly worker: NodeWorker | undefined
  /** Aborted by the first stop signal. */
  readonly halt: AbortController
  /** In the order of starting; the database is stopped last. */
  readonly stops: (() => Promise<unknown>)[]
}

async function stopAll({ log, stops }: RunningGateway): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop()
  log.flush()
}

/**
 * A start under way is awaited, so that no database process is left behind. Signals after the first are
 * ignored: a supervisor may signal a whole group of processes, in which npm passes its signal on as well.
 * Only SIGQUIT does not wait. After Ctrl-C there is no drain: the user sits in front of it, and no load
 * balancer has to react. To a worker only its primary's word counts, or that it is gone.
 */
function stopOnSignal(running: RunningGateway, started: Promise<unknown>): (reason: StopReason) => void {
  const { halt, worker } = running
  const stop = async (signal: StopReason) => {
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, signal => {
      if (!worker) void stop(signal)
    })
  process.on('SIGQUIT', () => {
    running.log.warn('stopping', { reason: 'SIGQUIT: at once' })
    running.log.flush()
    process.exit(1)
  })
  // The process must not continue with a broken invariant: what was committed is safe, the rest is recovered.
  process.on('uncaughtException', fault => {
    running.log.fault('crashed', fault)
    running.log.flush()
    process.exit(1)
  })
  return reason => void stop(reason)
}

type StopReason = NodeJS.Signals | 'disconnect'

/**
 * SIGHUP reads certificates again; in a terminal it means that the terminal was closed, and ends the process.
 */
function reloadOnSignal({ reload: look }: OpenTransport): void {
  if (!process.stdout.isTTY) process.on('SIGHUP', () => void look())
}

function readRelease(): string {
  const text = readFileSync(projectPath('package.json'), 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown'
}

/** The process that signals go to, where workers do the work. Its end is the end of all of them. */
async function leadWorkers({ workers }: Config, log: Log): Promise<void> {
  const primary = startPrimary({ workers, log, release: readRelease(), fork: forkWorker })
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (!isStopping) primary.stop(signal)
      isStopping = true
    })
  process.on('SIGQUIT', () => {
    primary.kill('SIGQUIT')
    process.exit(1)
  })
  if (!process.stdout.isTTY) process.on('SIGHUP', primary.reload)
  const code = await primary.ended
  log.flush()
  process.exit(code)
}

/** When the start fails, whatever was started before is stopped. */
async function main(): Promise<void> {
  // Whoever read what it says may have gone: that is no reason to end.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  const isMemoryLeftOut = leaveMemoryOutOfCoreDumps()
  const config = readConfig(process.env)
  const { workers, logLevel: level } = config
  const log = createLog({ level, pretty: isPretty(config), isShared: workers > 1 })
  const role = cluster.isWorker ? readRole(process.argv.slice(2)) : undefined
  if (!isMemoryLeftOut && role === undefined && stageOf(config) !== 'sandbox') await warnOfCoreDumps(log)
  if (workers > 1 && role === undefined) return leadWorkers(config, log)
  if (role && role.release !== readRelease())
    throw new StartRefusal(`Release ${readRelease()} lies here, and ${role.release} runs: restart the node.`)
  let stop: (reason: StopReason) => void = () => undefined
  const told = { onStop: (reason: StopReason) => stop(reason), onReload: () => process.emit('SIGHUP') }
  const running: RunningGateway = {
    log,
    worker: role && joinNode({ ...role, workers, primary: primaryOfCluster(), ...told }),
    drain: createDrain(config.drainMs),
    halt: new AbortController(),
    stops: [],
  }
  const judged = checkReleasedScripts(stageOf(config) === 'sandbox', running.log)
  const started = judged.then(() => start(config, running))
  stop = stopOnSignal(running, started)
  await started.catch(async error => {
    // A start that was interrupted by a signal is ended by the signal's handler.
    if (running.halt.signal.aborted) return
    await stopAll(running)
    throw error
  })
}

main().catch(error => {
  if (!(error instanceof StartRefusal || error instanceof StoreUnavailable)) throw error
  process.stderr.write(`tollgate: ${error.message}\n`)
  process.exit(error instanceof StartRefusal ? error.exitCode : 1)
})
