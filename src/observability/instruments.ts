// The wrappers that measure and trace each part of the gateway.

import type { Acquirer, AcquirerAsk } from '../acquirers/port.ts'
import { isObject } from '../contract/kit/content.ts'
import type { TransactionRecord } from '../contract/model.ts'
import type { HttpMonitor } from '../http/transport/server.ts'
import type { AroundDelivery } from '../notifications/port.ts'
import type { Gateway } from '../operations/gateway.ts'
import type { Counterparties } from '../operations/model/counterparties.ts'
import type { OutcomeContents } from '../operations/model/documents.ts'
import type { Journal, RecoveryJournal } from '../operations/model/journal.ts'
import type { AroundObligation } from '../operations/recovery/recovery.ts'
import { isRejection } from '../orders/rejection.ts'
import { systemClock } from '../platform/clock.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { TraceStep, Tracing } from '../platform/tracing.ts'
import { mayHoldCardData } from '../standards/cardDataInText.ts'
import type { metrics } from './catalogue.ts'

/** What every instrument needs. */
export type InstrumentContext = {
  readonly measures: Metrics<typeof metrics>
  /** Absent when tracing is off. */
  readonly tracing: Tracing | undefined
}

/** Reports how long the work took, and its outcome. */
async function timed<Result>(
  work: () => Promise<Result>,
  outcomeOf: (result: Result) => string,
  report: (seconds: number, outcome: string) => void,
): Promise<Result> {
  const startedAtMs = systemClock.monotonicMs()
  const seconds = () => (systemClock.monotonicMs() - startedAtMs) / 1_000
  try {
    const result = await work()
    report(seconds(), outcomeOf(result))
    return result
  } catch (fault) {
    report(seconds(), 'failed')
    throw fault
  }
}

/** Runs the work as a span of the current trace, if there is one. */
function asTraceStep<Result>(
  { tracing }: InstrumentContext,
  step: TraceStep,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracing ? tracing.step(step, work) : work()
}

/**
 * Merchants choose these ids, and traces leave the gateway: anything that looks like a card number is left
 * out.
 */
const shownId = (id: string): string => (mayHoldCardData(id) ? '***' : id)

/** Measures the duration of every request to the acquirer. */
export function instrumentAcquirer(context: InstrumentContext, acquirer: Acquirer): Acquirer {
  const { unsent } = context.measures
  const assign = acquirer.assign?.bind(acquirer)
  return {
    ...acquirer,
    ...(assign && {
      async assign(ask: AcquirerAsk, tried?: readonly string[]) {
        const assigned = await assign(ask, tried)
        if (assigned && 'unsent' in assigned) unsent.add(1, assigned.unsent)
        return assigned
      },
    }),
    send: instrumentSend(context, 'acquirer', async (ask, deadline) => {
      const answer = await acquirer.send(ask, deadline)
      if (answer.outcome === 'unsent') unsent.add(1, answer.reason)
      return answer
    }),
  }
}

export function instrumentCounterparties(
  context: InstrumentContext,
  counterparties: Counterparties,
): Counterparties {
  const { authenticator, provider } = counterparties
  const authenticate: typeof authenticator.send = (ask, deadline) => authenticator.send(ask, deadline)
  const pay: typeof provider.send = (ask, deadline) => provider.send(ask, deadline)
  return {
    ...counterparties,
    authenticator: { ...authenticator, send: instrumentSend(context, 'authenticator', authenticate) },
    // Its other methods are the provider's own: they ask nobody.
    provider: { ...provider, send: instrumentSend(context, 'provider', pay) },
  }
}

type Send<Ask, Answer> = (ask: Ask, deadline: AbortSignal) => Promise<Answer>

function instrumentSend<Ask extends { readonly verb: string }, Answer extends { readonly outcome: string }>(
  context: InstrumentContext,
  counterparty: string,
  send: Send<Ask, Answer>,
): Send<Ask, Answer> {
  const { measures, tracing } = context
  return async (ask, deadline) => {
    const { verb } = ask
    const report = (seconds: number, answer: string) => {
      measures.asks.observe(seconds, counterparty, verb, answer)
      tracing?.addDetails({ facts: { 'tollgate.answer': answer } })
    }
    const step = {
      name: `${counterparty} ${verb}`,
      facts: { 'tollgate.verb': verb },
      asksOthers: true,
    } as const
    measures.asksInProgress.add(1, counterparty)
    try {
      return await asTraceStep(context, step, () => timed(() => send(ask, deadline), answerOutcome, report))
    } finally {
      measures.asksInProgress.add(-1, counterparty)
    }
  }
}

const answerOutcome = ({ outcome }: { readonly outcome: string }): string => outcome

/** Rate, errors and duration of every route. */
export function createHttpInstrument({ measures, tracing }: InstrumentContext): HttpMonitor {
  const { requests, requestsInProgress, refused, failedLogins } = measures
  return {
    observe(exchange) {
      const traced: typeof exchange = tracing
        ? turn => tracing.request(turn.request.headers, () => exchange(turn))
        : exchange
      return async turn => {
        requestsInProgress.add(1)
        try {
          return await traced(turn)
        } finally {
          requestsInProgress.add(-1)
        }
      }
    },
    answered({ method, route = 'none', status, ms }) {
      const verb = knownMethod(method)
      requests.observe(ms / 1_000, verb, route, String(status ?? 'gone'))
      tracing?.addDetails({
        name: `${verb} ${route}`,
        facts: { 'http.request.method': verb, 'http.route': route, 'http.response.status_code': status },
        isFault: status !== undefined && status >= 500,
      })
    },
    refused: status => refused.add(1, String(status ?? 'handshake')),
    failedLogin: kind => failedLogins.add(1, kind),
  }
}

/** Any other method is the caller's own text, and must not become a label. */
function knownMethod(method: string | undefined): string {
  return methods.find(known => known === method) ?? 'other'
}

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD'] as const

/** Recovery has traces of its own, found by the ids of the transactions they are about. */
export function aroundRecovery({ tracing }: InstrumentContext): AroundObligation {
  if (!tracing) return (_due, work) => work()
  return ({ key, transactionId, obligation, attempt }, work) => {
    const facts = {
      'tollgate.merchant': key.merchantId,
      'tollgate.order': shownId(key.orderId),
      'tollgate.transaction': shownId(merchantsTransactionId(transactionId)),
      'tollgate.attempt': attempt,
    }
    return tracing.backgroundTask({ name: `recovery ${obligation}`, facts }, work)
  }
}

/** The id of a later step has the operation appended. */
const merchantsTransactionId = (transactionId: string): string => transactionId.replace(/\u001f.*$/s, '')

/**
 * A first attempt belongs to the trace of the request it reports. Later ones come up to days after it, when
 * that trace is finished: they only link to it.
 */
export function aroundDelivery({ measures, tracing }: InstrumentContext): AroundDelivery {
  return (delivery, work) => {
    const { merchantId, orderId, notificationId, sequence, attempt, waitedMs, trace: after } = delivery
    if (waitedMs !== undefined) measures.deliveryLag.observe(waitedMs / 1_000)
    const report = (seconds: number, outcome: string) => {
      measures.deliveries.observe(seconds, outcome)
      tracing?.addDetails({ facts: { 'tollgate.outcome': outcome } })
    }
    const attempted = () => timed(work, ({ verdict }) => verdict.kind, report)
    if (!tracing) return attempted()
    const facts = {
      'tollgate.merchant': merchantId,
      'tollgate.order': shownId(orderId),
      'tollgate.notification': notificationId,
      'tollgate.sequence': sequence,
      'tollgate.attempt': attempt,
    }
    return tracing.backgroundTask(
      { name: 'delivery', facts, asksOthers: true, after, isPart: attempt === 1 },
      attempted,
    )
  }
}

/** Counts operations by their outcome, and puts the order into the trace. */
export function instrumentGateway({ measures, tracing }: InstrumentContext, gateway: Gateway): Gateway {
  return {
    ...gateway,
    async submit(caller, submission) {
      const { name: operation } = submission.operation
      tracing?.addDetails({
        facts: {
          'tollgate.operation': operation,
          'tollgate.merchant': caller.key.merchantId,
          'tollgate.order': shownId(submission.orderId),
          'tollgate.transaction': shownId(submission.transactionId),
        },
      })
      const report = (seconds: number, outcome: string) =>
        measures.operations.observe(seconds, operation, outcome)
      const performed = await timed(() => gateway.submit(caller, submission), submissionOutcome, report)
      if (!isRejection(performed) && performed.kind === 'recorded')
        measures.transactions.add(1, operation, ...resultLabels(performed.record))
      return performed
    },
  }
}

type Submitted = Awaited<ReturnType<Gateway['submit']>>

const submissionOutcome = (submitted: Submitted): string =>
  isRejection(submitted) ? 'rejected' : submitted.kind

function resultLabels({ result, response }: TransactionRecord): readonly [string, string] {
  const { gatewayCode } = isObject(response) ? response : {}
  return [String(result ?? 'none'), String(gatewayCode ?? 'none')]
}

type WholeJournal = Journal & RecoveryJournal

/** Measures what requests wait for, counts what recovery does, and remembers when it last ran. */
export function instrumentJournal(
  context: InstrumentContext,
  journal: WholeJournal,
  looks: RecoveryLooks,
): WholeJournal {
  const { takenOver, pursued, amended } = context.measures
  const step = createStepTimer(context)
  const traced = createTraceWriter(context)
  return {
    ...journal,
    load: key => step('load', () => journal.load(key), isFound),
    begin: intent => step('begin', () => journal.begin(intent), stateOf),
    close: closing => step('close', () => journal.close(traced(closing)), stateOf),
    async amend(amendment) {
      const written = await step('amend', () => journal.amend(traced(amendment)), stateOf)
      if (written.state === 'amended') amended.add(1)
      return written
    },
    async takeOver(wanted) {
      const taken = await journal.takeOver(wanted)
      takenOver.add(taken.length)
      looks.takeOver()
      return taken
    },
    async claimDue(wanted) {
      const claimed = await journal.claimDue(wanted)
      for (const { obligation } of claimed) pursued.add(1, obligation)
      looks.claimDue()
      return claimed
    },
  }
}

/** Called whenever recovery has looked for work. */
type RecoveryLooks = { readonly takeOver: () => void; readonly claimDue: () => void }

function createStepTimer(context: InstrumentContext) {
  const { measures, tracing } = context
  return <Result>(name: string, work: () => Promise<Result>, outcomeOf: (result: Result) => string) => {
    const report = (seconds: number, outcome: string) => {
      measures.journal.observe(seconds, name, outcome)
      tracing?.addDetails({ facts: { 'tollgate.outcome': outcome } })
    }
    return asTraceStep(context, { name: `journal ${name}` }, () => timed(work, outcomeOf, report))
  }
}

/**
 * The trace context is stored with the outcome: so it costs nothing without tracing, and the notification can
 * continue the trace, whichever node sends it.
 */
function createTraceWriter({ tracing }: InstrumentContext) {
  return <Written extends { readonly outcome: OutcomeContents }>(written: Written): Written => {
    const trace = tracing?.traceparent()
    if (trace === undefined) return written
    const { outcome } = written
    return { ...written, outcome: { ...outcome, story: { ...outcome.story, trace } } }
  }
}

const isFound = (order: unknown): string => (order === undefined ? 'absent' : 'found')
const stateOf = ({ state }: { readonly state: string }): string => state
