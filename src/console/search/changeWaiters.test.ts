import { expect, test } from 'vitest'
import { createChangeWaiters } from './changeWaiters.ts'

test('the page whose place another one takes is told so, and not that it may ask again at once', async () => {
  const waiters = createChangeWaiters({ monotonicMs: () => 0 })
  const nothing = async () => undefined
  const pages = Array.from({ length: 5 }, () => waiters.wait('session', nothing))
  expect(await pages[0]).toBe('replaced')
  waiters.release()
  expect(await Promise.all(pages.slice(1))).toEqual([undefined, undefined, undefined, undefined])
})

test('what happened is told, also to the one whose place is taken', async () => {
  const waiters = createChangeWaiters({ monotonicMs: () => 0 })
  let found: number | undefined
  const page = waiters.wait('session', async () => found)
  found = 7
  waiters.wake()
  expect(await page).toBe(7)
})
