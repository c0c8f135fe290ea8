import { expect, test } from 'vitest'
import { createInParts } from './inParts.ts'
import { TookTooLong } from './port.ts'

test('after one item that takes too long by itself, as many as before are tried at once again', async () => {
  const sizes: number[] = []
  const left: number[] = []
  const items = Array.from({ length: 200 }, (_, index) => index)
  const parts = createInParts(8)(items, async some => {
    sizes.push(some.length)
    if (some.includes(3)) throw new TookTooLong('too long')
    return 'done'
  })
  for await (const { some, result } of parts) if (result === undefined) left.push(...some)
  expect(left).toEqual([3])
  expect(sizes.slice(0, 6)).toEqual([8, 4, 2, 2, 1, 1])
  expect(sizes.slice(-5)).toEqual([8, 8, 8, 8, 8])
})
