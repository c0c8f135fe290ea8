import { readFileSync } from 'node:fs'
import { announce, announceLaunch, originOf, reachable } from './announcement.ts'
import { assemble } from './assembly.ts'
import { type Config, publishedPassword, readConfig } from './config.ts'
import { hashPassword, type MerchantDirectory } from './http/credentials.ts'
import { type Door, openDoor } from './http/door.ts'
import { createOwnCaller } from './http/ownCaller.ts'
import { referenceRoutes } from './http/reference/pages.ts'
import { availableOperations } from './operations/gateway.ts'
import { systemClock } from './platform/clock.ts'
import { errorCode } from './platform/errorCode.ts'
import { projectPath } from './platform/files.ts'
import { createLog, type Log } from './platform/log.ts'
import { StartRefusal } from './platform/startRefusal.ts'
import { type EmbeddedDatabase, launchEmbedded } from './store/embedded/launch.ts'
import { configuredKeys, keysInDirectory } from './vault/keyEncryptionKeys.ts'

/** The composition root: with assembly.ts and sandbox.ts the only place that constructs things. */
async function start(config: Config, running: Running): Promise<void> {
  const startedAtMs = systemClock.monotonicMs()
  const release = readRelease()
  const { log, stops } = running
  const { acquirerPatienceMs, orderWaitMs } = config
  const isSandbox = config.mode === 'sandbox'
  const database = config.databaseUrl === undefined ? await launch(config, log) : undefined
  if (database) stops.push(database.stop)
  const { merchantId } = sandboxMerchant
  const password = config.sandboxPassword ?? publishedPassword
  let port = config.port
  const own = () => originOf(reachable(config.host), port)
  const { routes, merchants, pepper, ready } = await assemble({
    connection: database?.connection ?? { connectionString: config.databaseUrl },
    isAlone: database !== undefined,
    isSandbox,
    keys: config.keys ? configuredKeys(config.keys) : await keysInDirectory(config.dataDirectory),
    merchants: isSandbox ? [{ ...sandboxMerchant, password }] : [],
    origin: () => config.publicUrl ?? own(),
    ...(isSandbox && { demo: { merchantId, call: createOwnCaller({ address: own, merchantId, password }) } }),
    acquirerPatienceMs,
    orderWaitMs,
    log,
    stops,
  })
  const door = openDoor({
    routes: [...routes, ...referenceRoutes({ sandbox: isSandbox, available: availableOperations })],
    directory: isSandbox ? merchants : withoutPublished(merchants, hashPassword(pepper, publishedPassword)),
    pepper,
    log,
    ready,
    gatewayVersion: release,
    limits: {
      requestsMax: config.concurrencyMax,
      closePatienceMs: orderWaitMs + acquirerPatienceMs + answerMarginMs,
    },
    requestsPerSecond: config.rateLimit,
    trustedProxies: config.trustedProxies,
  })
  port = (await listen(door, config)).port
  stops.push(door.close)
  announce({ config, release, port, merchantId, startedAtMs, isPretty: isPretty(config) })
}

/** What a request under way may need beyond its waits: a stop must not cut off what would be answered. */
const answerMarginMs = 30_000

/** The merchant everybody knows. */
const sandboxMerchant = { merchantId: 'TESTMERCHANT', cell: 0 }

/** In production nobody gets in with what everybody knows. */
function withoutPublished(merchants: MerchantDirectory, published: Buffer): MerchantDirectory {
  return {
    async find(merchantId) {
      const access = await merchants.find(merchantId)
      return (
        access && { ...access, passwordHashes: access.passwordHashes.filter(hash => !hash.equals(published)) }
      )
    },
  }
}

function launch(config: Config, log: Log): Promise<EmbeddedDatabase> {
  announceLaunch(config)
  const report = (reason: string) => log.warn('database', { reason })
  return launchEmbedded({ dataDirectory: config.dataDirectory, report })
}

const isPretty = ({ logFormat }: Config): boolean =>
  logFormat === 'auto' ? process.stdout.isTTY === true : logFormat === 'pretty'

async function listen(door: Door, { host, port }: Config) {
  try {
    return await door.listen(host, port)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EADDRINUSE')
      throw new StartRefusal(`Port ${port} of ${host} is taken; choose another with TOLLGATE_PORT.`)
    throw new StartRefusal(`Cannot listen on ${host} port ${port} (${code}).`)
  }
}

type Running = {
  readonly log: Log
  /** In the order of starting; the database goes last. */
  readonly stops: (() => Promise<unknown>)[]
}

async function stopAll({ log, stops }: Running): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop()
  log.flush()
}

/** A start under way is waited for, so that no database is left behind; a second signal does not wait. */
function stopOnSignal(running: Running, started: Promise<unknown>): void {
  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1)
    isStopping = true
    running.log.info('stopping', { reason: signal })
    await started.catch(() => undefined)
    await stopAll(running)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, signal => void stop(signal))
  // A broken invariant must not be carried on with: what was committed is safe, the rest is recovered.
  process.on('uncaughtException', fault => {
    running.log.fault('crashed', fault)
    running.log.flush()
    process.exit(1)
  })
}

function readRelease(): string {
  const text = readFileSync(projectPath('package.json'), 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown'
}

/** Whatever refuses the start, nothing that was started before is left running. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const running: Running = {
    log: createLog({ level: config.logLevel, pretty: isPretty(config) }),
    stops: [],
  }
  const started = start(config, running)
  stopOnSignal(running, started)
  await started.catch(async error => {
    await stopAll(running)
    throw error
  })
}

try {
  await main()
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  process.stderr.write(`tollgate: ${error.message}\n`)
  process.exit(1)
}
