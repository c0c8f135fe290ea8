import { expect, test } from 'vitest'
import { brandOf } from '../../standards/cardBrands.ts'
import { passesLuhn } from '../../standards/cardNumber.ts'
import { flows } from './flows.ts'
import { scenariosFor } from './scenarios.ts'
import { readActValues } from './shop.ts'

const all = flows.flatMap(flow => scenariosFor(flow).flatMap(({ scenarios }) => scenarios))

test('every test card is one that a form accepts', () => {
  const cards = all.flatMap(({ card }) => card ?? [])
  expect(cards.length).toBeGreaterThan(10)
  for (const { number, expiry, code } of cards) {
    expect(passesLuhn(number), number).toBe(true)
    expect(brandOf(number), number).not.toBe('UNKNOWN')
    expect(`${expiry} ${code}`).toMatch(/^(?:0[1-9]|1[0-2])\/39 \d{3}$/)
  }
})

test('every reference is one that the shop takes', () => {
  for (const { reference } of all) {
    if (reference === undefined) continue
    const body = { arrangement: 'redirect', reference }
    expect(readActValues(body, { needs: ['arrangement', 'reference'] })).toMatchObject(body)
  }
})

test('within a flow, what happens has one name', () => {
  for (const flow of flows) {
    const ids = scenariosFor(flow).flatMap(({ scenarios }) => scenarios.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  }
})
