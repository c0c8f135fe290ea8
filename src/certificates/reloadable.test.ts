import { expect, test } from 'vitest'
import { openReloadable } from './reloadable.ts'

const looking = (read: () => Promise<string>, warnings: string[] = []) => ({
  read,
  isSame: (one: string, other: string) => one === other,
  everyMs: 60_000,
  warn: (reason: string) => void warnings.push(reason),
})

test('what is there at the start must be good', async () => {
  const opened = openReloadable(looking(() => Promise.reject(new Error('It is not there.'))))
  await expect(opened).rejects.toThrow('It is not there.')
})

test('what comes later is taken when it is good; each reason why not is told once', async () => {
  const found: (string | Error)[] = [
    'one',
    'one',
    'two',
    new Error('a'),
    new Error('a'),
    new Error('b'),
    'two',
    new Error('a'),
    'three',
  ]
  const warnings: string[] = []
  const heard: string[] = []
  const read = async () => {
    const next = found.shift() ?? 'none'
    if (next instanceof Error) throw next
    return next
  }
  const kept = await openReloadable(looking(read, warnings))
  kept.onChange(() => heard.push(kept.current()))
  while (found.length > 0) await kept.reload()
  expect(heard).toEqual(['two', 'three'])
  expect(warnings).toEqual(['a', 'b', 'a'])
  kept.stop()
})

test('it looks by itself, one look after the other', async () => {
  let reads = 0
  let running = 0
  const read = async () => {
    expect(++running).toBe(1)
    await new Promise(resolve => setImmediate(resolve))
    running--
    return String(++reads)
  }
  const kept = await openReloadable({ ...looking(read), everyMs: 5 })
  await Promise.all([kept.reload(), kept.reload()])
  await expect.poll(() => Number(kept.current())).toBeGreaterThan(5)
  kept.stop()
})
