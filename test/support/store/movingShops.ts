import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type MovingShop, type MovingWorld, openMovingWorld } from './movingWorld.ts'

/** For a file of tests: one world for all of them, and a new shop for each. */
export function movingShops(): { readonly world: MovingWorld; readonly shop: MovingShop } {
  let world: MovingWorld | undefined
  let shop: MovingShop | undefined
  beforeAll(async () => {
    world = await openMovingWorld()
  })
  beforeEach(async () => {
    shop = await world?.newShop()
  })
  afterAll(() => world?.close())
  return {
    get world() {
      return opened(world)
    },
    get shop() {
      return opened(shop)
    },
  }
}

function opened<Opened>(given: Opened | undefined): Opened {
  if (given === undefined) throw new Error('It is there while a test runs')
  return given
}
