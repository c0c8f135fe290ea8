// The program of the command line: opens what commands need on first use, runs one command, and sets the exit
// code.

import { readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { UsageRefusal } from './commands/command.ts'
import type { CommandContext, OperatorKeyFile, TestAuthority } from './commands/context.ts'
import { type CommandResult, refusalText } from './commands/output.ts'
import { openProgressBar, openTerminal, silentProgress } from './commands/terminal.ts'
import { originOf, reachableHost, shownPassword } from './composition/announcement.ts'
import { leaveMemoryOutOfCoreDumps } from './composition/coreDumps.ts'
import { createProgram, isAnswered, wordsOf } from './composition/program.ts'
import { readConfig, stageOf } from './config/config.ts'
import type { Config } from './config/settings.ts'
import { isRejection, type Rejection } from './orders/rejection.ts'
import { systemClock } from './platform/clock.ts'
import { sandboxMerchantId } from './platform/environment.ts'
import { describeFault, StartRefusal, StoreUnavailable, UseRefusal } from './platform/errors.ts'
import { projectPath, readUpTo } from './platform/files.ts'

/** Kept for the whole command. */
const terminal = openTerminal(process)
const halt = new AbortController()
const closers: (() => Promise<unknown>)[] = []
const isForProgram = (): boolean => process.argv.includes('--json')

/**
 * The composition root of the command line. Everything but the texts is loaded on first use, so that help
 * appears at once.
 */
function openCommandContext(): CommandContext {
  const config = once(() => readConfig(process.env))
  const post = once(async () =>
    (await import('./composition/gatewayConnection.ts')).openForwarding({ halt: halt.signal, closers }),
  )
  return {
    ...{ terminal, clock: systemClock, isForProgram, show, ask, askSecret, readStandardInput },
    halt: halt.signal,
    async withProgress(work) {
      const progress = terminal.isInteractive ? await openProgressBar(terminal.isColoured) : silentProgress
      return work(progress).finally(progress.end)
    },
    async start() {
      // The gateway is a separate bundle, so that no other command loads it.
      process.argv = process.argv.slice(0, 1).concat(projectPath('start.mjs'))
      await import(pathToFileURL(projectPath('start.mjs')).href)
    },
    async migrate(wishes) {
      endOnSignal()
      const { migrateDatabase } = await import('./composition/records.ts')
      return migrateDatabase({ config: config(), closers, halt: halt.signal }, wishes)
    },
    async records(change) {
      endOnSignal()
      const { openRecords } = await import('./composition/records.ts')
      const warn = (news: string) => terminal.remark(`tollgate: ${news}`)
      const whose = { actor: change?.as ?? `${userName()}@${hostname()}`, isReading: change === undefined }
      return openRecords({ config: config(), ...whose, warn, closers, halt: halt.signal })
    },
    keyFile: () => openKeyFile(config()),
    authority: openAuthority(config),
    ...counterparts,
    release,
    async gateway(wanted = {}) {
      endOnSignal()
      const { openGatewayConnection } = await import('./composition/gatewayConnection.ts')
      return openGatewayConnection(config(), wanted, { halt: halt.signal, closers })
    },
    forward: async (target, message) => (await post())(target, message),
    defaults: {
      merchantId: () => (config().mode === 'sandbox' ? sandboxMerchantId : undefined),
      password: () => config().sandboxPassword,
      shownPassword: () => shownPassword(config()),
      linksFile: () => config().acquirerLinks,
      directoryServersFile: () => config().directoryServers,
      environment: () => stageOf(config()),
      certificateListener: () => certificateListener(config()),
    },
  }
}

const openAcquirerHost: CommandContext['acquirerHost'] = async wanted => {
  endOnSignal()
  const { openHost } = await import('./acquirerHost/openHost.ts')
  const host = await openHost(wanted)
  closers.push(host.close)
  return host
}

const openDirectoryServers: CommandContext['directoryServer'] = async wanted => {
  endOnSignal()
  const { openDirectoryServer } = await import('./directoryServer/openDirectoryServer.ts')
  const server = await openDirectoryServer(wanted)
  closers.push(server.close)
  return server
}

const makeDirectorySettings: CommandContext['directorySettings'] = async wanted => {
  const { directorySettings } = await import('./directoryServer/openDirectoryServer.ts')
  return directorySettings(wanted)
}

const openPaymentProvider: CommandContext['providerHost'] = async wanted => {
  endOnSignal()
  const { openProviderHost } = await import('./providerHost/openProviderHost.ts')
  const host = await openProviderHost(wanted)
  closers.push(host.close)
  return host
}

const makeProviderSecrets: CommandContext['providerSecrets'] = async folder => {
  const { hostSecretsIn, secretFilesIn } = await import('./providerHost/openProviderHost.ts')
  await hostSecretsIn(folder)
  return secretFilesIn(folder)
}

const openOwnSandbox: CommandContext['throwawaySandbox'] = async wanted => {
  endOnSignal()
  const { openThrowawaySandbox } = await import('./composition/throwawaySandbox.ts')
  return openThrowawaySandbox(wanted, { halt: halt.signal, closers })
}

/** Those that a command runs, to try a gateway against. */
const counterparts = {
  variable: (name: string) => process.env[name],
  acquirerHost: openAcquirerHost,
  directoryServer: openDirectoryServers,
  directorySettings: makeDirectorySettings,
  providerHost: openPaymentProvider,
  providerSecrets: makeProviderSecrets,
  throwawaySandbox: openOwnSandbox,
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

let shownCode: ExitCode = 0

function show(result: CommandResult | Rejection): void {
  if (isRejection(result)) throw new StartRefusal(refusalText(result))
  if (result.isBad) shownCode = 1
  else if (result.isDifferent) shownCode = 2
  if (isForProgram()) terminal.print(JSON.stringify(result.json, undefined, 2))
  else for (const line of result.text(terminal.paint)) terminal.print(line)
}

async function ask(question: string): Promise<boolean | undefined> {
  if (!terminal.isInteractive) return undefined
  const { confirm } = await import('@clack/prompts')
  return (await confirm({ message: question, initialValue: false, output: process.stderr })) === true
}

async function askSecret(question: string): Promise<string | undefined> {
  if (!terminal.isInteractive) return undefined
  const { password } = await import('@clack/prompts')
  const answer = await password({ message: question, output: process.stderr })
  return typeof answer === 'symbol' ? undefined : (answer ?? '')
}

async function readStandardInput(bytesMax: number): Promise<string | undefined> {
  return process.stdin.isTTY ? undefined : (await readUpTo(process.stdin, bytesMax)).toString()
}

async function openKeyFile(config: Config): Promise<OperatorKeyFile> {
  const { addKey, findKeys, newKey, removeKeys } = await import('./vault/keyEncryptionKeys.ts')
  const { writeNamedKeys } = await import('./platform/secretBox.ts')
  const { origin, path, keys } = await findKeys(config, { mayMake: false })
  return {
    origin,
    ids: keys.map(({ id }) => id),
    ...(path !== undefined && { path }),
    newId: () => newKey().id,
    async add(id) {
      const key = newKey(id)
      if (path === undefined) return { id: key.id, text: writeNamedKeys([key]) }
      await addKey(path, key)
      return { id: key.id }
    },
    async remove(ids) {
      if (path !== undefined) await removeKeys(path, ids)
    },
  }
}

function certificateListener({ certificatePort, host, tlsCertificate, dataDirectory }: Config) {
  if (certificatePort === undefined) return undefined
  const trusted = tlsCertificate ?? join(dataDirectory, 'tls', 'server.pem')
  return { address: originOf(reachableHost(host), certificatePort, true), trusted }
}

function openAuthority(config: () => Config): TestAuthority {
  const open = async () => {
    const { testAuthority } = await import('./certificates/ownCertificates.ts')
    return testAuthority(config().dataDirectory, systemClock.now().getTime())
  }
  return {
    path: async () => (await open()).certificatePath,
    async issue({ merchantId, days }) {
      const { issueClientCertificate } = await import('./certificates/ownCertificates.ts')
      const nowMs = systemClock.now().getTime()
      const own = await open()
      const { clientCa } = config()
      if (clientCa !== undefined && resolve(clientCa) !== own.certificatePath)
        throw new UseRefusal(
          'TOLLGATE_CLIENT_CA names another authority: let that one issue it, and bind it here.',
        )
      return issueClientCertificate(own, { name: merchantId, nowMs, days })
    },
  }
}

/** In a container the account may have no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user-${process.getuid?.() ?? 'unknown'}`
  }
}

function release(): string {
  const text = readFileSync(projectPath('package.json'), 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown'
}

async function run(): Promise<ExitCode> {
  try {
    await createProgram(openCommandContext(), release()).parseAsync(wordsOf(process.argv.slice(2)), {
      from: 'user',
    })
    return shownCode
  } catch (error) {
    return isAnswered(error) ? 0 : refuse(error)
  } finally {
    await closeAll()
  }
}

/** 0: done. 1: it failed, or what was found is not in order. 2: used wrongly, or a difference was found. */
type ExitCode = 0 | 1 | 2

function refuse(error: unknown): ExitCode {
  if (error instanceof UsageRefusal) {
    if (isForProgram()) terminal.print(inJson(error.message))
    terminal.remark(error.message)
    return 2
  }
  const isTold = error instanceof StartRefusal || error instanceof StoreUnavailable
  const { message, stack } = isTold ? { message: error.message, stack: [] } : describeFault(error)
  const explanation = isTold ? message : `Something went wrong inside: ${message}`
  if (isForProgram()) terminal.print(inJson(explanation))
  for (const line of [`tollgate: ${explanation}`, ...stack.map(place => `  ${place}`)]) terminal.remark(line)
  return error instanceof StartRefusal ? error.exitCode : 1
}

const inJson = (explanation: string): string => JSON.stringify({ error: { explanation } }, undefined, 2)

/**
 * Closes in reverse order of opening; what does not close in time is left to the end of the process. A signal
 * while that is under way waits for it.
 */
function closeAll(): Promise<void> {
  closing = closing.then(async () => {
    for (const close of closers.splice(0).reverse())
      await Promise.race([close().catch(() => undefined), sleep(closeMs, undefined, { ref: false })])
  })
  return closing
}

let closing = Promise.resolve()
const closeMs = 10_000
let isEnding = false
const haltMs = 500

/**
 * Ctrl-C ends the command without leaving a database process behind; commands that listen end by themselves.
 */
const endOnSignal = once(() => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(signal, async () => {
      // A signal may arrive twice, from npx and from its sender, so a second one is ignored; SIGQUIT ends it
      // at once.
      if (isEnding) return
      isEnding = true
      halt.abort()
      await Promise.race([finished, sleep(haltMs)])
      if (isFinished) return
      await closeAll()
      process.exit(code)
    })
})

// The reader of standard output may close it early, as head does: then nothing more is written, and
// everything is closed as usual.
process.stdout.on('error', () => halt.abort())

// Passwords and keys go through here, too.
leaveMemoryOutOfCoreDumps()
let isFinished = false
const finished = run().then(code => {
  isFinished = true
  process.exitCode = code
})
