import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpOrder, tellSimulator } from '../stories/httpStage.ts'
import { stories } from '../stories/stories.ts'
import { play, readStory } from '../stories/story.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { newOrder } from './requests.ts'

/** The merchant whose profile lets captures and refunds go a tenth too far. */
const generous = 'OTHERMERCHANT'

describe('stories over HTTP', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded')
    const profile = { captureExcessPercent: 10, refundExcessPercent: 10 }
    const changed = await gateway.call('PUT', `/sandbox/merchants/${generous}/profile`, profile)
    expect(changed.status).toBe(200)
  })
  afterAll(() => gateway.stop())

  test.each(stories)('%s', async line => {
    const story = readStory(line)
    const merchant = story.excessPercent === 0 ? 'TESTMERCHANT' : generous
    const orderId = newOrder()
    const order = { merchant, orderId, tell: tellSimulator(gateway, orderId) }
    expect(await play(story, createHttpOrder(gateway, order))).toBe(story.outcome)
  })

  test('after all of them the books of gateway and acquirer agree', async () => {
    await gateway.call('POST', '/sandbox/clock', { advance: 'P1D' })
    const { status, body } = await gateway.call('GET', '/sandbox/reconciliation')
    expect([status, body]).toEqual([200, { differences: [] }])
  })
})
