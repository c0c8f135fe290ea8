import { expect, test } from 'vitest'
import { simulatedWallet } from '../sandbox/wallet/simulatedWallet.ts'
import { makeToken } from '../sandbox/wallet/testWallet.ts'
import type { SealedUse } from '../terminals/port.ts'
import { createWallets, type Wallet } from './wallets.ts'

const now = new Date('2026-11-18T12:00:00Z')
const token = makeToken(
  { number: '5123450000000008', expiry: { month: '01', year: '39' }, minor: 1n, currency: 'JPY' },
  { signedAtMs: now.getTime() },
)
const details = { token: { paymentData: token } }
const purpose = { merchantId: 'SHOP', orderId: 'one', transactionId: '1' }

function walletsWith(changes: Partial<Wallet> = {}) {
  const [uses, unknown]: [SealedUse[], string[]] = [[], []]
  const wallets = createWallets({
    wallets: [{ ...simulatedWallet, ...changes }],
    uses: { admit: async use => (uses.push(use) > 3 ? 'otherPurpose' : 'admitted') },
    hashKey: Buffer.alloc(32, 1),
    clock: { now: () => now },
    onUnknown: name => unknown.push(name),
  })
  return { wallets, uses, unknown }
}

test('a merchant offers what its profile names, without keys, and an unknown name is told once', () => {
  const { wallets, unknown } = walletsWith()
  const offered = wallets.offered(['other', 'sandbox', 'other'])
  expect(offered).toMatchObject([{ name: 'sandbox', label: 'Test Wallet', walletProvider: 'DEVICE_A_PAY' }])
  expect(offered[0]).not.toHaveProperty('keys')
  wallets.offered(['other'])
  expect(unknown).toEqual(['other'])
})

test('the token is where the operator says, as an object or as text', async () => {
  const { wallets } = walletsWith()
  expect(await wallets.open('sandbox', details, purpose)).toMatchObject({
    price: { minor: 1n, currency: 'JPY' },
  })
  expect(await wallets.open('sandbox', token, purpose)).toEqual({ flaw: 'malformed' })
  expect(await wallets.open('other', details, purpose)).toEqual({ flaw: 'unknownKey' })
  const texts = walletsWith({ tokenPath: 'data' }).wallets
  expect(await texts.open('sandbox', { data: JSON.stringify(token) }, purpose)).toHaveProperty('number')
  expect(await texts.open('sandbox', { data: '{' }, purpose)).toEqual({ flaw: 'malformed' })
})

test('each use is remembered by token, order and transaction, and a token that paid is refused', async () => {
  const { wallets, uses } = walletsWith()
  for (const change of [{}, { transactionId: '2' }, { merchantId: 'OTHER' }])
    expect(await wallets.open('sandbox', details, { ...purpose, ...change })).toHaveProperty('number')
  expect(await wallets.open('sandbox', details, purpose)).toEqual({ flaw: 'used' })
  const distinct = (name: keyof SealedUse) => new Set(uses.map(use => String(use[name]))).size
  expect([distinct('serialHash'), distinct('payloadHash')]).toEqual([1, 1])
  expect([distinct('orderHash'), distinct('transactionHash')]).toEqual([2, 3])
  expect(uses.every(({ purpose }) => purpose?.isClaimed)).toBe(true)
})

test('what cannot be opened is not remembered', async () => {
  const { wallets, uses } = walletsWith()
  const broken = { token: { paymentData: { ...token, data: token.header.publicKeyHash } } }
  expect(await wallets.open('sandbox', broken, purpose)).toEqual({ flaw: 'unsigned' })
  expect(uses).toEqual([])
})
