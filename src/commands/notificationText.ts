import type { Kept, MadeAttempt, NotificationState } from '../notifications/port.ts'
import { harmless, isoOf, pairs, table, timeOf } from './shown.ts'
import type { Paint } from './terminal.ts'

export function keptJson({
  feedNo,
  cell,
  notificationId,
  changedAtMs,
  nextAtMs,
  target,
  ...kept
}: Kept): object {
  return {
    id: notificationId,
    ...kept,
    ...(target !== undefined && { target: withoutQuery(target) }),
    time: isoOf(changedAtMs),
    ...(nextAtMs !== undefined && { next: isoOf(nextAtMs) }),
  }
}

export const attemptsJson = ({ atMs, target, ...attempt }: MadeAttempt): object => ({
  ...attempt,
  target: withoutQuery(target),
  time: isoOf(atMs),
})

/** Receivers are often known to a merchant's servers by a secret there. */
const withoutQuery = (target: string): string => target.replace(/[?#].*/s, '')

/** Two lines each: what it is about, and by which id it is called. */
export function keptLines(found: readonly Kept[], paint: Paint): readonly string[] {
  const rows = found.map(({ changedAtMs, state, attempts, merchantId, orderId, transactionId, sequence }) => [
    ...[timeOf(changedAtMs), stateText(state, paint), String(attempts), merchantId],
    `${harmless(orderId, 40)} / ${harmless(transactionId, 40)}, ${sequence}`,
  ])
  const headings = ['TIME (UTC)', 'STATE', 'TRIES', 'MERCHANT', 'ORDER / TRANSACTION, SEQUENCE']
  const [heading = '', ...lines] = table(headings, rows, paint)
  return [
    heading,
    ...lines.flatMap((line, index) => [line, paint.dim(`  ${found[index]?.notificationId ?? ''}`)]),
  ]
}

function stateText(state: NotificationState, paint: Paint): string {
  if (state === 'DELIVERED') return paint.green(state)
  if (state === 'WAITING') return paint.yellow(state)
  return state === 'DEAD' || state === 'GONE' ? paint.red(state) : state
}

export function keptPairs(kept: Kept): readonly string[] {
  const { notificationId, merchantId, orderId, transactionId, sequence, changedAtMs, state, nextAtMs } = kept
  return pairs([
    ['notification', notificationId],
    ['merchant', merchantId],
    ['about', `order ${harmless(orderId)}, transaction ${harmless(transactionId)}, its change ${sequence}`],
    ['changed', `${timeOf(changedAtMs)} UTC`],
    [
      'goes to',
      kept.target === undefined ? "the merchant's own address" : harmless(withoutQuery(kept.target)),
    ],
    ['state', `${state}${meanings[state] === undefined ? '' : `: ${meanings[state]}`}`],
    ...(nextAtMs === undefined ? [] : [['next attempt', `${timeOf(nextAtMs)} UTC`] as const]),
  ])
}

const meanings: { readonly [State in NotificationState]?: string } = {
  OFF: 'the merchant wants no notifications',
  NOWHERE: 'neither the order nor the merchant says where to',
  GONE: 'the receiver answered 410 and wants no more',
  DEAD: 'it was tried for the last time',
}

export function attemptLines(attempts: readonly MadeAttempt[], paint: Paint): readonly string[] {
  if (attempts.length === 0) return ['No attempt was made yet.']
  const rows = attempts.map(({ attempt, atMs, status, reason, tookMs, target }) => {
    const isTaken = status !== undefined && status >= 200 && status < 300
    const answer = [status, reason].filter(part => part !== undefined).join(' ')
    const shown = isTaken ? paint.green(answer) : paint.red(harmless(answer, 40))
    return [String(attempt), timeOf(atMs), `${tookMs} ms`, shown, harmless(withoutQuery(target), 80)]
  })
  return [...table(['TRY', 'TIME (UTC)', 'TOOK', 'ANSWER', 'TO'], rows, paint), ...withheldLines(attempts)]
}

/** Once for each reason: it mostly holds for all attempts. */
function withheldLines(attempts: readonly MadeAttempt[]): readonly string[] {
  const reasons = new Map<string, number[]>()
  for (const { withheld, attempt } of attempts)
    if (withheld !== undefined) reasons.set(withheld, [...(reasons.get(withheld) ?? []), attempt])
  return [...reasons].map(
    ([reason, tries]) => `Without X-Notification-Secret (${triesText(tries)}): ${harmless(reason)}`,
  )
}

const triesText = (tries: readonly number[]): string => {
  const [first, last] = [tries[0], tries.at(-1)]
  return first === last ? `try ${first}` : `tries ${first} to ${last}`
}
