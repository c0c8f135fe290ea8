import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createDeliveryConcurrency,
  type DeliveryConcurrency,
  type EndedAttempt,
  standardConcurrencyBounds,
} from './deliveryConcurrency.ts'

const quick = { isSuccess: true, isQuick: true }
const slow = { isSuccess: false, isQuick: false }
const receiver = (merchantId: string, name = '') => ({ merchantId, receiver: name })

test('a receiver of which nothing is known takes two at a time, its merchant four', () => {
  const concurrency = createDeliveryConcurrency()
  expect(concurrency.room()).toEqual({
    limit: 64,
    perReceiver: 2,
    receivers: [],
    perMerchant: 4,
    merchants: [],
  })
  concurrency.enter(receiver('A'))
  concurrency.enter(receiver('A'))
  expect(concurrency.room()).toMatchObject({
    receivers: [{ merchantId: 'A', receiver: '', room: 0 }],
    merchants: [{ merchantId: 'A', room: 2 }],
  })
})

test('a receiver that takes quickly is given more at a time, one that does not is given half', () => {
  const concurrency = createDeliveryConcurrency()
  const roomOfA = () => concurrency.room()?.receivers.find(({ merchantId }) => merchantId === 'A')?.room ?? 2
  const merchantOfA = () =>
    concurrency.room()?.merchants.find(({ merchantId }) => merchantId === 'A')?.room ?? 4
  const attempt = (ended: EndedAttempt) => {
    concurrency.enter(receiver('A'))
    concurrency.leave(receiver('A'), ended)
  }
  for (let count = 0; count < 100; count++) attempt(quick)
  expect([roomOfA(), merchantOfA()]).toEqual([32, 64])
  attempt(slow)
  expect([roomOfA(), merchantOfA()]).toEqual([16, 32])
  for (let count = 0; count < 6; count++) attempt(slow)
  expect([roomOfA(), merchantOfA()]).toEqual([2, 2])
  for (let count = 0; count < 2; count++) attempt(quick)
  expect(merchantOfA()).toBe(4)
})

test('one that fails at once holds no place for long: its merchant is not held back for it', () => {
  const concurrency = createDeliveryConcurrency()
  for (let count = 0; count < 100; count++) {
    concurrency.enter(receiver('A'))
    concurrency.leave(receiver('A'), { isSuccess: false, isQuick: true })
  }
  expect(concurrency.room()).toMatchObject({ receivers: [], merchants: [{ merchantId: 'A', room: 64 }] })
})

/** Merchants with as many receivers as they like take all they are given, and give nothing back. */
function claimFor(concurrency: DeliveryConcurrency, merchantIds: readonly string[]): number {
  const room = concurrency.room()
  let left = room?.limit ?? 0
  for (const merchantId of merchantIds) {
    const own = room?.merchants.find(one => one.merchantId === merchantId)?.room ?? room?.perMerchant ?? 0
    const count = Math.min(own, left)
    for (let index = 0; index < count; index++) concurrency.enter(receiver(merchantId, `${index} ${left}`))
    left -= count
  }
  return (room?.limit ?? 0) - left
}

test('however much some merchants hang, somebody new finds a place', () => {
  const concurrency = createDeliveryConcurrency()
  const greedy = Array.from({ length: 60 }, (_, index) => `G${index}`)
  for (let round = 0; round < 100; round++) claimFor(concurrency, greedy)
  expect(concurrency.underWay()).toBe(240)
  expect(claimFor(concurrency, ['NEW'])).toBeGreaterThanOrEqual(4)
})

test('one that was quick and then hangs keeps places for the others too', () => {
  const concurrency = createDeliveryConcurrency()
  const proven = Array.from({ length: 30 }, (_, index) => `Q${index}`)
  for (const merchantId of proven)
    for (let count = 0; count < 80; count++) {
      concurrency.enter(receiver(merchantId))
      concurrency.leave(receiver(merchantId), quick)
    }
  for (let round = 0; round < 100; round++) claimFor(concurrency, proven.slice(0, 10))
  expect(claimFor(concurrency, ['NEW'])).toBeGreaterThanOrEqual(1)
})

test('whatever comes and goes, the books are right', () => {
  const step = fc.record({
    merchant: fc.constantFrom('A', 'B', 'C'),
    name: fc.constantFrom('', 'x', 'y'),
    ended: fc.record({ isSuccess: fc.boolean(), isQuick: fc.boolean() }),
    isEntry: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), steps => {
      const concurrency = createDeliveryConcurrency()
      const inside: { merchantId: string; receiver: string }[] = []
      for (const { merchant, name, ended, isEntry } of steps) {
        const own = receiver(merchant, name)
        const at = inside.findIndex(one => one.merchantId === merchant && one.receiver === name)
        if (isEntry && inside.length < standardConcurrencyBounds.perNode) {
          concurrency.enter(own)
          inside.push(own)
        } else if (at !== -1) {
          concurrency.leave(own, ended)
          inside.splice(at, 1)
        }
        expect(concurrency.underWay()).toBe(inside.length)
        const room = concurrency.room()
        for (const { merchantId, room: left } of room?.merchants ?? []) {
          const count = inside.filter(one => one.merchantId === merchantId).length
          expect(left).toBeLessThanOrEqual(Math.max(0, standardConcurrencyBounds.merchant.most - count))
        }
        for (const { merchantId, receiver: name, room: left } of room?.receivers ?? []) {
          const count = inside.filter(one => one.merchantId === merchantId && one.receiver === name).length
          expect(left).toBeLessThanOrEqual(Math.max(0, standardConcurrencyBounds.receiver.most - count))
        }
      }
    }),
    { numRuns: 50 },
  )
})

test('what is remembered of idle receivers has an end', () => {
  const concurrency = createDeliveryConcurrency()
  for (let index = 0; index < 2_000; index++) {
    concurrency.enter(receiver('A', `${index}`))
    concurrency.leave(receiver('A', `${index}`), quick)
  }
  expect(concurrency.room()?.receivers.length).toBeLessThanOrEqual(512)
})
