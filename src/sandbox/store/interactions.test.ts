import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/database/database.ts'
import { memoryInteractions } from '../../../test/support/sandbox/memoryInteractions.ts'
import { createFaultyWire } from '../../../test/support/store/faultyWire.ts'
import { createSandboxDatabase } from '../../../test/support/store/sandboxDatabase.ts'
import type { InteractionStore } from '../interactions.ts'
import { type OpenBooks, openBooks } from './books.ts'

let database: TestDatabase
let store: OpenBooks
beforeAll(async () => {
  database = await createSandboxDatabase('embedded')
  store = openBooks(database.gateway.config)
})
afterAll(async () => {
  await store?.close()
  await database?.drop()
})

const inMemory = memoryInteractions()
const kept: Record<string, () => InteractionStore> = {
  'in memory': () => inMemory,
  'in the database': () => store.interactions,
}
const asked = JSON.stringify({ amount: '10.00', text: '\u0000 ä' })

describe.each(Object.keys(kept))('interactions %s', name => {
  const open = () => kept[name]?.() ?? inMemory

  test('the first under an id stands', async () => {
    await open().add({ id: 'first', kind: 'challenge', asked })
    await open().add({ id: 'first', kind: 'payment', asked: '{}' })
    expect(await open().find('first')).toEqual({ kind: 'challenge', asked })
    expect(await open().find('First')).toBeUndefined()
  })

  test('it is decided once, however many decide at the same moment', async () => {
    await open().add({ id: 'once', kind: 'payment', asked })
    const words = Array.from({ length: 10 }, (_, index) => `word ${index}`)
    const taken = await Promise.all(words.map(word => open().decide('once', word)))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await open().find('once')).toEqual({
      kind: 'payment',
      asked,
      decision: words[taken.indexOf(true)],
    })
  })

  test('what is not there cannot be decided', async () => {
    expect(await open().decide('nobody', 'Y')).toBe(false)
    expect(await open().find('nobody')).toBeUndefined()
  })
})

test('a decision whose answer was lost on the wire is known for what it is when it is repeated', async () => {
  const wire = await createFaultyWire(database.gateway.config)
  const far = openBooks(wire.config)
  await far.interactions.add({ id: 'far', kind: 'payment', asked })
  wire.lose('answer')
  expect(await far.interactions.decide('far', 'yes')).toBe(true)
  expect(await far.interactions.decide('far', 'yes')).toBe(false)
  await far.close()
  await wire.down()
})
