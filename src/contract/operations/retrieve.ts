// The operations that only read: retrieve a transaction or an order, check the gateway.

import { orderAnswer } from '../groups/order.ts'
import { result } from '../groups/response.ts'
import { transactionResponse } from '../groups/transaction.ts'
import { operation } from '../kit/operation.ts'
import { oneOf, text } from '../kit/scalars.ts'
import { group, list, optional, required } from '../kit/vocabulary.ts'
import { orderPath, transactionPath } from './paths.ts'

export const retrieveTransaction = operation({
  name: 'RETRIEVE_TRANSACTION',
  title: 'Retrieve Transaction',
  method: 'GET',
  path: transactionPath,
  versions: [1],
  doc: 'Shows a transaction as it is now, on its order as that is now.',
  request: {},
  response: transactionResponse,
})

/** Never reached: further attempts at an order are refused long before. */
const transactionsMax = 1000

export const retrieveOrder = operation({
  name: 'RETRIEVE_ORDER',
  title: 'Retrieve Order',
  method: 'GET',
  path: orderPath,
  versions: [1],
  doc: 'Shows an order as it is now, with all its transactions, oldest first.',
  request: {},
  response: {
    ...orderAnswer.fields,
    result,
    merchant: transactionResponse.merchant,
    version: transactionResponse.version,
    transaction: optional(
      list(group(transactionResponse), transactionsMax),
      'The transactions, oldest first.',
    ),
  },
})

export const checkGateway = operation({
  name: 'CHECK_GATEWAY',
  title: 'Check Gateway',
  method: 'GET',
  path: '/information',
  versions: [1],
  doc: 'Tells whether the gateway is operating. Needs no credentials.',
  access: 'public',
  request: {},
  response: {
    gatewayVersion: required(text(1, 50), 'Release of the gateway.'),
    status: required(oneOf('OPERATING', 'UNAVAILABLE'), 'Whether it is operating.'),
  },
})
