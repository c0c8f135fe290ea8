// What a scenario of `npx tollgate trigger` is: calls in order, each with what it promises.

import type { Content } from '../../contract/kit/content.ts'

export type Scenario = {
  /** What is done and what comes of it, such as `payment.declined`. */
  readonly name: string
  /** For somebody who chooses one. */
  readonly what: string
  readonly steps: readonly ScenarioStep[]
}

export type ScenarioStep = {
  readonly why: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Of the transaction, for a call of the API as the merchant; of the sandbox's control API otherwise. */
  readonly at: { readonly transactionId: string } | { readonly control: string }
  readonly body?: Content
  readonly promises: Promised
  /** It is called again until it is as promised. */
  readonly isAwaited?: true
}

/** The status, and a part of the body of an answer. */
export type Promised = { readonly status: number; readonly body: Content }

/** Stand for what is different in each run, in paths and bodies. */
export const placeholders = { order: '{order}', merchant: '{merchant}' } as const

type PromisedOutcome = { readonly result: string; readonly gatewayCode: string } & Content

const bodyOf = ({ gatewayCode, ...others }: PromisedOutcome): Content => ({
  ...others,
  response: { ...(typeof others.response === 'object' && others.response), gatewayCode },
})

/** A call that makes a transaction. */
export const asks = (
  why: string,
  [transactionId, body]: readonly [transactionId: string, body: Content],
  promised: PromisedOutcome,
): ScenarioStep => ({
  ...{ why, method: 'PUT', at: { transactionId }, body },
  promises: { status: 201, body: bodyOf(promised) },
})

/** What becomes of a transaction without a further call. */
export const becomes = (why: string, transactionId: string, promised: PromisedOutcome): ScenarioStep => ({
  ...{ why, method: 'GET', at: { transactionId }, isAwaited: true },
  promises: { status: 200, body: bodyOf(promised) },
})

/** A call that the gateway refuses: nothing happens, and nobody is notified. */
export const isRefused = (
  why: string,
  [transactionId, body]: readonly [transactionId: string, body: Content],
  error: Content,
): ScenarioStep => ({
  ...{ why, method: 'PUT', at: { transactionId }, body },
  promises: { status: 400, body: { result: 'ERROR', error: { cause: 'INVALID_REQUEST', ...error } } },
})

export const controls = (why: string, path: string, body: Content, status = 200): ScenarioStep => ({
  ...{ why, method: 'POST', at: { control: path }, body },
  promises: { status, body: {} },
})

export const advancesClock = (why: string, duration: string): ScenarioStep =>
  controls(why, '/sandbox/clock', { advance: duration })

export const scripts = (why: string, answers: readonly Content[]): ScenarioStep =>
  controls(
    why,
    '/sandbox/acquirer/scripts',
    { match: { merchantId: placeholders.merchant, orderId: placeholders.order }, answers },
    201,
  )

export const money = { amount: '10.00', currency: 'USD' } as const
export const testCardNumber = '5123450000000008'

/** A test card, which the expiry date and the security code decide about. */
export const cardFunds = ({ number = testCardNumber, expiry = '01/39', securityCode = '100' } = {}) => {
  const [month = '', year = ''] = expiry.split('/')
  return {
    type: 'CARD',
    provided: { card: { number, expiry: { month: String(Number(month)), year }, securityCode } },
  }
}

export const payment = (apiOperation: 'PAY' | 'AUTHORIZE', others: Content = {}): Content => ({
  apiOperation,
  order: money,
  sourceOfFunds: cardFunds(),
  ...others,
})

export const approval: PromisedOutcome = { result: 'SUCCESS', gatewayCode: 'APPROVED' }
export const timeOut: PromisedOutcome = { result: 'FAILURE', gatewayCode: 'TIMED_OUT' }
export const reversed = { ...timeOut, transaction: { reversal: { status: 'ACKNOWLEDGED' } } }
export const spoken = (code: string): string => code.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
