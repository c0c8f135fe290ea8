import { randomBytes, randomUUID } from 'node:crypto'
import type {
  ExchangeContents,
  OutcomeContents,
  RequestContents,
} from '../../../src/operations/model/documents.ts'
import type { Amendment, Closing, Intent, OrderKey } from '../../../src/operations/model/journal.ts'

/** An authorization of 100.00 as tests and the bench write it: sizes and shapes as in real traffic. */
export function sampleIntent(changes: Partial<Intent> = {}): Intent {
  return {
    key: sampleKey(),
    transactionId: '1',
    seen: 0,
    operation: 'AUTHORIZE',
    type: 'AUTHORIZATION',
    apiVersion: 60,
    currency: 'USD',
    orderAmount: 10_000n,
    transactionAmount: 10_000n,
    fingerprint: randomBytes(32),
    request,
    card: randomBytes(120),
    ...changes,
  }
}

/** Its approval. */
export function sampleClosing(intent: Intent, fence: number): Closing {
  const { key, transactionId, transactionAmount, orderAmount } = intent
  return {
    key,
    transactionId,
    fence,
    result: 'SUCCESS',
    gatewayCode: 'APPROVED',
    transactionAmount,
    orderAmount,
    totals: { authorized: transactionAmount, captured: 0n, refunded: 0n },
    excess: 0n,
    status: 'AUTHORIZED',
    outcome,
  }
}

/** What is recorded when it is unknown what the acquirer did. */
export function sampleSilence(intent: Intent, fence: number): Closing {
  const totals = { authorized: 0n, captured: 0n, refunded: 0n }
  const verdict = { result: 'FAILURE', gatewayCode: 'TIMED_OUT', status: 'FAILED' } as const
  return { ...sampleClosing(intent, fence), ...verdict, totals, outcome: emptyOutcome }
}

/** The same, once the acquirer has acknowledged that it is undone. */
export function sampleAmendment(intent: Intent, seen: number): Amendment {
  const { fence: _, ...settled } = sampleSilence(intent, 0)
  return { ...settled, seen, outcome: outcomeMarked('amended') }
}

export function sampleKey(orderId: string = randomUUID()): OrderKey {
  return { cell: 1, merchantId: 'SAMPLE', orderId }
}

export const emptyRequest: RequestContents = { fields: {}, additions: {} }

export const emptyOutcome: OutcomeContents = { fields: {}, story: {} }

export const sampleExchange: ExchangeContents = { verb: 'reversal', answer: 'silent' }

/** An outcome by which tests recognise who wrote it. */
export const outcomeMarked = (rule: string): OutcomeContents => ({ fields: {}, story: { rule } })

const request: RequestContents = {
  additions: {},
  fields: {
    apiOperation: 'AUTHORIZE',
    order: { amount: '100.00', currency: 'USD', reference: 'R-1', description: 'd'.repeat(80) },
    sourceOfFunds: { type: 'CARD', provided: { card: { number: '512345xxxxxx0008' } } },
    billing: { address: { street: '1 Alpha St', city: 'Town', postcodeZip: '12345', country: 'USA' } },
    customer: { email: 'payer@example.com', firstName: 'Pat', lastName: 'Payer', phone: '+1 555 0100' },
    device: { browser: 'b'.repeat(120), ipAddress: '127.0.0.1' },
  },
}

const outcome: OutcomeContents = {
  story: {},
  fields: {
    transaction: {
      authorizationCode: '123456',
      receipt: '612300000001',
      acquirer: { id: 'SIMULATOR', merchantId: '1', batch: 20260101, date: '0101', transactionId: '1' },
    },
    authorizationResponse: { responseCode: '00', stan: '000001', processingCode: '003000', returnAci: 'Y' },
    order: { status: 'AUTHORIZED', totalAuthorizedAmount: '100.00', totalCapturedAmount: '0.00' },
  },
}
