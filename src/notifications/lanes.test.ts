import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLanes, type Ended, type Lanes, standardBounds } from './lanes.ts'

const quick = { isSuccess: true, isQuick: true }
const slow = { isSuccess: false, isQuick: false }
const lane = (merchantId: string, name = '') => ({ merchantId, lane: name })

test('a lane of which nothing is known takes two at a time, its merchant four', () => {
  const lanes = createLanes()
  expect(lanes.room()).toEqual({ limit: 64, perLane: 2, lanes: [], perMerchant: 4, merchants: [] })
  lanes.enter(lane('A'))
  lanes.enter(lane('A'))
  expect(lanes.room()).toMatchObject({
    lanes: [{ merchantId: 'A', lane: '', room: 0 }],
    merchants: [{ merchantId: 'A', room: 2 }],
  })
})

test('a receiver that takes quickly is given more at a time, one that does not is given half', () => {
  const lanes = createLanes()
  const roomOfA = () => lanes.room()?.lanes.find(({ merchantId }) => merchantId === 'A')?.room ?? 2
  const merchantOfA = () => lanes.room()?.merchants.find(({ merchantId }) => merchantId === 'A')?.room ?? 4
  const attempt = (ended: Ended) => {
    lanes.enter(lane('A'))
    lanes.leave(lane('A'), ended)
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
  const lanes = createLanes()
  for (let count = 0; count < 100; count++) {
    lanes.enter(lane('A'))
    lanes.leave(lane('A'), { isSuccess: false, isQuick: true })
  }
  expect(lanes.room()).toMatchObject({ lanes: [], merchants: [{ merchantId: 'A', room: 64 }] })
})

/** Merchants with as many lanes as they like take all they are given, and give nothing back. */
function claimFor(lanes: Lanes, merchantIds: readonly string[]): number {
  const room = lanes.room()
  let left = room?.limit ?? 0
  for (const merchantId of merchantIds) {
    const own = room?.merchants.find(one => one.merchantId === merchantId)?.room ?? room?.perMerchant ?? 0
    const count = Math.min(own, left)
    for (let index = 0; index < count; index++) lanes.enter(lane(merchantId, `${index} ${left}`))
    left -= count
  }
  return (room?.limit ?? 0) - left
}

test('however much some merchants hang, somebody new finds a place', () => {
  const lanes = createLanes()
  const greedy = Array.from({ length: 60 }, (_, index) => `G${index}`)
  for (let round = 0; round < 100; round++) claimFor(lanes, greedy)
  expect(lanes.underWay()).toBe(240)
  expect(claimFor(lanes, ['NEW'])).toBeGreaterThanOrEqual(4)
})

test('one that was quick and then hangs keeps places for the others too', () => {
  const lanes = createLanes()
  const proven = Array.from({ length: 30 }, (_, index) => `Q${index}`)
  for (const merchantId of proven)
    for (let count = 0; count < 80; count++) {
      lanes.enter(lane(merchantId))
      lanes.leave(lane(merchantId), quick)
    }
  for (let round = 0; round < 100; round++) claimFor(lanes, proven.slice(0, 10))
  expect(claimFor(lanes, ['NEW'])).toBeGreaterThanOrEqual(1)
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
      const lanes = createLanes()
      const inside: { merchantId: string; lane: string }[] = []
      for (const { merchant, name, ended, isEntry } of steps) {
        const own = lane(merchant, name)
        const at = inside.findIndex(one => one.merchantId === merchant && one.lane === name)
        if (isEntry && inside.length < standardBounds.perNode) {
          lanes.enter(own)
          inside.push(own)
        } else if (at !== -1) {
          lanes.leave(own, ended)
          inside.splice(at, 1)
        }
        expect(lanes.underWay()).toBe(inside.length)
        const room = lanes.room()
        for (const { merchantId, room: left } of room?.merchants ?? []) {
          const count = inside.filter(one => one.merchantId === merchantId).length
          expect(left).toBeLessThanOrEqual(Math.max(0, standardBounds.merchant.most - count))
        }
        for (const { merchantId, lane: name, room: left } of room?.lanes ?? []) {
          const count = inside.filter(one => one.merchantId === merchantId && one.lane === name).length
          expect(left).toBeLessThanOrEqual(Math.max(0, standardBounds.lane.most - count))
        }
      }
    }),
    { numRuns: 50 },
  )
})

test('what is remembered of idle lanes has an end', () => {
  const lanes = createLanes()
  for (let index = 0; index < 2_000; index++) {
    lanes.enter(lane('A', `${index}`))
    lanes.leave(lane('A', `${index}`), quick)
  }
  expect(lanes.room()?.lanes.length).toBeLessThanOrEqual(512)
})
