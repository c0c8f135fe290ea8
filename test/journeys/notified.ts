import { expect } from 'vitest'
import type { Answer, Body } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { openReceiver, type Receiver } from './receiver.ts'

/** A gateway whose merchant has a server to be notified at. */
export type Notified = {
  gateway(): TestGateway
  readonly receiver: Receiver
  /** Sets the merchant's profile. */
  settle(profile: object, merchant?: string): Promise<void>
  advance(by: string): Promise<void>
  /** The keys that sign the merchant's notifications, newest first; POST adds one, DELETE retires one. */
  keys(method?: 'GET' | 'POST' | 'DELETE', merchant?: string): Promise<readonly string[]>
  submit(orderId: string, transaction: string, body: object): Promise<Answer>
  feed(query: string, merchant?: string): Promise<FeedPage>
  /** The delivery states of an order's notifications. */
  states(orderId: string): Promise<readonly unknown[]>
  restart(): Promise<void>
  /** Between two tests: everything that is due is received, and cleared. */
  begin(): Promise<void>
  close(): Promise<void>
}

export type FeedPage = { readonly notifications: readonly Body[]; readonly next: string }

export async function openNotified(): Promise<Notified> {
  const receiver = await openReceiver()
  let gateway = await openGateway('external')
  const call: TestGateway['call'] = async (method, path, body, options) => {
    const answer = await gateway.call(method, path, body, options)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer
  }
  const own: Omit<Notified, 'states' | 'begin'> = {
    gateway: () => gateway,
    receiver,
    async settle(profile, merchant = 'TESTMERCHANT') {
      await call('PUT', `/sandbox/merchants/${merchant}/profile`, profile)
    },
    async advance(by) {
      await call('POST', '/sandbox/clock', { advance: by })
    },
    async keys(method = 'GET', merchant = 'TESTMERCHANT') {
      const { body } = await call(method, `/sandbox/merchants/${merchant}/notifications/keys`)
      return body.signing as readonly string[]
    },
    submit: (orderId, transaction, body) => call('PUT', `order/${orderId}/transaction/${transaction}`, body),
    feed: async (query, merchant = 'TESTMERCHANT') =>
      (await call('GET', `notifications?${query}`, undefined, { merchant })).body as FeedPage,
    async restart() {
      gateway = await gateway.restarted()
    },
    async close() {
      await gateway.stop()
      await receiver.close()
    },
  }
  return {
    ...own,
    async states(orderId) {
      const { notifications } = await own.feed('last=100')
      return notifications.filter(one => one.orderId === orderId).map(({ state }) => state)
    },
    async begin() {
      receiver.answer(() => ({ status: 200 }))
      await own.advance('PT1S')
      receiver.forget()
      await own.settle({ notificationUrl: receiver.address() })
    },
  }
}

export const money = { amount: '4.00', currency: 'USD' }
