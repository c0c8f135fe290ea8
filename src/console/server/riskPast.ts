// A rule tried over past payments, and what a rule in shadow has said of them: one bounded part of the past
// in each call, newest first, so that whoever asks sees it go on.

import { type PastPayment, pastPaymentsOf } from '../../operations/interactions/pastPayments.ts'
import type { Journal } from '../../operations/model/journal.ts'
import { toDecimal } from '../../orders/money.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import { compileRule, type RuleOwner, verdictsOn } from '../../risk/assess.ts'
import type { RiskFacts } from '../../risk/facts.ts'
import type { RiskLists, RiskRules } from '../../risk/port.ts'
import { objectionToRule } from '../../risk/ruleSets.ts'
import type { JudgedPayment, PastJudged } from '../api/risk.ts'
import { keyText, readKey, timeOfKey } from '../search/filter.ts'
import type { SearchStore } from '../search/port.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { type CalledMerchant, type FindMerchant, merchantOf } from './merchantOf.ts'

export type PastDependencies = {
  readonly findMerchant: FindMerchant
  readonly search: Pick<SearchStore, 'find'>
  readonly journal: Pick<Journal, 'load'>
  readonly rules: RiskLists & RiskRules
}

export function createPastHandlers(
  dependencies: PastDependencies,
): Pick<ConsoleHandlers, 'shadowReport' | 'tryRule'> {
  return {
    async tryRule({ input: { merchantId, rule, ...part } }) {
      const objection = objectionToRule(rule)
      if (objection) return objection
      // Lists are asked as they are now; nobody can know how they were.
      const listing = dependencies.rules.listingFor(merchantId)
      const compiled = compileRule({ ...rule, state: 'DRAFT' }, 'MERCHANT_RULE', listing)
      return judgePart(dependencies, { merchantId, ...part }, ({ facts }) => {
        const [verdict] = verdictsOn([compiled], rule.stage === 'AFTER' ? facts : withoutAnswer(facts))
        return { holds: verdict?.holds, saw: verdict?.saw ?? '' }
      })
    },

    shadowReport: ({ input: { merchantId, id, ofGateway = false, ...part } }) => {
      const owner: RuleOwner = ofGateway ? 'MSO_RULE' : 'MERCHANT_RULE'
      return judgePart(dependencies, { merchantId, ...part }, ({ told }) => {
        const said = told.find(one => one.isShadow && one.owner === owner && one.id === id)
        return said ? { holds: said.isUnknown ? undefined : true, saw: said.saw } : { holds: false, saw: '' }
      })
    },
  }
}

const withoutAnswer = ({ answer: _, ...facts }: RiskFacts): RiskFacts => facts

type Judge = (payment: PastPayment) => { readonly holds: boolean | undefined; readonly saw: string }

type WantedPart = {
  readonly merchantId: string
  readonly after?: string | undefined
  readonly from?: string | undefined
}

/** Orders in one part: each is loaded on its own, one after the other, so that payments do not wait. */
const partSize = 100
const samplesMax = 20

async function judgePart(
  dependencies: PastDependencies,
  { merchantId, after, from }: WantedPart,
  judge: Judge,
): Promise<PastJudged | Rejection> {
  const merchant = await merchantOf(dependencies.findMerchant, merchantId)
  if (isRejection(merchant)) return merchant
  const key = after === undefined ? undefined : readKey(after)
  if (isRejection(key)) return key
  const filter = from === undefined ? {} : { from: new Date(from) }
  const found = await dependencies.search.find(merchant, {
    filter,
    limit: partSize,
    ...(key && { after: key }),
  })
  const sum = new JudgedSum()
  for (const { orderId } of found.orders)
    for (const payment of await paymentsOf(dependencies, merchant, orderId))
      sum.add(orderId, payment, judge(payment))
  return {
    ...sum.shown(),
    ...(found.next && { after: keyText(found.next), searchedTo: timeOfKey(found.next) }),
  }
}

async function paymentsOf(
  { journal, rules }: PastDependencies,
  { cell, merchantId }: CalledMerchant,
  orderId: string,
): Promise<readonly PastPayment[]> {
  const order = await journal.load({ cell, merchantId, orderId })
  const issuerCountryOf = rules.rulesFor(merchantId)?.issuerCountryOf ?? (() => undefined)
  return order ? pastPaymentsOf(order, issuerCountryOf) : []
}

class JudgedSum {
  #seen = 0
  #held = 0
  #unknown = 0
  readonly #stopped = new Map<string, { amount: bigint; count: number }>()
  readonly #samples: JudgedPayment[] = []

  add(orderId: string, payment: PastPayment, { holds, saw }: ReturnType<Judge>): void {
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
      this.#samples.push({ orderId, transactionId, time, amount, currency, result, gatewayCode, saw })
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
