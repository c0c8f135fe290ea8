// The ways in which a request is invalid (status 400), as documents tell them.

import type { RefusalExample } from './refusals.ts'

export type InvalidRequestKind = {
  /** The heading of its section; its anchor is made of it and stays. */
  readonly title: string
  readonly doc: string
  readonly fix: string
  readonly example: RefusalExample
}

export const invalidRequestKinds: readonly InvalidRequestKind[] = [
  {
    title: 'Missing field',
    doc: 'A required field is absent, null or an empty group.',
    fix: 'Send the field that `error.field` names. The reference of the operation marks what is required.',
    example: {
      explanation: "Missing parameter 'order.amount'.",
      field: 'order.amount',
      validationType: 'MISSING',
    },
  },
  {
    title: 'Invalid value',
    doc: 'A field has a value that its type does not allow, or that contradicts another field.',
    fix: 'The explanation says what a valid value looks like. Amounts are text with a point: "10.00".',
    example: {
      explanation:
        "Value 'usd' is invalid. It must be an ISO 4217 alpha code in upper case, of money that circulates.",
      field: 'order.currency',
      validationType: 'INVALID',
    },
  },
  {
    title: 'Unknown field',
    doc: 'The operation has no such field at the version in the path: it is misspelt, or older or newer.',
    fix: 'Compare the name and the version with the reference, or leave the field out.',
    example: {
      explanation: "Unexpected parameter 'order.ammount'. Did you mean 'order.amount'?",
      field: 'order.ammount',
      validationType: 'UNSUPPORTED',
    },
  },
  {
    title: 'Unreadable JSON',
    doc: 'The body is not JSON, has a name twice, or is nested too deeply.',
    fix: 'The explanation names the byte. Build bodies with a JSON library, not by joining texts.',
    example: { explanation: 'The body is not valid JSON at byte 16.' },
  },
  {
    title: 'Wrong state of the order',
    doc: 'The order does not admit the operation now: a refund before a capture, a second authorization.',
    fix: 'Retrieve the order and look at `status` and the totals; the page on states tells what each admits.',
    example: {
      explanation:
        "Value 'REFUND' is invalid. Only what was captured can be refunded. " +
        'This order is authorized and nothing is captured. Use VOID.',
      field: 'apiOperation',
      validationType: 'INVALID',
    },
  },
  {
    title: 'Transaction id used before',
    doc: 'Another request on this order had this transaction id. The same one would be answered again.',
    fix: 'Choose a new transaction id for something new. To repeat a request, send exactly what you sent.',
    example: {
      explanation:
        "Value '1' is invalid. It was used for another request on this order. Choose a new transaction id.",
      field: 'transactionid',
      validationType: 'INVALID',
    },
  },
  {
    title: 'Merchant suspended',
    doc: 'The operator of the gateway has suspended the merchant, or closed it.',
    fix:
      'Ask the operator. New payments, sessions and tokens are refused; of a suspended merchant CAPTURE, ' +
      'REFUND and VOID of earlier payments go on.',
    example: {
      explanation:
        "Value 'PAY' is invalid. This merchant is suspended and takes no new payments; those that were " +
        'made can be captured, refunded and voided. Ask the operator of the gateway.',
      field: 'apiOperation',
      validationType: 'INVALID',
    },
  },
  {
    title: 'Unknown order',
    doc: 'There is no order of yours with this id: nothing was paid yet, or the id is wrong.',
    fix: 'Check the id, and that the payment was answered. An order exists from its first transaction on.',
    example: {
      explanation: "Value 'nowhere' is invalid. There is no such order.",
      field: 'orderid',
      validationType: 'INVALID',
    },
  },
  {
    title: 'Unknown token',
    doc: 'There is no such token: it was deleted, or belongs to another merchant.',
    fix: 'Ask the payer for the card again, and keep it as a new token.',
    example: {
      explanation: 'Value is invalid. There is no such token.',
      field: 'sourceOfFunds.token',
      validationType: 'INVALID',
    },
  },
]
