import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unsentReasons } from '../../src/acquirers/port.ts'
import { describeSettings, readConfig } from '../../src/config/config.ts'
import { readinessRemarks } from '../../src/http/api/health.ts'
import { metrics } from '../../src/observability/catalogue.ts'
import { projectPath } from '../../src/platform/files.ts'
import { readinessPatience } from '../../src/platform/readinessPatience.ts'
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

/** Codes that stand in no alert, and which alert tells of them all the same. */
const toldOtherwise: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(readinessRemarks)
      .filter(([, { isReason }]) => isReason)
      .map(([code]) => [code, 'TollgateNotReady']),
  ),
  // It asks how old the oldest is, which says more.
  NOTIFICATIONS_LATE: 'TollgateNotificationsLate',
}

test('every code of readiness is told by an alert', () => {
  const told = [...alerts.matchAll(/tollgate_remark\{code=~?"([A-Z_|]+)"/g)]
  const codes = new Set(told.flatMap(([, text = '']) => text.split('|')))
  const untold = Object.keys(readinessRemarks).filter(code => !codes.has(code) && !(code in toldOtherwise))
  expect(untold).toEqual([])
  for (const name of Object.values(toldOtherwise)) expect(alerts).toContain(`- alert: ${name}\n`)
})

test('an acquirer that is away for all payments wakes somebody', () => {
  const pages = alerts.split('- alert: ').filter(alert => alert.includes('severity: page'))
  expect(pages.filter(alert => alert.includes('ACQUIRER_LINKS_DOWN'))).toHaveLength(1)
  expect(pages.filter(alert => alert.includes('tollgate_unsent_total'))).toHaveLength(1)
  const reasons = /tollgate_unsent_total\{reason!~"([^"]+)"\}/.exec(alerts)?.[1]?.split('|') ?? []
  expect(reasons.length).toBeGreaterThan(0)
  expect(reasons.filter(reason => !unsentReasons.some(known => known === reason))).toEqual([])
})

test('what a balancer and Prometheus ask of a node does not make its requests look better', () => {
  const [, routes = ''] = /route!~"([^"]+)"/.exec(alerts) ?? []
  const asked = /meth GET uri (\S+)/.exec(textOf('haproxy/gateway.cfg'))?.[1]
  expect(routes.split('|')).toEqual(['/live', asked, '/metrics'])
  const [, refusing = ''] = alerts.split('- alert: TollgateRefusing')
  const shares = refusing.split('- alert:')[0]?.match(/_duration_seconds_count\{[^}]*\}/g)
  expect(shares?.map(series => series.includes(`route!~"${routes}"`))).toEqual([true, true])
})

test('Prometheus hands alerts to somebody, and the page says who', () => {
  const [, alerting = ''] = textOf('prometheus/prometheus.yml').split(/^alerting:$/m)
  const [, address] = /targets: \['([\d.:]+)'\]/.exec(alerting) ?? []
  expect(address).toMatch(/:9093$/)
  expect(readFileSync(projectPath('docs', 'operations.md'), 'utf8')).toContain('Alertmanager')
})

test('every alert has a test that wakes it and one that does not, and is told to somebody', () => {
  const named = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const tried = textOf('prometheus/alerts.test.yml')
  for (const name of named) {
    expect(tried, name).toMatch(new RegExp(`alertname: ${name}\\s+exp_alerts:`))
    expect(tried, name).toMatch(new RegExp(`alertname: ${name} \\}`))
  }
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

test('a node that is refused for now is tried again for as long as it takes, and one in vain is not', () => {
  const [, unit = '', service = ''] = textOf('systemd/tollgate.service').split(/^\[(?:Unit|Service)\]$/m)
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
  for (const line of ['Restart=always', 'RestartSec=2', 'RestartPreventExitStatus=2'])
    expect(service.split('\n')).toContain(line)
  const page = readFileSync(projectPath('docs', 'operations.md'), 'utf8')
  expect(page).toContain('starts it again after two seconds, as often as it takes')
})

test('the keys lie where both pages make them, and where a reboot leaves them', () => {
  const { TOLLGATE_KEYS_FILE: path = '' } = settingsIn(textOf('systemd/environment'))
  expect(path).toMatch(/^\/etc\//)
  for (const page of ['operations.md', 'keys.md']) {
    const text = readFileSync(projectPath('docs', page), 'utf8')
    expect(text.match(/^install -m 600 .*? \/dev\/null (\S+)$/m)?.[1], page).toBe(path)
  }
})

test('a container takes the same settings, from a file in which nothing is quoted', () => {
  const lines = textOf('container/environment').matchAll(/^([^#=]+)=(.*)$/gm)
  const asTheyStand = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
  expect(readConfig(asTheyStand)).toMatchObject({ mode: 'production', port: 8080 })
  const onMachines = settingsIn(textOf('systemd/environment'))
  // The host's own address is none of the container's.
  expect(asTheyStand).toEqual({ ...onMachines, TOLLGATE_METRICS_HOST: '0.0.0.0' })
})

test('what is typed to run containers fits the image and how long a node stops; nothing is dumped', () => {
  const page = readFileSync(projectPath('docs', 'operations.md'), 'utf8')
  const [, section = ''] = /^### In a container\n(.*?)^## /ms.exec(page) ?? []
  const [, user = ''] = /^USER (\S+)$/m.exec(textOf('container/Containerfile')) ?? []
  expect(section).toContain(`chown ${user} /etc/tollgate/keys`)
  const commands = section.replaceAll('\\\n', '').match(/^podman run .*--env-file .*$/gm) ?? []
  const [migrate = '', node = '', ...others] = commands
  expect(others).toEqual([])
  for (const command of commands)
    expect(command).toContain('--env-file /etc/tollgate/environment -v /etc/tollgate:/etc/tollgate:ro')
  // Its memory holds card numbers.
  for (const command of commands) expect(command).toContain(' --ulimit core=0 ')
  expect(textOf('systemd/tollgate.service')).toMatch(/^LimitCORE=0$/m)
  expect(migrate).toContain(' -e TOLLGATE_OWNER_DATABASE_URL ')
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(textOf('systemd/tollgate.service')) ?? []
  expect(node).toContain(` --stop-timeout ${seconds} `)
  for (const port of ['8080', '9464']) expect(node).toContain(` -p 10.0.0.11:${port}:${port} `)
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

test('whoever asks for readiness waits longer than whoever is asked', () => {
  const [, seconds = ''] = /timeout check (\d+)s/.exec(textOf('haproxy/gateway.cfg')) ?? []
  const { storeMs, nodeMs } = readinessPatience
  const waits = [storeMs, nodeMs, Number(seconds) * 1_000]
  for (const [index, ms] of waits.slice(1).entries()) expect(ms - (waits[index] ?? 0)).toBeGreaterThan(500)
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
  // Else HAProxy closes the connection: all would come again at once, each with a handshake.
  expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
})

test('what is to be filled in and is not there, or is left, is a mistake', () => {
  expect(() => filledIn('etcd/etcd', { '10.9.9.9': '127.0.0.1' })).toThrow('does not have 10.9.9.9')
  expect(() => filledIn('etcd/etcd', {})).toThrow('still has')
})

test('packages that are missing are named as Debian names them', () => {
  const known = ['patroni', 'etcd-server', 'haproxy', 'pgbouncer', 'prometheus', 'openssl', 'postgresql-15']
  expect(missingPackages().filter(name => !known.includes(name))).toEqual([])
})
