import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectPath } from '../../platform/files.ts'
import { readJsonFile } from '../../platform/operatorFile.ts'
import { checkProviders, readProvidersFile } from './providersFile.ts'

const provider = {
  name: 'wallet',
  address: 'https://adapter.example/wallet',
  kinds: ['WALLET'],
  merchants: [{ merchantId: 'SHOP', name: 'shop-1' }, { merchantId: 'BOOKS' }],
  gatewaySecrets: ['gateway.secret'],
  providerSecrets: ['provider.secret'],
}
const live = { isPlainAllowed: false }
const findings = (value: unknown, options = live) => {
  const checked = checkProviders(value, options)
  return 'findings' in checked ? checked.findings : []
}
const withProvider = (change: object, options = live) =>
  findings({ providers: [{ ...provider, ...change }] }, options)

test('the example is a file that a gateway reads', async () => {
  const example = await readJsonFile(projectPath('examples', 'providers.json'))
  const checked = checkProviders(example, live)
  expect('providers' in checked && checked.providers.map(({ name }) => name)).toEqual([
    'wallet',
    'bank-transfer',
  ])
})

test('what an operator leaves out has its usual value', () => {
  expect(checkProviders({ providers: [provider] }, live)).toEqual({
    providers: [{ ...provider, answerSeconds: 10 }],
  })
})

test.each([
  [{ name: 'The Wallet' }, 'providers[0].name: must be lower-case letters'],
  [{ address: 'http://adapter.example' }, 'providers[0].address: must be an address that begins with https'],
  [{ address: 'https://adapter.example/?a=1' }, 'providers[0].address: must be'],
  [{ kinds: [] }, 'providers[0].kinds: must be a list'],
  [{ merchants: [] }, 'providers[0].merchants: must have at least one merchant'],
  [{ merchants: [{}] }, 'providers[0].merchants[0].merchantId: must be'],
  [{ merchants: [{ merchantId: 'A', name: 'n'.repeat(41) }] }, 'merchants[0].name: must be text of up to 40'],
  [{ merchants: [{ merchantId: 'A' }, { merchantId: 'A' }] }, 'merchants[1].merchantId: is there already'],
  [{ gatewaySecrets: [] }, 'providers[0].gatewaySecrets: must be a list of one to 3 paths'],
  [{ providerSecrets: ['1', '2', '3', '4'] }, 'providers[0].providerSecrets: must be a list of one to 3'],
  [{ answerSeconds: 0 }, 'providers[0].answerSeconds: must be a whole number from 1 to 60'],
  [{ secrets: [] }, 'providers[0].secrets: is not known here'],
])('%j is refused at its place', (change, finding) => {
  expect(withProvider(change).join('\n')).toContain(finding)
})

test('an adapter is reached without TLS in a sandbox only, and only on this machine', () => {
  const sandbox = { isPlainAllowed: true }
  expect(withProvider({ address: 'http://127.0.0.1:8710' }, sandbox)).toEqual([])
  expect(withProvider({ address: 'http://127.0.0.1:8710' })).toHaveLength(1)
  expect(withProvider({ address: 'http://adapter.example' }, sandbox)).toHaveLength(1)
  expect(withProvider({ address: 'http://localhost.adapter.example' }, sandbox)).toHaveLength(1)
})

test('no two providers serve one kind to one merchant', () => {
  const second = { ...provider, name: 'other' }
  expect(findings({ providers: [provider, second] })).toEqual([
    'providers[1].kinds: wallet serves WALLET to SHOP already',
  ])
  expect(findings({ providers: [provider, { ...second, merchants: [{ merchantId: 'TOYS' }] }] })).toEqual([])
  expect(findings({ providers: [provider, { ...provider, kinds: ['TRANSFER'] }] })).toEqual([
    'providers[1].name: there is a provider wallet already',
  ])
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'providers-'))
  await mkdir(join(folder, 'open'), { mode: 0o700 })
  await secretFile('gateway.secret', 1)
  await secretFile('provider.secret', 2)
})
afterAll(() => rm(folder, { recursive: true }))

const secretFile = (name: string, byte: number) =>
  writeFile(join(folder, name), `whsec_${Buffer.alloc(32, byte).toString('base64')}\n`, { mode: 0o600 })

async function readWith(change: object) {
  const path = join(folder, 'providers.json')
  await writeFile(path, JSON.stringify({ providers: [{ ...provider, ...change }] }))
  return readProvidersFile(path, live)
}

test('paths are read from the folder of the file', async () => {
  const { providers } = await readWith({})
  expect(providers[0]).toMatchObject({
    gatewaySecrets: [join(folder, 'gateway.secret')],
    providerSecrets: [join(folder, 'provider.secret')],
  })
})

test('a secret that others can read, or that is none, or that of both sides, is refused unseen', async () => {
  await writeFile(join(folder, 'weak.secret'), 'whsec_c2hvcnQ=', { mode: 0o600 })
  await secretFile('exposed.secret', 3)
  await chmod(join(folder, 'exposed.secret'), 0o644)
  const refusal = (change: object) => readWith(change).catch((error: Error) => error.message)
  expect(await refusal({ gatewaySecrets: ['weak.secret'] })).toMatch(/gatewaySecrets: .*must hold one secret/)
  expect(await refusal({ gatewaySecrets: ['weak.secret'] })).not.toContain('c2hvcnQ')
  expect(await refusal({ providerSecrets: ['exposed.secret'] })).toMatch(/providerSecrets: .*chmod/)
  expect(await refusal({ providerSecrets: ['whsec_SECRET'] })).not.toContain('SECRET')
  expect(await refusal({ providerSecrets: ['gateway.secret'] })).toContain('each side needs its own')
})
