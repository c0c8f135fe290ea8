import { beforeEach, expect, test } from 'vitest'
import { RecentReads } from './recentReads.ts'

let nowMs = 0
let begun: { readonly answer: (found: string) => void; readonly fail: (failure: unknown) => void }[] = []
let reads: RecentReads<string>
const read = () =>
  new Promise<string>((answer, fail) => {
    begun.push({ answer, fail })
  })
const find = (sinceMs?: number) => reads.find('key', read, sinceMs)
const isWaiting = async (found: Promise<string>) =>
  (await Promise.race([found, Promise.resolve('nothing yet')])) === 'nothing yet'

beforeEach(() => {
  nowMs = 0
  begun = []
  reads = new RecentReads({
    clock: { monotonicMs: () => nowMs },
    goodForMs: 1_000,
    keysMax: 10,
    failureGoodForMs: failure => (failure === 'moving' ? 100 : undefined),
    isReadAhead: found => found !== 'nobody',
  })
})

test('many who ask at once share one read, and so does who asks within its time', async () => {
  const all = [find(), find(), find()]
  begun[0]?.answer('first')
  expect(await Promise.all(all)).toEqual(['first', 'first', 'first'])
  nowMs = 699
  expect(await find()).toBe('first')
  expect(begun).toHaveLength(1)
})

test('while it is read anew nobody waits, and the new one is used as soon as it is there', async () => {
  const first = find()
  begun[0]?.answer('first')
  await first
  nowMs = 700
  expect(await find()).toBe('first')
  nowMs = 900
  expect(await find()).toBe('first')
  expect(begun).toHaveLength(2)
  begun[1]?.answer('second')
  await Promise.resolve()
  expect(await find()).toBe('second')
  nowMs = 1_400
  expect(await find()).toBe('second')
})

test('when its time is over it is used no more, however long the new one takes', async () => {
  const first = find()
  begun[0]?.answer('first')
  await first
  nowMs = 800
  await find()
  nowMs = 1_001
  const late = find()
  expect(await isWaiting(late)).toBe(true)
  expect(begun).toHaveLength(2)
  begun[1]?.answer('second')
  expect(await late).toBe('second')
  nowMs = 1_801
  expect(await isWaiting(find())).toBe(true)
  expect(begun).toHaveLength(3)
})

test('who needs a fresh one waits for that under way and shares the next; none sees an older', async () => {
  const first = find()
  nowMs = 10
  const fresh = [find(5), find(5)]
  begun[0]?.answer('first')
  await first
  await new Promise(setImmediate)
  expect(begun).toHaveLength(2)
  begun[1]?.answer('second')
  expect(await Promise.all(fresh)).toEqual(['second', 'second'])
  nowMs = 800
  await find()
  const duringRefresh = find(801)
  nowMs = 802
  begun[2]?.answer('third')
  await new Promise(setImmediate)
  expect(begun).toHaveLength(4)
  begun[3]?.answer('fourth')
  expect(await duringRefresh).toBe('fourth')
})

test('who needs a fresh one keeps nobody waiting for whom the last one is good enough', async () => {
  const first = find()
  begun[0]?.answer('first')
  await first
  nowMs = 200
  const fresh = find(200)
  expect(await isWaiting(fresh)).toBe(true)
  expect(await find()).toBe('first')
  begun[1]?.fail('away')
  await expect(fresh).rejects.toBe('away')
  expect(await find()).toBe('first')
  const again = find(200)
  begun[2]?.answer('second')
  expect(await again).toBe('second')
  expect(await find()).toBe('second')
  expect(begun).toHaveLength(3)
})

test('what is not worth it is not read before its time is over', async () => {
  const first = find()
  begun[0]?.answer('nobody')
  await first
  nowMs = 999
  expect(await find()).toBe('nobody')
  expect(begun).toHaveLength(1)
  nowMs = 1_001
  expect(await isWaiting(find())).toBe(true)
  expect(begun).toHaveLength(2)
})

test('what is forgotten is not brought back by a read that was under way', async () => {
  const first = find()
  begun[0]?.answer('first')
  await first
  nowMs = 800
  await find()
  reads.forget('key')
  begun[1]?.answer('from before the change')
  await new Promise(setImmediate)
  const after = find()
  begun[2]?.answer('after')
  expect(await after).toBe('after')
  expect(await find()).toBe('after')
})

test('a failure is told and not kept, and one while it is read anew costs nobody anything', async () => {
  const first = find()
  begun[0]?.fail('away')
  await expect(first).rejects.toBe('away')
  const second = find()
  begun[1]?.answer('second')
  await second
  nowMs = 800
  await find()
  begun[2]?.fail('away')
  await new Promise(setImmediate)
  expect(await find()).toBe('second')
  begun[3]?.answer('third')
  await new Promise(setImmediate)
  expect(await find()).toBe('third')
})

test('a failure that is an answer takes the place of what was known, for its own time', async () => {
  const first = find()
  begun[0]?.answer('first')
  await first
  nowMs = 800
  await find()
  begun[1]?.fail('moving')
  await new Promise(setImmediate)
  await expect(find()).rejects.toBe('moving')
  nowMs = 899
  await expect(find()).rejects.toBe('moving')
  nowMs = 900
  const again = find()
  begun[2]?.answer('arrived')
  expect(await again).toBe('arrived')
})

test('of more keys than it may have, those read longest ago are given up', async () => {
  for (let index = 0; index < 11; index += 1) void reads.find(`key ${index}`, read)
  expect(reads.known('key 0')).toBeUndefined()
  expect(reads.known('key 10')).toBeInstanceOf(Promise)
  expect(begun).toHaveLength(11)
})
