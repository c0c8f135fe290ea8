import { expect, test } from 'vitest'
import { createRequestLoad } from './load.ts'

test('one merchant alone takes half of what can be done at once, and leaves the rest to others', () => {
  const load = createRequestLoad(4)
  expect([load.enter('A'), load.enter('A')]).toEqual([undefined, undefined])
  expect(load.enter('A')).toMatchObject({ status: 503 })
  expect([load.enter('B'), load.enter('B')]).toEqual([undefined, undefined])
  expect(load.enter('C')).toMatchObject({ status: 503 })
  load.leave('A')
  expect(load.enter('C')).toBeUndefined()
})

test('where only one request can be worked on, anybody may have it', () => {
  expect(createRequestLoad(1).enter('A')).toBeUndefined()
})

test('whoever needs to be alone waits for those who are there, and holds off those who come', async () => {
  const load = createRequestLoad(4)
  load.enter('A')
  const seen: string[] = []
  const alone = load.exclusively(async () => {
    seen.push('began')
    expect(load.enter('B')).toMatchObject({ status: 503, rejection: { retryAfterSeconds: 1 } })
    expect(await load.exclusively(async () => 'another')).toMatchObject({ status: 503 })
    return 'done'
  })
  expect(load.enter('B')).toMatchObject({ status: 503 })
  await new Promise(setImmediate)
  expect(seen).toEqual([])
  load.leave('A')
  expect(await alone).toBe('done')
  expect(load.enter('B')).toBeUndefined()
})

test('whoever cannot be alone in time is turned away, and so is nobody else afterwards', async () => {
  const load = createRequestLoad(4, { aloneTimeoutMs: 10 })
  load.enter('A')
  expect(await load.exclusively(async () => 'done')).toMatchObject({ status: 503 })
  expect(load.enter('B')).toBeUndefined()
  for (const merchant of ['A', 'B']) load.leave(merchant)
  expect(await load.exclusively(async () => 'done')).toBe('done')
})

test('work that fails alone lets the others in again', async () => {
  const load = createRequestLoad(4)
  await expect(load.exclusively(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(load.enter('A')).toBeUndefined()
})
