// A rule tried over past payments, and what a rule in shadow has said of them: one bounded part of the past
// in each call, newest first, so that whoever asks sees it go on. A rule of the gateway goes through the
// merchants, one after the other.

import { type PastPayment, pastPaymentsOf } from '../../operations/interactions/pastPayments.ts'
import type { Journal } from '../../operations/model/journal.ts'
import { toDecimal } from '../../orders/money.ts'
import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import { compileRule, type RuleOwner, verdictsOn } from '../../risk/assess.ts'
import type { RiskFacts } from '../../risk/facts.ts'
import type { RiskLists } from '../../risk/port.ts'
import type { RiskRule } from '../../risk/rule.ts'
import { objectionToRule } from '../../risk/ruleSets.ts'
import type { JudgedPayment, PastJudged } from '../api/risk.ts'
import { keyText, readKey, timeOfKey } from '../search/filter.ts'
import type { SearchStore } from '../search/port.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { type CalledMerchant, type FindMerchant, merchantOf } from './merchantOf.ts'

export type PastDependencies = {
  readonly findMerchant: FindMerchant
  /** The id of the merchant after this one, by their ids. */
  readonly nextMerchant: (after: string | undefined) => Promise<string | undefined>
  readonly search: Pick<SearchStore, 'find'>
  readonly journal: Pick<Journal, 'load'>
  readonly rules: RiskLists
}

export function createPastHandlers(
  dependencies: PastDependencies,
): Pick<ConsoleHandlers, 'gatewayShadowReport' | 'shadowReport' | 'tryGatewayRule' | 'tryRule'> {
  return {
    async tryRule({ input: { merchantId, rule, ...part } }) {
      const judge = trial(dependencies, rule, merchantId)
      return isRejection(judge) ? judge : judgeMerchant(dependencies, { merchantId, ...part }, judge)
    },
    shadowReport: ({ input: { merchantId, id, ...part } }) =>
      judgeMerchant(dependencies, { merchantId, ...part }, saidInShadow('MERCHANT_RULE', id)),

    async tryGatewayRule({ input: { rule, ...part } }) {
      const judge = trial(dependencies, rule)
      return isRejection(judge) ? judge : judgeAnybody(dependencies, part, judge)
    },
    gatewayShadowReport: ({ input: { id, ...part } }) =>
      judgeAnybody(dependencies, part, saidInShadow('MSO_RULE', id)),
  }
}

type Judge = (payment: PastPayment) => { readonly holds: boolean | undefined; readonly saw: string }

/** Lists are asked as they are now; nobody can know how they were. */
function trial(
  { rules }: PastDependencies,
  rule: Omit<RiskRule, 'state'>,
  merchantId?: string,
): Judge | Rejection {
  const objection = objectionToRule(rule)
  if (objection) return objection
  const owner = merchantId === undefined ? 'MSO_RULE' : 'MERCHANT_RULE'
  const compiled = compileRule({ ...rule, state: 'DRAFT' }, owner, rules.listingFor(merchantId))
  return ({ facts }) => {
    const [verdict] = verdictsOn([compiled], rule.stage === 'AFTER' ? facts : withoutAnswer(facts))
    return { holds: verdict?.holds, saw: verdict?.saw ?? '' }
  }
}

const withoutAnswer = ({ answer: _, ...facts }: RiskFacts): RiskFacts => facts

const saidInShadow =
  (owner: RuleOwner, id: string): Judge =>
  ({ told }) => {
    const said = told.find(one => one.isShadow && one.owner === owner && one.id === id)
    return said ? { holds: said.isUnknown ? undefined : true, saw: said.saw } : { holds: false, saw: '' }
  }

type WantedPart = { readonly after?: string | undefined; readonly from?: string | undefined }

/** Orders in one part: each is loaded on its own, one after the other, so that payments do not wait. */
const partSize = 100
const samplesMax = 20

async function judgeMerchant(
  dependencies: PastDependencies,
  { merchantId, ...part }: WantedPart & { readonly merchantId: string },
  judge: Judge,
): Promise<PastJudged | Rejection> {
  const sum = new JudgedSum()
  const judged = await addOrders(dependencies, { merchantId, limit: partSize, ...part }, { judge, sum })
  if (isRejection(judged)) return judged
  const { next } = judged
  return { ...sum.shown(), ...(next && { after: keyText(next), searchedTo: timeOfKey(next) }) }
}

/** A merchant in one part: also of many who have no orders only so many are asked about. */
const merchantsMax = 20

/** One merchant, or all of them by their ids. What a part ended with says where in whose orders it was. */
async function judgeAnybody(
  dependencies: PastDependencies,
  { about, after, from }: WantedPart & { readonly about?: string | undefined },
  judge: Judge,
): Promise<PastJudged | Rejection> {
  if (about !== undefined) return judgeMerchant(dependencies, { merchantId: about, after, from }, judge)
  const place = after === undefined ? {} : readPlace(after)
  if (isRejection(place)) return place
  const sum = new JudgedSum()
  let [left, inside] = [partSize, place.inside]
  let merchantId = inside === undefined ? await dependencies.nextMerchant(place.merchantId) : place.merchantId
  for (let asked = 1; merchantId !== undefined; asked++) {
    const part = { merchantId, limit: left, after: inside, from }
    const judged = await addOrders(dependencies, part, { judge, sum })
    if (isRejection(judged)) return judged
    left -= judged.count
    if (judged.next)
      return { ...sum.shown(), after: placeText(merchantId, keyText(judged.next)), searchedIn: merchantId }
    if (left <= 0 || asked >= merchantsMax)
      return { ...sum.shown(), after: placeText(merchantId), searchedIn: merchantId }
    inside = undefined
    merchantId = await dependencies.nextMerchant(merchantId)
  }
  return sum.shown()
}

type WantedOrders = WantedPart & { readonly merchantId: string; readonly limit: number }
type Judging = { readonly judge: Judge; readonly sum: JudgedSum }

async function addOrders(
  dependencies: PastDependencies,
  { merchantId, limit, after, from }: WantedOrders,
  { judge, sum }: Judging,
) {
  const merchant = await merchantOf(dependencies.findMerchant, merchantId)
  if (isRejection(merchant)) return merchant
  const key = after === undefined ? undefined : readKey(after)
  if (isRejection(key)) return key
  const filter = from === undefined ? {} : { from: new Date(from) }
  const wanted = { filter, limit, ...(key && { after: key }) }
  const { orders, next } = await dependencies.search.find(merchant, wanted)
  for (const { orderId } of orders)
    for (const payment of await paymentsOf(dependencies, merchant, orderId))
      sum.add({ merchantId, orderId }, payment, judge(payment))
  return { count: orders.length, next }
}

/** A merchant, and where in its orders; without that its orders are done. */
const placeText = (merchantId: string, inside?: string): string =>
  inside === undefined ? merchantId : `${merchantId} ${inside}`

function readPlace(text: string): Place | Rejection {
  const [merchantId, inside, ...more] = text.split(' ')
  if (!merchantId || more.length > 0) return invalid('after', 'It must be what a part before ended with.')
  return { merchantId, inside }
}

type Place = { readonly merchantId?: string | undefined; readonly inside?: string | undefined }

async function paymentsOf(
  { journal, rules }: PastDependencies,
  { cell, merchantId }: CalledMerchant,
  orderId: string,
): Promise<readonly PastPayment[]> {
  const order = await journal.load({ cell, merchantId, orderId })
  return order ? pastPaymentsOf(order, digits => rules.issuerCountryOf(digits)) : []
}

class JudgedSum {
  #seen = 0
  #held = 0
  #unknown = 0
  readonly #stopped = new Map<string, { amount: bigint; count: number }>()
  readonly #samples: JudgedPayment[] = []

  add(
    of: Pick<JudgedPayment, 'merchantId' | 'orderId'>,
    payment: PastPayment,
    { holds, saw }: ReturnType<Judge>,
  ): void {
    this.#seen += 1
    if (holds === undefined) this.#unknown += 1
    if (holds !== true) return
    this.#held += 1
    const { transactionId, time, amount, currency, minor, result, gatewayCode } = payment
    if (result === 'SUCCESS') {
      const before = this.#stopped.get(currency) ?? { amount: 0n, count: 0 }
      this.#stopped.set(currency, { amount: before.amount + minor, count: before.count + 1 })
    }
    if (this.#samples.length < samplesMax)
      this.#samples.push({ ...of, transactionId, time, amount, currency, result, gatewayCode, saw })
  }

  shown(): PastJudged {
    const amounts = [...this.#stopped].map(([currency, { amount, count }]) => ({
      ...{ currency, count, amount: toDecimal(amount, currency) },
    }))
    return {
      ...{ seen: this.#seen, held: this.#held, unknown: this.#unknown, amounts },
      samples: this.#samples,
    }
  }
}
