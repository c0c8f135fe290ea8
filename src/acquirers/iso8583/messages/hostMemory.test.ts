import { expect, test } from 'vitest'
import {
  ask,
  followUpAsk,
  isoBench,
  originalOf,
  paymentAsk,
} from '../../../../test/support/acquirers/isoBench.ts'
import { hostMemoryMax } from '../../port.ts'
import { iso1987Ascii } from '../dialects/shipped/iso1987Ascii.ts'
import { readHostMemory, writeHostMemory } from './hostMemory.ts'

const approval = { 15: '1117', 38: 'ABC123', 39: '00', 62: 'F000000000000000YT23456789012345V234M' }

/** A host that wants something back, and what it gets with the capture. */
async function givenBack(wanted: string) {
  const bench = isoBench(iso1987Ascii)
  bench.script(() => ({ ...approval, 127: wanted }))
  const paid = await ask(bench, paymentAsk())
  const { message } = await ask(bench, followUpAsk(originalOf(paid)))
  const { hostMemory } = { hostMemory: undefined, ...paid.answer }
  return { fields: message?.fields ?? {}, hostMemory, logged: bench.logged.join() }
}

test('a host gets back whatever it wants to, as long as the journal keeps it', async () => {
  for (const length of [400, 513, 900]) {
    const wanted = 'm'.repeat(length)
    const { fields, hostMemory, logged } = await givenBack(wanted)
    expect(fields[127]).toBe(wanted)
    expect(hostMemory?.length).toBeLessThanOrEqual(hostMemoryMax)
    expect(logged).not.toContain('wants back')
  }
})

test('what is too long is left out alone, and an operator hears of it', async () => {
  const { fields, hostMemory, logged } = await givenBack('m'.repeat(999))
  expect(fields[127]).toBeUndefined()
  expect(hostMemory).toBe('{"t":"T23456789012345","d":"1117"}')
  expect(fields[62]).toContain('T23456789012345')
  expect(logged).toContain('field 127')
  expect(logged).toContain('wants back')
})

test('nothing is written where there is nothing to remember', () => {
  expect(writeHostMemory(readHostMemory(undefined))).toEqual({ text: undefined, leftOut: [] })
})
