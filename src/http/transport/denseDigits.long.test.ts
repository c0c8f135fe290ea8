import { expect, test } from 'vitest'
import { cpuTime } from '../../../test/cpuTime.ts'
import { normalise } from '../../contract/kit/content.ts'
import { requestAt } from '../../contract/kit/operation.ts'
import { validate } from '../../contract/kit/validate.ts'
import { authorize } from '../../contract/operations/payment.ts'
import { readJson } from './json.ts'

// Every text of a request is searched for card numbers, from each group of its digits on. One request keeps
// everybody waiting while it is judged: 200 kB of little groups must not take longer than others.

/** An authorization whose items are called by nothing but this, each a little different. */
function bodyOf(unit: string): Buffer {
  const text = (at: number) => `${unit.repeat(120).slice(0, 116)}${at}`
  const item = Array.from({ length: 480 }, (_, at) => ({
    ...{ name: text(at), description: text(at + 480), sku: text(at + 960) },
    ...{ quantity: '1', unitPrice: '1.00' },
  }))
  const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
  const order = { amount: '480.00', currency: 'USD', item }
  const content = { order, sourceOfFunds: { type: 'CARD', provided: { card } } }
  return Buffer.from(JSON.stringify({ apiOperation: 'AUTHORIZE', ...content }))
}

function judge(body: Buffer) {
  const outcome = readJson(body)
  if (!('value' in outcome)) throw new Error('It is no JSON')
  return validate(authorize, 100, normalise(requestAt(authorize, 100), outcome.value))
}

/** How many times as long as a text of words this takes, at best of some, measured in turn. */
function timesWords(body: Buffer): number {
  const words = bodyOf('Tea for two, ')
  const rounds = Array.from({ length: 12 }, () => [cpuTime(() => judge(body)), cpuTime(() => judge(words))])
  const atBest = (which: number) => Math.min(...rounds.map(round => round[which] ?? 0))
  return atBest(0) / atBest(1)
}

/** Little groups without end, such as no card's number is written in. */
const units = ['4.1.1-1 1', '4.11-1 22', '411 1.', '5 11-222', '4.5', '41.12,', '4 4-4 ']

// Up to 5 times today; trying every length from every group took up to 12.
test.each(units)('200 kB of %j are judged in less than 8 times the time of words', unit => {
  const body = bodyOf(unit)
  expect(body.length).toBeGreaterThan(200_000)
  expect(judge(body)).toBeUndefined()
  expect(timesWords(body)).toBeLessThan(8)
})
