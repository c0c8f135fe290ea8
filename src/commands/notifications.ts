// The commands of notifications: listing them, showing the attempts to deliver one, and delivering again.

import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  type KeptNotification,
  type NotificationState,
  notificationStates,
  type RecordedAttempt,
} from '../notifications/port.ts'
import { invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import {
  addCommand,
  addGroup,
  numberOption,
  type OperatorOption,
  UsageRefusal,
  withOperatorOption,
} from './command.ts'
import type { CommandContext, OperatorRecords } from './context.ts'
import { addNotificationKeys } from './notificationKeys.ts'
import {
  type CommandResult,
  countText,
  isoTime,
  pairLines,
  printable,
  tableLines,
  timeText,
} from './output.ts'
import type { TerminalPaint } from './terminal.ts'

export function addNotifications(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'notifications', {
    summary: 'notifications of merchants, and how far their delivery got',
    examples: [
      ['tollgate notifications list --state DEAD', 'what nobody took'],
      ['tollgate notifications resend --merchant SHOP --from 2h --state DEAD', 'once the receiver is back'],
      ['tollgate notifications keys add SHOP', 'a new signing key'],
    ],
  })
  addList(group, context)
  addShow(group, context)
  addResend(group, context)
  addNotificationKeys(group, context)
}

/** Upper or lower case; several separated by spaces or commas. */
const stateOption = () =>
  new Option('--state <state...>', `only in one of these states: ${notificationStates.join(', ')}`).argParser(
    (text: string, before: readonly NotificationState[] = []) => [
      ...before,
      ...text.split(',').map(readState),
    ],
  )

function readState(text: string): NotificationState {
  const known = notificationStates.find(state => state === text.toUpperCase())
  if (known !== undefined) return known
  throw new InvalidArgumentError(`It must be one of ${notificationStates.join(', ')}.`)
}

const timeOption = (flags: string, meaning: string) => new Option(flags, meaning).argParser(readPointInTime)

type WantedNotificationList = {
  readonly merchant?: string
  readonly order?: string
  readonly state?: readonly NotificationState[]
  readonly from?: PointInTime
  readonly to?: PointInTime
  readonly limit: number
}

function addList(group: Command, context: CommandContext): void {
  addCommand(group, 'list', {
    summary: 'list notifications, newest first',
    details:
      'WAITING is on its way; DELIVERED was taken; DEAD was tried for three days; GONE was refused with ' +
      '410; OFF and NOWHERE were not sent, because the merchant wants none or has no address.',
    examples: [
      ['tollgate notifications list', 'the newest twenty'],
      ['tollgate notifications list --merchant SHOP --order order-1', 'what SHOP was told about an order'],
      ['tollgate notifications list --state DEAD GONE --from 3d', 'what nobody took, of the last three days'],
    ],
  })
    .option('--merchant <merchant>', "only this merchant's")
    .option('--order <order>', 'only about this order')
    .addOption(stateOption())
    .addOption(timeOption('--from <time>', 'only from then on: 90m, 2h, 3d ago, or a time in UTC'))
    .addOption(timeOption('--to <time>', 'only before then'))
    .addOption(numberOption('--limit <count>', 'how many', { min: 1, max: 1_000, usual: 20 }))
    .action(async (wanted: WantedNotificationList) => {
      const records = await context.records()
      const nowMs = await records.nowMs()
      const found = await records.notifications.list({
        limit: wanted.limit,
        ...(wanted.merchant !== undefined && { merchantId: wanted.merchant }),
        ...(wanted.order !== undefined && { orderId: wanted.order }),
        ...(wanted.state && { states: wanted.state }),
        ...(wanted.from && { fromMs: wanted.from(nowMs) }),
        ...(wanted.to && { toMs: wanted.to(nowMs) }),
      })
      context.show(listResult(found))
    })
}

const listResult = (found: readonly KeptNotification[]): CommandResult => ({
  json: { notifications: found.map(keptJson) },
  text: paint => (found.length === 0 ? ['There are none.'] : keptLines(found, paint)),
})

function addShow(group: Command, context: CommandContext): void {
  addCommand(group, 'show', {
    summary: 'show a notification with every attempt to deliver it',
    examples: [
      ['tollgate notifications show 5c0f2d3e-…', 'by its id, as list and X-Notification-Id tell it'],
    ],
  })
    .argument('<id>', "the notification's id")
    .action(async (id: string) => {
      const { notifications } = await context.records()
      const kept = await findOne(notifications, id)
      if (isRejection(kept)) return context.show(kept)
      const attempts = await notifications.attempts(kept)
      context.show({
        json: { ...keptJson(kept), deliveries: attempts.map(attemptsJson) },
        text: paint => [...keptPairs(kept), '', ...attemptLines(attempts, paint)],
      })
    })
}

async function findOne(
  notifications: OperatorRecords['notifications'],
  id: string,
): Promise<KeptNotification | Rejection> {
  const why = 'There is no such notification.'
  if (!idForm.test(id))
    return invalid('id', `${why} An id has the form 5c0f2d3e-8a41-4d0b-9a53-0f6d1b1c7e10.`, id)
  const [kept] = await notifications.list({ notificationId: id.toLowerCase(), limit: 1 })
  return kept ?? invalid('id', why, id)
}
const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function addResend(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'resend', {
    summary: 'send notifications again: some, or all of a time range',
    details: 'Whatever became of them. Attempts go on counting; the times between them begin anew.',
    examples: [
      ['tollgate notifications resend 5c0f2d3e-…', 'one of them'],
      ['tollgate notifications resend --merchant SHOP --from 2h', 'all of the last two hours'],
      ['tollgate notifications resend --merchant SHOP --from 3d --to 1d --state DEAD', 'what nobody took'],
    ],
  })
    .argument('[id...]', 'which; or a time range instead')
    .option('--merchant <merchant>', 'for a time range: whose')
    .addOption(timeOption('--from <time>', 'from then on: 90m, 2h, 3d ago, or a time in UTC'))
    .addOption(timeOption('--to <time>', 'until then; until now unless given'))
    .addOption(stateOption())
  withOperatorOption(command).action(async (ids: string[], wanted: ResendArguments & OperatorOption) => {
    const range = rangeOf(ids, wanted)
    const records = await context.records(wanted)
    const resent = range
      ? await resendRange(records, range, await records.nowMs())
      : await resendOnes(records, ids)
    context.show(isRejection(resent) ? resent : resendResult(resent))
  })
}

type ResendArguments = Pick<WantedNotificationList, 'merchant' | 'from' | 'to' | 'state'>
type ResendRange = ResendArguments & Required<Pick<WantedNotificationList, 'merchant' | 'from'>>

function rangeOf(
  ids: readonly string[],
  { merchant, from, to, state }: ResendArguments,
): ResendRange | undefined {
  const hasRange = [merchant, from, to, state].some(each => each !== undefined)
  if (merchant !== undefined && from && ids.length === 0)
    return { merchant, from, ...(to && { to }), ...(state && { state }) }
  if (ids.length > 0 && !hasRange) return undefined
  throw new UsageRefusal(
    'tollgate notifications resend needs ids, or --merchant with --from. ' +
      'See tollgate notifications resend --help.',
  )
}

async function resendOnes({ notifications, administration }: OperatorRecords, ids: readonly string[]) {
  const found: KeptNotification[] = []
  for (const id of ids) {
    const kept = await findOne(notifications, id)
    if (isRejection(kept)) return kept
    found.push(kept)
  }
  let count = 0
  for (const kept of found)
    count += await administration.notifications.resend(kept, { notificationId: kept.notificationId })
  return count
}

async function resendRange(
  { administration }: OperatorRecords,
  { merchant, from, to, state }: ResendRange,
  nowMs: number,
) {
  const owner = await administration.merchants.show(merchant)
  if (isRejection(owner)) return owner
  const range = { fromMs: from(nowMs), toMs: to?.(nowMs) ?? nowMs }
  return administration.notifications.resend(owner, { ...range, ...(state && { states: state }) })
}

const resendResult = (count: number): CommandResult => ({
  json: { resent: count },
  text: paint => [
    count === 0
      ? 'There were none in that time.'
      : `${paint.green('On their way again:')} ${countText(count, 'notification')}.`,
  ],
})

/** A point in time as people write it: `2h` ago, or a date with or without a time, in UTC. */
type PointInTime = (nowMs: number) => number

export function readPointInTime(text: string): PointInTime {
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  const unitMs = unitsMs.get(unit)
  if (unitMs !== undefined) return nowMs => nowMs - Number(count) * unitMs
  const [, day, time, seconds = ':00'] = pointInTimeForm.exec(text) ?? []
  const atMs =
    day === undefined ? Number.NaN : Date.parse(`${day}T${time === undefined ? '00:00' : time}${seconds}Z`)
  if (!Number.isNaN(atMs)) return () => atMs
  throw new InvalidArgumentError('It must be like 90m, 2h, 3d, 2026-11-15 or 2026-11-15T09:30, in UTC.')
}

const unitsMs: ReadonlyMap<string | undefined, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
])

const pointInTimeForm = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?Z?)?$/

function keptJson({
  feedNo,
  cell,
  notificationId,
  changedAtMs,
  nextAtMs,
  target,
  ...kept
}: KeptNotification): object {
  return {
    id: notificationId,
    ...kept,
    ...(target !== undefined && { target: withoutQuery(target) }),
    time: isoTime(changedAtMs),
    ...(nextAtMs !== undefined && { next: isoTime(nextAtMs) }),
  }
}

const attemptsJson = ({ atMs, target, ...attempt }: RecordedAttempt): object => ({
  ...attempt,
  target: withoutQuery(target),
  time: isoTime(atMs),
})

/** The query often contains a secret by which the merchant's server recognizes the sender. */
const withoutQuery = (target: string): string => target.replace(/[?#].*/s, '')

/** Two lines each: what it is about, and its id. */
function keptLines(found: readonly KeptNotification[], paint: TerminalPaint): readonly string[] {
  const rows = found.map(({ changedAtMs, state, attempts, merchantId, orderId, transactionId, sequence }) => [
    ...[timeText(changedAtMs), stateText(state, paint), String(attempts), merchantId],
    `${printable(orderId, 40)} / ${printable(transactionId, 40)}, ${sequence}`,
  ])
  const headings = ['TIME (UTC)', 'STATE', 'TRIES', 'MERCHANT', 'ORDER / TRANSACTION, SEQUENCE']
  const [heading = '', ...lines] = tableLines(headings, rows, paint)
  return [
    heading,
    ...lines.flatMap((line, index) => [line, paint.dim(`  ${found[index]?.notificationId ?? ''}`)]),
  ]
}

function stateText(state: NotificationState, paint: TerminalPaint): string {
  if (state === 'DELIVERED') return paint.green(state)
  if (state === 'WAITING') return paint.yellow(state)
  return state === 'DEAD' || state === 'GONE' ? paint.red(state) : state
}

function keptPairs(kept: KeptNotification): readonly string[] {
  const { notificationId, merchantId, orderId, transactionId, sequence, changedAtMs, state, nextAtMs } = kept
  return pairLines([
    ['notification', notificationId],
    ['merchant', merchantId],
    ['about', `order ${printable(orderId)}, transaction ${printable(transactionId)}, its change ${sequence}`],
    ['changed', `${timeText(changedAtMs)} UTC`],
    [
      'goes to',
      kept.target === undefined ? "the merchant's own address" : printable(withoutQuery(kept.target)),
    ],
    ['state', `${state}${meanings[state] === undefined ? '' : `: ${meanings[state]}`}`],
    ...(nextAtMs === undefined ? [] : [['next attempt', `${timeText(nextAtMs)} UTC`] as const]),
  ])
}

const meanings: { readonly [State in NotificationState]?: string } = {
  OFF: 'the merchant wants no notifications',
  NOWHERE: 'neither the order nor the merchant says where to',
  GONE: 'the receiver answered 410 and wants no more',
  DEAD: 'it was tried for the last time',
}

export function attemptLines(attempts: readonly RecordedAttempt[], paint: TerminalPaint): readonly string[] {
  if (attempts.length === 0) return ['No attempt was made yet.']
  const rows = attempts.map(({ attempt, atMs, status, reason, tookMs, target }) => {
    const isTaken = status !== undefined && status >= 200 && status < 300
    const answer = [status, reason].filter(part => part !== undefined).join(' ')
    const shown = isTaken ? paint.green(answer) : paint.red(printable(answer, 40))
    return [String(attempt), timeText(atMs), `${tookMs} ms`, shown, printable(withoutQuery(target), 80)]
  })
  return [
    ...tableLines(['TRY', 'TIME (UTC)', 'TOOK', 'ANSWER', 'TO'], rows, paint),
    ...withheldLines(attempts),
  ]
}

/** Each reason once: it mostly is the same for all attempts. */
function withheldLines(attempts: readonly RecordedAttempt[]): readonly string[] {
  const reasons = new Map<string, number[]>()
  for (const { withheld, attempt } of attempts)
    if (withheld !== undefined) reasons.set(withheld, [...(reasons.get(withheld) ?? []), attempt])
  return [...reasons].map(
    ([reason, tries]) => `Without X-Notification-Secret (${triesText(tries)}): ${printable(reason)}`,
  )
}

const triesText = (tries: readonly number[]): string => {
  const [first, last] = [tries[0], tries.at(-1)]
  return first === last ? `try ${first}` : `tries ${first} to ${last}`
}
