// What a payer at the checkout page costs, beside payments that the merchant sends.

import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { publishedPassword } from '../src/config/settings.ts'
import { submission, visitRequests } from '../test/support/checkout/visitRequests.ts'
import type { Gateway } from './contenders.ts'
import type { Goal } from './goals.ts'
import type { Loader } from './loader.ts'
import { median, medianRatio } from './medians.ts'
import { merchantId } from './payment.ts'
import { cpuMs } from './processFacts.ts'
import { progress } from './progress.ts'
import { printTable, whole } from './table.ts'

const payersAtOnce = 16
const rounds = 5
const visitsInRound = 20
const visitsBefore = 100
const authorizations = { connections: payersAtOnce, requests: 3_000 }
const authorizationsBefore = { connections: payersAtOnce, requests: 8_000 }

/** Prints what a checkout costs, and returns the goal: at most one and a half times three payments. */
export async function compareCheckout(gateway: Gateway, loader: Loader): Promise<readonly Goal[]> {
  progress('warming up: checkouts')
  await microsecondsOfVisit(gateway, visitsBefore)
  await loader.load({ ...gateway, ...authorizationsBefore })
  const [visits, payments]: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round += 1) {
    progress(`checkouts: round ${round} of ${rounds}`)
    visits.push(await microsecondsOfVisit(gateway, visitsInRound))
    payments.push((await loader.load({ ...gateway, ...authorizations })).cpuMicroseconds)
  }
  printTable(
    [`${payersAtOnce} at a time`, 'own CPU µs'],
    [
      ['checkout: from the page to paid', whole(median(visits))],
      ['AUTHORIZE', whole(median(payments))],
    ],
  )
  const ofThree = payments.map(payment => 3 * payment)
  const reached = medianRatio(visits, ofThree)
  return [{ name: 'checkout, own CPU, times three AUTHORIZE', reached, bound: { most: 1.5 } }]
}

/** Of the gateway's process, from the request for the page to the payment; sessions are made before. */
async function microsecondsOfVisit({ pid, port }: Gateway, visitsEach: number): Promise<number> {
  const payers = Array.from({ length: payersAtOnce }, async () => {
    const sessions: CheckoutSession[] = []
    const merchant = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let made = 0; made < visitsEach; made += 1)
      sessions.push(await newSession({ port, agent: merchant }))
    merchant.destroy()
    return sessions
  })
  const sessions = await Promise.all(payers)
  const before = cpuMs(pid) ?? Number.NaN
  await Promise.all(sessions.map(own => visitInTurn(port, own)))
  return (((cpuMs(pid) ?? Number.NaN) - before) / (payersAtOnce * visitsEach)) * 1_000
}

type CheckoutSession = { readonly sessionId: string; readonly orderId: string }

/** Each payer comes with a browser of their own, and so with a connection of their own. */
async function visitInTurn(port: number, sessions: readonly CheckoutSession[]): Promise<void> {
  for (const { sessionId, orderId } of sessions) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const { method, path, headers } of visitRequests(sessionId)) {
      const body = method === 'POST' ? submission(`64.50 USD ${orderId}`) : ''
      const origin = method === 'POST' ? { origin: `http://127.0.0.1:${port}` } : {}
      const answer = await ask({ agent, port, method, path, headers: { ...headers, ...origin }, body })
      const isRight = answer.status === 200 && (method === 'GET' || answer.text.includes('"step":"done"'))
      if (!isRight) throw new Error(`Not paid: ${answer.status} ${answer.text.slice(0, 800)}`)
    }
    agent.destroy()
  }
}

async function newSession({ port, agent }: Pick<Asked, 'port' | 'agent'>): Promise<CheckoutSession> {
  const orderId = randomBytes(16).toString('base64url')
  const login = Buffer.from(`merchant.${merchantId}:${publishedPassword}`).toString('base64')
  const { status, text } = await ask({
    ...{ agent, port, method: 'POST', path: `/api/rest/version/73/merchant/${merchantId}/session` },
    headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...checkout, order: { id: orderId, ...basket } }),
  })
  if (status !== 201) throw new Error(`No session: ${text}`)
  return { sessionId: JSON.parse(text).session.id, orderId }
}

const checkout = {
  apiOperation: 'INITIATE_CHECKOUT',
  interaction: {
    operation: 'PURCHASE',
    merchant: { name: 'Harbour Books' },
    returnUrl: 'https://shop.example/paid',
    displayControl: { billingAddress: 'HIDE', customerEmail: 'HIDE' },
  },
}
const basket = {
  amount: '64.50',
  currency: 'USD',
  description: 'Three books and a map',
  item: [
    { name: 'The Lighthouse Keeper', quantity: '1', unitPrice: '24.00' },
    { name: 'Knots and Splices', quantity: '2', unitPrice: '15.00' },
    { name: 'Map of the coast', quantity: '1', unitPrice: '6.50' },
  ],
  itemAmount: '60.50',
  shippingAndHandlingAmount: '4.00',
}

type Asked = {
  readonly agent: Agent
  readonly port: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
type Answer = { readonly status: number; readonly text: string }

function ask({ body, headers, ...options }: Asked): Promise<Answer> {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const call = request({ ...options, headers: { ...headers, ...length } }, answer => {
      let text = ''
      answer.setEncoding('latin1').on('data', chunk => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text })).on('error', reject)
    })
    call.on('error', reject).end(body)
  })
}
