// Resending notifications on behalf of an operator, in parts.

import type { AdministrationStore } from '../../administration/port.ts'
import { notificationStates, type ResendSelection } from '../../notifications/port.ts'
import type { Owner } from '../../orders/merchant.ts'
import type { AuditedChange, ChangeQuery } from '../administration/change.ts'
import type { SqlStatement } from '../connection/statement.ts'
import { byNotificationId, isNotificationId } from './list.ts'

/** Each part is committed separately, so that recording attempts waits for one part at most. */
export function createResendAdministration(change: AuditedChange): Pick<AdministrationStore, 'resend'> {
  return {
    resend: (owner, which, entry) =>
      inParts(cursor =>
        change(async ask => {
          const result = await resendPart(ask, { owner, which, cursor })
          return { result, entries: result.count > 0 ? [entry(result.count)] : [] }
        }),
      ),
  }
}

/** Resends all parts in turn; returns how many notifications they had. */
async function inParts(resend: (cursor: ResendCursor) => Promise<ResentPart>): Promise<number> {
  let sum = 0
  for (let cursor: ResendCursor | undefined = beginning; cursor !== undefined; ) {
    const { count, next }: ResentPart = await resend(cursor)
    sum += count
    cursor = next
  }
  return sum
}

/** Where in the range the previous part ended. */
type ResendCursor = readonly [changedUs: string, feedNo: string]
type ResentPart = { readonly count: number; readonly next?: ResendCursor }
type WantedResend = { readonly owner: Owner; readonly which: ResendSelection; readonly cursor: ResendCursor }

const beginning: ResendCursor = ['0', '0']
const partMax = 500

async function resendPart(ask: ChangeQuery, { owner, which, cursor }: WantedResend): Promise<ResentPart> {
  const { cell, merchantId } = owner
  if (!('fromMs' in which)) {
    if (!isNotificationId(which.notificationId)) return { count: 0 }
    return { count: (await ask(oneStatement, [cell, merchantId, which.notificationId])).length }
  }
  const { fromMs, toMs, states = notificationStates } = which
  const wanted = [cell, merchantId, Math.ceil(fromMs), Math.ceil(toMs), states]
  const rows = await ask<ResentRow>(rangeStatement, [...wanted, ...cursor, partMax])
  const last = rows.at(-1)
  const isAll = last === undefined || rows.length < partMax
  return { count: rows.length, ...(!isAll && { next: [last.changed_us, last.feed_no] }) }
}

type ResentRow = { readonly changed_us: string; readonly feed_no: string }

/**
 * A notification that was never tried keeps its place in the sequence of its receiver, before those that
 * wait for it. A lease is kept: a notification that is being sent right now is sent again afterwards. Rows
 * are locked in the order in which attempts are recorded.
 */
const resendStatement = (name: string, choice: string): SqlStatement => ({
  name,
  text: `
with moment as materialized (select tollgate_now() as now),
chosen as materialized (
  select feed_no, changed_at from notifications where cell = $1::int2 and merchant_id = $2 and ${choice}
),
locked as materialized (
  select c.feed_no from (select feed_no from chosen order by feed_no) c cross join lateral (
    select from notifications where cell = $1::int2 and merchant_id = $2 and feed_no = c.feed_no limit 1
    for update
  ) n
),
put as (
  insert into notifications as n (cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id,
    transaction_id, changed_at, state, next_at)
  select $1::int2, $2, feed_no, gen_random_uuid(), 0, 0, '', '', (select now from moment), 'WAITING',
    (select now from moment)
  from locked
  on conflict (cell, merchant_id, feed_no) do update
    set state = excluded.state, tries = 0, ended_at = null,
      next_at = case when n.attempts = 0 then least(n.changed_at, excluded.next_at) else excluded.next_at end
)
select feed_no, (extract(epoch from changed_at) * 1000000)::int8 as changed_us
from chosen order by changed_at, feed_no`,
})

const oneStatement = resendStatement('resend', byNotificationId('$3'))

const at = (parameter: string, unit: string) =>
  `timestamptz 'epoch' + ${parameter}::int8 * interval '1 ${unit}'`

const rangeStatement = resendStatement(
  'resend range',
  `changed_at >= ${at('$3', 'ms')} and changed_at < ${at('$4', 'ms')} and state = any ($5::text[])
    and (changed_at, feed_no) > (${at('$6', 'microsecond')}, $7::int8)
  order by changed_at, feed_no limit $8::int4`,
)
