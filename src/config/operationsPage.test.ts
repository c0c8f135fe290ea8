import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectPath } from '../platform/files.ts'
import { describeSettings, readConfig } from './config.ts'

/** What an operator copies out of docs/operations.md and deploy/systemd/, taken at its word. */
const page = readFileSync(projectPath('docs', 'operations.md'), 'utf8')
const deployed = (name: string): string => readFileSync(projectPath('deploy', 'systemd', name), 'utf8')
const blocks = (kind: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text)
const linesOf = (block: string) => block.split('\n').filter(line => line !== '' && !line.startsWith('#'))

/** As a service manager reads it: whatever stands behind the sign is the value, but for quotes around it. */
const environmentOf = (block: string) =>
  Object.fromEntries(
    linesOf(block).map(line => {
      const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
      return [name, value.replace(/^'(.*)'$/, '$1')]
    }),
  )

test('files of settings have a setting on each line, and no remark behind a value', () => {
  expect(blocks('env').length).toBeGreaterThan(2)
  for (const line of [...blocks('env'), deployed('environment')].flatMap(linesOf)) {
    expect(line).toMatch(/^[A-Z_]+=\S.*$/)
    expect(line).not.toMatch(/\s#/)
  }
  const inShell = blocks('sh')
    .flatMap(linesOf)
    .filter(line => /^TOLLGATE_\w+=\S+$/.test(line))
  expect(inShell).toEqual([])
})

test('every setting that is named exists', () => {
  const known = describeSettings().map(({ name }) => name)
  const named = [...page.matchAll(/TOLLGATE_[A-Z_]+[A-Z]/g)].map(([name]) => name)
  expect(named.filter(name => !known.includes(name))).toEqual([])
})

test("a node's settings are accepted as they stand there, and with hosts, TLS or certificates", () => {
  const [hosts = '', tls = '', certificates = ''] = blocks('env')
  const own = environmentOf(deployed('environment'))
  expect(readConfig(own)).toMatchObject({
    mode: 'production',
    acquirerLinks: '/etc/tollgate/acquirer-links.json',
    logFormat: 'json',
  })
  const several = readConfig({ ...own, ...environmentOf(hosts) })
  expect(several.databaseUrl).toContain('@db1.example:5432,db2.example:5432/')
  expect(readConfig({ ...own, ...environmentOf(tls) })).toMatchObject({ tls: 'files' })
  const both = { ...own, ...environmentOf(tls), ...environmentOf(certificates) }
  expect(readConfig(both)).toMatchObject({ certificatePort: 8443 })
})

test('the unit starts what is there, as its own user, with the settings and the folder told before', () => {
  const lines = linesOf(deployed('tollgate.service'))
  for (const line of lines) expect(line).toMatch(/^(\[(Unit|Service|Install)\]|[A-Z][A-Za-z]+=\S.*)$/)
  const entries = Object.fromEntries(lines.flatMap(line => [/^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []]))
  expect(entries).toMatchObject({ User: 'tollgate', EnvironmentFile: '/etc/tollgate/environment' })
  const { scripts } = JSON.parse(readFileSync(projectPath('package.json'), 'utf8'))
  expect(`exec ${String(entries.ExecStart).replace('/usr/bin/', '')}`).toBe(scripts.start)
  expect(existsSync(projectPath(String(entries.ExecStart).split(' ').at(-1) ?? ''))).toBe(true)
  expect(environmentOf(deployed('environment')).TOLLGATE_DATA_DIR).toBe(`/var/lib/${entries.StateDirectory}`)
})

test('every block for the shell is one that a shell understands', () => {
  for (const block of blocks('sh')) {
    const { status, stderr } = spawnSync('sh', ['-n'], { input: block, encoding: 'utf8' })
    expect([status, stderr], block).toEqual([0, ''])
  }
})

test('the file of keys is never open to others, and holds keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-page-'))
  try {
    const block = blocks('sh').find(text => text.startsWith('install ')) ?? ''
    const here = block.replaceAll('/etc/tollgate', folder).replaceAll(/-[og] tollgate /g, '')
    const { status, stderr } = spawnSync('sh', ['-e'], { input: here, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const path = join(folder, 'keys')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path, 'utf8')).toMatch(/^2026a:\S{44}\n$/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
