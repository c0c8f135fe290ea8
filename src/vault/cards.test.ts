import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryKeyStore } from '../../test/support/vault/memoryKeyStore.ts'
import { BoxBroken } from '../platform/secretBox.ts'
import { createVault } from './cards.ts'
import { configuredKeys } from './keyEncryptionKeys.ts'
import { openKeyring } from './keyring.ts'
import { createMerchantBox } from './merchantBox.ts'
import { cardIdentity, type KeptCard } from './port.ts'

const keys = configuredKeys([{ id: 'k', key: randomBytes(32) }])
const vault = createVault(await openKeyring({ keys, store: memoryKeyStore() }))
const card = { number: '5123450000000008', expiry: { month: 1, year: 39 }, nameOnCard: 'JANE DOE' }
const row = cardIdentity('order-1', '1')

const cards: fc.Arbitrary<KeptCard> = fc.record(
  {
    number: fc.stringMatching(/^[0-9]{9,19}$/),
    expiry: fc.record({ month: fc.integer({ min: 1, max: 12 }), year: fc.integer({ min: 0, max: 99 }) }),
    nameOnCard: fc.string({ minLength: 1, maxLength: 256 }),
  },
  { requiredKeys: ['number'] },
)

test('Every card comes back as it was sealed', async () => {
  await fc.assert(
    fc.asyncProperty(cards, fc.string(), async (card, identity) => {
      expect(await vault.revealCard('M1', identity, await vault.sealCard('M1', identity, card))).toEqual(card)
    }),
  )
})

test('Any flipped bit of a sealed card is noticed, the number of its key included', async () => {
  const sealed = await vault.sealCard('M1', row, card)
  for (let at = 0; at < sealed.length; at++) {
    const broken = Buffer.from(sealed)
    broken[at] = (broken[at] ?? 0) ^ (1 << (at % 8))
    await expect(vault.revealCard('M1', row, broken)).rejects.toThrow()
  }
  await expect(vault.revealCard('M1', row, Buffer.alloc(1))).rejects.toThrow(BoxBroken)
})

test('A sealed card opens for its own merchant, order and transaction only', async () => {
  const sealed = await vault.sealCard('M1', row, card)
  await vault.sealCard('M2', row, card)
  await expect(vault.revealCard('M2', row, sealed)).rejects.toThrow(BoxBroken)
  await expect(vault.revealCard('M1', cardIdentity('order-2', '1'), sealed)).rejects.toThrow(BoxBroken)
  await expect(vault.revealCard('M1', cardIdentity('order-1', '2'), sealed)).rejects.toThrow(BoxBroken)
})

test('A security code that a caller passes along is not kept', async () => {
  const careless = { ...card, securityCode: '987' }
  const kept = await vault.revealCard('M1', row, await vault.sealCard('M1', row, careless))
  expect(kept).toEqual(card)
  expect(await vault.sealCard('M1', row, careless)).toHaveLength(
    (await vault.sealCard('M1', row, card)).length,
  )
})

test('Where two merchants had the same key, a card of one would still not open at the other', async () => {
  const one = { generation: 1, key: randomBytes(32) }
  const box = createMerchantBox({ purpose: 'card', current: () => one, earlier: () => one })
  const sealed = await box.seal('M1', row, 'a card')
  expect(await box.open('M1', row, sealed)).toBe('a card')
  await expect(box.open('M2', row, sealed)).rejects.toThrow(BoxBroken)
})

test('The same card sealed twice looks different; its hash is the same', async () => {
  expect(await vault.sealCard('M1', row, card)).not.toEqual(await vault.sealCard('M1', row, card))
  expect(vault.cardHash(card.number)).toEqual(vault.cardHash(card.number))
  expect(vault.cardHash(card.number)).not.toEqual(vault.cardHash('5123450000000016'))
})

test('Another installation hashes the same number to something else', async () => {
  const other = createVault(await openKeyring({ keys, store: memoryKeyStore() }))
  expect(other.cardHash(card.number)).not.toEqual(vault.cardHash(card.number))
})

test('No part of the number is in the sealed card in any usual writing', async () => {
  const sealed = await vault.sealCard('M1', row, card)
  for (const encoding of ['latin1', 'hex', 'base64', 'utf16le'] as const) {
    expect(sealed.toString(encoding)).not.toContain('5123450')
  }
})
