import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Kept, type NotificationState, notificationStates } from '../notifications/port.ts'
import { invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import { addCommand, addGroup, type ByOperator, byOperator, numberOption } from './command.ts'
import { type Moment, readMoment } from './moment.ts'
import { addNotificationKeys } from './notificationKeys.ts'
import { attemptLines, attemptsJson, keptJson, keptLines, keptPairs } from './notificationText.ts'
import type { Office, Records } from './office.ts'
import { counted, type Shown } from './shown.ts'
import { UsageRefusal } from './usage.ts'

export function addNotifications(program: Command, office: Office): void {
  const group = addGroup(program, 'notifications', {
    summary: 'what merchants are told, and how far telling them got',
    examples: [
      ['tollgate notifications list --state DEAD', 'what nobody took'],
      ['tollgate notifications resend --merchant SHOP --from 2h --state DEAD', 'once the receiver is back'],
      ['tollgate notifications keys add SHOP', 'a new signing key'],
    ],
  })
  addList(group, office)
  addShow(group, office)
  addResend(group, office)
  addNotificationKeys(group, office)
}

/** In any case, several separated by spaces or commas. */
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

const momentOption = (flags: string, meaning: string) => new Option(flags, meaning).argParser(readMoment)

type Wanted = {
  readonly merchant?: string
  readonly order?: string
  readonly state?: readonly NotificationState[]
  readonly from?: Moment
  readonly to?: Moment
  readonly limit: number
}

function addList(group: Command, office: Office): void {
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
    .addOption(momentOption('--from <time>', 'only from then on: 90m, 2h, 3d ago, or a time in UTC'))
    .addOption(momentOption('--to <time>', 'only before then'))
    .addOption(numberOption('--limit <count>', 'how many', { min: 1, max: 1_000, usual: 20 }))
    .action(async (wanted: Wanted) => {
      const records = await office.records()
      const nowMs = await records.nowMs()
      const found = await records.notifications.list({
        limit: wanted.limit,
        ...(wanted.merchant !== undefined && { merchantId: wanted.merchant }),
        ...(wanted.order !== undefined && { orderId: wanted.order }),
        ...(wanted.state && { states: wanted.state }),
        ...(wanted.from && { fromMs: wanted.from(nowMs) }),
        ...(wanted.to && { toMs: wanted.to(nowMs) }),
      })
      office.show(list(found))
    })
}

const list = (found: readonly Kept[]): Shown => ({
  json: { notifications: found.map(keptJson) },
  text: paint => (found.length === 0 ? ['There are none.'] : keptLines(found, paint)),
})

function addShow(group: Command, office: Office): void {
  addCommand(group, 'show', {
    summary: 'show a notification with every attempt to deliver it',
    examples: [
      ['tollgate notifications show 5c0f2d3e-…', 'by its id, as list and X-Notification-Id tell it'],
    ],
  })
    .argument('<id>', "the notification's id")
    .action(async (id: string) => {
      const { notifications } = await office.records()
      const kept = await findOne(notifications, id)
      if (isRejection(kept)) return office.show(kept)
      const attempts = await notifications.attempts(kept)
      office.show({
        json: { ...keptJson(kept), deliveries: attempts.map(attemptsJson) },
        text: paint => [...keptPairs(kept), '', ...attemptLines(attempts, paint)],
      })
    })
}

async function findOne(notifications: Records['notifications'], id: string): Promise<Kept | Rejection> {
  const why = 'There is no such notification.'
  if (!idForm.test(id))
    return invalid('id', `${why} An id has the form 5c0f2d3e-8a41-4d0b-9a53-0f6d1b1c7e10.`, id)
  const [kept] = await notifications.list({ notificationId: id.toLowerCase(), limit: 1 })
  return kept ?? invalid('id', why, id)
}
const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function addResend(group: Command, office: Office): void {
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
    .addOption(momentOption('--from <time>', 'from then on: 90m, 2h, 3d ago, or a time in UTC'))
    .addOption(momentOption('--to <time>', 'until then; until now unless given'))
    .addOption(stateOption())
  byOperator(command).action(async (ids: string[], wanted: Given & ByOperator) => {
    const range = rangeOf(ids, wanted)
    const records = await office.records(wanted.as)
    const resent = range
      ? await resendRange(records, range, await records.nowMs())
      : await resendOnes(records, ids)
    office.show(isRejection(resent) ? resent : resend(resent))
  })
}

type Given = Pick<Wanted, 'merchant' | 'from' | 'to' | 'state'>
type Range = Given & Required<Pick<Wanted, 'merchant' | 'from'>>

function rangeOf(ids: readonly string[], { merchant, from, to, state }: Given): Range | undefined {
  const hasRange = [merchant, from, to, state].some(each => each !== undefined)
  if (merchant !== undefined && from && ids.length === 0)
    return { merchant, from, ...(to && { to }), ...(state && { state }) }
  if (ids.length > 0 && !hasRange) return undefined
  throw new UsageRefusal(
    'tollgate notifications resend needs ids, or --merchant with --from. ' +
      'See tollgate notifications resend --help.',
  )
}

async function resendOnes({ notifications, administration }: Records, ids: readonly string[]) {
  const found: Kept[] = []
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

async function resendRange({ administration }: Records, { merchant, from, to, state }: Range, nowMs: number) {
  const owner = await administration.merchants.show(merchant)
  if (isRejection(owner)) return owner
  const range = { fromMs: from(nowMs), toMs: to?.(nowMs) ?? nowMs }
  return administration.notifications.resend(owner, { ...range, ...(state && { states: state }) })
}

const resend = (count: number): Shown => ({
  json: { resent: count },
  text: paint => [
    count === 0
      ? 'There were none in that time.'
      : `${paint.green('On their way again:')} ${counted(count, 'notification')}.`,
  ],
})
