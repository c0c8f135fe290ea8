// The control of a running provider host over HTTP, for another process on the same machine: payments and
// what they came to, payers' decisions, faults, notices. It speaks JSON; amounts are decimal texts.

import { createServer, type IncomingMessage, type Server } from 'node:http'
import { toDecimal } from '../orders/money.ts'
import { readUpTo } from '../platform/files.ts'
import { protocolCallNames } from '../providers/protocol/declaration.ts'
import type { ReceivedCall } from './adapterServer.ts'
import { type ProviderBooks, pageAddress } from './hostCalls.ts'
import {
  type HostFault,
  type HostFaultDeck,
  type HostFaultSetting,
  hostFaults,
  isHostFault,
} from './hostFaults.ts'
import type { HostNotices, SentHostNotice } from './hostNotices.ts'
import { chargedBy, type HostPayment, hostPartState, hostPaymentState } from './hostPayment.ts'
import type { HostVisits } from './hostVisits.ts'
import { actNamed, payerActs } from './payerVisit.ts'

export type ProviderHostControl = {
  payments(): readonly ShownHostPayment[]
  payment(paymentId: string): ShownHostPayment | undefined
  /** Acts as the payer, with or without the page; the state afterwards. */
  act(paymentId: string, act: string): string | undefined
  calls(): readonly ReceivedCall[]
  notices(): readonly SentHostNotice[]
  fault(name: HostFault, setting: HostFaultSetting): void
  clearFaults(): void
  faults(): ReturnType<HostFaultDeck['list']>
  counters(): ProviderHostCounters
}

export type ProviderHostCounters = {
  readonly calls: number
  readonly payments: number
  readonly notices: number
  readonly faults: Readonly<Record<string, number>>
}

export type ShownHostPayment = {
  readonly paymentId: string
  readonly merchantId: string
  readonly state: string
  readonly orderId?: string
  readonly transactionId?: string
  readonly operation?: string
  readonly amount?: string
  readonly currency?: string
  readonly pageUrl?: string
  /** What was taken from the payer and not given back. */
  readonly charged?: string
  readonly parts: readonly {
    readonly kind: string
    readonly id: string
    readonly state: string
    readonly amount?: string
  }[]
}

type ControlMeans = {
  readonly books: ProviderBooks
  readonly visits: HostVisits
  readonly faults: HostFaultDeck
  readonly notices: Pick<HostNotices, 'list'>
  readonly received: readonly ReceivedCall[]
  readonly receivedCount: () => number
}

export function createHostControl(means: ControlMeans): ProviderHostControl {
  const { books, visits, faults, notices, received } = means
  const shown = (payment: HostPayment) => shownPayment(books, payment)
  return {
    payments: () => [...books.payments.values()].map(shown),
    payment(paymentId) {
      const payment = books.payments.get(paymentId)
      return payment && shown(payment)
    },
    act(paymentId, word) {
      const payment = books.payments.get(paymentId)
      const act = actNamed(word)
      if (!act) throw new RangeError(`act must be one of ${payerActs.join(', ')}.`)
      return payment && visits.act(payment, act)?.state
    },
    calls: () => received,
    notices: notices.list,
    fault: faults.set,
    clearFaults: faults.clear,
    faults: faults.list,
    counters: () => ({
      ...{ calls: means.receivedCount(), payments: books.payments.size },
      ...{ notices: notices.list().length, faults: faults.counts() },
    }),
  }
}

function shownPayment(books: ProviderBooks, payment: HostPayment): ShownHostPayment {
  const { paymentId, merchantId, start } = payment
  const nowMs = books.nowMs()
  const { state } = hostPaymentState(payment, nowMs)
  const parts = [...payment.parts.values()].map(part => ({
    ...{ kind: part.kind, id: part.id, state: hostPartState(part, nowMs) },
    ...(part.asked && { amount: part.asked.amount }),
  }))
  if (!start) return { paymentId, merchantId, state, parts }
  const { orderId, transactionId, operation, amount, currency } = start.call
  return {
    ...{ paymentId, merchantId, state, orderId, transactionId, operation, amount, currency },
    pageUrl: pageAddress(books, start.page),
    charged: toDecimal(chargedBy(payment, nowMs), currency),
    parts,
  }
}

type ControlRoute = (
  control: ProviderHostControl,
  asked: { readonly body: object; readonly rest: string },
) => unknown

const routes: Readonly<Record<string, ControlRoute>> = {
  'GET /payments': (control, { rest }) =>
    rest === '' ? control.payments() : (control.payment(rest) ?? noPayment()),
  'POST /payments': (control, { body, rest }) => ({
    state: control.act(rest, 'act' in body ? String(body.act) : '') ?? noPayment(),
  }),
  'GET /calls': control => control.calls(),
  'GET /notices': control => control.notices(),
  'GET /counters': control => control.counters(),
  'GET /faults': control => control.faults(),
  'POST /faults': setFaults,
  'DELETE /faults': control => control.clearFaults(),
}

function noPayment(): never {
  throw new RangeError('There is no such payment: the path must end with its paymentId.')
}

const bytesMax = 1_000_000

export const createHostControlServer = (control: ProviderHostControl): Server =>
  createServer((request, response) => {
    const { socket } = request
    replyTo(control, request)
      .then(({ status, content }) => {
        const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
        response.writeHead(status, headers).end(`${JSON.stringify(content, undefined, 2)}\n`)
      })
      // The caller has left in the middle of its request.
      .catch(() => socket.destroy())
  })

type ControlReply = { readonly status: number; readonly content: unknown }

async function replyTo(control: ProviderHostControl, request: IncomingMessage): Promise<ControlReply> {
  // A browser says where a page came from: pages of others must not steer the host.
  if (request.headers.origin !== undefined) return refusal(403, 'It is not for pages in a browser.')
  const [, name = '', rest = ''] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/')
  const route = routes[`${request.method} /${name}`]
  if (route === undefined) return refusal(404, `There are ${Object.keys(routes).join(', ')}.`)
  const body = parsed((await readUpTo(request, bytesMax)).toString())
  if (typeof body !== 'object' || body === null) return refusal(400, 'The body must be a JSON object.')
  try {
    return { status: 200, content: route(control, { body, rest }) ?? { done: true } }
  } catch (error) {
    return refusal(400, error instanceof RangeError ? error.message : 'It cannot be done.')
  }
}

const refusal = (status: number, explanation: string): ControlReply => ({
  ...{ status, content: { error: { explanation } } },
})

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `{ "silence": { "next": 1, "on": "refund" }, "slow": { "probability": 0.1, "ms": 500 } }` */
function setFaults(control: ProviderHostControl, { body }: { readonly body: object }): unknown {
  const wanted = Object.entries(body).map(([name, given]) => {
    if (!isHostFault(name))
      throw new RangeError(`There is no such fault; there are ${Object.keys(hostFaults).join(', ')}.`)
    return [name, readHostFaultSetting(name, given)] as const
  })
  for (const [name, setting] of wanted) control.fault(name, setting)
  return control.faults()
}

function readHostFaultSetting(name: string, given: unknown): HostFaultSetting {
  if (typeof given === 'number') return readHostFaultSetting(name, { probability: given })
  if (typeof given !== 'object' || given === null) throw new RangeError(`${name} must be an object.`)
  const { probability, next, on, ms, ...others }: Record<string, unknown> = { ...given }
  const call = protocolCallNames.find(each => each === on)
  const isRead = isUpTo(probability, 1) && isUpTo(next, 1e9) && isUpTo(ms, 600_000)
  if (!isRead || (on !== undefined && !call) || Object.keys(others).length > 0)
    throw new RangeError(
      `${name} takes probability from 0 to 1, next, on (${protocolCallNames.join(', ')}) and ms.`,
    )
  return {
    ...(typeof probability === 'number' && { probability }),
    ...(typeof next === 'number' && { next }),
    ...(typeof ms === 'number' && { ms }),
    ...(call && { on: call }),
  }
}

const isUpTo = (value: unknown, max: number): boolean =>
  value === undefined || (typeof value === 'number' && value >= 0 && value <= max)
