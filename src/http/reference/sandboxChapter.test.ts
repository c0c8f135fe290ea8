import { expect, test } from 'vitest'
import { securityCodes, securityCodesOfNetworkA, triggersByExpiry } from '../../acquirerHost/testCards.ts'
import { catalogue } from '../../contract/catalogue.ts'
import { brandOf } from '../../standards/cardBrands.ts'
import { passesLuhn } from '../../standards/cardNumber.ts'
import { createDocuments } from './documents.ts'

const page = createDocuments(catalogue, { sandbox: true }).page(100)
const rows = [...page.matchAll(/<th scope="row"><code>([^<]+)<\/code><\/th><td>([^<]+)<\/td><\/tr>/g)]
const shown = new Map(rows.map(([, trigger = '', outcome = '']) => [trigger, outcome]))

test('every outcome the simulator can be provoked to is shown with the expiry that does it', () => {
  for (const [expiry, outcome] of triggersByExpiry) expect(shown.get(expiry) ?? outcome).toBe(outcome)
  for (const outcome of triggersByExpiry.values()) expect([...shown.values()]).toContain(outcome)
  for (const expiry of [...shown.keys()].filter(trigger => /^[0-9]{2}\/[0-9]{2}$/.test(trigger)))
    expect(triggersByExpiry.get(expiry)).toBe(shown.get(expiry))
})

test('security codes are those the simulator knows', () => {
  for (const [code, outcome] of securityCodes) expect(shown.get(code)).toBe(outcome)
  for (const code of securityCodesOfNetworkA.keys()) expect(page).toContain(`<code>${code}</code>`)
})

test('test cards belong to the networks they are listed with', () => {
  const cards = [...shown].filter(([trigger]) => /^[0-9]{13,19}$/.test(trigger))
  expect(cards.length).toBeGreaterThan(10)
  for (const [number, network] of cards) {
    expect([number, passesLuhn(number)]).toEqual([number, true])
    const [, letter] = /^Network ([A-I])/.exec(network) ?? []
    expect([number, brandOf(number)]).toEqual([number, `NETWORK_${letter}`])
  }
})
