import { expect, test } from 'vitest'
import { normalise } from '../../contract/kit/content.ts'
import { requestAt } from '../../contract/kit/operation.ts'
import { validate } from '../../contract/kit/validate.ts'
import { authorize } from '../../contract/operations/payment.ts'
import { readJson } from './json.ts'

// A name that nobody knows costs V8 many times what a known one does: 210 kB of them kept the whole gateway
// busy for a seventh of a second.

const object = (names: number, name: (index: number) => string, value = '1') =>
  `{${Array.from({ length: names }, (_, index) => `"${name(index)}":${value}`).join()}}`
const spread = (length: number, part: (at: number) => string) =>
  Array.from({ length }, (_, at) => part(at)).join()
const namesAt = (at: number, names: number) => object(names, index => `k${at}x${index}`)
const twoBits = (index: number) =>
  Array.from({ length: 15 }, (_, bit) => ((index >> bit) & 1 ? 'Aa' : 'BB')).join('')

const hostile = {
  'names of one object': object(19_000, index => `name${index}`),
  'names of custom fields': `{"order":{"custom":${object(19_000, index => `k${index}`, '"x"')}}}`,
  'names with numbers that are kept as written': object(15_000, index => `n${index}`, '1.0'),
  'names that are whole numbers': object(19_000, index => String(index * 7919)),
  'names with escapes': object(10_000, index => `\\u0061${index}`),
  'names in other alphabets': object(15_000, index => `é${index}`),
  'names that simple hashes take for one': object(6_000, twoBits),
  'names spread over groups': `{"order":{${spread(40, at => `"g${at}":${namesAt(at, 480)}`)}}}`,
  'names spread over items': `{"order":{"item":[${spread(990, at => namesAt(at, 19))}]}}`,
}

const read = (body: Buffer): unknown => {
  const outcome = readJson(body)
  if ('rejection' in outcome) return outcome.rejection
  return validate(authorize, 100, normalise(requestAt(authorize, 100), outcome.value))
}

for (const [what, text] of Object.entries(hostile)) {
  test(`${what} are refused, and cost no more than twice what JSON.parse takes`, () => {
    const body = Buffer.from(text)
    expect(readJson(body)).toMatchObject({
      rejection: { explanation: 'The body has more than 1000 different names.' },
    })
    expect(cost(() => read(body))).toBeLessThan(cost(() => JSON.parse(body.toString())) * 2 + 2)
  })
}

const bounded = {
  'elements of a list that holds few': `{"order":{"tax":[${'{"amount":1.0},'.repeat(8_000)}{}]}}`,
  'numbers kept as written': `{"constraints":{"paymentPlans":{"supported":[${'1.0,'.repeat(18_000)}1]}}}`,
}

for (const [what, text] of Object.entries(bounded)) {
  test(`${what} are not read one by one`, () => {
    const body = Buffer.from(text)
    expect(cost(() => read(body))).toBeLessThan(cost(() => JSON.parse(body.toString())) * 10 + 10)
  })
}

test('a thousand items are no thousand names', () => {
  const body = { order: { item: Array.from({ length: 1_000 }, () => ({ name: 'cup', quantity: '1' })) } }
  expect(readJson(Buffer.from(JSON.stringify(body)))).toMatchObject({ value: body })
})

/** In milliseconds of this process, at best: whatever else the machine is busy with. */
function cost(work: () => unknown): number {
  const runs = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage()
    work()
    return process.cpuUsage(before).user / 1e3
  })
  return Math.min(...runs)
}
