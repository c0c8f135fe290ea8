// A host that floods: what nobody asked for is counted and thrown away, memory stays flat, and payments on
// the same link are still answered.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLink, type Link } from '../../src/acquirers/iso8583/link/link.ts'
import { linkLimits } from '../../src/acquirers/iso8583/link/linkLimits.ts'
import { createLinkRecorder } from '../../src/acquirers/routing/linkRecorder.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { projectPath } from '../../src/platform/files.ts'
import { authorization, linkSettings, quietLog } from '../support/acquirers/testLink.ts'
import { endsConnections, floods } from './floods.ts'

const secondsEach = 3
const megabyte = 2 ** 20

let host: ChildProcess
let link: Link
const told = new Map<string, number>()
let stored = 0
const recorder = createLinkRecorder({
  ...{ clock: systemClock, log: quietLog, node: { host: 'here', processId: 1 }, statuses: () => [] },
  records: {
    report: async () => undefined,
    withdraw: async () => undefined,
    add: async events => {
      stored += events.length
    },
  },
})

beforeAll(async () => {
  host = spawn(process.execPath, ['start.mjs', 'test/links/floodingHost.ts'], {
    ...{ cwd: projectPath(), stdio: ['pipe', 'pipe', 'inherit'] },
  })
  if (!host.stdout) throw new Error('the host has no output')
  const [port] = await once(createInterface({ input: host.stdout }), 'line')
  link = createLink(linkSettings(Number(port), { connections: 2 }), {
    ...{ clock: systemClock, log: quietLog, limits: { partialFrameMs: 1_000, longestBackOffMs: 1_000 } },
    onEvent(event) {
      told.set(event.what, (told.get(event.what) ?? 0) + 1)
      recorder.hear(event)
    },
  })
  recorder.start()
  link.start()
})
afterAll(async () => {
  await link?.stop()
  await recorder.stop()
  host?.kill('SIGKILL')
})

const allReady = () =>
  expect
    .poll(() => link.status().connections.every(({ state }) => state === 'ready'), { timeout: 20_000 })
    .toBe(true)
const say = (word: string) => host.stdin?.write(`${word}\n`)

let number = 0
async function pay(): Promise<{ readonly state: string; readonly ms: number }> {
  number += 1
  const from = performance.now()
  const question = authorization({ 11: String(number).padStart(6, '0') })
  const { state } = await link.exchange(question, { deadline: systemClock.deadline(5_000) })
  return { state, ms: performance.now() - from }
}

async function payFor(seconds: number) {
  const paid: Promise<Awaited<ReturnType<typeof pay>>>[] = []
  const endsAtMs = performance.now() + seconds * 1_000
  while (performance.now() < endsAtMs) {
    paid.push(pay())
    await sleep(10)
  }
  const all = await Promise.all(paid)
  const times = all.map(({ ms }) => ms).sort((one, other) => one - other)
  return {
    ...{ paid: all.length, answered: all.filter(({ state }) => state === 'answered').length },
    ...{ p50: times[all.length >> 1] ?? 0, p99: times[Math.floor(all.length * 0.99)] ?? 0 },
  }
}

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')
async function heapMegabytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    if (typeof collect === 'function') collect()
    await sleep(50)
  }
  return process.memoryUsage().heapUsed / megabyte
}

/** How many messages came that nobody asked for. */
function unasked(): number {
  const { unmatched, doubled, unreadable, hostStarted, late, contradictory } = link.status().counters
  return unmatched + doubled + unreadable + hostStarted + late + contradictory
}

test('eight floods: memory is flat, payments are answered, events are counted and not stored', async () => {
  await allReady()
  await payFor(2)
  const calmHeap = await heapMegabytes()
  const lines: string[] = []
  for (const flood of floods) {
    await allReady()
    const [before, losses] = [unasked(), link.status().counters.losses]
    say(flood)
    const { paid, answered, p50, p99 } = await payFor(secondsEach)
    say('rest')
    const flooded = unasked() - before
    const heap = await heapMegabytes()
    const times = `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`
    lines.push(
      `${flood}: ${flooded} unasked, ${answered} of ${paid} answered, ${times}, ${heap.toFixed(1)} MB`,
    )
    expect(heap - calmHeap, lines.join('\n')).toBeLessThan(40)
    expect(answered / paid, lines.join('\n')).toBeGreaterThan(endsConnections(flood) ? 0.5 : 0.95)
    if (!endsConnections(flood)) expect(flooded, lines.join('\n')).toBeGreaterThan(5_000)
    else expect(link.status().counters.losses, flood).toBeGreaterThan(losses)
  }
  console.log(lines.join('\n'))
  const most = linkLimits.eventsAtOnce + linkLimits.eventsPerSecond * floods.length * (secondsEach + 1)
  for (const [what, count] of told) expect(count, what).toBeLessThanOrEqual(most)
  expect(stored).toBeLessThan(most * told.size)
}, 60_000)
