import { expect, test } from 'vitest'
import { createLoad } from './load.ts'

test('one merchant alone takes half of what can be done at once, and leaves the rest to others', () => {
  const load = createLoad(4)
  expect([load.enter('A'), load.enter('A')]).toEqual([undefined, undefined])
  expect(load.enter('A')).toMatchObject({ status: 503 })
  expect([load.enter('B'), load.enter('B')]).toEqual([undefined, undefined])
  expect(load.enter('C')).toMatchObject({ status: 503 })
  load.leave('A')
  expect(load.enter('C')).toBeUndefined()
})

test('where only one request can be worked on, anybody may have it', () => {
  expect(createLoad(1).enter('A')).toBeUndefined()
})
