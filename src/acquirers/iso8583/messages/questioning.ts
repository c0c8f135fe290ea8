// From an ask and its trace to a question: which times, numbers and amounts its message has, and whether it
// may be sent once more.

import type { Clock } from '../../../platform/clock.ts'
import { countryOfTwoLetters, numberOfCountry } from '../../../standards/countries.ts'
import type { AcquirerAsk, UnsentReason } from '../../port.ts'
import type { LinkSettings, MerchantIdentity } from '../../routing/settings.ts'
import type { AskForm, Dialect } from '../dialects/dialect.ts'
import { processingCodeOf } from './assignment.ts'
import { readHostMemory } from './hostMemory.ts'
import { offsetMsOf } from './messageTimes.ts'
import type { Question, TracedOriginal } from './question.ts'
import { type IsoTrace, isTraceOf, readTrace, sentAtMs } from './trace.ts'
import { wiredAskOf } from './wiredAsk.ts'

export type QuestioningOptions = {
  readonly settings: LinkSettings
  readonly identityOf: (merchantId: string) => MerchantIdentity | undefined
  readonly clock: Clock
}

/** Why an ask is no question to this host. */
export type NoQuestion = { readonly unsent: UnsentReason } | { readonly notSupported: string }

export type Questioning = (ask: AcquirerAsk, traces: AskTraces) => Question | NoQuestion

/** The trace of the ask, or of what a reversal or an inquiry is about; an inquiry has a number of its own. */
export type AskTraces = { readonly trace: IsoTrace; readonly ownNumber?: string }

export function createQuestioning({ settings, identityOf, clock }: QuestioningOptions): Questioning {
  const { dialect, name } = settings
  const offsetMs = offsetMsOf(settings.timeZone)
  const country = numberOfCountry(countryOfTwoLetters(settings.country) ?? '')
  return (ask, { trace, ownNumber }) => {
    const wired = wiredAskOf(ask)
    const form = dialect.asks[wired]
    if (form === undefined) return { notSupported: `the acquirer cannot be asked this (${wired})` }
    const barred = whyNotRepeated(settings, form, ask)
    if (barred !== undefined) return { unsent: barred }
    const original = originalOf(ask, trace)
    if (trace.link !== name || original === 'elsewhere') return { unsent: 'not of this link' }
    const identity = identityOf(ask.merchantId)
    if (!isOwn(ask, identity, [trace, original?.trace])) return { unsent: 'of another merchant' }
    const nowMs = clock.now().getTime()
    const isAboutOriginal = ask.verb === 'reverse' || ask.verb === 'inquire'
    return {
      ask,
      wired,
      form,
      settings,
      identity,
      trace,
      original,
      offsetMs,
      country,
      traceNumber: ownNumber ?? traceNumberOf(settings, ask, trace),
      processingCode: isAboutOriginal ? processingCodeOf(ask, form, trace) : trace.processingCode,
      amount: amountOf(ask, trace),
      transmittedAtMs: transmittedAtMs(settings, form, ask, { trace, nowMs }),
      startedAtMs: sentAtMs(trace, isAboutOriginal ? ask.original.startedAtMs : (startOf(ask) ?? nowMs)),
      memory: readHostMemory('original' in ask ? ask.original.hostMemory : undefined),
    }
  }
}

const isOwn = (
  { merchantId }: AcquirerAsk,
  identity: MerchantIdentity | undefined,
  traces: readonly (IsoTrace | undefined)[],
): boolean => traces.every(trace => trace === undefined || isTraceOf(trace, merchantId, identity))

/** How often a message may still be repeated: the host sets a limit for those that undo something. */
export function repeatsLeftFor({ dialect }: LinkSettings, { type }: AskForm, ask: AcquirerAsk) {
  const { repeatsMax } = dialect.reversals
  return repeatsMax === undefined || type[1] !== '4' || !('repeat' in ask)
    ? undefined
    : repeatsMax - ask.repeat
}

/** One that would settle nothing is not spent where they are counted. */
function whyNotRepeated(settings: LinkSettings, form: AskForm, ask: AcquirerAsk): UnsentReason | undefined {
  const left = repeatsLeftFor(settings, form, ask)
  if (left === undefined || !('repeat' in ask) || ask.repeat === 0) return undefined
  if (left < 0) return 'no repeat allowed any more'
  if (ask.verb !== 'reverse') return undefined
  const isBlind = settings.dialect.reversals.acknowledgement === 'blind'
  return ask.isBusy || (ask.isEarly && isBlind) ? 'too early to repeat' : undefined
}

function originalOf(ask: AcquirerAsk, trace: IsoTrace): TracedOriginal | undefined | 'elsewhere' {
  if (!('original' in ask)) return undefined
  if (ask.verb === 'reverse' || ask.verb === 'inquire') return { transaction: ask.original, trace }
  const ofOriginal = readTrace(ask.original.trace)
  return ofOriginal === undefined ? 'elsewhere' : { transaction: ask.original, trace: ofOriginal }
}

const traceNumberOf = ({ dialect }: LinkSettings, ask: AcquirerAsk, trace: IsoTrace): string =>
  ask.verb === 'reverse' && dialect.reversals.traceNumber === 'own'
    ? (trace.reversalTraceNumber ?? trace.traceNumber)
    : trace.traceNumber

/** What undoes a message has its amount, also where a part was approved: hosts compare. */
const amountOf = (ask: AcquirerAsk, { amount }: IsoTrace): bigint => {
  if (amount !== undefined) return BigInt(amount)
  if (ask.verb === 'balance') return 0n
  return ask.verb === 'reverse' || ask.verb === 'void' ? ask.original.amount : ask.amount
}

const startOf = (ask: AcquirerAsk): number | undefined =>
  ask.verb === 'balance' ? undefined : ask.startedAtMs

/** Of the message: repeats have it again, or a new one. */
function transmittedAtMs(
  { dialect }: LinkSettings,
  { type }: AskForm,
  ask: AcquirerAsk,
  { trace, nowMs }: { readonly trace: IsoTrace; readonly nowMs: number },
): number {
  const isRenewed = dialect.reversals.transmissionTimeOfRepeats === 'renewed'
  if (ask.verb === 'inquire' || ask.verb === 'balance') return nowMs
  if (ask.verb === 'reverse') return isRenewed ? nowMs : (ask.owedAtMs ?? nowMs)
  const isRepeat = 'repeat' in ask && ask.repeat > 0
  if (isRepeat && isRenewed && !isNamedByTime(dialect, type)) return nowMs
  return sentAtMs(trace, ask.startedAtMs ?? nowMs)
}

/**
 * Field 90 of 1987 names a message by its transmission time. A host may know a capture by its repeat alone,
 * or by its first message, and nobody else knows which: so both have the same time. Nothing names a reversal.
 */
const isNamedByTime = ({ generation }: Dialect, type: string): boolean =>
  generation === '1987' && type[1] !== '4'
