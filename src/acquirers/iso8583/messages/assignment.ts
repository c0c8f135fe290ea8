// What is decided about a question before its intent is committed: terminal, trace numbers, reference and
// everything else that its reversal has to repeat.

import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { AcquirerAsk, Assignment, FollowUpAsk } from '../../port.ts'
import type { LinkSettings, MerchantIdentity } from '../../routing/settings.ts'
import type { AskForm } from '../dialects/dialect.ts'
import type { IsoLink } from '../link/exchange.ts'
import { referenceHour } from './messageTimes.ts'
import { createNumbering, type NumberedTerminal } from './numbering.ts'
import { condition, entryMode, pointOfService } from './pointOfService.ts'
import { type IsoTrace, isTraceOf, readTrace, sentAtMs, writeTrace } from './trace.ts'
import type { TraceNumbers } from './traceNumbers.ts'
import { ownAmountOf, wiredAskOf } from './wiredAsk.ts'

export type Assign = (ask: AcquirerAsk) => Assignment | Promise<Assignment>

export type AssignmentOptions = {
  readonly link: IsoLink
  readonly settings: LinkSettings
  readonly identityOf: (merchantId: string) => MerchantIdentity | undefined
  readonly numbers: TraceNumbers
  readonly clock: Clock
  readonly log: Log
}

/** Without waiting where the numbers are there. */
export function createAssignment(options: AssignmentOptions): Assign {
  const { link, settings, identityOf } = options
  const trace = createTracing(options)
  return ask => {
    // They are about a message that has its trace already.
    if (ask.verb === 'reverse' || ask.verb === 'inquire') return traceOfOriginal(settings, ask.original.trace)
    const unsent = link.trouble()
    if (unsent !== undefined) return { unsent }
    const form = settings.dialect.asks[wiredAskOf(ask)]
    if (form === undefined || !isWired(ask)) return { refused: notSupported(settings, ask) }
    const identity = identityOf(ask.merchantId)
    if (identity === undefined)
      return { refused: `Merchant ${ask.merchantId} has no identity at the acquirer link ${settings.name}.` }
    if (!('original' in ask)) return trace({ ask, form, identity, original: undefined })
    const original = readTrace(ask.original.trace)
    if (original === undefined || original.link !== settings.name)
      return {
        refused: `Transaction ${ask.original.transactionId} was not sent over the link ${settings.name}.`,
      }
    if (!isTraceOf(original, ask.merchantId, identity))
      return { refused: foreign(ask.original.transactionId) }
    return trace({ ask, form, identity, original })
  }
}

function traceOfOriginal({ name }: LinkSettings, trace: string | undefined): Assignment {
  if (trace === undefined) return { refused: `The transaction was not sent over the link ${name}.` }
  return { trace, link: name }
}

const foreign = (transactionId: string): string =>
  `Transaction ${transactionId} is recorded with the trace of another merchant's: nothing is sent about it.`

const notSupported = ({ name }: LinkSettings, { verb }: AcquirerAsk): string =>
  `The acquirer behind the link ${name} does not support this (${verb}).`

/** Benefits of this kind are counted in goods, for which messages have no account. */
const isWired = (ask: AcquirerAsk): boolean =>
  !('benefits' in ask && ask.benefits?.accountType === 'EWIC_BENEFITS')

/** An ask that gets a trace of its own. */
type Numbered = {
  readonly ask: AcquirerAsk
  readonly form: AskForm
  readonly identity: MerchantIdentity
  readonly original: IsoTrace | undefined
}

function createTracing({ settings, numbers, clock, log }: AssignmentOptions) {
  const { name, dialect } = settings
  const turns = new Map<string, number>()
  const numbering = createNumbering(settings, numbers)
  const isOwn = dialect.reversals.traceNumber === 'own'

  const assigned = (numbered: Numbered, given: NumberedTerminal): Assignment => {
    const nowMs = clock.now().getTime()
    const trace = traceOf(settings, numbered, { hour: referenceHour(nowMs), ...given })
    const isShared = trace.traceNumber === numbered.original?.traceNumber
    return { trace: writeTrace(isShared ? apart(trace, numbered.ask, nowMs) : trace), link: name }
  }

  return (numbered: Numbered): Assignment | Promise<Assignment> => {
    const { ask, form, identity, original } = numbered
    // A void is a reversal on the wire: where those have the number of their original, it has, too. Not so a
    // decrease: there may be several in one second, which a host would take for the same one repeated.
    if (original && !isOwn && form.type[1] === '4' && ask.verb === 'void')
      return assigned(numbered, { terminal: original.terminal, own: original.traceNumber })
    const terminals = original ? [original.terminal] : inTurn(turns, identity)
    const given = numbering(terminals, isOwn && ask.verb !== 'void' && ask.verb !== 'balance')
    if (!(given instanceof Promise)) return assigned(numbered, given)
    return given.then(later => {
      if (later !== 'exhausted') return assigned(numbered, later)
      const facts = { name, merchant: ask.merchantId }
      log.warn('No trace number is left for an acquirer: nothing can be sent', facts)
      return { unsent: 'no trace number left' }
    })
  }
}

/** Messages tell seconds apart: voids of one transaction that have its number are that far from another. */
function apart(trace: IsoTrace, ask: AcquirerAsk, nowMs: number): IsoTrace {
  const earlier = 'earlierVoid' in ask ? ask.earlierVoid : undefined
  const traced = readTrace(earlier?.trace)
  if (earlier === undefined || traced === undefined) return trace
  const fromMs = sentAtMs(traced, earlier.startedAtMs) + 1_000
  return { ...trace, transmittedAtMs: String(Math.max(nowMs, fromMs)) }
}

/** All terminals of a merchant, beginning with the next one. */
function inTurn(turns: Map<string, number>, { merchantId, terminals }: MerchantIdentity): readonly string[] {
  if (terminals.length === 1) return terminals
  const turn = (turns.get(merchantId) ?? 0) % terminals.length
  turns.set(merchantId, turn + 1)
  return [...terminals.slice(turn), ...terminals.slice(0, turn)]
}

type Given = NumberedTerminal & { readonly hour: string }

/** Follow-ups keep the reference of what they follow, and how its card was read. */
function traceOf(
  settings: LinkSettings,
  { ask, form, identity, original }: Numbered,
  given: Given,
): IsoTrace {
  const { name: link, institution, forwarder, dialect } = settings
  const { terminal, own, ofReversal, hour } = given
  const amount = ownAmountOf(ask, dialect)
  return {
    ...{ link, merchant: identity.merchantId, type: form.type, traceNumber: own, terminal },
    ...(ofReversal !== undefined && { reversalTraceNumber: ofReversal }),
    institution: original?.institution ?? institution,
    ...(forwarder !== undefined && { forwarder }),
    acceptor: original?.acceptor ?? identity.acceptor,
    reference: original?.reference ?? hour + own,
    processingCode: processingCodeOf(ask, form, original),
    ...serviceOf(ask, original, dialect.generation === '1993'),
    ...(amount !== undefined && { amount: String(amount) }),
    ...(ask.verb === 'capture' && heldByCapture(ask)),
  }
}

/** Both may be otherwise when it is repeated. */
const heldByCapture = ({ isLast, heldAmount }: FollowUpAsk): Pick<IsoTrace, 'lastCapture' | 'held'> => ({
  ...(isLast !== undefined && { lastCapture: isLast ? '1' : '0' }),
  ...(heldAmount !== undefined && { held: String(heldAmount) }),
})

function serviceOf(
  ask: AcquirerAsk,
  original: IsoTrace | undefined,
  isOf1993: boolean,
): Pick<IsoTrace, 'entryMode' | 'condition'> {
  if (original !== undefined || !('acceptPartialAmount' in ask || ask.verb === 'balance'))
    return {
      ...(original?.entryMode !== undefined && { entryMode: original.entryMode }),
      ...(original?.condition !== undefined && { condition: original.condition }),
    }
  return { entryMode: isOf1993 ? pointOfService(ask) : entryMode(ask), condition: condition(ask) }
}

/** Six digits: what is done, from which account, to which account. A credit goes to one. */
export function processingCodeOf(ask: AcquirerAsk, form: AskForm, original: IsoTrace | undefined): string {
  if (form.processing === 'original') return original?.processingCode ?? '000000'
  const account = accountOf(ask) ?? original?.processingCode.slice(2) ?? '0000'
  if (account.length === 4) return form.processing + account
  return form.processing.startsWith('2') ? `${form.processing}00${account}` : `${form.processing}${account}00`
}

/** Two digits, where the ask names an account. */
function accountOf(ask: AcquirerAsk): string | undefined {
  const benefits = 'benefits' in ask ? ask.benefits?.accountType : undefined
  if (benefits !== undefined) return benefits === 'CASH_BENEFITS' ? '96' : '98'
  const debit = 'presented' in ask ? ask.presented?.accountType : undefined
  return debit && (debit === 'SAVINGS' ? '10' : '20')
}
