import { expect, test } from 'vitest'
import { createLoopbackCheck, type LoopbackCheckOptions } from './plainAddresses.ts'

const hosts: Readonly<Record<string, readonly string[]>> = {
  'shop.local': ['127.0.0.1'],
  'both.local': ['127.0.1.1', '::1'],
  'shop.example': ['192.0.2.1'],
  'half.example': ['127.0.0.1', '192.0.2.1'],
  'none.example': [],
}

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['shop.local', true],
  ['shop.local.', true],
  ['both.local', true],
  ['shop.example', false],
  ['half.example', false],
  ['none.example', false],
  ['unheard.example', false],
  ['192.0.2.1', false],
  ['[2001:db8::1]', false],
])('%s is this machine: %s', async (host, isHere) => {
  expect(await stage().isThisMachine(host)).toBe(isHere)
})

test('a name is looked up once for many, and again after a while', async () => {
  const { isThisMachine, looks, pass } = stage()
  await Promise.all(Array.from({ length: 20 }, () => isThisMachine('shop.local')))
  expect(looks).toEqual(['shop.local'])
  pass(10_001)
  await isThisMachine('shop.local')
  expect(looks).toHaveLength(2)
  expect(await isThisMachine('127.0.0.1')).toBe(true)
  expect(looks).toHaveLength(2)
})

test('a silent name server is not waited for, and takes no more places than there are', async () => {
  const looks: string[] = []
  const resolve = (name: string) => {
    looks.push(name)
    return new Promise<readonly string[]>(() => undefined)
  }
  const { isThisMachine } = stage({ resolve, bounds: { timeoutMs: 20, lookupsMax: 3 } })
  const asked = Array.from({ length: 10 }, (_, index) => isThisMachine(`n${index}.example`))
  expect(await Promise.all(asked)).toEqual(asked.map(() => false))
  expect(looks).toHaveLength(3)
})

test('only so many names are remembered', async () => {
  const { isThisMachine, looks } = stage({ bounds: { rememberedMax: 2 } })
  for (const host of ['shop.local', 'both.local', 'shop.example', 'shop.local']) await isThisMachine(host)
  expect(looks).toEqual(['shop.local', 'both.local', 'shop.example', 'shop.local'])
})

function stage(more: Partial<LoopbackCheckOptions> = {}) {
  let nowMs = 0
  const looks: string[] = []
  const isThisMachine = createLoopbackCheck({
    async resolve(name) {
      looks.push(name)
      const found = hosts[name]
      if (!found) throw new Error('ENOTFOUND')
      return found
    },
    clock: { now: () => new Date(0), monotonicMs: () => nowMs },
    ...more,
  })
  return {
    isThisMachine,
    looks,
    pass(ms: number) {
      nowMs += ms
    },
  }
}
