// What follows a payment at a provider (captures, refunds, voids, reversals and inquiries) goes to that
// provider, and never to an acquirer: the acquirer's port over both.

import type {
  Acquirer,
  AcquirerAnswer,
  AcquirerAsk,
  AcquirerVerb,
  Assignment,
  FollowUpAsk,
  ReversalOrInquiryAsk,
  UnsentReason,
} from '../../acquirers/port.ts'
import { toDecimal } from '../../orders/money.ts'
import { isVoid } from '../../orders/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ProtocolAbility, ProtocolCall } from '../protocol/declaration.ts'
import { type AnswerContext, cancelAnswer, partAnswer, refusedAnswer } from './answers.ts'
import type { CallOutcome } from './caller.ts'
import { linkNamed, nameAtProvider, type ProviderLink } from './linkedProviders.ts'
import {
  isProviderTrace,
  newProtocolId,
  type ProviderTrace,
  readProviderTrace,
  writeProviderTrace,
} from './trace.ts'

/** With what its adapter said that it supports; undefined until it was heard. */
export type FollowedLink = ProviderLink & {
  readonly supports: () => readonly ProtocolAbility[] | undefined
}

type FollowUpOptions = {
  readonly links: readonly FollowedLink[]
  readonly clock: Clock
}

type ProviderFollowUp = FollowUpAsk | ReversalOrInquiryAsk

/**
 * Without links it still answers for what has the trace of one: an acquirer never heard of that, and its "no
 * such original" would settle what is owed to a provider.
 */
export function withProviders(acquirer: Acquirer, options: FollowUpOptions): Acquirer {
  const { links } = options
  const verbs: ReadonlySet<AcquirerVerb> =
    links.length === 0 ? acquirer.verbs : new Set([...acquirer.verbs, ...providerVerbs])
  const assign = acquirer.assign?.bind(acquirer)
  return {
    ...acquirer,
    verbs,
    offersTo: merchantId => acquirer.offersTo?.(merchantId) ?? { verbs: acquirer.verbs },
    ...((assign || links.length > 0) && {
      assign(ask: AcquirerAsk, tried?: readonly string[]) {
        if (isOfProvider(ask)) return assignedPart(links, ask)
        return acquirer.verbs.has(ask.verb) ? assign?.(ask, tried) : undefined
      },
    }),
    send: (ask, deadline) =>
      isOfProvider(ask) ? sendToProvider(options, ask, deadline) : sendToAcquirer(acquirer, ask, deadline),
  }
}

const providerVerbs = ['capture', 'refund', 'void', 'reverse', 'inquire'] as const

const isOfProvider = (ask: AcquirerAsk): ask is ProviderFollowUp =>
  'original' in ask && isProviderTrace(ask.original.trace)

/** As without providers: what it lacks is not sent, and what it cannot tell later is unknown. */
async function sendToAcquirer(
  acquirer: Acquirer,
  ask: AcquirerAsk,
  deadline: AbortSignal,
): Promise<AcquirerAnswer> {
  if (!acquirer.verbs.has(ask.verb))
    return ask.verb === 'reverse' || ask.verb === 'inquire' ? { outcome: 'silent' } : notSupported
  const answer = await acquirer.send(ask, deadline)
  const isOpen = answer.outcome === 'pending' || answer.outcome === 'unknown'
  if (!isOpen || acquirer.verbs.has('inquire')) return answer
  return ask.verb === 'verify'
    ? { ...answer, outcome: 'declined', gatewayCode: 'UNSPECIFIED_FAILURE' }
    : { ...answer, outcome: 'unknown' }
}

const notSupported: AcquirerAnswer = {
  outcome: 'declined',
  gatewayCode: 'NOT_SUPPORTED',
  acquirerCode: '',
  acquirerMessage: '',
}

/** Refuses, before anything is recorded, what the provider cannot do. */
function assignedPart(links: readonly FollowedLink[], ask: ProviderFollowUp): Assignment {
  const original = readProviderTrace(ask.original.trace)
  const link = original && linkNamed(links, original.provider)
  if (!original || !link) return { refused: 'The provider that took the payment is not configured.' }
  const { provider, paymentId } = original
  const refusal = refusedAbility(ask, link)
  if (refusal !== undefined) return { refused: refusal }
  const trace = writeProviderTrace({ provider, paymentId, ...idsOf(ask, original) })
  return { trace, link: provider, route: { link: provider, because: 'the payment was made there' } }
}

/** A capture and a refund have ids of their own. A void has that of what it undoes. */
function idsOf({ verb }: ProviderFollowUp, { captureId, refundId }: ProviderTrace) {
  if (verb === 'capture') return { captureId: newProtocolId() }
  return verb === 'refund' ? { refundId: newProtocolId() } : partOf({ captureId, refundId })
}

function refusedAbility({ verb }: ProviderFollowUp, { settings, supports }: FollowedLink) {
  if (verb === 'update') return 'A payment at a provider keeps the amount that the payer agreed to.'
  if ((verb !== 'capture' && verb !== 'refund') || supports()?.includes(verb) !== false) return undefined
  return `The provider ${settings.name} does not support it.`
}

async function sendToProvider(
  { links, clock }: FollowUpOptions,
  ask: ProviderFollowUp,
  deadline: AbortSignal,
): Promise<AcquirerAnswer> {
  const original = readProviderTrace(ask.original.trace)
  const link = original && linkNamed(links, original.provider)
  if (!original || !link) return { outcome: 'unsent', reason: 'not of this link' }
  const merchantName = nameAtProvider(link, ask.merchantId) ?? ask.merchantId
  const { provider, paymentId } = original
  const about: Asked = {
    ask,
    original,
    named: { merchantId: merchantName, paymentId },
    context: { provider, merchantName, currency: ask.currency, at: clock.now() },
    call: call => link.caller.call(call, deadline, { isBacklog: isBacklog(ask) }),
  }
  switch (ask.verb) {
    case 'capture':
    case 'refund':
      return executePart(about, readProviderTrace(ask.trace) ?? original, ask.verb)
    case 'void':
      return cancel(about, 'VOIDED_BY_MERCHANT')
    case 'reverse':
      return cancel(about, 'OUTCOME_UNKNOWN')
    case 'inquire':
      return inquire(about)
    default:
      return notSupported
  }
}

/** Whether recovery asks, as links know it. */
const isBacklog = ({ verb, repeat }: ProviderFollowUp): boolean =>
  verb === 'reverse' || verb === 'inquire' || repeat > 0

type Asked = {
  readonly ask: ProviderFollowUp
  /** Of the transaction that is acted on, or asked about. */
  readonly original: ProviderTrace
  readonly named: { readonly merchantId: string; readonly paymentId: string }
  readonly context: AnswerContext
  readonly call: (call: ProtocolCall) => Promise<CallOutcome>
}

/** Repeated under its id it takes effect once, so whether it did can be asked by asking for it. */
async function executePart(
  { ask, named, context, call }: Asked,
  { captureId, refundId }: ProviderTrace,
  verb: 'capture' | 'refund',
): Promise<AcquirerAnswer> {
  const money = { amount: toDecimal(ask.amount, ask.currency), currency: ask.currency }
  const wanted = partCall(verb, { captureId, refundId }, { ...named, ...money })
  if (!wanted) return { outcome: 'unsent', reason: 'not of this link' }
  const outcome = await call(wanted)
  switch (outcome.outcome) {
    case 'answered':
      return partAnswer(outcome.answer, context)
    case 'refused':
      return refusedAnswer(outcome.error)
    case 'unsent':
      return unsentBecause(outcome.reason)
    case 'silent':
      // A capture is repeated, as with acquirers. A refund that cannot be undone any more must not fail.
      return verb === 'refund' ? { outcome: 'pending', ...unheard } : { outcome: 'silent' }
  }
}

/** In the words of links. */
const unsentBecause = (reason: string): AcquirerAnswer => ({
  outcome: 'unsent',
  reason: unsentReasons.get(reason) ?? 'not connected',
})

const unsentReasons: ReadonlyMap<string, UnsentReason> = new Map([
  ['BREAKER_OPEN', 'breaker open'],
  ['QUEUE_FULL', 'queue full'],
])

const unheard = { acquirerCode: '', acquirerMessage: '' } as const

type PartFields = { readonly [field in 'merchantId' | 'paymentId' | 'amount' | 'currency']: string }

function partCall(
  verb: 'capture' | 'refund',
  { captureId, refundId }: PartIds,
  fields: PartFields,
): ProtocolCall | undefined {
  if (verb === 'capture')
    return captureId === undefined ? undefined : { call: 'capture', captureId, ...fields }
  return refundId === undefined ? undefined : { call: 'refund', refundId, ...fields }
}

type PartIds = { readonly [id in 'captureId' | 'refundId']?: string | undefined }

/** Undoes a capture, a refund, or the payment as a whole. */
async function cancel(
  { ask, original, named, context, call }: Asked,
  reason: ProtocolCall<'cancel'>['reason'],
): Promise<AcquirerAnswer> {
  const part = partOf(original)
  const outcome = await call({ call: 'cancel', ...named, ...part, reason })
  const isPart = Object.keys(part).length > 0
  if (outcome.outcome === 'answered')
    return cancelAnswer(outcome.answer, { ...context, amount: ask.amount, isPart })
  if (outcome.outcome === 'unsent') return unsentBecause(outcome.reason)
  // What can never be cancelled is not left owed to the merchant as done: people have to look.
  return outcome.outcome === 'refused' ? refusedAnswer(outcome.error) : { outcome: 'silent' }
}

function partOf({ captureId, refundId }: PartIds) {
  return {
    ...(captureId !== undefined && { captureId }),
    ...(refundId !== undefined && { refundId }),
  }
}

/** What became of a capture, a refund or a void; what the provider never heard of is asked for again. */
async function inquire(about: Asked): Promise<AcquirerAnswer> {
  const { ask, original, named, context, call } = about
  const { type } = ask.original
  if (isVoid(type)) return cancel(about, 'VOIDED_BY_MERCHANT')
  const outcome = await call({ call: 'status', ...named, ...partOf(original) })
  if (outcome.outcome === 'answered') return partAnswer(outcome.answer, context)
  if (outcome.outcome === 'unsent') return unsentBecause(outcome.reason)
  if (outcome.outcome === 'silent' || outcome.error.code !== 'NOT_FOUND') return { outcome: 'silent' }
  if (type === 'CAPTURE') return executePart(about, original, 'capture')
  return type === 'REFUND' ? executePart(about, original, 'refund') : { outcome: 'silent' }
}
