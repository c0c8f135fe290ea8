import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBatcher, Overloaded } from './queues.ts'

/** A writer whose groups stay in flight until they are let go. */
function heldWriter() {
  const groups: { items: readonly string[]; letGo: () => void; fail: (error: Error) => void }[] = []
  const write = (items: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      groups.push({ items, letGo: () => resolve(items.map(item => `${item}!`)), fail: reject })
    })
  return { groups, write }
}

const limits = { sizeMax: 3, inFlightMax: 2, waitingMax: 10 }
const turn = () => new Promise(resolve => setImmediate(resolve))
const itself = (item: string) => item

test('what arrives in one turn of the event loop leaves together, everyone gets their result', async () => {
  const { groups, write } = heldWriter()
  const batcher = createBatcher({ keyOf: itself, write, ...limits })
  const results = Promise.all(['a', 'b', 'c'].map(batcher.submit))
  await turn()
  expect(groups.map(group => group.items)).toEqual([['a', 'b', 'c']])
  groups[0]?.letGo()
  expect(await results).toEqual(['a!', 'b!', 'c!'])
})

test('a prompt one does not wait for the end of the turn, and takes what goes on together', async () => {
  const { groups, write } = heldWriter()
  const batcher = createBatcher({ write, ...limits, isPrompt: true })
  const endOfTurn = turn()
  const results = Promise.all(
    ['a', 'b', 'c'].map(async (item, steps) => {
      for (let step = 0; step < steps; step += 1) await undefined
      return batcher.submit(item)
    }),
  )
  await new Promise<void>(resolve => process.nextTick(() => process.nextTick(resolve)))
  expect(groups.map(group => group.items)).toEqual([['a', 'b', 'c']])
  await endOfTurn
  groups[0]?.letGo()
  expect(await results).toEqual(['a!', 'b!', 'c!'])
})

test('a group forms while earlier ones are in flight, and no more of them are than allowed', async () => {
  const { groups, write } = heldWriter()
  const batcher = createBatcher({ keyOf: itself, write, ...limits })
  const results = Promise.all([...'abcdefgh'].map(batcher.submit))
  await turn()
  expect(groups.map(group => group.items.join(''))).toEqual(['abc', 'def'])
  groups[0]?.letGo()
  await turn()
  await turn()
  expect(groups.map(group => group.items.join(''))).toEqual(['abc', 'def', 'gh'])
  for (const group of groups) group.letGo()
  expect(await results).toHaveLength(8)
})

test('the second item of a key waits until the first is written', async () => {
  const { groups, write } = heldWriter()
  const batcher = createBatcher({ keyOf: item => item.slice(0, 1), write, ...limits })
  const results = Promise.all(['a1', 'a2', 'b1', 'a3'].map(batcher.submit))
  await turn()
  expect(groups.map(group => group.items)).toEqual([['a1', 'b1']])
  groups[0]?.letGo()
  await turn()
  await turn()
  expect(groups.at(-1)?.items).toEqual(['a2'])
  groups.at(-1)?.letGo()
  await turn()
  await turn()
  groups.at(-1)?.letGo()
  expect(await results).toEqual(['a1!', 'a2!', 'b1!', 'a3!'])
})

test('beyond the limit an item is refused at once; the others are not disturbed', async () => {
  const { groups, write } = heldWriter()
  const batcher = createBatcher({ keyOf: itself, write, ...limits, waitingMax: 2 })
  const accepted = Promise.all(['a', 'b'].map(batcher.submit))
  await expect(batcher.submit('c')).rejects.toBeInstanceOf(Overloaded)
  await turn()
  groups[0]?.letGo()
  expect(await accepted).toEqual(['a!', 'b!'])
})

test('a writer that fails, or answers too few, fails its group and no other', async () => {
  const { groups, write } = heldWriter()
  const batcher = createBatcher({ keyOf: itself, write, ...limits, sizeMax: 1 })
  const first = batcher.submit('a')
  const second = batcher.submit('b')
  await turn()
  groups[0]?.fail(new Error('no'))
  groups[1]?.letGo()
  await expect(first).rejects.toThrow('no')
  expect(await second).toBe('b!')
  const short = createBatcher({ keyOf: itself, write: async () => [], ...limits })
  await expect(short.submit('a')).rejects.toThrow('answer every item')
})

test('whatever the keys: all is written once, in order within its key, within the limits', async () => {
  const run = async (keys: readonly number[], sizeMax: number) => {
    const written: string[] = []
    const inFlight = new Set<string>()
    let groupsInFlight = 0
    const batcher = createBatcher<string, string>({
      keyOf: item => item.split(':')[0] ?? '',
      write: async items => {
        groupsInFlight += 1
        expect(items.length).toBeLessThanOrEqual(sizeMax)
        expect(groupsInFlight).toBeLessThanOrEqual(2)
        for (const key of items.map(item => item.split(':')[0] ?? '')) {
          expect(inFlight.has(key)).toBe(false)
          inFlight.add(key)
        }
        await turn()
        written.push(...items)
        for (const item of items) inFlight.delete(item.split(':')[0] ?? '')
        groupsInFlight -= 1
        return items
      },
      sizeMax,
      inFlightMax: 2,
      waitingMax: 1_000,
    })
    const items = keys.map((key, index) => `${key}:${index}`)
    expect(await Promise.all(items.map(batcher.submit))).toEqual(items)
    // Sorting is stable: within a key the order stays as it was.
    const byKey = (list: readonly string[]) => [...list].sort((a, b) => a.charCodeAt(0) - b.charCodeAt(0))
    expect(byKey(written)).toEqual(byKey(items))
  }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), run),
    { numRuns: 50 },
  )
})
