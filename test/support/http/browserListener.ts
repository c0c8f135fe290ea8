import { type Content, isObject } from '../../../src/contract/kit/content.ts'
import type { Route } from '../../../src/http/api/routes.ts'
import type { Gateway } from '../../../src/operations/gateway.ts'
import type { TransactionSubmission } from '../../../src/operations/requests/prepare.ts'
import { memorySessionStore } from '../../../src/sessions/memorySessionStore.ts'
import type { SessionBox } from '../../../src/sessions/port.ts'
import { createSessions, type Sessions } from '../../../src/sessions/sessions.ts'
import { basic, merchant, openTestListener, put, transactionPath } from './testClient.ts'

/** A listener with a session store behind it, and browsers that send their session as the password. */
export async function openBrowserListener(
  routesOf: (parts: BrowserDependencies) => readonly Route[],
  password = merchant.password,
) {
  const clock = { nowMs: 0 }
  const submissions: TransactionSubmission[] = []
  const describeCard = () => ({ brand: 'NETWORK_B', fundingMethod: 'CREDIT' }) as const
  const sessions = createSessions({ store: memorySessionStore(clock), box, describeCard })
  const gateway: Pick<Gateway, 'submit'> = {
    async submit(_caller, submission) {
      submissions.push(submission)
      return { kind: 'recorded', record: {} }
    },
  }
  const routes = routesOf({ gateway, sessions })
  const { listener, sendRaw, lines } = await openTestListener({ routes }, undefined, password)
  const createOf = async (body: Content) => idIn(await sessions.create({ owner, version: 100, body }))
  const create = (body: Content = {}) =>
    createOf({ ...body, order: { ...(isObject(body.order) && body.order), id: 'O1' } })
  const send = async (body: object, { password: sent, user, path = hundred, headers = [] }: Sent) => {
    const fields = ['Connection: close', ...headers]
    const bytes = put(JSON.stringify(body), fields, path.replace('/55/', '/100/')).toString()
    return (await sendRaw(bytes.replace(basic(), basic(user, sent)), 2_000)).first
  }
  return {
    ...{ clock, sessions, submissions, lines, create, send, id: await create(), close: listener.close },
    createWithoutOrder: () => createOf({ order: { amount: '1.00', currency: 'USD' } }),
    sendRaw: async (bytes: string) => (await sendRaw(bytes)).first,
    async checkout(orderId: string) {
      const interaction = { operation: 'PURCHASE', returnUrl: 'https://shop.example/' }
      const order = { id: orderId, amount: '1.00', currency: 'USD' }
      const body = { apiOperation: 'INITIATE_CHECKOUT', interaction, order }
      return idIn(await sessions.createCheckout({ owner, version: 100, body }))
    },
  }
}

const hundred = transactionPath.replace('/55/', '/100/')

export function idIn(answer: Content): string {
  const { session } = JSON.parse(JSON.stringify(answer))
  return session.id
}

const owner = { cell: 1, merchantId: merchant.id }

const box: SessionBox = {
  seal: async (_merchantId, _identity, text) => Buffer.from(text),
  open: async (_merchantId, _identity, sealed) => sealed.toString(),
}

/** What browsers reach of the API's parts. */
export type BrowserDependencies = { readonly gateway: Pick<Gateway, 'submit'>; readonly sessions: Sessions }

type Sent = {
  readonly password: string
  readonly user?: string
  readonly path?: string
  /** As they are on the wire. */
  readonly headers?: readonly string[]
}
