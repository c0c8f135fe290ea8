import { expect, test } from 'vitest'
import { freePort, freePorts } from './freePorts.ts'

test('nobody is given a port twice, also where many ask while a block comes to its end', async () => {
  const many = (length: number) => Promise.all(Array.from({ length }, () => freePort()))
  const ports = [...(await many(60)), ...(await many(100))]
  const first = await freePorts(3)
  expect(new Set([...ports, first, first + 1, first + 2]).size).toBe(163)
})
