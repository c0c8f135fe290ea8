import { expect, test } from 'vitest'
import { cpuTime } from '../../../test/cpuTime.ts'
import { normalise } from '../../contract/kit/content.ts'
import { requestAt } from '../../contract/kit/operation.ts'
import { validate } from '../../contract/kit/validate.ts'
import { authorize } from '../../contract/operations/payment.ts'
import { invalid, missing, unsupported } from '../../orders/rejection.ts'
import { readForm } from './body.ts'
import { readJson } from './json.ts'
import { fieldAt, type JsonSource, newNameCount } from './jsonText.ts'

// The name of a field is as much the sender's as its value: a payer's browser may send one of 32 KiB, a
// merchant one of 256 KiB, and the refusal tells what it is called.

const units = ['4', '4_', '4-', '4a', 'a', '+', '4 ', '%34', '\\u0034', 'é', 'cvv', '34', 'NDUw', '😀']
const ofSize = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length))
const sizes = [64 * 1024, 256 * 1024] as const

/** At best of a few, in milliseconds; the smaller takes at least a fraction of one, which no clock tells. */
const atBest = (work: () => unknown) => Math.min(...Array.from({ length: 3 }, () => cpuTime(work)))
function expectProportional(unit: string, work: (name: string) => unknown) {
  const [short, long] = sizes.map(size => {
    const name = ofSize(unit, size)
    return atBest(() => work(name))
  })
  expect(long, unit).toBeLessThan((short ?? 0) * 6 + 15)
}

const sourceAt = (trail: readonly string[]): JsonSource => ({
  ...{ body: Buffer.alloc(0), text: '', at: 0, values: 0, valuesMax: 1 },
  ...{ names: newNameCount(), depth: trail.length, trail: [...trail] },
})

test.each(units)('a field called by 256 KiB of %j is named in proportion to its length', unit => {
  expectProportional(unit, name => unsupported(name))
  expectProportional(unit, name => missing(`order.${name}`))
  expectProportional(unit, name => invalid(name, 'No.', name))
  expectProportional(unit, name => invalid(fieldAt(sourceAt(['order', name, name])), 'No.'))
})

test.each(units)('a body whose name is 256 KiB of %j is read in proportion to its length', unit => {
  const bodies: readonly ((name: string) => string)[] = [
    name => `{"${name}":1e9999}`,
    name => `{"${name}":"\\u0000"}`,
    name => `{"order":{"custom":{"${name}":"1"}}}`,
    name => `{"order":{"item":[{"${name}":1}]}}`,
  ]
  for (const body of bodies)
    expectProportional(unit, name => {
      const outcome = readJson(Buffer.from(body(name)))
      if ('value' in outcome) validate(authorize, 100, normalise(requestAt(authorize, 100), outcome.value))
    })
})

test.each(['4', 'é', '\\u0034', '"'])('a name of more than a thousand characters is refused: %j', unit => {
  const longest = JSON.stringify(JSON.parse(`"${unit === '"' ? '\\"' : unit}"`).repeat(1_000))
  expect(readJson(Buffer.from(`{${longest}:1}`))).toHaveProperty('value')
  const rejection = { explanation: 'The body has a name of more than 1000 characters.' }
  expect(readJson(Buffer.from(`{${longest.slice(0, -1)}4":1}`))).toMatchObject({ rejection })
})

test('so is one in a form', () => {
  expect(readForm(Buffer.from(`${'4'.repeat(1_000)}=1`))).toHaveProperty('value')
  expect(readForm(Buffer.from(`${'4'.repeat(1_001)}=1`))).toMatchObject({
    rejection: { explanation: 'The form has a name of more than 1000 characters.' },
  })
})

test('where many long names lead to a place, it is told by the first', () => {
  const field = fieldAt(sourceAt(Array.from({ length: 32 }, () => 'a'.repeat(1_000))))
  expect(field.length).toBeLessThan(2_100)
})

test('a card number far behind in a long name, or half of an encoded one, is not told', () => {
  const encoded = Buffer.from('the card is 4508750015741019.').toString('base64')
  for (let length = 0; length < 110; length++) {
    const name = `${'a.'.repeat(length / 2)}${encoded}`
    expect(unsupported(name).field).not.toContain(encoded.slice(0, 8))
  }
})
