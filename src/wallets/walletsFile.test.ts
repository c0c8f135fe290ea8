import { generateKeyPairSync } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectPath } from '../platform/files.ts'
import { readJsonFile } from '../platform/operatorFile.ts'
import { testSigner, testWalletKeys } from '../sandbox/wallet/testKeys.ts'
import { checkWallets, readWalletsFile } from './walletsFile.ts'

const wallet = {
  ...{ name: 'phone', label: 'Phone Pay', walletProvider: 'DEVICE_A_PAY', format: 'EC_v1' },
  ...{ method: 'https://wallet.example/pay', methodData: {}, tokenPath: 'token.paymentData' },
  ...{ merchantIdentifier: 'merchant.example', privateKeys: ['key.pem'], root: 'root.pem' },
  ...{ leafMarker: '2.999.1', intermediateMarker: '2.999.2', partyU: 'Phone' },
}
const findings = (...wallets: readonly object[]) => {
  const checked = checkWallets({ wallets })
  return 'findings' in checked ? checked.findings.join('\n') : ''
}

test('the example is a file that a gateway reads', async () => {
  const example = await readJsonFile(projectPath('examples', 'wallets.json'))
  expect(checkWallets(example)).toHaveProperty('wallets.0.name', 'phone')
})

test.each([
  [{ name: 'The Phone' }, 'wallets[0].name: must be lower-case letters'],
  [{ label: '' }, 'wallets[0].label: must be what payers read'],
  [{ label: 'x'.repeat(31) }, 'wallets[0].label'],
  [{ walletProvider: 'BANK_A_PAY' }, 'wallets[0].walletProvider: must be DEVICE_A_PAY or'],
  [{ method: 'http://wallet.example' }, 'wallets[0].method: must be the https address'],
  [{ methodData: [] }, 'wallets[0].methodData: must be an object'],
  [{ format: 'RSA_v1' }, 'wallets[0].format: must be EC_v1'],
  [{ tokenPath: 'a..b' }, 'wallets[0].tokenPath: must be names'],
  [{ privateKeys: [] }, 'wallets[0].privateKeys: must be a list'],
  [{ leafMarker: 'leaf' }, 'wallets[0].leafMarker: must be an object identifier'],
  [{ partyU: undefined }, 'wallets[0].partyU: must be text'],
  [{ key: 'x' }, 'wallets[0].key: is not known here'],
])('%j is refused at its place', (change, finding) => {
  expect(findings({ ...wallet, ...change })).toContain(finding)
})

test('names are there once, and a file has a wallet', () => {
  expect(findings(wallet, wallet)).toBe('wallets[1].name: there is a wallet phone already')
  expect(findings()).toBe('wallets: must have at least one wallet')
  expect(findings(wallet)).toBe('')
})

let folder: string
const place = (name: string) => join(folder, name)
const pemOf = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallets-'))
  const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
  const [own] = testWalletKeys.privateKeys
  for (const [name, key] of [
    ['key.pem', own],
    ['other.pem', other],
    ['exposed.pem', own],
  ] as const)
    await writeFile(place(name), key?.export({ type: 'pkcs8', format: 'pem' }) ?? '', { mode: 0o600 })
  await chmod(place('exposed.pem'), 0o644)
  await writeFile(place('root.pem'), pemOf(testWalletKeys.signer.root.raw))
  await writeFile(place('leaf.pem'), pemOf(testSigner.certificate))
  await mkdir(place('none'))
})
afterAll(() => rm(folder, { recursive: true }))

async function readWith(change: object) {
  await writeFile(place('wallets.json'), JSON.stringify({ wallets: [{ ...wallet, ...change }] }))
  return readWalletsFile(place('wallets.json'))
}

test('keys and root are read from the folder of the file', async () => {
  const [read] = await readWith({})
  expect(read).toMatchObject({
    name: 'phone',
    keys: { partyU: 'Phone', merchantIdentifier: 'merchant.example' },
  })
  expect(read?.keys.privateKeys).toHaveLength(1)
  expect(read?.keys.signer.root.subject).toContain('root')
})

test.each([
  [{ privateKeys: ['missing.pem'] }, /privateKeys: cannot be read \(ENOENT\)/],
  [{ privateKeys: ['other.pem'] }, /privateKeys: must be the path of a private key on the curve P-256/],
  [{ privateKeys: ['root.pem'] }, /privateKeys: .*chmod/],
  [{ privateKeys: ['exposed.pem'] }, /privateKeys: .*chmod/],
  [{ root: 'missing.pem' }, /root: cannot be read \(ENOENT\)/],
  [{ root: 'leaf.pem' }, /root: must be the path of the certificate of an authority/],
  [{ root: 'key.pem' }, /root: must be the path of the certificate of an authority/],
])('a gateway does not start with %j', async (change, refusal) => {
  await expect(readWith(change)).rejects.toThrow(refusal)
})
