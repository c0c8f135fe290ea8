import { listAt, numberAt, textAt } from './exchange.ts'

/** What became of an order, and what the merchant should do now. */

export type OrderOutcome = OutcomeAdvice & {
  /** What the merchant should know although the payment succeeded. */
  readonly cautions: readonly string[]
  /** Values of the order and its last payment, by the API's names. */
  readonly facts: readonly OutcomeFact[]
  /** The transaction worth explaining. */
  readonly transactionId?: string
}

type OutcomeFact = { readonly name: string; readonly value: string }

/** How the payer left the gateway's page, according to the browser; it proves nothing. */
export const checkoutExits = ['cancelled', 'timeout', 'error'] as const
export type CheckoutExit = (typeof checkoutExits)[number]

/** What else the shop knows. */
type OutcomeContext = {
  readonly exit?: CheckoutExit
  /** The shop has confirmed the browser payment already. */
  readonly isConfirmed?: boolean
}

/** Interprets the answer to Retrieve Order. */
export function outcomeOf(order: unknown, { exit, isConfirmed = false }: OutcomeContext = {}): OrderOutcome {
  if (!isRecorded(order)) return { ...adviceWithoutOrder(exit), cautions: [], facts: [] }
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

function adviceWithoutOrder(exit: CheckoutExit | undefined): OutcomeAdvice {
  return exit === undefined ? adviceByStatus.NOTHING : adviceByStatus[exit]
}

/** The last payment; if there is none yet, the authentication. */
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

/** A browser payment is open: the payer, the merchant or the provider has to act. */
function adviceOnVisit(last: unknown, isConfirmed: boolean): OutcomeAdvice {
  const progress = interactionStatusOf(last)
  if (progress === 'INITIATED') return adviceByStatus.INITIATED
  if (progress === 'REDIRECTED_TO_PROVIDER') return adviceByStatus.REDIRECTED_TO_PROVIDER
  const awaitsShop = awaitsConfirmation(last) && !isConfirmed
  return awaitsShop ? adviceByStatus.CONFIRM_AT_MERCHANT : adviceByStatus.RETURNED_TO_MERCHANT
}

const awaitsConfirmation = (transaction: unknown): boolean =>
  textAt(transaction, 'browserPayment', 'providerA', 'paymentConfirmation') === 'CONFIRM_AT_MERCHANT'

/** Whether the gateway knows the order: a checkout without an attempt to pay records none. */
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

/** A payment does not repeat how its payer was authenticated; the order does. */
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

/** What the demo tells the visitor about an outcome. */
type OutcomeAdvice = {
  readonly tone: AdviceTone
  readonly title: string
  readonly what: string
  /** What the merchant should do now. */
  readonly next: string
  readonly offers?: AdviceAction
}

type AdviceTone = 'good' | 'bad' | 'wait'

/** What a button of the demo does next. */
export type AdviceAction = 'capture' | 'confirm' | 'look' | 'pay'

const unknownAdvice: OutcomeAdvice = {
  tone: 'wait',
  title: 'Something else happened',
  what: 'The order is in a state this demo has no words for.',
  next: 'Read the order below; the reference explains every status.',
}

type AdviceTable = { readonly [situation: string]: OutcomeAdvice }

/** By order.status, authenticationStatus or interaction.status, and by how the payer left. */
const adviceByStatus = {
  CAPTURED: {
    tone: 'good',
    title: 'Paid',
    what: 'The payment was approved, and the money is on its way to you.',
    next: 'Send the cup. A refund would be a new transaction on the same order.',
  },
  AUTHORIZED: {
    tone: 'good',
    title: 'Authorized',
    what: 'The issuer holds the money for you. Nothing has moved yet.',
    next: 'Send the cup, then capture. Some days from now the hold ends by itself.',
    offers: 'capture',
  },
  VERIFIED: {
    tone: 'good',
    title: 'Card verified',
    what: 'The issuer knows the card. No money was asked for.',
    next: 'Keep the token, and pay with it later.',
  },
  FAILED: {
    tone: 'bad',
    title: 'Not paid',
    what: 'The payment did not go through, and no money is held.',
    next: 'Keep the order open and let the payer try again, perhaps with another card.',
  },
  AUTHENTICATION_UNSUCCESSFUL: {
    tone: 'bad',
    title: 'Not authenticated',
    what: 'The issuer does not believe that this is the cardholder, so nothing was charged.',
    next: 'Do not send a payment. Offer another card.',
  },
  AUTHENTICATION_REJECTED: {
    tone: 'bad',
    title: 'Rejected by the issuer',
    what: 'The issuer refused the payer without asking anything. That is a sign of fraud.',
    next: 'Do not send a payment, and do not try this card again.',
  },
  AUTHENTICATION_FAILED: {
    tone: 'bad',
    title: 'Not authenticated',
    what: 'The payer failed the challenge or left it, so nothing was charged.',
    next: 'Do not send a payment. Let the payer try again or offer another card.',
  },
  AUTHENTICATION_PENDING: {
    tone: 'wait',
    title: 'The challenge is not over',
    what: 'The issuer still waits for the payer. Nothing was charged.',
    next: 'Nothing to do: without an end of the challenge there is no payment.',
    offers: 'look',
  },
  AUTHENTICATION_AVAILABLE: {
    tone: 'wait',
    title: 'Authentication has begun',
    what: 'The card takes part in 3-D Secure. The payer has not been authenticated yet.',
    next: 'Go on with Authenticate Payer, under the same ids.',
  },
  AUTHENTICATION_UNAVAILABLE: {
    tone: 'bad',
    title: 'Authentication is out of order',
    what: 'The issuer or the scheme could not answer. Nothing was charged.',
    next: 'Try again later, or pay without authentication if you want to bear the risk.',
  },
  AUTHENTICATED: {
    tone: 'wait',
    title: 'Authenticated, not paid',
    what: 'The issuer vouches for the payer. No payment has been sent yet.',
    next: 'Send the payment and name the authentication in it.',
    offers: 'pay',
  },
  INITIATED: {
    tone: 'wait',
    title: 'The payer is on the way',
    what: 'The payment is open, and the payer has not opened the page of the provider yet.',
    next: 'Send the payer to the provider.',
    offers: 'look',
  },
  REDIRECTED_TO_PROVIDER: {
    tone: 'wait',
    title: 'The payer is at the provider',
    what: 'The page of the provider was opened and nobody has come back yet. The tab may be closed.',
    next: 'Wait, and keep the goods. Retrieve Order tells when the outcome is there, even if nobody returns.',
    offers: 'look',
  },
  RETURNED_TO_MERCHANT: {
    tone: 'wait',
    title: 'The provider has not decided',
    what: 'The payer is back, but the provider has yet to say what came of the payment.',
    next: 'Tell the payer that the payment is being processed. Do not send the cup yet.',
    offers: 'look',
  },
  CONFIRM_AT_MERCHANT: {
    tone: 'wait',
    title: 'The payer agreed',
    what: 'Nothing has been charged: this payment is executed when you confirm it.',
    next: 'Show the final price and confirm, within three hours.',
    offers: 'confirm',
  },
  cancelled: {
    tone: 'bad',
    title: 'Cancelled',
    what: 'The payer turned back before paying. No order was recorded.',
    next: 'Nothing has to be undone. Keep the basket: the payer may come again.',
  },
  timeout: {
    tone: 'bad',
    title: 'Time ran out',
    what: 'The payer did not pay in the time the session gave. No order was recorded.',
    next: 'Nothing has to be undone. Open a new session when the payer comes again.',
  },
  error: {
    tone: 'bad',
    title: 'The page reported an error',
    what: 'The script on this page could not go on. No order was recorded.',
    next: 'Open a new session and try again.',
  },
  NOTHING: {
    tone: 'wait',
    title: 'Nothing has been paid yet',
    what: 'The gateway has no payment of this order.',
    next: 'Go on with the payment, or begin anew.',
    offers: 'look',
  },
} as const satisfies AdviceTable

/** By response.gatewayCode of the last attempt, where the order is FAILED. */
const adviceByCode = {
  DECLINED: {
    tone: 'bad',
    title: 'Declined',
    what: 'The issuer said no and gave no reason. No money is held.',
    next: 'Let the payer try another card on the same order.',
  },
  INSUFFICIENT_FUNDS: {
    tone: 'bad',
    title: 'Declined: not enough money',
    what: 'The account behind the card does not hold enough. No money is held.',
    next: 'Offer another card, or a smaller order.',
  },
  EXPIRED_CARD: {
    tone: 'bad',
    title: 'Declined: the card has expired',
    what: 'The issuer says that this card is no longer valid.',
    next: 'Ask for the new card.',
  },
  REFERRED: {
    tone: 'bad',
    title: 'Referred to the issuer',
    what: 'The issuer wants to speak with you before it decides. No money is held.',
    next: 'Call the issuer, then send REFERRAL with the code it gives you; or offer another card.',
  },
  TIMED_OUT: {
    tone: 'bad',
    title: 'No answer from the acquirer',
    what: 'It may hold the money or not, so the gateway reverses the payment until that is acknowledged.',
    next: 'The payer may try again at once. Look again in a few seconds for the reversal.',
    offers: 'look',
  },
  REVERSED: {
    tone: 'bad',
    title: 'No answer, and reversed',
    what: 'The acquirer stayed silent, so the gateway reversed the payment; that is acknowledged.',
    next: 'Nothing is owed on either side. Let the payer try again.',
  },
  PENDING: {
    tone: 'wait',
    title: 'Not decided yet',
    what: 'The acquirer has the payment and will answer later.',
    next: 'Wait for the outcome before you send the cup. A notification will tell.',
    offers: 'look',
  },
  CANCELLED: {
    tone: 'bad',
    title: 'Cancelled at the provider',
    what: 'The payer turned back on the page of the provider. Nothing was charged.',
    next: 'Offer another way to pay.',
  },
  ABORTED: {
    tone: 'bad',
    title: 'Given up at the provider',
    what: 'The payer left the page of the provider without deciding. Nothing was charged.',
    next: 'Offer another way to pay.',
  },
  AUTHENTICATION_FAILED: {
    tone: 'bad',
    title: 'Not authenticated',
    what: 'The payment named an authentication that does not vouch for this payer, so nothing was sent.',
    next: 'Let the payer try again or offer another card.',
  },
  EXCEEDED_RETRY_LIMIT: {
    tone: 'bad',
    title: 'Too many attempts',
    what: 'This order has failed too often; nothing was sent to the acquirer.',
    next: 'Begin a new order.',
  },
} as const satisfies AdviceTable
