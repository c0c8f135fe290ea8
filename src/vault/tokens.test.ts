import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryKeyStore } from '../../test/support/vault/memoryKeyStore.ts'
import { memoryTokenStore } from '../../test/support/vault/memoryTokenStore.ts'
import { luhnDigit, passesLuhn } from '../standards/cardNumber.ts'
import { createVault } from './cards.ts'
import { configuredKeys } from './keyEncryptionKeys.ts'
import { openKeyring } from './keyring.ts'
import type { TokenCard } from './port.ts'
import { createTokenVault, tokenDigits } from './tokens.ts'

const keys = configuredKeys([{ id: 'k', key: randomBytes(32) }])
const keyring = await openKeyring({ keys, store: memoryKeyStore() })
const vault = createVault(keyring)
const open = (store = memoryTokenStore()) =>
  createTokenVault({ vault, store, cardKey: keyring.secrets.cardHash })

const owner = { cell: 0, merchantId: 'M1' }
const other = { cell: 0, merchantId: 'M2' }
const card: TokenCard = { kind: 'CARD', number: '5123450000000008', expiry: { month: 1, year: 39 } }

const numbers = fc.stringMatching(/^[0-9]{8,18}$/).map(start => start + luhnDigit(start))

test('a token is as long as the number, shows what a masked number shows, and is nobody’s card', () => {
  fc.assert(
    fc.property(numbers, fc.uint8Array({ minLength: 8, maxLength: 8 }), (number, random) => {
      const token = tokenDigits(number, Buffer.from(random))
      expect(token).toHaveLength(number.length)
      expect(token.slice(-4)).toBe(number.slice(-4))
      if (number.length >= 13) expect(token.slice(0, 6)).toBe(number.slice(0, 6))
      expect(passesLuhn(token)).toBe(false)
      expect(token).toMatch(/^[0-9]+$/)
    }),
  )
})

test('the same card of a merchant has the same token, other cards and merchants have others', async () => {
  const tokens = open()
  const { token } = await tokens.keep(owner, card)
  expect(token).toMatch(/^512345[0-9]{6}0008$/)
  expect((await tokens.keep(owner, card)).token).toBe(token)
  expect((await tokens.keep(owner, { ...card, number: '5123450000010008' })).token).not.toBe(token)
  const elsewhere = await tokens.keep(other, card)
  expect(elsewhere.token).not.toBe(token)
  expect(await tokens.find(other, token)).toBeUndefined()
  expect(await tokens.find(owner, elsewhere.token)).toBeUndefined()
})

test('a card that is kept again brings its new expiry', async () => {
  const tokens = open()
  const { token } = await tokens.keep(owner, card)
  await tokens.keep(owner, { ...card, expiry: { month: 2, year: 40 } })
  expect(await tokens.find(owner, token)).toMatchObject({
    card: { number: card.number, expiry: { month: 2, year: 40 } },
  })
})

test.each(['merchant', 'payers'] as const)(
  'what is left out of a card that is kept again stays: %s',
  async whose => {
    const tokens = open()
    const whole = { ...card, nameOnCard: 'ADA' }
    const bare: TokenCard = { kind: 'CARD', number: card.number }
    const { token } = await tokens.keep(owner, whole, whose)
    expect(await tokens.keep(owner, bare)).toMatchObject({ token, card: whole })
    expect(await tokens.find(owner, token)).toMatchObject({ card: whole })
    const renewed = { ...bare, expiry: { month: 2, year: 40 } }
    expect(await tokens.keep(owner, renewed, whose)).toMatchObject({ card: { ...whole, ...renewed } })
    expect(await tokens.find(owner, token)).toMatchObject({ card: { ...whole, ...renewed } })
    expect((await tokens.keep(other, bare)).card).toEqual(bare)
  },
)

test('nothing stays of a card that was deleted, and what a merchant’s own name has does', async () => {
  const tokens = open()
  const bare: TokenCard = { kind: 'CARD', number: card.number }
  await tokens.save(owner, 'customer1', card)
  expect(await tokens.keep(owner, bare)).toMatchObject({ token: 'customer1', card })
  await tokens.forget(owner, 'customer1')
  expect((await tokens.keep(owner, bare)).card).toEqual(bare)
})

test('of parts that are kept at the same time none is lost', async () => {
  const parts: Partial<TokenCard>[] = [{ expiry: { month: 2, year: 40 } }, { nameOnCard: 'ADA' }, {}]
  for (const isKnown of [false, true]) {
    const tokens = open()
    if (isKnown) await tokens.keep(owner, card)
    const kept = await Promise.all(
      parts.map(part => tokens.keep(owner, { kind: 'CARD', number: card.number, ...part })),
    )
    expect(new Set(kept.map(({ token }) => token)).size).toBe(1)
    expect(await tokens.find(owner, kept[0]?.token ?? '')).toMatchObject({
      card: { expiry: { month: 2, year: 40 }, nameOnCard: 'ADA' },
    })
  }
})

test('two who keep the same card at the same time get the same token', async () => {
  const tokens = open()
  const kept = await Promise.all(Array.from({ length: 20 }, () => tokens.keep(owner, card)))
  expect(new Set(kept.map(({ token }) => token)).size).toBe(1)
})

test('a name that another card has is left alone', async () => {
  const store = memoryTokenStore()
  const tokens = open(store)
  const { token } = await open().keep(owner, card)
  await tokens.save(owner, token, { ...card, number: '4508750015741019' })
  const { token: own } = await tokens.keep(owner, card)
  expect(own).not.toBe(token)
  expect(await tokens.find(owner, token)).toMatchObject({ card: { number: '4508750015741019' } })
  expect((await tokens.keep(owner, card)).token).toBe(own)
})

test('all hundred cards that a short number can hide behind the same visible digits get tokens', async () => {
  const tokens = open()
  const cards = Array.from({ length: 1000 }, (_, middle) => `512345${String(middle).padStart(3, '0')}0008`)
  const given = new Set<string>()
  for (const number of cards.filter(passesLuhn))
    given.add((await tokens.keep(owner, { ...card, number })).token)
  expect(given.size).toBe(100)
})

test('a deleted token is not there; the same card gets its name again, no other does', async () => {
  const tokens = open()
  const { token } = await tokens.keep(owner, card)
  expect(await tokens.forget(owner, token)).toBe(true)
  expect(await tokens.forget(owner, token)).toBe(false)
  expect(await tokens.forget(other, token)).toBe(false)
  expect(await tokens.find(owner, token)).toBeUndefined()
  expect((await tokens.keep(owner, card)).token).toBe(token)
})

test('a card saved under a name keeps that name when it is kept without one', async () => {
  const tokens = open()
  expect(await tokens.save(owner, 'customer1', card)).toMatchObject({ isNew: true })
  expect(await tokens.save(owner, 'customer1', card)).toMatchObject({ isNew: false })
  expect((await tokens.keep(owner, card)).token).toBe('customer1')
})

test('a gift card and a card of the same number are two', async () => {
  const tokens = open()
  await tokens.save(owner, 'one', card)
  expect((await tokens.keep(owner, { ...card, kind: 'GIFT_CARD' })).token).not.toBe('one')
})
