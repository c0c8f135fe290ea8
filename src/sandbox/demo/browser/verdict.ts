import {
  type AdviceTable,
  adviceByCode,
  adviceByStatus,
  type OutcomeAdvice,
  unknownAdvice,
} from './advice.ts'
import { listAt, numberAt, textAt } from './exchange.ts'

/** What has become of an order, for somebody who wants to know what happened and what to do now. */
export type OrderOutcome = OutcomeAdvice & {
  /** What a merchant should know although it went well. */
  readonly cautions: readonly string[]
  /** What the order and its last payment say, by the API's names. */
  readonly facts: readonly OutcomeFact[]
  /** The transaction worth explaining. */
  readonly transactionId?: string
}

export type OutcomeFact = { readonly name: string; readonly value: string }

/** How the payer left the gateway's page, as far as the browser tells; it proves nothing. */
export const checkoutExits = ['cancelled', 'timeout', 'error'] as const
export type CheckoutExit = (typeof checkoutExits)[number]

/** What the shop knows besides. */
export type OutcomeContext = {
  readonly exit?: CheckoutExit
  /** The shop has confirmed the browser payment already. */
  readonly isConfirmed?: boolean
}

/** Reads the answer to Retrieve Order; an order of which nothing was recorded has none. */
export function outcomeOf(
  order: unknown,
  { exit: ending, isConfirmed = false }: OutcomeContext = {},
): OrderOutcome {
  if (!isRecorded(order)) return { ...adviceWithoutOrder(ending), cautions: [], facts: [] }
  const last = lastTransactionOf(order)
  const transactionId = textAt(last, 'transaction', 'id')
  const advice = adviceOn(order, last, isConfirmed)
  return {
    ...advice,
    cautions: advice.tone === 'good' ? cautionsOn(order, last) : [],
    facts: factsOf(order, last),
    ...(transactionId !== undefined && { transactionId }),
  }
}

function adviceWithoutOrder(ending: CheckoutExit | undefined): OutcomeAdvice {
  return ending === undefined ? adviceByStatus.NOTHING : adviceByStatus[ending]
}

/** The last attempt at paying; while there is none, the authentication. */
function lastTransactionOf(order: unknown): unknown {
  const transactions = listAt(order, 'transaction')
  const isPayment = (one: unknown) => textAt(one, 'transaction', 'type') !== 'AUTHENTICATION'
  return transactions.filter(isPayment).at(-1) ?? transactions.at(-1)
}

function adviceOn(order: unknown, last: unknown, isConfirmed: boolean): OutcomeAdvice {
  const status = textAt(order, 'status') ?? ''
  const code = textAt(last, 'response', 'gatewayCode') ?? ''
  if (status === 'INITIATED') return adviceOnVisit(last, isConfirmed)
  if (status === '') return adviceIn(adviceByCode, code) ?? unknownAdvice
  if (status === 'FAILED') return adviceOnFailure(last, code)
  if (status.startsWith('AUTHENTICATION') || status === 'AUTHENTICATED') {
    const authentication = textAt(last, 'transaction', 'authenticationStatus') ?? ''
    return adviceIn(adviceByStatus, authentication) ?? adviceIn(adviceByStatus, status) ?? unknownAdvice
  }
  return adviceIn(adviceByStatus, status) ?? unknownAdvice
}

function adviceOnFailure(last: unknown, code: string): OutcomeAdvice {
  const isReversed = textAt(last, 'transaction', 'reversal', 'status') === 'ACKNOWLEDGED'
  if (code === 'TIMED_OUT' && isReversed) return adviceByCode.REVERSED
  return adviceIn(adviceByCode, code) ?? adviceByStatus.FAILED
}

const adviceIn = (advices: AdviceTable, situation: string): OutcomeAdvice | undefined =>
  Object.hasOwn(advices, situation) ? advices[situation] : undefined

/** How far the payer of an open browser payment has come. */
export const progressOf = (order: unknown): string | undefined =>
  textAt(order, 'status') === 'INITIATED' ? interactionStatusOf(lastTransactionOf(order)) : undefined

const interactionStatusOf = (last: unknown): string | undefined =>
  textAt(last, 'browserPayment', 'interaction', 'status')

/** A browser payment is open: who has to do something, payer, merchant or provider? */
function adviceOnVisit(last: unknown, isConfirmed: boolean): OutcomeAdvice {
  const progress = interactionStatusOf(last)
  if (progress === 'INITIATED') return adviceByStatus.INITIATED
  if (progress === 'REDIRECTED_TO_PROVIDER') return adviceByStatus.REDIRECTED_TO_PROVIDER
  const awaitsShop = awaitsConfirmation(last) && !isConfirmed
  return awaitsShop ? adviceByStatus.CONFIRM_AT_MERCHANT : adviceByStatus.RETURNED_TO_MERCHANT
}

const awaitsConfirmation = (transaction: unknown): boolean =>
  textAt(transaction, 'browserPayment', 'providerA', 'paymentConfirmation') === 'CONFIRM_AT_MERCHANT'

/** Whether the gateway knows the order at all: a checkout without an attempt to pay leaves none. */
export const isRecorded = (order: unknown): boolean =>
  textAt(order, 'status') !== undefined || lastTransactionOf(order) !== undefined

function cautionsOn(order: unknown, last: unknown): readonly string[] {
  const isWrongCode = textAt(last, 'response', 'cardSecurityCode', 'gatewayCode') === 'NO_MATCH'
  const isUnproven = unproven.has(textAt(order, 'authenticationStatus') ?? '')
  return [
    ...(isWrongCode ? ['The security code does not match. You may void the payment instead.'] : []),
    ...(isUnproven ? ['Nobody vouches for the payer: if this is fraud, the loss is yours.'] : []),
  ]
}

const unproven: ReadonlySet<string> = new Set(['AUTHENTICATION_NOT_SUPPORTED', 'AUTHENTICATION_UNAVAILABLE'])

const factPaths = {
  'order.status': [],
  'authentication status': ['transaction', 'authenticationStatus'],
  result: ['result'],
  'response.gatewayCode': ['response', 'gatewayCode'],
  'response.acquirerMessage': ['response', 'acquirerMessage'],
  'interaction.status': ['browserPayment', 'interaction', 'status'],
  'security code': ['response', 'cardSecurityCode', 'gatewayCode'],
  'reversal.status': ['transaction', 'reversal', 'status'],
} as const

function factsOf(order: unknown, last: unknown): readonly OutcomeFact[] {
  const shown = Object.entries(factPaths).map(([name, path]) => {
    const value = path.length === 0 ? textAt(order, 'status') : textAt(last, ...path)
    return { name, value: value ?? authenticationOf(order, name) }
  })
  return [...shown.filter(hasValue), ...sumsOf(order)]
}

/** A payment does not repeat how its payer was authenticated; the order's own transaction for that does. */
function authenticationOf(order: unknown, name: string): string | undefined {
  return name === 'authentication status' ? textAt(order, 'authenticationStatus') : undefined
}

const hasValue = (fact: { name: string; value: string | undefined }): fact is OutcomeFact =>
  fact.value !== undefined

function sumsOf(order: unknown): readonly OutcomeFact[] {
  const currency = textAt(order, 'currency') ?? ''
  const names = ['totalAuthorizedAmount', 'totalCapturedAmount'] as const
  return names.flatMap(name => {
    const sum = numberAt(order, name)
    return sum === undefined ? [] : [{ name, value: `${sum.toFixed(2)} ${currency}` }]
  })
}
