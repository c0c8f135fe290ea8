// The port of payment providers over links: each payment goes to the provider that serves its kind to its
// merchant, and stays there.

import { toDecimal } from '../../orders/money.ts'
import { browserPaymentLifeMs } from '../../orders/periods.ts'
import type { Clock } from '../../platform/clock.ts'
import type {
  PaymentProvider,
  ProviderAnswer,
  ProviderAsk,
  ProviderConfirmAsk,
  ProviderInitiateAsk,
  ProviderOffer,
  ProviderProgressAsk,
  ProviderWish,
} from '../port.ts'
import type { ProtocolCall } from '../protocol/declaration.ts'
import { type AnswerContext, paymentAnswer, refusedAnswer } from './answers.ts'
import type { CallOutcome, ProviderCaller } from './caller.ts'
import type { ProviderSettings } from './settings.ts'
import { newProtocolId, type ProviderTrace, readProviderTrace, writeProviderTrace } from './trace.ts'

/** A provider of the file, and the way to its adapter. */
export type ProviderLink = {
  readonly settings: ProviderSettings
  readonly caller: Pick<ProviderCaller, 'call'>
}

type LinkedProvidersOptions = {
  readonly links: readonly ProviderLink[]
  readonly clock: Clock
  /** Who answers for payments that were begun without a link. */
  readonly otherwise: PaymentProvider
}

/**
 * Without links it still answers for payments that were begun over one: nobody else ever heard of them, and
 * "no such payment" would decline them.
 */
export function createLinkedProviders(options: LinkedProvidersOptions): PaymentProvider {
  const { links, otherwise } = options
  const choice = {
    name: 'links',
    offersTo: (merchantId: string) => links.flatMap(link => offersOf(link, merchantId)),
    assign: (wish: ProviderWish) => assigned(links, wish),
  }
  return {
    ...(links.length === 0 ? otherwise : choice),
    async send(ask, deadline) {
      if (ask.trace === undefined) return otherwise.send(ask, deadline)
      const trace = readProviderTrace(ask.trace)
      const link = trace && linkNamed(links, trace.provider)
      // A provider that was taken out of the file: nobody else may be asked in its place.
      if (!trace || !link) return silentBecause('NOT_CONFIGURED')
      return answersByVerb(ask, { ...options, link, trace, deadline })
    },
  }
}

const silentBecause = (reason: string): ProviderAnswer => ({ outcome: 'silent', reason })

export const linkNamed = <Link extends Pick<ProviderLink, 'settings'>>(
  links: readonly Link[],
  name: string,
): Link | undefined => links.find(({ settings }) => settings.name === name)

/** What the provider calls the merchant; undefined where it does not serve them. */
export function nameAtProvider({ settings }: ProviderLink, merchantId: string): string | undefined {
  const merchant = settings.merchants.find(one => one.merchantId === merchantId)
  return merchant && (merchant.name ?? merchant.merchantId)
}

function offersOf(link: ProviderLink, merchantId: string): readonly ProviderOffer[] {
  const { kinds, displayName } = link.settings
  if (nameAtProvider(link, merchantId) === undefined) return []
  return kinds.map(kind => ({ kind, ...(displayName !== undefined && { displayName }) }))
}

function assigned(links: readonly ProviderLink[], wish: ProviderWish) {
  if (wish.verb === 'initiate') return assignedByKind(links, wish)
  const trace = readProviderTrace(wish.trace)
  if (!trace || wish.trace === undefined) return undefined
  const { provider } = trace
  return linkNamed(links, provider)
    ? { trace: wish.trace, link: provider }
    : { refused: `The provider ${provider}, where it was initiated, is not configured.` }
}

function assignedByKind(
  links: readonly ProviderLink[],
  { merchantId, kind }: Pick<ProviderInitiateAsk, 'merchantId' | 'kind'>,
) {
  const offers = links.flatMap(link => offersOf(link, merchantId))
  const link = links.find(one => offersOf(one, merchantId).some(offer => offer.kind === kind))
  if (link) {
    const { name: provider } = link.settings
    return { trace: writeProviderTrace({ provider, paymentId: newProtocolId() }), link: provider }
  }
  const served = offers.map(offer => offer.kind).join(', ')
  const why = served === '' ? 'No payment provider serves you here.' : `You are served ${served}.`
  return { refused: `No payment provider serves you this kind. ${why}` }
}

type Asking = Pick<LinkedProvidersOptions, 'clock'> & {
  readonly link: ProviderLink
  readonly trace: ProviderTrace
  readonly deadline: AbortSignal
}

function answersByVerb(ask: ProviderAsk, asking: Asking): Promise<ProviderAnswer> {
  if (ask.verb === 'initiate') return start(ask, asking)
  return ask.verb === 'confirm' ? confirm(ask, asking) : progress(ask, asking)
}

/** Whom every call names, and what every answer is read with. */
function subjectOf(ask: ProviderAsk, { link, trace, clock }: Asking) {
  const { merchantId, currency } = ask
  const merchantName = nameAtProvider(link, merchantId) ?? merchantId
  return {
    named: { merchantId: merchantName, paymentId: trace.paymentId },
    context: { provider: trace.provider, merchantName, currency, at: clock.now() },
  }
}

async function start(ask: ProviderInitiateAsk, asking: Asking): Promise<ProviderAnswer> {
  const { link, clock, deadline } = asking
  const { named, context } = subjectOf(ask, asking)
  const { orderId, transactionId, operation, amount, currency, kind, reference } = ask
  const { noticeCallback, preferredLanguage: language, particulars } = ask
  if (noticeCallback === undefined) throw new Error('A payment over a link has an address for notices')
  const call: ProtocolCall<'start'> = {
    ...{ call: 'start', ...named, orderId, transactionId, operation, currency, kind },
    amount: toDecimal(amount, currency),
    confirmation: ask.isConfirmedAtMerchant ? 'AT_MERCHANT' : 'AT_PROVIDER',
    ...{ returnUrl: ask.returnCallback, noticeUrl: noticeCallback },
    expiresAt: new Date(clock.now().getTime() + browserPaymentLifeMs).toISOString(),
    ...(reference !== undefined && { reference }),
    ...(language !== undefined && { language }),
    shippingAddress: { isShown: ask.showsShippingAddress, mayChange: ask.mayChangeShippingAddress },
    particulars,
  }
  const outcome = await link.caller.call(call, deadline)
  if (outcome.outcome !== 'answered') return unanswered(outcome)
  const { state, pageUrl, providerPaymentId, paymentId } = outcome.answer
  if (state === 'open' && pageUrl !== undefined)
    return { outcome: 'started', interactionId: providerPaymentId ?? paymentId, pageUrl }
  // A payment that nobody was sent to cannot be decided well: it is treated like one without an answer.
  return state === 'declined' || state === 'cancelled'
    ? paymentAnswer(outcome.answer, context)
    : silentBecause(`started as ${state}`)
}

/** A conflict under an id that was never used before says nothing of the payment. */
function unanswered(outcome: Exclude<CallOutcome, { outcome: 'answered' }>): ProviderAnswer {
  if (outcome.outcome === 'unsent') return outcome
  if (outcome.outcome === 'silent') return silentBecause(outcome.reason)
  const { code } = outcome.error
  return code === 'INVALID_REQUEST' || code === 'NOT_SUPPORTED'
    ? refusedAnswer(outcome.error)
    : silentBecause(code)
}

function answerIn(outcome: CallOutcome, context: AnswerContext): ProviderAnswer {
  if (outcome.outcome === 'answered') return paymentAnswer(outcome.answer, context)
  return silentBecause(outcome.outcome === 'refused' ? outcome.error.code : outcome.reason)
}

/** Whatever is not answered is asked about: an adapter that refuses may have been asked before. */
async function confirm(ask: ProviderConfirmAsk, asking: Asking): Promise<ProviderAnswer> {
  const { named, context } = subjectOf(ask, asking)
  const { amount, currency, reference, particulars, isBacklog = false } = ask
  const call: ProtocolCall<'confirm'> = {
    ...{ call: 'confirm', ...named, amount: toDecimal(amount, currency), currency, particulars },
    ...(reference !== undefined && { reference }),
  }
  const outcome = await asking.link.caller.call(call, asking.deadline, { isBacklog })
  return answerIn(outcome, context)
}

/** A payment that the provider does not know was decided by nobody, and can be cancelled there. */
async function progress(ask: ProviderProgressAsk, asking: Asking): Promise<ProviderAnswer> {
  const { named, context } = subjectOf(ask, asking)
  const call: ProtocolCall = ask.isOver
    ? { call: 'cancel', ...named, reason: 'GATEWAY_STOPPED_WAITING' }
    : { call: 'status', ...named }
  const { isBacklog = false } = ask
  const outcome = await asking.link.caller.call(call, asking.deadline, { isBacklog })
  if (outcome.outcome === 'unsent') return outcome
  const isUnknown = outcome.outcome === 'refused' && outcome.error.code === 'NOT_FOUND'
  return isUnknown ? { outcome: 'undecided' } : answerIn(outcome, context)
}
