import type { AcquirerHost } from '../../src/acquirerHost/acquirerHost.ts'
import { tellingOf } from '../stories/dialectStories.ts'
import { createLinkOrder, type Silence } from '../stories/linkStage.ts'
import { play, readStory, type Story } from '../stories/story.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { differencesWithHost } from './hostDifferences.ts'
import { openLinkedHost } from './linkedHost.ts'
import { newOrder } from './requests.ts'

export type StoryTeller = {
  /** Plays stories, many at a time, and tells how each ended, in the words of its line. */
  tell(lines: readonly string[], silence?: Silence): Promise<readonly string[]>
  /** Lets recovery finish, and tells where gateway and host differ about an order. */
  differences(): Promise<readonly string[]>
  readonly gateway: TestGateway
  readonly host: AcquirerHost
  close(): Promise<void>
}

/** The merchant whose profile lets captures and refunds go a tenth too far. */
const generous = 'OTHERMERCHANT'
const atOnce = 16

/** A gateway in its sandbox that is connected to an acquirer host, all in this process. */
export async function openStoryTeller(dialect: string): Promise<StoryTeller> {
  const host = await openLinkedHost(dialect)
  const gateway = await openGateway('external', { acquirerLinks: host.links })
  const profile = { captureExcessPercent: 10, refundExcessPercent: 10 }
  const { status } = await gateway.call('PUT', `/sandbox/merchants/${generous}/profile`, profile)
  if (status !== 200) throw new Error('The profile could not be changed')
  const orders = new Map<string, string>()

  async function playOne(story: Story, silence: Silence): Promise<string> {
    const merchant = story.excessPercent === 0 ? 'TESTMERCHANT' : generous
    const orderId = newOrder()
    orders.set(orderId, merchant)
    const ending = await play(story, createLinkOrder(gateway, host, { merchant, orderId, silence }))
    return `${tellingOf(story.line)} → ${ending}`
  }

  return {
    gateway,
    host,
    async tell(lines, silence = 'drop-answer') {
      const told: string[] = []
      const all = lines.map(readStory).map((story, index) => ({ story, index }))
      const inTurn = all.filter(({ story }) => story.steps.some(step => 'laterMs' in step))
      const waiting = all.filter(one => !inTurn.includes(one))
      const teller = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift())
          told[next.index] = await playOne(next.story, silence)
      }
      await Promise.all(Array.from({ length: atOnce }, teller))
      // They move the clock of all.
      for (const { story, index } of inTurn) told[index] = await playOne(story, silence)
      return told
    },
    async differences() {
      await gateway.call('POST', '/sandbox/clock', { advance: 'P1D' })
      return differencesWithHost(gateway, host, orders)
    },
    async close() {
      await gateway.stop()
      await host.close()
    },
  }
}
