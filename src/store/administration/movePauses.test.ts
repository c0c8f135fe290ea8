import { expect, test } from 'vitest'
import { movingShops } from '../../../test/support/store/movingShops.ts'
import { sampleClosing } from '../../../test/support/store/sampleIntent.ts'
import type { MoveStore } from '../../administration/moves/port.ts'
import { systemClock } from '../../platform/clock.ts'

const at = movingShops()

test('a merchant whose payment does not end within the pause stays where it is', async () => {
  const intent = at.shop.intentOf()
  await at.world.store.journal.begin(intent)
  expect(await at.shop.moveTo(7, 3_000)).toMatchObject({
    explanation: expect.stringContaining('A payment of it did not end'),
  })
  expect(await at.shop.isClosed()).toBe(false)
  expect(await at.world.store.journal.close(sampleClosing(intent, 1))).toMatchObject({ state: 'closed' })
})

test('rows that are behind when the pause is over are not tried once more', async () => {
  await at.shop.recorded()
  let tries = 0
  const carry: MoveStore['carry'] = async () => {
    tries += 1
    return 'behind'
  }
  // Each try takes longer than the pause.
  const monotonicMs = () => systemClock.monotonicMs() + tries * 60_000
  const clock = { ...systemClock, monotonicMs }
  const moving = at.world.administration({ moves: { ...at.world.moves, carry }, clock })
  expect(await moving.move(at.shop.merchantId, { to: 7, pauseMs: 30_000 })).toMatchObject({
    explanation: expect.stringContaining('within the pause'),
  })
  expect([tries, await at.shop.isClosed()]).toEqual([1, false])
})
