import type { OrderTape, TapedCall } from '../../../src/tape/tape.ts'

const at = (second: number): string => new Date(Date.UTC(2026, 10, 15, 3, 12, second)).toISOString()

/** An authorization that the acquirer approved in 120 ms. */
export const authorized: TapedCall = {
  ...{ at: at(0), kind: 'recorded', transactionId: '1', operation: 'AUTHORIZE', version: 100 },
  requestId: 'r1',
  body: {
    apiOperation: 'AUTHORIZE',
    order: { amount: '10.00', currency: 'USD' },
    sourceOfFunds: {
      type: 'CARD',
      provided: { card: { number: '512345xxxxxx0008', expiry: { month: '1', year: '39' } } },
    },
  },
  answer: { status: 201, result: 'SUCCESS', gatewayCode: 'APPROVED', orderStatus: 'AUTHORIZED' },
  outcome: {
    ...{ result: 'SUCCESS', gatewayCode: 'APPROVED', decidedBy: 'ACQUIRER' },
    ...{ amount: '10.00', currency: 'USD' },
    totals: {
      ...{ status: 'AUTHORIZED', totalAuthorizedAmount: '10.00' },
      ...{ totalCapturedAmount: '0.00', totalRefundedAmount: '0.00' },
    },
    rules: [],
  },
  steps: [
    { step: 'RECEIVED', time: at(0), operation: 'AUTHORIZE', version: '100' },
    { step: 'ACQUIRER_ASKED', time: at(0), verb: 'authorize', tookMs: 120, answer: 'approved' },
    { step: 'ANSWERED', time: at(0), result: 'SUCCESS', gatewayCode: 'APPROVED', orderStatus: 'AUTHORIZED' },
    { step: 'NOTIFICATION_DUE', time: at(0), sequence: 1 },
  ],
}

export const sampleTape: OrderTape = {
  ...{ format: 1, product: 'tollgate 0.1.0', madeAt: at(59), mode: 'LIVE', merchant: 'SHOP' },
  ...{ order: { id: 'order-1', status: 'AUTHORIZED' }, settings: { captureExcessPercent: 0 } },
  ...{ patienceMs: 2_000, masked: ['customer.email'], missing: [], calls: [authorized] },
}
