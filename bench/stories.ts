import { authorization, capture, orderPath, payment, refund, transactionPath, voiding } from './payment.ts'

/** What one connection does. */
export type Story = {
  readonly title: string
  /** What is done with an order first, and not measured. */
  readonly before?: readonly Step[]
  /** Sent in turn, and measured, each time on another order. */
  readonly steps: readonly Step[]
  /** Always on the same order instead. */
  readonly staysOnOrder?: boolean
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
  capture: { title: 'CAPTURE', before: [put('1', authorization)], steps: [put('2', capture)] },
  refund: { title: 'REFUND', before: [put('1', payment)], steps: [put('2', refund)] },
  void: { title: 'VOID', before: [put('1', authorization)], steps: [put('2', voiding)] },
  retrieveTransaction: {
    title: 'Retrieve Transaction',
    before: [put('1', payment)],
    steps: [get(orderId => transactionPath(orderId, '1'))],
    staysOnOrder: true,
  },
  retrieveOrder: {
    title: 'Retrieve Order, with a payment and its refund',
    before: [put('1', payment), put('2', refund)],
    steps: [get(orderPath)],
    staysOnOrder: true,
  },
} as const satisfies Record<string, Story>

export type StoryName = keyof typeof stories

export const isStory = (name: string): name is StoryName => name in stories
