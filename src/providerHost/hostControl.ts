// The control of a running provider host over HTTP, for another process on the same machine: payments and
// what they came to, payers' decisions, faults, notices. It speaks JSON; amounts are decimal texts.

import { toDecimal } from '../orders/money.ts'
import {
  type ControlRequest,
  type ControlRoutes,
  type ControlServer,
  openControlServer,
} from '../platform/controlServer.ts'
import { noOtherMembers, readFaults } from '../platform/faultSettings.ts'
import { protocolCallNames } from '../providers/protocol/declaration.ts'
import type { ReceivedCall } from './adapterServer.ts'
import { type ProviderBooks, pageAddress } from './hostCalls.ts'
import { type HostFault, type HostFaultDeck, type HostFaultSetting, hostFaults } from './hostFaults.ts'
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

const routes: ControlRoutes<ProviderHostControl> = {
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

export const openHostControlServer = (control: ProviderHostControl, port: number): Promise<ControlServer> =>
  openControlServer({ control, routes, port })

function setFaults(control: ProviderHostControl, { body }: ControlRequest): unknown {
  const wanted = readFaults(body, {
    ...{ names: hostFaults, scopes: protocolCallNames, msMax: 600_000 },
    ...noOtherMembers,
  })
  for (const [name, setting] of wanted) control.fault(name, setting)
  return control.faults()
}
