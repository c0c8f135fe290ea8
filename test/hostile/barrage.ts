// Sends the requests of a seed to a gateway and judges every answer.

import { setTimeout as sleep } from 'node:timers/promises'
import { residentMegabytes } from '../../bench/processFacts.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { GatewayProcess } from '../faults/gatewayProcess.ts'
import { offencesIn } from './judge.ts'
import { type Fate, runLane } from './lanes.ts'
import { createRequests, type HostileRequest, type Known, requestKinds } from './requests.ts'

export type BarrageOptions = {
  readonly gateway: GatewayProcess
  readonly seed: number
  /** The number of the first, and how many. */
  readonly from: number
  readonly count: number
  readonly known: Known
  readonly tell: (progress: string) => void
}

export type Violation = { readonly request: HostileRequest; readonly what: string; readonly answer: string }

export type BarrageReport = {
  readonly requests: number
  readonly seconds: number
  /** By status; and those that got none. */
  readonly answers: ReadonlyMap<string, number>
  readonly kinds: ReadonlyMap<string, number>
  readonly operations: ReadonlySet<string>
  readonly versions: ReadonlySet<number>
  readonly violations: readonly Violation[]
  /** Resident megabytes, a second apart. */
  readonly resident: readonly number[]
}

/** Few enough that what one request does to the event loop is not lost among the others. */
const lanes = 16
const patienceMs = 15_000
const violationsMax = 200

export async function barrage(options: BarrageOptions): Promise<BarrageReport> {
  const { gateway, seed, from, count, known, tell } = options
  const requestAt = createRequests(seed, known)
  const answers = new Map<string, number>()
  const kinds = new Map<string, number>()
  const operations = new Set<string>()
  const versions = new Set<number>()
  const violations: Violation[] = []
  let next = from
  let done = 0
  const onFate = (request: HostileRequest, fate: Fate) => {
    done += 1
    const what = fate.kind === 'answered' ? String(fate.answer.status) : fate.kind
    answers.set(what, (answers.get(what) ?? 0) + 1)
    const text = fate.kind === 'answered' ? fate.answer.text.slice(0, 1_500) : ''
    for (const offence of offencesOfFate(request, fate))
      if (violations.length < violationsMax)
        violations.push({ request, what: offence, answer: `${what} ${text}` })
  }
  const take = () => {
    if (next >= from + count || gateway.child.exitCode !== null) return undefined
    const request = requestAt(next++)
    kinds.set(request.kind, (kinds.get(request.kind) ?? 0) + 1)
    operations.add(request.operation)
    versions.add(request.version)
    return request
  }
  const startedAtMs = systemClock.monotonicMs()
  const seconds = () => (systemClock.monotonicMs() - startedAtMs) / 1_000
  const resident: number[] = []
  const watch = setInterval(() => {
    resident.push(residentMegabytes(gateway.child.pid ?? 0) ?? 0)
    if (resident.length % 5 === 0)
      tell(
        `${done} of ${count} requests, ${Math.round(done / seconds())} a second, ` +
          `${violations.length} violations`,
      )
  }, 1_000)
  const lane = (_: unknown, at: number) =>
    runLane({ port: gateway.port, from: `127.0.1.${1 + at}`, take, onFate, patienceMs })
  await Promise.all(Array.from({ length: lanes }, lane))
  clearInterval(watch)
  return { requests: done, seconds: seconds(), answers, kinds, operations, versions, violations, resident }
}

/** Sends one of them again, alone; what became of it. */
export async function replay(
  { gateway, seed, known }: Pick<BarrageOptions, 'gateway' | 'seed' | 'known'>,
  number: number,
): Promise<{ readonly request: HostileRequest; readonly fate: Fate; readonly offences: readonly string[] }> {
  const request = createRequests(seed, known)(number)
  const left = [request]
  let heard: Fate = { kind: 'closed' }
  const onFate = (_: HostileRequest, fate: Fate) => {
    heard = fate
  }
  await runLane({ port: gateway.port, take: () => left.pop(), onFate, patienceMs })
  await sleep(50)
  return { request, fate: heard, offences: offencesOfFate(request, heard) }
}

function offencesOfFate(request: HostileRequest, fate: Fate): readonly string[] {
  switch (fate.kind) {
    case 'answered':
      return offencesIn(request, fate.answer)
    case 'silent':
      return [`neither answered nor closed within ${patienceMs} ms`]
    case 'garbled':
      return [fate.why]
    case 'closed':
      // Whoever sends what is no HTTP, or half of it, may find the connection closed; nobody else.
      return request.isAlone ? [] : ['closed without an answer']
  }
}

/** What was asked for and did not happen: a run without it proves nothing about it. */
export function gapsIn({ kinds, operations, versions }: BarrageReport, wanted: Wanted): readonly string[] {
  return [
    ...requestKinds.filter(kind => !kinds.has(kind)).map(kind => `no request of the kind ${kind}`),
    ...wanted.operations.filter(name => !operations.has(name)).map(name => `no request of ${name}`),
    ...wanted.versions.filter(version => !versions.has(version)).map(version => `none at version ${version}`),
  ]
}

type Wanted = { readonly operations: readonly string[]; readonly versions: readonly number[] }
