// Sends the totals of business dates to their hosts, once each, whichever node does it.

import type { Clock } from '../../platform/clock.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { type Log, tellFailure } from '../../platform/log.ts'
import type { IsoLink } from '../iso8583/link/exchange.ts'
import { reconciliationMessage, reconciliationReply } from '../iso8583/messages/reconciliationMessage.ts'
import type { LinkSettings } from '../routing/settings.ts'
import { businessDateOf, dateText, monthAndDayOf } from './businessDate.ts'
import { totalsOfDate } from './gatewayMovements.ts'
import type {
  AskedExchange,
  DueReconciliation,
  ExchangeAnswer,
  ReconciliationExchange,
  ReconciliationStore,
} from './port.ts'
import {
  differencesOfTotals,
  differOnlyByReversed,
  type MovementTotals,
  noTotals,
  writeTotals,
} from './totals.ts'

export type ReconciledLink = {
  readonly settings: LinkSettings
  readonly link: Pick<IsoLink, 'exchange'>
  /** Six digits; undefined where there is none left. */
  readonly takeTraceNumber: () => Promise<string | undefined>
}

export type ReconcilerOptions = {
  readonly store: ReconciliationStore
  readonly links: readonly ReconciledLink[]
  readonly clock: Clock
  readonly log: Log
  /** How long an answer is waited for. */
  readonly patienceMs: number
  /** Called with every exchange that has an answer, to audit it. */
  readonly onExchange: (exchange: AskedExchange, answer: ExchangeAnswer) => Promise<void>
  readonly waits?: Partial<ReconciliationWaits>
}

/** With what is aborted when the node stops: reading a date may take minutes. */
type RunningOptions = ReconcilerOptions & { readonly stopped: AbortSignal }

export type ReconciliationWaits = {
  /** How often a node looks for what is due. */
  readonly everyMs: number
  /** What was under way when a date ended may still be answered with it; then its totals are sent. */
  readonly settlingMs: number
}

export interface Reconciler {
  start(): void
  stop(): Promise<void>
  /** Does what is due; tells how many dates that were. */
  run(): Promise<number>
  /** An answer had this date, MMDD. Cheap: each date is noted once. */
  hearDate(link: string, monthAndDay: string): void
  /** The host began a new date; not every host says which. */
  hearCutOver(link: string, date?: string): void
}

/** The same month and day comes again in a year: by then it must be forgotten, even with one link. */
const notedMax = 200
/** Who asks where no operator did. */
const nobody = 'gateway'
const usualWaits: ReconciliationWaits = { everyMs: 15_000, settlingMs: 120_000 }
/** After a node has died, its date waits for so long. */
const leaseMs = 60_000
/** Some renewals may fail before the lease does. */
const renewedEveryMs = leaseMs / 4
/** After so many attempts; the last is for all that follow. */
const againMs = [60_000, 60_000, 300_000, 900_000, 3_600_000] as const
const waitAfter = ({ attempt }: DueReconciliation) => againMs[Math.min(attempt, againMs.length) - 1]

export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { store, log } = options
  const { everyMs } = { ...usualWaits, ...options.waits }
  const links = options.links.filter(({ settings }) => settings.dialect.reconciliation !== undefined)
  const names = links.map(({ settings }) => settings.name)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const stopping = new AbortController()
  const { signal: stopped } = stopping

  async function run(): Promise<number> {
    for (let done = 0; ; done += 1) {
      const due = names.length === 0 || stopped.aborted ? undefined : await store.claim(names, leaseMs)
      if (due === undefined) return done
      const link = links.find(({ settings }) => settings.name === due.link)
      if (!link) continue
      const sending = whileLeased(due, options, () => reconcileDate(due, link, { ...options, stopped }))
      await sending.catch(error => giveBack(due, error, { ...options, stopped }))
    }
  }
  function runAgain(): void {
    if (stopped.aborted) return
    running = run().catch(error => tellFailure(log, 'reconciliation', error))
    running.then(() => {
      if (!stopped.aborted) timer = setTimeout(runAgain, everyMs).unref()
    })
  }
  return {
    run,
    start: runAgain,
    async stop() {
      stopping.abort(new StoreUnavailable('This node is being stopped.'))
      clearTimeout(timer)
      await running
    },
    ...createDateEar(options),
  }
}

/** Hears which dates hosts use. What could not be noted is noted when it is heard again. */
function createDateEar({
  store,
  clock,
  log,
  waits,
}: ReconcilerOptions): Pick<Reconciler, 'hearDate' | 'hearCutOver'> {
  const { settlingMs } = { ...usualWaits, ...waits }
  const noted = new Set<string>()
  function note(key: string, work: () => Promise<void>): void {
    if (noted.has(key)) return
    // To note one again does nothing.
    if (noted.size > notedMax) noted.clear()
    noted.add(key)
    work().catch(error => {
      noted.delete(key)
      tellFailure(log, 'reconciliation', error)
    })
  }
  return {
    hearDate(link, monthAndDay) {
      note(`${link} ${monthAndDay}`, async () => {
        const date = businessDateOf(monthAndDay, clock.now().getTime())
        if (date !== undefined) await store.noteDate(link, date, settlingMs)
      })
    },
    hearCutOver(link, given) {
      const nowMs = clock.now().getTime()
      const named = given && businessDateOf(given.slice(-4), nowMs)
      // A date that the host names is one, even if nothing happens on it; one that was guessed may not be.
      if (named) return note(`${link} ${monthAndDayOf(named)}`, () => store.noteDate(link, named, settlingMs))
      const begins = dateText(nowMs + halfDayMs)
      note(`${link} cut-over ${begins}`, () => store.noteCutOver(link, begins, settlingMs))
    },
  }
}

/** Where the host does not name the date: cut-overs are around midnight, so the nearest one begins it. */
const halfDayMs = 43_200_000

/** Reading a date of many may take longer than a lease. */
async function whileLeased(
  due: DueReconciliation,
  { store, log }: ReconcilerOptions,
  work: () => Promise<void>,
): Promise<void> {
  const renew = () => void store.renew(due, leaseMs).catch(error => tellFailure(log, 'reconciliation', error))
  const timer = setInterval(renew, renewedEveryMs).unref()
  await work().finally(() => clearInterval(timer))
}

/**
 * The database was away, or takes too long for this date, or something is wrong with it: it is tried again as
 * if nobody had answered, ever more seldom, because others wait for the session that reads. What a node has
 * not read yet when it stops is for another one at once.
 */
async function giveBack(
  due: DueReconciliation,
  error: unknown,
  { store, log, stopped }: RunningOptions,
): Promise<void> {
  const name = `${due.link} ${due.date}`
  if (!stopped.aborted || error !== stopped.reason) tellFailure(log, 'reconciliation', error, { name })
  await store.release(due, stopped.aborted ? 0 : waitAfter(due))
}

async function reconcileDate(
  due: DueReconciliation,
  link: ReconciledLink,
  options: RunningOptions,
): Promise<void> {
  const { store, stopped } = options
  // A host may have booked in a currency in which the gateway has nothing: then it is told that.
  const usual = await store.usualCurrencies(due.link, due.date)
  const nothing = Object.fromEntries(usual.map(currency => [currency, noTotals]))
  const known = await totalsOfDate(store, due.link, due.date, stopped)
  const before = await store.exchanges(due.link, due.date)
  let isDone = true
  for (const [currency, ours] of Object.entries({ ...nothing, ...known.totals })) {
    // One answer is waited for, not those of all currencies.
    stopped.throwIfAborted()
    const last = before.find(one => one.currency === currency)
    const isAnswered = isAnsweredAlready(last, ours, due)
    const state = isAnswered ? last.state : await exchangeTotals({ due, currency, ours, last }, link, options)
    if (state === 'LOST') return
    const sinceMs = isAnswered ? due.nowMs - (last.answeredAtMs ?? last.askedAtMs) : 0
    const mayChange = state === 'OUT_OF_BALANCE' && known.open > 0 && sinceMs < looksMs
    isDone &&= state !== 'ASKED' && state !== 'UNSENT' && !mayChange
  }
  await store.release(due, isDone ? undefined : waitAfter(due))
}

/**
 * What is open when totals are sent may still be answered with their date. Then they are sent again, after
 * another look; for some hours after the host's answer, however often the date could not be read.
 */
const looksMs = 5 * 3_600_000

/** An operator who asks wants to hear it again; otherwise totals that were answered are sent no more. */
function isAnsweredAlready(
  last: ReconciliationExchange | undefined,
  ours: MovementTotals,
  { requested }: DueReconciliation,
): last is ReconciliationExchange {
  if (last === undefined || last.state === 'ASKED' || last.state === 'UNSENT') return false
  const isSame = writeTotals(last.totals) === writeTotals(ours)
  return isSame && (requested === undefined || last.askedAtMs >= requested.atMs)
}

type WantedExchange = {
  readonly due: DueReconciliation
  readonly currency: string
  readonly ours: MovementTotals
  readonly last: ReconciliationExchange | undefined
}

async function exchangeTotals(
  wanted: WantedExchange,
  { settings, link, takeTraceNumber }: ReconciledLink,
  { store, onExchange, patienceMs }: ReconcilerOptions,
): Promise<ExchangeAnswer['state'] | 'LOST'> {
  const asked = repeatOf(wanted) ?? (await firstOf(wanted, takeTraceNumber))
  if (asked === undefined) return 'UNSENT'
  const { date, currency, totals, traceNumber, askedAtMs: atMs, repeats } = asked
  const question = { date, currency, totals, traceNumber, atMs, isRepeat: repeats > 0 }
  const message = reconciliationMessage(settings, question)
  // What is sent is recorded before, so that nothing can have been sent that nobody knows of.
  if (!(await store.recordAsked(asked, wanted.due))) return 'LOST'
  const answer =
    message === undefined || 'refused' in message
      ? { state: 'REFUSED' as const, code: message?.refused ?? 'the host has no totals' }
      : await answerOf(link, message, { settings, totals, patienceMs })
  if (answer === undefined) return 'ASKED'
  await store.recordAnswer(asked, answer)
  if (answer.state !== 'UNSENT') await onExchange(asked, answer)
  return answer.state
}

/**
 * What nobody has answered is asked again as it was, while the totals are still the same: as a repeat, unless
 * nothing was sent the last time.
 */
function repeatOf({ last, ours, due }: WantedExchange): AskedExchange | undefined {
  const isOpen = last?.state === 'ASKED' || last?.state === 'UNSENT'
  if (!isOpen || writeTotals(last.totals) !== writeTotals(ours)) return undefined
  const { link, date, currency, number, askedAtMs, traceNumber } = last
  const repeats = last.state === 'ASKED' ? last.repeats + 1 : last.repeats
  const askedBy = due.requested?.by ?? last.askedBy
  return { link, date, currency, number, askedBy, askedAtMs, traceNumber, repeats, totals: ours }
}

async function firstOf(
  { due, currency, ours, last }: WantedExchange,
  takeTraceNumber: ReconciledLink['takeTraceNumber'],
): Promise<AskedExchange | undefined> {
  const traceNumber = await takeTraceNumber()
  if (traceNumber === undefined) return undefined
  const { link, date, nowMs, requested } = due
  const number = (last?.number ?? 0) + 1
  const asked = { askedBy: requested?.by ?? nobody, askedAtMs: nowMs, traceNumber, repeats: 0, totals: ours }
  return { link, date, currency, number, ...asked }
}

type AnswerOptions = {
  readonly settings: LinkSettings
  readonly totals: MovementTotals
  readonly patienceMs: number
}

/** Undefined where nobody answered. */
async function answerOf(
  link: ReconciledLink['link'],
  question: Parameters<IsoLink['exchange']>[0],
  { settings, totals, patienceMs }: AnswerOptions,
): Promise<ExchangeAnswer | undefined> {
  const deadline = AbortSignal.timeout(patienceMs)
  const exchanged = await link.exchange(question, { deadline, isBacklog: true })
  if (exchanged.state === 'silent') return undefined
  if (exchanged.state === 'unsent') return { state: 'UNSENT', code: exchanged.reason }
  const { verdict, code, totals: hostTotals } = reconciliationReply(settings.dialect, exchanged.answer)
  if (verdict === 'other') return { state: 'REFUSED', code, hostTotals }
  const differences = differencesOfTotals(totals, hostTotals)
  if (verdict === 'inBalance' && differences.length === 0) return { state: 'IN_BALANCE', code, hostTotals }
  const isNetSame = differences.length > 0 && differOnlyByReversed(totals, hostTotals)
  return { state: isNetSame ? 'NET_IN_BALANCE' : 'OUT_OF_BALANCE', code, hostTotals }
}
