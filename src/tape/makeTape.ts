// Makes the tape of an order from what is recorded of it. Reads only.

import type { RequestLogStore } from '../console/requestLog/port.ts'
import { type FoundCall, findCalls } from '../console/requestLog/search.ts'
import type { Explanation } from '../contract/explanation.ts'
import type { Content } from '../contract/kit/content.ts'
import type { Owner, Profile } from '../orders/merchant.ts'
import { chosen } from './maskedContent.ts'
import { type OrderTape, tapeFormat } from './tape.ts'
import { tapedCalls } from './tapedCalls.ts'

export type TapeSource = {
  readonly owner: Owner
  readonly profile: Profile
  readonly orderId: string
  /** Each transaction of the order, oldest first. */
  readonly explained: readonly Explanation[]
  readonly requestLog: Pick<RequestLogStore, 'read'>
  readonly isTest: boolean
  readonly patienceMs: number
  readonly product: string
  readonly now: () => Date
}

export async function makeTape(source: TapeSource): Promise<OrderTape> {
  const { owner, profile, orderId, explained, isTest, patienceMs, product, now } = source
  const taken = explained.slice(0, transactionsMax)
  const { logged, isWhole } = await loggedCalls(source)
  const { calls, masked } = tapedCalls(taken, logged)
  const { status } = explained.at(-1)?.order ?? {}
  return {
    ...{ format: tapeFormat, product, madeAt: now().toISOString(), mode: isTest ? 'TEST' : 'LIVE' },
    merchant: owner.merchantId,
    order: { id: orderId, ...(status !== undefined && { status }) },
    settings: settingsOf(profile),
    ...{ patienceMs, masked },
    missing: [
      ...(explained.length > taken.length
        ? [`Only the first ${transactionsMax} transactions are here.`]
        : []),
      ...(isWhole ? [] : ['The request log is too long: refused and repeated calls may be missing.']),
    ],
    calls,
  }
}

/** More than an order has, unless a program went wild. */
const transactionsMax = 100

/** Those that decide about requests. Where a merchant is, and where it is told, is not among them. */
const settingsOf = (profile: Profile): Content =>
  chosen(profile, [
    ...['captureExcessPercent', 'refundExcessPercent', 'authenticatedExcessPercent'],
    ...['standaloneRefunds', 'refundAuthorization', 'attendedForChip'],
  ])

async function loggedCalls({ requestLog, owner, orderId, explained }: TapeSource) {
  const [first] = explained.flatMap(({ steps }) => steps.map(({ time }) => Date.parse(time)))
  const filter = { orderId, ...(first !== undefined && { fromMs: first - dayMs }) }
  const logged: FoundCall[] = []
  let after: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const { calls, next } = await findCalls(requestLog, owner, { filter, page: { after, limit: callsMax } })
    logged.push(...calls)
    if (next === undefined) return { logged, isWhole: true }
    if (logged.length >= callsMax) break
    after = next
  }
  return { logged, isWhole: false }
}

/** A call that was refused comes before the first that was not. */
const dayMs = 86_400_000
const callsMax = 500
const pagesMax = 50
