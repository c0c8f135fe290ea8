// Browser payments: the payer pays at a payment provider's website. The flows of INITIATE_BROWSER_PAYMENT and
// CONFIRM_BROWSER_PAYMENT, and what the provider's answers mean for the transaction.

import type { AcquirerAnswer } from '../../acquirers/port.ts'
import { orderForOthers } from '../../contract/groups/order.ts'
import type { RequestOf } from '../../contract/kit/operation.ts'
import { mergeRecords } from '../../contract/kit/records.ts'
import type { TransactionRecord } from '../../contract/model.ts'
import { confirmBrowserPayment, initiateBrowserPayment } from '../../contract/operations/browserPayment.ts'
import type { Profile } from '../../orders/merchant.ts'
import { toDecimal, toMinor } from '../../orders/money.ts'
import { browserPaymentLifeMs } from '../../orders/periods.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { notSent, timedOut } from '../model/conclusions.ts'
import type {
  ConsultedAnswer,
  ConsultedConclusion,
  ConsultingFlow,
  ConsultQuestion,
  CounterpartyUpdate,
  EarlierOutcome,
  PlanContext,
} from '../model/flow.ts'
import { nothingAssigned, type RecordedTransaction } from '../model/journal.ts'
import { shownMerchant } from '../model/shownMerchant.ts'
import {
  figuresGivenIn,
  refusedBeside,
  refusedByCurrency,
  refusedByCustom,
  refusedByDecimals,
  refusedByOrder,
  refusedByState,
  verdictOnAttempts,
} from '../payments/orderRules.ts'
import { paymentKinds } from '../payments/payments.ts'
import { isoTime } from '../record/outcome.ts'

type InitiateRequest = RequestOf<typeof initiateBrowserPayment>

/** Starts an interaction at the payment provider; what the payer does there comes later, as an update. */
export const initiateBrowserPaymentFlow: ConsultingFlow<typeof initiateBrowserPayment> = {
  operation: initiateBrowserPayment,
  startsOrder: true,
  asks: 'provider',
  typeWhileBusy: ({ browserPayment }) => paymentKinds[browserPayment.operation].type,

  plan(request, context) {
    const refusal =
      refusedByState(context, 'INITIATE_BROWSER_PAYMENT') ??
      refusedByCurrency(context, request) ??
      refusedByOrder(context, request) ??
      refusedByFunds(request)
    if (refusal) return refusal
    const { amount: given, currency } = request.order
    const amount = toMinor(given, currency)
    const movement = { type: paymentKinds[request.browserPayment.operation].type, amount, currency }
    const verdict = verdictOnAttempts(context)
    return verdict
      ? { ...movement, verdict }
      : { ...movement, consult: consultOf(request, amount, context.profile) }
  },

  judge: judgeBrowserPayment,
  afterCrash: (_, trace) => (trace === nothingAssigned ? neverStarted : notStarted(trace)),
}

/** Refuses a source of funds that is a card: cards are entered at the provider, if at all. */
function refusedByFunds({ sourceOfFunds: { type } }: InitiateRequest): Rejection | undefined {
  if (!cards.has(type)) return undefined
  return invalid('sourceOfFunds.type', 'At a payment provider no card of the request pays.', type)
}

const cards: ReadonlySet<string> = new Set(['CARD', 'EBT_CARD', 'GIFT_CARD', 'SCHEME_TOKEN'])

function consultOf(request: InitiateRequest, amount: bigint, profile: Profile): ConsultQuestion {
  const { browserPayment, order, sourceOfFunds, shipping, customer } = request
  const { operation, preferredLanguage, providerA } = browserPayment
  return {
    verb: 'initiate',
    amount,
    currency: order.currency,
    operation,
    kind: sourceOfFunds.browserPayment?.type ?? sourceOfFunds.type ?? 'BROWSER_PAYMENT',
    kindField: sourceOfFunds.browserPayment?.type === undefined ? 'sourceOfFunds.type' : browserPaymentType,
    isConfirmedAtMerchant: providerA?.paymentConfirmation === 'CONFIRM_AT_MERCHANT',
    showsShippingAddress: providerA?.displayShippingAddress ?? true,
    mayChangeShippingAddress: providerA?.overrideShippingAddress ?? true,
    ...(order.reference !== undefined && { reference: order.reference }),
    ...(preferredLanguage !== undefined && { preferredLanguage }),
    particulars: {
      order: orderForOthers(order),
      ...(shipping && { shipping }),
      ...(customer && { customer }),
      ...shownMerchant(profile, order),
    },
  }
}

const browserPaymentType = 'sourceOfFunds.browserPayment.type'

type ConfirmRequest = RequestOf<typeof confirmBrowserPayment>

/** Executes what the payer agreed to at the provider. Amount and items may have changed since. */
export const confirmBrowserPaymentFlow: ConsultingFlow<typeof confirmBrowserPayment> = {
  operation: confirmBrowserPayment,
  startsOrder: false,
  asks: 'provider',
  continues: 'INITIATE_BROWSER_PAYMENT',
  typeWhileBusy: (_, { continued }) => continued?.type ?? 'AUTHORIZATION',

  plan(request, context) {
    const { continued } = context
    const refusal =
      refusedByState(context, 'CONFIRM_BROWSER_PAYMENT') ??
      refusedByProgress(context) ??
      refusedByCurrency(context, { ...(request.order && { order: request.order }) }) ??
      refusedByCustom(context, request.order) ??
      (continued && refusedByAgreed(request, continued))
    if (refusal || !continued) return refusal ?? refused('No browser payment was initiated with these ids.')
    const { currency, type } = continued
    const given = request.order?.amount
    const amount = given === undefined ? continued.amount : toMinor(given, currency)
    return { ...{ type, amount, currency }, consult: confirmationOf({ amount, request }, continued) }
  },

  judge: judgeConfirmation,
  askAgain: ({ amount, request: { fields } }, first) => confirmationOf({ amount, request: fields }, first),
  afterCrash: before => notConfirmed(before),
}

type Confirmed = {
  readonly amount: bigint
  readonly request: Pick<TransactionRecord, 'order'>
}

function confirmationOf({ amount, request: { order } }: Confirmed, initiated: RecordedTransaction) {
  const { currency, type, trace, request, outcome } = initiated
  const reference = order?.reference ?? request.fields.order?.reference
  return {
    verb: 'confirm',
    ...{ amount, currency },
    operation: type === 'PAYMENT' ? 'PAY' : 'AUTHORIZE',
    interactionId: String(outcome?.consulted?.interactionId),
    ...(reference !== undefined && { reference }),
    ...(trace !== undefined && { trace }),
    particulars: order ? { order: orderForOthers(order) } : {},
  } as const
}

function refusedByProgress({ continued, nowMs = 0 }: PlanContext): Rejection | undefined {
  if (!continued) return refused('No browser payment was initiated with these ids.')
  const { fields, consulted } = continued.outcome ?? {}
  const { status, timeReturned } = fields?.browserPayment?.interaction ?? {}
  if (status === 'COMPLETED' || consulted?.isGivenUp) return refused('This browser payment has ended.')
  const confirmation = continued.request.fields.browserPayment?.providerA?.paymentConfirmation
  if (confirmation !== 'CONFIRM_AT_MERCHANT') return refused('The payer confirms at the provider.')
  if (status !== 'RETURNED_TO_MERCHANT') return refused('The payer has not come back yet.')
  const endsAtMs = Date.parse(String(timeReturned)) + browserPaymentLifeMs
  if (nowMs < endsAtMs) return undefined
  return refused(`What the payer agreed to could be confirmed until ${new Date(endsAtMs).toISOString()}.`)
}

/** Amount and sub-totals may change, but must fit together with those that the payer agreed to. */
function refusedByAgreed(request: ConfirmRequest, continued: RecordedTransaction): Rejection | undefined {
  const { amount, currency } = continued
  const asking = { operation: confirmBrowserPayment, request }
  const agreed = { ...figuresGivenIn([continued]), amount: toDecimal(amount, currency), currency }
  return refusedByDecimals(asking, currency) ?? refusedBeside(asking, agreed)
}

const refused = (why: string): Rejection => invalid('apiOperation', why, 'CONFIRM_BROWSER_PAYMENT')

/** The state of a browser payment, from the provider's answer and from which callbacks the payer opened. */
function judgeBrowserPayment(update: CounterpartyUpdate): ConsultedConclusion {
  const { answer } = update
  switch (answer?.outcome) {
    case 'started':
      return started(answer, update)
    case 'approved':
    case 'declined':
      return completed(answer, update)
    case 'unsent':
      return update.before.fields.browserPayment ? submitted(update) : neverStarted
    case 'silent':
    case undefined:
      // Silence to the first ask: nobody is sent to the provider. Silence later changes nothing.
      return update.before.fields.browserPayment ? submitted(update) : notStarted(update.trace)
    default:
      return submitted(update)
  }
}

/**
 * The provider is asked to take the money: until it has decided, the order admits no other payment. A
 * provider that still waits for the confirmation never heard it.
 */
function judgeConfirmation(update: CounterpartyUpdate): ConsultedConclusion {
  const { answer } = update
  if (answer?.outcome === 'approved' || answer?.outcome === 'declined') return completed(answer, update)
  const inDoubt = answer === undefined || answer.outcome === 'silent' || answer.outcome === 'agreed'
  const { consulted } = update.before
  const responsePatch = { browserPayment: progressed(update, {}) }
  if (inDoubt) return { ...pending, responsePatch, consulted, obligation: 'inquiry', keepsOrderBusy: true }
  return submitted(update)
}

const pending = { result: 'PENDING', gatewayCode: 'PENDING', isBeingConfirmed: true } as const

const unknown = { result: 'UNKNOWN', gatewayCode: 'UNKNOWN', isBeingConfirmed: true } as const

/** After a crash: the provider may have been asked, and an inquiry will tell whether it took the money. */
const notConfirmed = ({ fields, consulted }: EarlierOutcome): ConsultedConclusion => ({
  ...unknown,
  responsePatch: { browserPayment: fields.browserPayment },
  consulted,
  obligation: 'inquiry',
  keepsOrderBusy: true,
})

/**
 * Nobody knows whether the provider was reached. It may ask the payer without its page, for example in an
 * app, so it has to hear that nothing must come of this payment. Without a trace nothing can be asked.
 */
const notStarted = (trace: string | undefined): ConsultedConclusion => ({
  ...timedOut,
  responsePatch: { browserPayment: { interaction: { status: 'INITIATED' } } },
  ...(trace !== undefined && { obligation: 'reversal' }),
})

/** Risk rules or the gateway itself had stopped it, or no way led there: no provider has to hear of it. */
const neverStarted: ConsultedConclusion = { ...notStarted(undefined), ...notSent }

type Started = Extract<ConsultedAnswer, { outcome: 'started' }>

/** Provider A opens its page within the merchant's own, by the interaction's id. */
function started({ interactionId, pageUrl }: Started, update: CounterpartyUpdate): ConsultedConclusion {
  const { tokens, origin, nowMs } = update
  const browserPayment: BrowserPayment = {
    interaction: { status: 'INITIATED', timeInitiated: isoTime(nowMs) },
    ...(isOfProviderA(update)
      ? { providerA: { interactionId } }
      : { redirectUrl: `${origin}/pay/redirect/${tokens.redirect}` }),
  }
  return {
    ...open,
    responsePatch: { browserPayment },
    consulted: { interactionId, pageUrl },
    obligation: 'inquiry',
  }
}

const open = { result: 'SUCCESS', gatewayCode: 'SUBMITTED' } as const

/** Nothing is final yet: an inquiry stays owed until it is. */
function submitted(update: CounterpartyUpdate): ConsultedConclusion {
  const { answer } = update
  const accountId = answer && 'accountId' in answer ? answer.accountId : undefined
  const browserPayment = mergeRecords(progressed(update, {}), accountOf(update, accountId))
  const { consulted } = update.before
  return { ...open, responsePatch: { browserPayment }, consulted, obligation: 'inquiry' }
}

type Final = Extract<ConsultedAnswer, { outcome: 'approved' | 'declined' }>

function completed(answer: Final, update: CounterpartyUpdate): ConsultedConclusion {
  const { accountId, ...rest } = answer
  const acquirerAnswer: AcquirerAnswer = rest
  const { gatewayCode } = answer
  const final = { status: 'COMPLETED', timeCompleted: isoTime(update.nowMs) } as const
  const browserPayment = mergeRecords(progressed(update, final), accountOf(update, accountId))
  const recorded = { responsePatch: { browserPayment }, consulted: update.before.consulted }
  if (answer.outcome === 'declined')
    return { result: 'FAILURE', gatewayCode, ...recorded, answer: acquirerAnswer }
  if (answer.amount === update.amount)
    return { result: 'SUCCESS', gatewayCode, ...recorded, answer: acquirerAnswer }
  // The provider took another amount than was asked for: it is reversed.
  return { ...unknown, ...recorded, obligation: 'reversal', keepsOrderBusy: true }
}

/** Only provider A has accounts that are shown to merchants. */
const accountOf = (update: CounterpartyUpdate, accountId: string | undefined): BrowserPayment =>
  accountId !== undefined && isOfProviderA(update) ? { providerA: { accountId } } : {}

const isOfProviderA = ({ request: { sourceOfFunds } }: CounterpartyUpdate): boolean =>
  sourceOfFunds?.type === 'PROVIDER_A'

/** The status never goes back: reloading an earlier page changes nothing. */
function progressed({ before, seen, nowMs }: CounterpartyUpdate, final: Interaction): BrowserPayment {
  const { interaction = {}, ...rest } = before.fields.browserPayment ?? {}
  const step = seen === undefined ? {} : steps[seen](interaction, isoTime(nowMs))
  return { ...rest, interaction: { ...interaction, ...step, ...final } }
}

type BrowserPayment = NonNullable<TransactionRecord['browserPayment']>
type Interaction = NonNullable<BrowserPayment['interaction']>

const steps = {
  redirected: ({ timeRedirected, status }, now) => ({
    status: status === 'INITIATED' ? 'REDIRECTED_TO_PROVIDER' : status,
    timeRedirected: timeRedirected ?? now,
  }),
  returned: ({ timeReturned }, now) => ({
    status: 'RETURNED_TO_MERCHANT',
    timeReturned: timeReturned ?? now,
  }),
} as const satisfies Record<
  NonNullable<CounterpartyUpdate['seen']>,
  (known: Interaction, now: string) => Interaction
>
