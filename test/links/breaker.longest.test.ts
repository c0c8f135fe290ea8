import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cpuMs } from '../../bench/processFacts.ts'
import { type AcquirerHost, startAcquirerHost } from '../../src/acquirerHost/acquirerHost.ts'
import { iso1987Ascii } from '../../src/acquirers/iso8583/dialects/shipped/iso1987Ascii.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { endAll, type GatewayProcess, startProcess } from '../faults/gatewayProcess.ts'
import { authorization, newOrder } from '../journeys/requests.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { put } from './caller.ts'
import { linkedSettings } from './linkedSettings.ts'

const backlogPerSecond = 20
const backlog = 200
/** Long enough that all of the backlog is in flight before the first of it counts as silent. */
const patienceMs = 12_000

let folder = ''
let database: TestDatabase
let host: AcquirerHost
let gateway: GatewayProcess
beforeAll(async () => {
  folder = await reachableFolder('breaker')
  database = await createDatabase('external')
  host = await startAcquirerHost({ dialect: iso1987Ascii })
  const link = {
    port: host.port,
    dialect: 'iso1987-ascii',
    connections: 2,
    window: backlog,
    backlogPerSecond,
  }
  gateway = await startProcess(await linkedSettings({ database, folder, link, patienceMs }))
})
afterAll(async () => {
  await endAll()
  await host?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

test('a host that is gone: 1,000 payments are refused, no byte is sent, nothing is owed', async () => {
  await accepted()
  const usual = await measured(300)
  host.control.fault('refuse-connections', { probability: 1 })
  host.control.dropConnections()
  while ((await pay()).result === 'SUCCESS');
  const [{ bytesReceived }, owed] = [host.control.counters(), await countOwed()]
  const refused = await measured(1_000)
  for (const { result, gatewayCode } of refused.paid)
    expect([result, gatewayCode]).toEqual(['FAILURE', 'ACQUIRER_SYSTEM_ERROR'])
  expect(host.control.counters().bytesReceived).toBe(bytesReceived)
  expect(await countOwed()).toBe(owed)
  // Five milliseconds where nothing else runs. On a busy machine all takes longer: a payment that is answered
  // has to take longer still, by the clock and by the processor.
  expect(refused.p50).toBeLessThan(Math.max(5, usual.p50))
  expect(refused.cpuEach).toBeLessThan(Math.max(5, usual.cpuEach))
  tell('refused', { usual, refused })
  host.control.clearFaults()
})

test('what is owed after an outage is sent at its pace, and payers do not wait for it', async () => {
  host.control.clearFaults()
  await accepted()
  const before = percentiles(await payments(300))
  host.control.fault('drop-answer', { probability: 1, on: 'originals' })
  const silent = await Promise.all(Array.from({ length: backlog }, pay))
  host.control.clearFaults()
  expect(silent.filter(({ result }) => result === 'SUCCESS')).toEqual([])
  await accepted()
  const startedAtMs = performance.now()
  const owed = await countOwed()
  expect(owed).toBeGreaterThan(backlog / 2)
  const live: Paid[] = []
  while ((await countOwed()) > 0) live.push(...(await payments(20)))
  const seconds = (performance.now() - startedAtMs) / 1_000
  const during = percentiles(live)
  tell('drained', { before, during: { ...during, count: live.length }, owed, seconds })
  expect(live.filter(({ result }) => result !== 'SUCCESS')).toEqual([])
  // At its pace, not faster, and without standing still.
  expect(owed / seconds).toBeLessThan(backlogPerSecond * 1.5)
  expect(owed / seconds).toBeGreaterThan(backlogPerSecond / 4)
  expect(during.p99).toBeLessThan(3 * before.p99 + 50)
  expect(host.control.comparisons()).toMatchObject({ mismatched: 0 })
  expect(host.control.counters().originalsSentTwice).toBe(0)
}, 240_000)

type Paid = { readonly result: unknown; readonly gatewayCode: unknown; readonly ms: number }

async function pay(): Promise<Paid> {
  const startedAtMs = performance.now()
  const heard = await put(gateway.port, `order/${newOrder()}/transaction/1`, authorization())
  const ms = performance.now() - startedAtMs
  const { result, response } = heard?.body ?? {}
  return { result, gatewayCode: Object(response).gatewayCode, ms }
}

/** One after the other. */
async function payments(count: number): Promise<readonly Paid[]> {
  const paid: Paid[] = []
  while (paid.length < count) paid.push(await pay())
  return paid
}

/** With the processor time of the gateway for each. */
async function measured(count: number) {
  const before = cpuMs(gateway.child.pid ?? 0) ?? 0
  const paid = await payments(count)
  const cpuEach = ((cpuMs(gateway.child.pid ?? 0) ?? 0) - before) / count
  return { paid, ...percentiles(paid), cpuEach }
}

/** What was measured, in milliseconds: whoever runs this wants to know. */
const tell = (what: string, facts: object): void =>
  console.info(
    what,
    JSON.stringify(facts, (name, value) => (name === 'paid' ? undefined : value)),
  )

/** Waits until the link carries payments again. */
async function accepted(): Promise<void> {
  await expect.poll(async () => (await pay()).result, { timeout: 60_000, interval: 100 }).toBe('SUCCESS')
}

function percentiles(paid: readonly Paid[]) {
  const sorted = paid.map(({ ms }) => ms).sort((one, other) => one - other)
  const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

async function countOwed(): Promise<number> {
  const { rows } = await withClient(database.config, client =>
    client.query("select from obligations where status = 'PENDING'"),
  )
  return rows.length
}
