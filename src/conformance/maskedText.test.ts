import { expect, test } from 'vitest'
import { put } from './check.ts'
import { junitText } from './junitText.ts'
import { curlText, maskedAnswer, maskedText } from './maskedText.ts'
import { planRun } from './planRun.ts'
import { specifiedCards } from './testCards.ts'

const [place] = planRun({
  ...{ profile: 'sandbox', versions: [100], seed: 1, merchantId: 'SHOP', currency: 'USD', host: 'a' },
  ...{ cards: specifiedCards, only: ['pay.approved'], skip: [] },
}).planned.map(({ place }) => place)

test('a line for curl holds neither password, number, code nor session', () => {
  if (!place) throw new Error('There is no such check')
  const session = { id: `SESSION${'0A'.repeat(12)}` }
  const body = { card: { number: '5123450000000008', securityCode: '100' }, session, name: "it's" }
  const line = curlText('https://pay.example', { merchantId: 'SHOP' }, put(place, '1', body))
  expect(line).toContain(`-u "merchant.SHOP:$PASSWORD"`)
  expect(line).toContain('"number":"512345xxxxxx0008","securityCode":"xxx"')
  expect(line).toContain('"id":"SESSIONxxx"')
  expect(line).toContain(`it'\\''s`)
})

test('a number that an answer shows is not shown again, but told', () => {
  expect(maskedText('"5123450000000008"')).toBe('"512345xxxxxx0008"')
  expect(maskedAnswer('"5123450000000008"')).toBe('"512345xxxxxx0008 (shown whole)"')
})

test('JUnit has a case for each check, escaped', () => {
  const about = { section: '7.4', rule: 'A < B', why: '', version: 100, exchanges: [] }
  const exchange = { request: { method: 'GET', path: '/' }, answer: undefined }
  const xml = junitText('https://pay.example', [
    { ...about, id: 'one', outcome: 'passed', failures: [] },
    {
      ...{ ...about, id: 'two', outcome: 'failed' as const },
      failures: [{ sends: 'it', exchange, expected: 'a & b', came: '\u0001' }],
    },
    { ...about, id: 'three', outcome: 'not applicable', failures: [], reason: 'no card' },
  ])
  expect(xml).toContain('tests="3" failures="1" skipped="1"')
  expect(xml).toContain('<failure message="A &lt; B">it: expected a &amp; b, came ?</failure>')
  expect(xml).toContain('<skipped message="no card"/>')
})
