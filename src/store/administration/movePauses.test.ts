import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type MovingShop,
  type MovingWorld,
  openMovingWorld,
} from '../../../test/support/store/movingWorld.ts'
import { sampleClosing } from '../../../test/support/store/sampleIntent.ts'
import type { MoveStore } from '../../administration/moves/port.ts'

let world: MovingWorld
let shop: MovingShop
beforeAll(async () => {
  world = await openMovingWorld()
})
beforeEach(async () => {
  shop = await world.newShop()
})
afterAll(() => world?.close())

test('a merchant whose payment does not end within the pause stays where it is', async () => {
  const intent = shop.intentOf()
  await world.store.journal.begin(intent)
  expect(await shop.moveTo(7, 3_000)).toMatchObject({
    explanation: expect.stringContaining('A payment of it did not end'),
  })
  expect(await shop.isClosed()).toBe(false)
  expect(await world.store.journal.close(sampleClosing(intent, 1))).toMatchObject({ state: 'closed' })
})

test('rows that are behind when the pause is over are not tried once more', async () => {
  await shop.recorded()
  let tries = 0
  const carry: MoveStore['carry'] = async () => {
    tries += 1
    await setTimeout(1_000)
    return 'behind'
  }
  const moving = world.administration({ moves: { ...world.moves, carry } })
  expect(await moving.move(shop.merchantId, { to: 7, pauseMs: 900 })).toMatchObject({
    explanation: expect.stringContaining('within the pause'),
  })
  expect([tries, await shop.isClosed()]).toEqual([1, false])
})
