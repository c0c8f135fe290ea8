import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeSettings, readConfig } from '../../src/config/config.ts'
import { readinessRemarks } from '../../src/http/api/health.ts'
import { metrics } from '../../src/observability/catalogue.ts'
import { projectPath } from '../../src/platform/files.ts'
import { expectLawful } from '../journeys/lawful.ts'
import { board, boardExpressions } from './board.ts'
import { filledIn, settingsIn } from './filledIn.ts'
import { missingPackages } from './programs.ts'
import { metricsIn } from './watch.ts'

const names = readdirSync(projectPath('deploy'), { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(projectPath('deploy').length + 1))
const textOf = (name: string): string => readFileSync(projectPath('deploy', name), 'utf8')
const all = names.map(textOf).join('\n')
const alerts = textOf('prometheus/tollgate-alerts.yml')

test('every file is in the table of its README, and everything in the table is there', () => {
  const readme = textOf('README.md')
  const linked = [...readme.matchAll(/\]\(([a-z]+)\/([\w.-]+)\)/g)].map(
    ([, folder, name]) => `${folder}/${name}`,
  )
  expect(linked.filter(name => !names.includes(name))).toEqual([])
  const folders = new Set(linked.map(name => name.split('/')[0]))
  expect(names.filter(name => name !== 'README.md' && !folders.has(name.split('/')[0]))).toEqual([])
})

test('every setting and every metric that is named there exists', () => {
  const settings = describeSettings().map(({ name }) => name)
  const named = all.match(/TOLLGATE_[A-Z_]+[A-Z]/g) ?? []
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(name => !settings.includes(name))).toEqual([])
  const measured = new Set<string>(Object.values(metrics).map(({ name }) => name))
  const ours = metricsIn([alerts, textOf('prometheus/alerts.test.yml'), ...boardExpressions()].join('\n'))
  const own = ours.filter(name => name.startsWith('tollgate_'))
  expect(own.length).toBeGreaterThan(20)
  expect(own.filter(name => !measured.has(name))).toEqual([])
})

test('labels in expressions are those of their series, and codes are those of readiness', () => {
  const labelled = new Map<string, readonly string[]>(
    Object.values(metrics).map(each => [each.name, each.labels]),
  )
  const used = [
    ...[alerts, ...boardExpressions()]
      .join('\n')
      .matchAll(/\b(tollgate_\w+?)(?:_bucket|_count|_sum)?\{(\w+)[=~]/g),
  ]
  expect(used.length).toBeGreaterThan(5)
  expect(
    used.filter(([, name = '', label = '']) => !labelled.get(name)?.includes(label)).map(([text]) => text),
  ).toEqual([])
  const codes = [...all.matchAll(/code=~?"([A-Z_|]+)"/g)].flatMap(([, text = '']) => text.split('|'))
  expect(codes.length).toBeGreaterThan(10)
  expect(codes.filter(code => !(code in readinessRemarks))).toEqual([])
})

test('every alert has a test that wakes it and one that does not, and is told to somebody', () => {
  const named = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const tried = textOf('prometheus/alerts.test.yml')
  for (const name of named) expect(tried.split(`alertname: ${name}`).length - 1, name).toBe(2)
  expect(alerts.match(/severity: (?:page|morning)/g)?.length).toBe(named.length)
  expect(alerts.match(/summary: '/g)?.length).toBe(named.length)
})

test('the board has panels with titles of their own, each of which asks something', () => {
  const { panels } = board()
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  expect(panels.filter(({ targets }) => !targets?.length)).toEqual([])
})

test('a node takes its settings, directly and behind the pooler', () => {
  const own = settingsIn(textOf('systemd/environment'))
  expect(readConfig(own)).toMatchObject({ mode: 'production', logFormat: 'json', port: 8080 })
  const pooled = settingsIn(textOf('pgbouncer/environment'))
  expect(readConfig({ ...own, ...pooled }).databaseUrl).toContain('@127.0.0.1:6432/')
  const [, password] = /:([^:@]+)@/.exec(own.TOLLGATE_DATABASE_URL ?? '') ?? []
  expect(textOf('pgbouncer/userlist.txt')).toBe(`"tollgate_app" "${password}"\n`)
})

test('ports and paths of one file are those of the others', () => {
  const own = settingsIn(textOf('systemd/environment'))
  const gateway = textOf('haproxy/gateway.cfg')
  expect(gateway).toContain(`server node1 10.0.0.11:${own.TOLLGATE_PORT}`)
  expect(gateway).toContain(`bind ${own.TOLLGATE_TRUSTED_PROXIES}:443`)
  expect(gateway).toContain(`hdr Host ${new URL(own.TOLLGATE_PUBLIC_URL ?? '').host}`)
  expect(textOf('prometheus/prometheus.yml')).toContain(
    `${own.TOLLGATE_METRICS_HOST}:${own.TOLLGATE_METRICS_PORT}`,
  )
  expect(textOf('systemd/tollgate.service')).toContain('EnvironmentFile=/etc/tollgate/environment')
})

test('what callers hear while no node is ready is an answer of the API', () => {
  const [head = '', body = ''] = textOf('haproxy/busy.http').split('\r\n\r\n')
  const [first, ...lines] = head.split('\r\n')
  expect(first).toBe('HTTP/1.1 503 Service Unavailable')
  const headers = Object.fromEntries(
    lines.map(line => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]),
  )
  const path = '/api/rest/version/100/merchant/SHOP/order/1/transaction/1'
  expectLawful(
    { method: 'PUT', path, bytes: undefined },
    { status: 503, headers, text: body, body: JSON.parse(body) },
  )
  expect(body).toContain('"SERVER_BUSY"')
})

test('what is to be filled in and is not there, or is left, is a mistake', () => {
  expect(() => filledIn('etcd/etcd', { '10.9.9.9': '127.0.0.1' })).toThrow('does not have 10.9.9.9')
  expect(() => filledIn('etcd/etcd', {})).toThrow('still has')
})

test('packages that are missing are named as Debian names them', () => {
  const known = ['patroni', 'etcd-server', 'haproxy', 'pgbouncer', 'prometheus', 'openssl', 'postgresql-15']
  expect(missingPackages().filter(name => !known.includes(name))).toEqual([])
})
