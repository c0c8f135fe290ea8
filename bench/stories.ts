import { authorization, capture, orderPath, payment, refund, transactionPath } from './payment.ts'

/** What one connection does with an order of its own. */
export type Story = {
  readonly title: string
  /** Sent in turn, each time on a new order; with `reads`, once, and then those on that one order. */
  readonly steps: readonly Step[]
  readonly reads?: readonly Step[]
}

export type Step = { readonly method: 'GET' | 'PUT'; readonly path: PathOf; readonly body?: string }
type PathOf = (orderId: string) => string

const put = (transactionId: string, body: string): Step => ({
  method: 'PUT',
  path: orderId => transactionPath(orderId, transactionId),
  body,
})

const get = (path: PathOf): Step => ({ method: 'GET', path })

export const stories = {
  authorize: { title: 'AUTHORIZE', steps: [put('1', authorization)] },
  pay: { title: 'PAY', steps: [put('1', payment)] },
  capture: { title: 'AUTHORIZE, then CAPTURE', steps: [put('1', authorization), put('2', capture)] },
  refund: { title: 'PAY, then REFUND', steps: [put('1', payment), put('2', refund)] },
  retrieveTransaction: {
    title: 'Retrieve Transaction',
    steps: [put('1', payment)],
    reads: [get(orderId => transactionPath(orderId, '1'))],
  },
  retrieveOrder: {
    title: 'Retrieve Order, with a payment and its refund',
    steps: [put('1', payment), put('2', refund)],
    reads: [get(orderPath)],
  },
} as const satisfies Record<string, Story>

export type StoryName = keyof typeof stories

export const isStory = (name: string): name is StoryName => name in stories
