import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { projectPath } from '../../src/platform/files.ts'
import { endAll } from '../faults/gatewayProcess.ts'
import { halted } from '../halted.ts'
import { compareBooks } from '../links/compareBooks.ts'
import { compareWire } from '../links/compareWire.ts'
import { countOpen, readRecord } from '../links/record.ts'
import { type CallEnding, createCaller } from './caller.ts'
import { checkPaths, drainOne } from './front.ts'
import { Ground, until } from './ground.ts'
import { type Installation, install } from './installation.ts'
import { Members } from './members.ts'
import { isAcknowledged, Merchants, type Noted } from './merchants.ts'
import { programNamed } from './programs.ts'
import { type Round, strikeLeaders } from './rounds.ts'
import { checkWatch } from './watch.ts'

export type FailOverOptions = {
  readonly times: number
  readonly seed: number
  readonly perSecond: number
  readonly tell: (progress: string) => void
  /** Ends it at once: all that was started is ended. */
  readonly halt?: AbortSignal
}

export type FailOverReport = {
  readonly seconds: number
  readonly rounds: readonly Round[]
  readonly orders: number
  readonly requests: number
  readonly acknowledged: number
  /** Answers by status, 503 by who gave it, and what was no answer. */
  readonly answers: ReadonlyMap<string, number>
  readonly waits: Waits
  readonly originals: number
  readonly violations: readonly string[]
  /** Where to look, if anything is wrong. */
  readonly folder: string
}

/** In seconds: how long callers waited. */
type Waits = { readonly busyMedian: number; readonly busyLongest: number; readonly longest: number }

/** Deploys everything, strikes leaders under load, and compares what everybody has written down. */
export async function underFailOvers(options: FailOverOptions): Promise<FailOverReport> {
  const startedAtMs = performance.now()
  checkRules()
  const ground = await Ground.prepare()
  const started: { members?: Members; installation?: Installation } = {}
  let isSound = false
  const deployAndFight = async () => {
    options.tell('etcd, Patroni and PostgreSQL start')
    const members = await Members.start(ground)
    started.members = members
    options.tell('nodes, balancers, pooler, Prometheus start')
    const installation = await install(ground, members, options.seed)
    started.installation = installation
    return await fight(options, { members, installation, answers: ground.path('answers.jsonl') })
  }
  try {
    const fought = await Promise.race([deployAndFight(), halted(options.halt)])
    const seconds = (performance.now() - startedAtMs) / 1_000
    isSound = fought.violations.length === 0
    return { ...fought, seconds, folder: ground.folder }
  } finally {
    await started.installation?.stop()
    // Nodes of an installation that did not come up.
    await endAll()
    await started.members?.stop()
    await ground.leave({ keep: !isSound && options.halt?.aborted !== true })
    // And those that were about to start when it was interrupted.
    await endAll()
  }
}

/** The alerts, as they are told to Prometheus, wake up for what they are for. */
function checkRules(): void {
  const folder = projectPath('deploy', 'prometheus')
  execFileSync(programNamed('promtool'), ['check', 'rules', 'tollgate-alerts.yml'], { cwd: folder })
  execFileSync(programNamed('promtool'), ['test', 'rules', 'alerts.test.yml'], { cwd: folder })
}

type Parts = {
  readonly members: Members
  readonly installation: Installation
  /** Where everything that merchants heard is written. */
  readonly answers: string
}

async function fight(options: FailOverOptions, { members, installation, answers }: Parts) {
  const call = createCaller(installation)
  const merchants = new Merchants({ call, ...options })
  const rounds = await strikeLeaders({ ...options, members, merchants })
  const ended = installation.nodes.filter(({ child }) => child.exitCode !== null || child.signalCode !== null)
  options.tell('a node drains')
  const ofFronts = [
    ...(await checkWatch(installation.prometheus)),
    ...(await checkPaths(installation)),
    ...(await drainOne(installation, merchants)),
  ]
  options.tell('the last payments come to their end')
  await merchants.finish()
  const open = await settle(installation)
  options.tell('everything that was acknowledged is asked for again')
  await merchants.askAgain(8)
  const { originals, findings } = await compare(installation)
  call.close()
  writeFileSync(answers, merchants.notes.map(note => `${JSON.stringify(lineOf(note))}\n`).join(''))
  const { notes, orders } = merchants
  const hung = notes.filter(({ ending }) => ending.kind === 'hung').length
  const unlawful = notes.flatMap(({ ending }) => (ending.kind === 'answered' ? (ending.unlawful ?? []) : []))
  const violations = [
    ...merchants.contradictions(),
    ...findings,
    ...[...new Set(unlawful)],
    ...(open === 0 ? [] : [`${open} transactions are open, or owed`]),
    ...(ended.length === 0 ? [] : [`${ended.length} nodes ended`]),
    ...(hung === 0 ? [] : [`${hung} requests got no answer`]),
    ...rounds
      .filter(({ waitSeconds }) => waitSeconds > waitSecondsMax)
      .map(({ blow, from, waitSeconds }) => `${from} was ${blow}, and a request waited for ${waitSeconds} s`),
    ...ofFronts,
  ]
  const acknowledged = new Set(notes.filter(isAcknowledged).map(({ request }) => request)).size
  return {
    ...{ rounds, orders, requests: notes.length, acknowledged, originals, violations },
    ...{ answers: answersIn(merchants), waits: waitsIn(merchants) },
  }
}

const lineOf = ({ request: { orderId, transactionId }, ending, ...note }: Noted) => ({
  ...{ orderId, transactionId, isLook: note.isLook, askedAtMs: note.askedAtMs, heardAtMs: note.heardAtMs },
  ...(ending.kind === 'answered' ? { status: ending.answer.status, text: ending.answer.text } : ending),
})

/** A node finds out that it cannot commit by a statement that takes too long: up to seven seconds. */
const waitSecondsMax = 10

/** Until nothing is open or owed: a message may be under way for more than a minute. */
async function settle({ openDatabase }: Installation): Promise<number> {
  const client = await openDatabase()
  const isSettled = async () => (await countOpen(client)) === 0
  // What is open still after that is told.
  await until('nothing is open', isSettled, 240_000).catch(() => undefined)
  const open = await countOpen(client)
  await client.end()
  return open
}

/** The books of the acquirer with the record of the gateway, and what was on the wire. */
async function compare({ openDatabase, host }: Installation) {
  const client = await openDatabase()
  const record = await readRecord(client)
  await client.end()
  const form = { generation: '1987', offsetMs: 3_600_000, reversalsAreNumbered: true } as const
  const wire = compareWire(record, await host.wire(), form)
  const { originalsSentTwice } = await host.counters()
  const findings = [
    ...wire.findings,
    ...wire.overtaken,
    ...compareBooks(record, await host.books(), form),
    ...(originalsSentTwice === 0 ? [] : [`originals sent twice: ${originalsSentTwice}`]),
  ]
  return { originals: wire.originals, findings }
}

function answersIn({ notes }: Merchants): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { ending, isLook } of notes) {
    const name = ending.kind === 'answered' ? nameOf(ending.answer, isLook) : nameless(ending)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return new Map([...counts].sort())
}

const nameless = (ending: Exclude<CallEnding, { readonly kind: 'answered' }>): string =>
  ending.kind === 'broken' ? `broken (${ending.why})` : ending.kind

function nameOf(
  { status, text }: { readonly status: number; readonly text: string },
  isLook: boolean,
): string {
  if (status === 503) return text.includes('No node of the gateway') ? '503 of the balancer' : '503 of a node'
  return isLook ? `${status} to a retrieval` : String(status)
}

function waitsIn({ notes }: Merchants): Waits {
  const seconds = ({ askedAtMs, heardAtMs }: { askedAtMs: number; heardAtMs: number }) =>
    (heardAtMs - askedAtMs) / 1_000
  const busy = notes.filter(({ heard }) => heard.kind === 'unavailable').map(seconds)
  busy.sort((one, other) => one - other)
  return {
    busyMedian: busy[Math.floor(busy.length / 2)] ?? 0,
    busyLongest: busy.at(-1) ?? 0,
    longest: notes.map(seconds).reduce((most, each) => Math.max(most, each), 0),
  }
}
