import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { openLinkedHost } from '../journeys/linkedHost.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { endAll, type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { inProduction } from './nodeSettings.ts'
import { asked, tollgate } from './tollgateProcess.ts'

vi.setConfig({ testTimeout: 120_000 })

/** An operator beside a gateway that takes real payments: processes of their own, and a host to talk to. */
let root = ''
let database: TestDatabase
let host: Awaited<ReturnType<typeof openLinkedHost>>
let gateway: GatewayProcess
let settings: NodeJS.ProcessEnv = {}

beforeAll(async () => {
  root = await reachableFolder('live-commands')
  database = await createDatabase('external')
  host = await openLinkedHost()
  const [{ dialect, addresses, ...link } = fail(), merchants] = [host.links.links[0], host.links.merchants]
  const file = join(root, 'links.json')
  await writeFile(
    file,
    JSON.stringify({
      links: [{ ...link, dialect: dialect.name, addresses: addresses.map(at => `${at.host}:${at.port}`) }],
      ...{ merchants, routes: [{ to: [link.name] }] },
    }),
  )
  const { TOLLGATE_ACQUIRER: _, ...production } = inProduction(join(root, 'data'), database)
  settings = { ...production, ...database.settings, TOLLGATE_ACQUIRER_LINKS: file }
  expect(await asked('migrate', settings)).toMatchObject({ code: 0 })
  gateway = await startProcess(settings)
  settings = { ...settings, TOLLGATE_PORT: String(gateway.port) }
})
afterAll(async () => {
  await endAll()
  await host?.close()
  await database?.drop()
  await rm(root, { recursive: true, force: true })
})

const fail = (): never => {
  throw new Error('There is no link')
}

test('commands of the sandbox end with 1 and one sentence', async () => {
  for (const line of ['scripts add decline', 'scripts list --issuer', 'clock P8D', 'reset --yes'])
    expect(await tollgate(`sandbox ${line}`, settings), line).toEqual({
      ...{ code: 1, output: '' },
      errors: 'tollgate: That gateway is no sandbox: it has no such controls.\n',
    })
})

test('reconcile compares with hosts, and never with books of a simulator', async () => {
  expect(await tollgate('reconcile', settings)).toMatchObject({
    ...{ code: 0, errors: '', output: expect.stringContaining('No acquirer host has given a business date') },
  })
  const wrong = await tollgate('reconcile --date 2026-11-15', settings)
  expect([wrong.code, wrong.output]).toEqual([2, ''])
  expect(wrong.errors).toContain('--link and --date belong together')
})

test('commands of a sandbox or of a rehearsal do not open its database', async () => {
  const { TOLLGATE_ACQUIRER_LINKS: _, ...others } = settings
  for (const mode of [{ TOLLGATE_ACQUIRER: 'simulated' }, { TOLLGATE_MODE: 'sandbox' }]) {
    const { code, output, errors } = await tollgate('reconcile', { ...others, ...mode })
    expect([code, output], errors).toEqual([1, ''])
    expect(errors).toMatch(/^tollgate: .*live payments.*\n$/)
  }
})

test('link status says that the link is usable, and ends with 1 once the host is away', async () => {
  const usable = await tollgate('link status', settings)
  expect(usable).toMatchObject({ code: 0, errors: '' })
  expect(usable.output).toMatch(/^first-bank {2}usable\n[\s\S]*ready for \d+ m?s/)
  await host.close()
  await expect
    .poll(async () => (await tollgate('link status', settings)).code, { timeout: 60_000, interval: 1_000 })
    .toBe(1)
  expect((await tollgate('link trace', settings)).output).toContain('lost  a connection was lost')
})
