import { browserPaymentLifeMs } from '../../src/orders/periods.ts'
import { checkAnswers, checkRefused } from './answerChecks.ts'
import { type Arena, type ArenaOptions, createArena } from './arena.ts'
import type { SeenOrder } from './audit.ts'
import { isAccepted, type LogEntry, nameOfRequest } from './clientLog.ts'
import type { Fault } from './faults.ts'
import { checkBooks, checkOrders, checkWire } from './orderChecks.ts'
import { checkAuthentications, checkBrowserPayments } from './payerChecks.ts'
import { checkResults, wordsIn } from './schemes/resultChecks.ts'
import { simulationStartMs, type World } from './world.ts'

/**
 * One run: clients and gateways with injected faults, then without, then everything is compared. The same
 * seed gives the same run, to the last event.
 */
export async function runSeed(seed: number, options: ArenaOptions = {}): Promise<Report> {
  const arena = createArena(seed, options)
  const { world, nodes, clients, payers, climate, tell, violations, trace } = arena
  for (const node of nodes) node.start()
  clients.start()
  const areDone = () => clients.areDone() && payers.areDone()
  const isDone = await world.runUntil(areDone, world.nowMs() + stormMaxMs)
  if (!isDone) violations.push('clients wait for ever')
  payers.close()
  tell(() => 'faults end')
  climate.clear()
  await quiesce(arena)
  await askAllAgain(arena)
  violations.push(...(await findings(arena)))
  const virtualSeconds = Math.round((world.nowMs() - simulationStartMs) / 1_000)
  return { seed, violations, trace, faults: climate.counts(), counts: { ...countsOf(arena), virtualSeconds } }
}

export type Report = {
  readonly seed: number
  readonly violations: readonly string[]
  readonly trace: readonly string[]
  readonly faults: Readonly<Partial<Record<Fault, number>>>
  readonly counts: Readonly<Record<string, number>>
}

const stormMaxMs = 3_600_000

/** Nothing goes wrong any more: after a few back-offs nothing must be left to do, but wait for payers. */
async function quiesce(arena: Arena): Promise<void> {
  const { world, nodes, payers, breakage, violations } = arena
  for (const node of nodes) node.stopSweeping()
  // Dead processes restart, paused ones continue, and no message is under way any more.
  await pass(world, longerThanAnyPauseMs)
  if (breakage.recovers === false) return
  for (const passMs of [longerThanAnyBackOffMs, longerThanAnyBackOffMs]) await recover(arena, passMs)
  await endPayersTime(arena)
  await recover(arena, longerThanAnyPayerMs)
  await recover(arena, longerThanAnyBackOffMs)
  if (!(await finishes(world, payers.comeLate()))) violations.push('payers wait for ever')
  await recover(arena, longerThanAnyBackOffMs)
}

/** Those who are still at the provider decide while they are sent away, and everything goes wrong again. */
async function endPayersTime({ world, nodes, payers, climate, violations, tell }: Arena): Promise<void> {
  const endsAtMs = payers.firstEndsAtMs()
  if (endsAtMs === undefined) return
  await pass(world, endsAtMs - world.nowMs() - 10_000)
  tell(() => 'faults come back')
  climate.relapse('request late', 0.3)
  for (const node of nodes) node.sweepAgain()
  if (!(await finishes(world, payers.decideAtTheEnd()))) violations.push('payers wait for ever at the end')
  tell(() => 'faults end')
  for (const node of nodes) node.stopSweeping()
  climate.clear()
  await pass(world, longerThanAnyPauseMs)
}

async function recover({ world, nodes, violations }: Arena, thenPassMs: number): Promise<void> {
  const [{ running }] = nodes
  const recovery = running()?.recovery
  if (!recovery) throw new Error('Nobody dies while nothing goes wrong')
  const isSettled = await finishes(world, recovery.settle())
  if (!isSettled) violations.push('recovery does not come to an end')
  await pass(world, thenPassMs)
}

const longerThanAnyPauseMs = 400_000
const longerThanAnyBackOffMs = 1_000_000
const longerThanAnyPayerMs = browserPaymentLifeMs + longerThanAnyBackOffMs

/** Sends every request again, without faults: it must get the same answer as before. */
async function askAllAgain({ world, clients, nodes, random, violations }: Arena): Promise<void> {
  const isKnown = ({ heard }: LogEntry) => isAccepted(heard) && heard.how !== 'seen'
  const known = new Set(clients.log.filter(isKnown).map(({ request }) => request))
  for (const request of known) {
    const asked = clients.call(random.pick(nodes), request)
    if (!(await finishes(world, asked))) violations.push(`${nameOfRequest(request)} is never answered`)
    else if (!isAccepted(await asked)) violations.push(`${nameOfRequest(request)} is lost`)
    await finishes(world, clients.call(random.pick(nodes), request, true))
  }
}

/** Everything that must be true now, whatever happened. */
async function findings(arena: Arena): Promise<readonly string[]> {
  const { journal, clients, ledger, books, outside, schemes, settings, merchantId } = arena
  const { payerLedger } = outside
  const orders: SeenOrder[] = []
  for (const audited of await journal.audit()) {
    const loaded = await journal.load(audited.key)
    if (loaded) orders.push({ audited, loaded })
  }
  const entries = await books.entries({ merchantId, limit: 100_000 })
  const schemesParts = schemes && {
    book: schemes.book,
    challengeMs: settings.schemeTimes.challengeMinutes * 60_000,
  }
  const words = schemesParts && wordsIn(orders, schemesParts)
  const wordOn = (reference: string) => (words ? words.get(reference) : payerLedger.wordOn(reference))
  return [
    ...checkOrders(orders, payerLedger.undecidedForEver()),
    ...checkWire(orders, ledger),
    ...ledger.wrongTraces(),
    ...checkBooks(orders, entries),
    ...(await checkBrowserPayments(orders, { ...outside, ledger })),
    ...checkAuthentications(orders, { ledger, wordOn }),
    ...(schemesParts ? checkResults(orders, schemesParts) : []),
    ...checkAnswers(clients.log),
    ...checkRefused(clients.log, orders),
  ]
}

async function pass(world: World, ms: number): Promise<void> {
  await world.runUntil(() => false, world.nowMs() + ms)
}

/** Lets time go on until it is done; whether it was within an hour. */
async function finishes(world: World, work: Promise<unknown>): Promise<boolean> {
  let isOver = false
  void work.then(() => {
    isOver = true
  })
  return await world.runUntil(() => isOver, world.nowMs() + 3_600_000)
}

function countsOf({ clients, payers, schemes, ledger }: Arena): Record<string, number> {
  const sent = ledger.references()
  const proven = sent.filter(reference => ledger.noteOn(reference)?.proof?.token !== undefined)
  const counts: Record<string, number> = {
    requests: clients.log.length,
    sent: sent.length,
    ...payers.counts(),
    ...schemes?.book.counts(),
    'paid by proof': proven.length,
  }
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  for (const { heard, request } of clients.log) {
    if (heard.kind === 'answer' && heard.how === 'recorded') {
      count(String(request.body.apiOperation))
      count(heard.answer.result)
    }
    count(heard.kind === 'answer' ? heard.how : heard.kind)
  }
  return counts
}
