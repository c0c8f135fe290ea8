// The blocks of the operators' pages that are for other programs than a shell: the database's, nginx's, and
// the module that has spans written.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import type { PostgresBinaries } from '../../src/store/embedded/programs.ts'
import { locateSite } from '../../src/store/embedded/site.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { createServer, makeCluster } from '../database/ownServer.ts'
import { endAll, startProcess } from '../faults/gatewayProcess.ts'
import { inProduction } from '../faults/nodeSettings.ts'
import { asked } from '../faults/tollgateProcess.ts'
import { freePorts } from '../freePorts.ts'
import { authorization } from '../journeys/requests.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { codeBlocksOf, readDocs } from './codeBlocks.ts'

let folder = ''
let nginx: ChildProcess | undefined
beforeAll(async () => {
  folder = await reachableFolder('blocks')
})
afterAll(async () => {
  nginx?.kill('SIGTERM')
  await endAll()
  await rm(folder, { recursive: true, force: true })
})

/** The only one of its language on a page. */
function blockOf(page: string, language: string): string {
  const [block, ...others] = codeBlocksOf(readDocs(page)).filter(each => each.language === language)
  expect(others, `${language} in ${page}`).toEqual([])
  return block?.text ?? ''
}

test('operations.md: what its SQL makes can be migrated, and a node runs on it', async () => {
  const { server, node } = await installation('server')
  try {
    const gateway = await startProcess(node)
    expect(await gateway.call('GET', '/ready')).toMatchObject({ status: 200 })
    expect((await gateway.end('SIGTERM')).code).toBe(0)
  } finally {
    await server.kill()
  }
})

/** Those of Debian's package, beside which a server of the same version lies. */
const dumping = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' })
const major = Number(/\d+/.exec(dumping.stdout ?? '')?.[0] ?? 0)
const beside = { folder: `/usr/lib/postgresql/${major}/bin`, major }
const canDump = existsSync(join(beside.folder, 'postgres'))
describe(
  canDump ? 'pg_dump' : "pg_dump (not tried: this machine has none; Debian's package is postgresql)",
  () => {
    test.skipIf(!canDump)('operations.md: what is backed up is restored, by its logins', async () => {
      const { server, node, owner, addressOf, administer } = await installation('backed-up', beside)
      try {
        await asked('merchants add SHOP', node)
        await administer(["create database restored owner tollgate encoding 'UTF8' template template0"])
        const block = codeBlocksOf(readDocs('operations.md')).find(({ text }) => text.startsWith('pg_dump'))
        const lines = (block?.text ?? '').replaceAll('npx tollgate', `node '${projectPath('tollgate.mjs')}'`)
        const restored = {
          RESTORED_OWNER_URL: addressOf('tollgate:choose-one', 'restored'),
          RESTORED_URL: addressOf('tollgate_app:choose-another', 'restored'),
        }
        const env = { PATH: process.env.PATH, ...node, ...owner, ...restored }
        const typed = spawnSync('sh', ['-exc', lines], { cwd: folder, env, encoding: 'utf8' })
        expect(typed, typed.stderr).toMatchObject({ status: 0 })
        expect(typed.stdout).toMatch(/entries/)
        const found = await server.ask('select merchant_id from merchants', 'restored')
        expect(found).toEqual([{ merchant_id: 'SHOP' }])
      } finally {
        await server.kill()
      }
    })
  },
)

/** A server with what the page's SQL makes, migrated, and the settings of a node and of its owner. */
async function installation(name: string, binaries?: PostgresBinaries) {
  const site = await locateSite(join(folder, name), await freePorts(1))
  await mkdir(site.dataDirectory, { recursive: true })
  const server = createServer(site, await makeCluster(site, binaries))
  await server.start()
  // The tests' clusters have a superuser of the owner's name, who makes way for it.
  await server.ask('create role root superuser login')
  await server.ask('create role administrator createrole createdb login')
  const as = (user: string) => ({ host: '127.0.0.1', port: server.port, user, database: 'postgres' })
  await withClient(as('root'), client => client.query('alter role tollgate rename to former'))
  const administer = (statements: readonly string[]) =>
    withClient(as('administrator'), async client => {
      for (const statement of statements) await client.query(statement)
    })
  await administer(blockOf('operations.md', 'sql').split('\n').filter(Boolean))
  const addressOf = (login: string, database = 'tollgate') =>
    `postgres://${login}@127.0.0.1:${server.port}/${database}?sslmode=disable`
  const url = addressOf('tollgate_app:choose-another')
  const node = inProduction(join(folder, `${name}-node`), { gateway: { config: {}, url } })
  const owner = { TOLLGATE_OWNER_DATABASE_URL: addressOf('tollgate:choose-one') }
  expect(await asked('migrate', { ...node, ...owner })).toMatchObject({ code: 0 })
  return { server, node, owner, addressOf, administer }
}

test('operations.md: with its module a payment is one trace', async () => {
  const module = join(folder, 'tracing', 'register.mjs')
  await mkdir(join(folder, 'tracing'))
  await symlink(projectPath('node_modules'), join(folder, 'tracing', 'node_modules'))
  await writeFile(module, blockOf('operations.md', 'js'))
  const environment = codeBlocksOf(readDocs('operations.md')).find(({ text }) => text.startsWith('NODE_OP'))
  const [, options = ''] = /'(.*)'/.exec(environment?.text ?? '') ?? []
  const gateway = await startProcess({
    TOLLGATE_DATA_DIR: join(folder, 'traced'),
    NODE_OPTIONS: options.replace('/etc/tollgate/tracing/register.mjs', module),
  })
  expect(await gateway.authorize('traced', authorization())).toMatchObject({ status: 201 })
  const { output } = await gateway.end('SIGTERM')
  const spans = output.match(/traceId: '[0-9a-f]{32}'[\s\S]*?name: '[^']+'/g) ?? []
  const traceOf = (name: string) =>
    spans.find(span => span.includes(`name: '${name}'`))?.match(/[0-9a-f]{32}/)?.[0]
  expect(traceOf('acquirer authorize')).toMatch(/./)
  for (const name of ['journal begin', 'journal close'])
    expect(traceOf(name), name).toBe(traceOf('acquirer authorize'))
})

const isThere = spawnSync('nginx', ['-v']).error === undefined
describe(
  isThere ? 'nginx' : "nginx (not tried: this machine has none; Debian's package is nginx-light)",
  () => {
    test.skipIf(!isThere)('transport.md: its block is a whole front, as any user', async () => {
      const port = await freePorts(1)
      const gateway = await startProcess({
        TOLLGATE_DATA_DIR: join(folder, 'behind'),
        TOLLGATE_PUBLIC_URL: 'https://pay.shop.example',
        TOLLGATE_TRUSTED_PROXIES: '127.0.0.1',
      })
      nginx = await startNginx({ port, gateway: gateway.port })
      const call = asBehind(port, await readFile(join(folder, 'tls.pem')))
      const path = '/api/rest/version/100/merchant/TESTMERCHANT'
      const pay = JSON.stringify(authorization())
      expect(await call('PUT', `${path}/order/a%2Fb/transaction/1`, pay)).toMatchObject({ status: 201 })
      const found = await call('GET', `${path}/order/a%2Fb`)
      expect(found).toMatchObject({ status: 200, body: expect.stringContaining('"id":"a/b"') })
      // The largest that the gateway reads reaches it, and its own refusal comes back.
      const large = JSON.stringify({ apiOperation: 'PAY', correlationId: 'x'.repeat(255_000) })
      expect(await call('PUT', `${path}/order/large/transaction/1`, large)).toMatchObject({
        ...{ status: 400, body: expect.stringContaining('"INVALID_REQUEST"') },
      })
      expect((await call('DELETE', `${path}/order/a%2Fb`)).status).toBe(405)
      nginx.kill('SIGTERM')
      await once(nginx, 'close')
    })
  },
)

/** With the page's block as it is printed, but for ports and the place of the certificate. */
async function startNginx(ports: { readonly port: number; readonly gateway: number }): Promise<ChildProcess> {
  const server = blockOf('transport.md', 'nginx')
    .replace('443', String(ports.port))
    .replace('8080', String(ports.gateway))
    .replaceAll('/etc/tollgate', folder)
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=pay.shop.example', '-addext', 'subjectAltName=DNS:pay.shop.example'],
    ...['-keyout', join(folder, 'tls-key.pem'), '-out', join(folder, 'tls.pem')],
  ])
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    each => `${each}_temp_path ${each};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid nginx.pid; events {}
http { access_log off; ${places.join(' ')}\n${server}}`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'nginx.log'], { stdio: 'inherit' })
  const isUp = () => readFile(join(folder, 'nginx.pid')).then(Boolean, () => false)
  await expect.poll(isUp, { timeout: 10_000 }).toBe(true)
  return child
}

const asBehind = (port: number, ca: Buffer) => async (method: string, path: string, body?: string) => {
  const headers = {
    Authorization: `Basic ${Buffer.from(`merchant.TESTMERCHANT:${password}`).toString('base64')}`,
    Host: 'pay.shop.example',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  const outgoing = request({
    ...{ host: '127.0.0.1', port, servername: 'pay.shop.example', ca, method, path, headers },
  })
  outgoing.end(body)
  const [response] = await once(outgoing, 'response')
  return { status: response.statusCode, body: await text(response) }
}

const password = '0123456789abcdef0123456789abcdef'
