// A small adapter of a payment provider for tests: it keeps its payments in memory, does what the protocol
// says, and misbehaves on command.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  ProtocolAnswer,
  ProtocolCall,
  ProtocolCallName,
} from '../../src/providers/protocol/declaration.ts'
import {
  protocolError,
  readCall,
  writeAnswer,
  writeDescription,
  writeError,
  writeNotice,
} from '../../src/providers/protocol/messages.ts'
import { newProtocolSecret, signMessage, verifyMessage } from '../../src/providers/protocol/signature.ts'

/** What goes wrong with one call: before it is executed, or with its answer. */
export type AdapterFault =
  | ('deaf' | 'silent' | 'unsigned' | 'wrongSecret' | 'otherCall' | 'otherPayment' | 'brokenJson')
  | ('serverError' | 'tooLong' | 'redirect' | 'old' | 'otherAmount' | 'tryAgain' | 'notSupported' | 'late')

type Part = { state: ProtocolAnswer['state']; readonly amount: string; readonly currency: string }
export type KeptPayment = {
  readonly start?: ProtocolCall<'start'>
  state: ProtocolAnswer['state']
  amount?: string
  isTold?: boolean
  readonly captures: Map<string, Part>
  readonly refunds: Map<string, Part>
}

export type Adapter = Awaited<ReturnType<typeof openAdapter>>

export async function openAdapter() {
  const secrets = { gateway: newProtocolSecret(), provider: newProtocolSecret() }
  const payments = new Map<string, KeptPayment>()
  const calls: ProtocolCall[] = []
  const faults: { readonly call: ProtocolCallName; readonly fault: AdapterFault }[] = []
  const state: AdapterState = {
    supports: ['confirm', 'capture', 'refund', 'notice'],
    chance: () => undefined,
    beforeAnswer: async () => undefined,
  }
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET')
      return void response.end(writeDescription({ name: 'test', supports: state.supports }))
    let body = ''
    for await (const chunk of request) body += chunk
    const at = new Date()
    const verified = verifyMessage({ headers: request.headers, body, secrets: [secrets.gateway], at })
    if ('flaw' in verified) return void response.writeHead(401).end()
    const name = nameIn(request.url)
    const read = name && readCall(name, body)
    if (!read || 'error' in read) return void response.writeHead(400).end()
    const { call } = read
    calls.push(call)
    const index = faults.findIndex(each => each.call === call.call)
    const fault = index < 0 ? state.chance(call.call) : faults.splice(index, 1)[0]?.fault
    if (fault === 'late') await sleep(lateMs)
    if (fault === 'deaf') return void response.destroy()
    if (fault === 'redirect') return void response.writeHead(307, { location: '/elsewhere' }).end()
    if (fault === 'serverError') return void response.writeHead(500).end('no')
    const [status, text] = fault ? faulty(call, fault) : executed(call)
    await state.beforeAnswer(call)
    if (fault === 'silent') return void response.destroy()
    const signed = signMessage({
      id: fault === 'otherCall' ? 'another' : verified.id,
      body: text,
      secrets: [fault === 'wrongSecret' ? secrets.gateway : secrets.provider],
      at: fault === 'old' ? new Date(at.getTime() - 600_000) : at,
    })
    response.writeHead(status, fault === 'unsigned' ? {} : signed).end(text)
  }

  function faulty(call: ProtocolCall, fault: AdapterFault): readonly [number, string] {
    if (fault === 'tryAgain') return [503, writeError(protocolError('TRY_AGAIN', 'Later.'))]
    if (fault === 'notSupported') return [422, writeError(protocolError('NOT_SUPPORTED', 'Not here.'))]
    const [status, text] = executed(call)
    if (fault === 'brokenJson') return [status, text.slice(1)]
    if (fault === 'tooLong')
      return [status, JSON.stringify({ ...JSON.parse(text), filler: 'x'.repeat(70_000) })]
    if (fault === 'otherPayment') return [status, text.replaceAll(call.paymentId, 'another')]
    if (fault === 'otherAmount') {
      const payment = payments.get(call.paymentId)
      // What it took it says once: an approval that was told does not change any more.
      if (payment && !payment.isTold) payment.amount = '1.00'
      return executed(call)
    }
    return [status, text]
  }

  function executed(call: ProtocolCall): readonly [number, string] {
    const found = perform(payments, call)
    const payment = payments.get(call.paymentId)
    if (payment?.state === 'approved') payment.isTold = true
    return 'code' in found && 'explanation' in found
      ? [errorStatus[found.code], writeError(found)]
      : [200, writeAnswer(found)]
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/adapter`
  /** A notice, signed with the given secret. */
  const notify = (paymentId: string, { secret = secrets.provider, at = new Date(), toPort = 0 } = {}) => {
    const body = writeNotice({ call: 'notice', paymentId })
    const signed = signMessage({ id: `n-${paymentId}`.slice(0, 60), body, secrets: [secret], at })
    const noticeUrl = payments.get(paymentId)?.start?.noticeUrl ?? ''
    const headers = { 'content-type': 'application/json', ...signed }
    const url = toPort === 0 ? noticeUrl : noticeUrl.replace(/:\d+\//, `:${toPort}/`)
    return fetch(url, { method: 'POST', headers, body })
  }
  return {
    ...{ address, secrets, payments, calls, state, notify },
    /** The next call of this name goes wrong. */
    spoil: (call: ProtocolCallName, fault: AdapterFault) => faults.push({ call, fault }),
    /** The payer decides, without any page. */
    decide(paymentId: string, decision: 'approved' | 'declined' | 'agreed' | 'processing') {
      const payment = payments.get(paymentId)
      if (payment?.state !== 'open' && payment?.state !== 'processing') return false
      payment.state = decision
      return true
    },
    only(): string {
      const [id = '', ...others] = payments.keys()
      if (others.length > 0) throw new Error('There is more than one payment')
      return id
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

type AdapterState = {
  supports: readonly ('confirm' | 'capture' | 'refund' | 'notice')[]
  /** The fault of a call that was not told to go wrong. */
  chance: (call: ProtocolCallName) => AdapterFault | undefined
  /** When it is executed, and not yet answered. */
  beforeAnswer: (call: ProtocolCall) => Promise<void>
}

/** Longer than gateways in tests wait: what they gave up arrives. */
export const lateMs = 2_500

const errorStatus = {
  ...{ INVALID_REQUEST: 400, NOT_SIGNED: 401, NOT_FOUND: 404, CONFLICT: 409 },
  ...{ NOT_SUPPORTED: 422, TRY_AGAIN: 503 },
} as const

const callNames = ['start', 'status', 'confirm', 'capture', 'refund', 'cancel'] as const
const nameIn = (url = ''): ProtocolCallName | undefined =>
  callNames.find(name => url === `/adapter/v1/${name}`)

type Performed = ProtocolAnswer | ReturnType<typeof protocolError>

function perform(payments: Map<string, KeptPayment>, call: ProtocolCall): Performed {
  const known = payments.get(call.paymentId)
  if (call.call === 'start') return started(payments, call, known)
  if (call.call === 'cancel') return cancelled(payments, call, known)
  if (!known) return protocolError('NOT_FOUND', 'There is no such payment.')
  switch (call.call) {
    case 'status': {
      const part = partOf(known, call)
      if (part === null) return protocolError('NOT_FOUND', 'There is no such part.')
      return part ? partAnswer(call, part) : shown(call.paymentId, known)
    }
    case 'confirm':
      if (known.state === 'agreed') {
        known.state = 'approved'
        known.amount = call.amount
      } else if (known.state === 'open') known.state = 'declined'
      return shown(call.paymentId, known)
    case 'capture':
      return executedPart(known, known.captures, { ...call, partId: call.captureId })
    case 'refund':
      return executedPart(known, known.refunds, { ...call, partId: call.refundId })
  }
}

function started(payments: Map<string, KeptPayment>, call: ProtocolCall<'start'>, known?: KeptPayment) {
  if (known?.start && known.start.amount !== call.amount)
    return protocolError('CONFLICT', 'It is known with another amount.')
  if (known) return shown(call.paymentId, known)
  const payment: KeptPayment = { start: call, state: 'open', captures: new Map(), refunds: new Map() }
  payments.set(call.paymentId, payment)
  return shown(call.paymentId, payment)
}

function cancelled(
  payments: Map<string, KeptPayment>,
  call: ProtocolCall<'cancel'>,
  known?: KeptPayment,
): Performed {
  const { paymentId, captureId, refundId } = call
  const payment = known ?? { state: 'cancelled', captures: new Map(), refunds: new Map() }
  payments.set(paymentId, payment)
  const parts = captureId === undefined ? payment.refunds : payment.captures
  const partId = captureId ?? refundId
  if (partId === undefined) {
    if (payment.state !== 'declined') payment.state = 'cancelled'
    return shown(paymentId, payment)
  }
  const part = parts.get(partId) ?? { state: 'cancelled', amount: '0.00', currency: 'USD' }
  // Captures can be undone here; a refund that was paid out cannot.
  if (captureId !== undefined || part.state === 'processing') part.state = 'cancelled'
  parts.set(partId, part)
  return partAnswer(call, part)
}

/** Null where the part that is asked about is not known; undefined where none is asked about. */
function partOf(
  known: KeptPayment,
  { captureId, refundId }: ProtocolCall<'status'>,
): Part | null | undefined {
  if (captureId !== undefined) return known.captures.get(captureId) ?? null
  return refundId === undefined ? undefined : (known.refunds.get(refundId) ?? null)
}

type PartCall = (ProtocolCall<'capture'> | ProtocolCall<'refund'>) & { readonly partId: string }

function executedPart(payment: KeptPayment, parts: Map<string, Part>, call: PartCall): Performed {
  const known = parts.get(call.partId)
  if (known && known.amount !== call.amount && known.state !== 'cancelled')
    return protocolError('CONFLICT', 'It is known with another amount.')
  const { amount, currency } = call
  const part = known ?? { state: payment.state === 'approved' ? 'approved' : 'declined', amount, currency }
  parts.set(call.partId, part)
  return partAnswer(call, part)
}

function partAnswer(
  call: { readonly paymentId: string; readonly captureId?: string; readonly refundId?: string },
  { state, amount, currency }: Part,
): ProtocolAnswer {
  const { paymentId, captureId, refundId } = call
  return {
    ...{ paymentId, state, amount, currency, receipt: '4711' },
    ...(captureId !== undefined && { captureId }),
    ...(refundId !== undefined && { refundId }),
  }
}

function shown(paymentId: string, { start, state, amount }: KeptPayment): ProtocolAnswer {
  const taken = amount ?? start?.amount
  return {
    ...{
      paymentId,
      state,
      providerPaymentId: `P-${paymentId}`,
      pageUrl: `https://wallet.example/${paymentId}`,
    },
    ...(state === 'approved' && taken !== undefined && { amount: taken, currency: start?.currency ?? 'USD' }),
    ...(state === 'approved' && { authorizationCode: 'A1B2C3', receipt: '123456', accountId: 'payer-7' }),
    ...(state === 'declined' && { code: 'INSUFFICIENT_FUNDS', message: 'Not enough' }),
  }
}
