// Calls about risk: rules, trying them over the past, lists, and reviews.

import { cardNumber, dateTime, digits, oneOf, text } from '../../contract/kit/scalars.ts'
import { group, optional, required } from '../../contract/kit/vocabulary.ts'
import {
  lateConditions,
  listKinds,
  listNames,
  type RuleSet,
  ruleFields,
  ruleSet,
  ruleStates,
  thresholdFields,
} from '../../risk/rule.ts'
import { gatewayCall, merchantCall } from './call.ts'
import { givenName } from './names.ts'

export { lateConditions }

/** Of the gateway's own rules merchants are shown nothing: who knows them can stay below them. */
export type ShownRules = Pick<RuleSet, 'rejectFrom' | 'reviewFrom' | 'rules'>
export type ShownGatewayRules = RuleSet

export type ShownEntry = {
  /** What it is removed by. */
  readonly id: string
  readonly list: (typeof listNames)[number]
  readonly kind: (typeof listKinds)[number]
  readonly shown: string
  readonly note: string
  readonly addedBy: string
  readonly addedAt: string
}
export type ShownEntries = { readonly entries: readonly ShownEntry[]; readonly after?: string }

/** What one part of the past says of a rule: parts are added up by who asks. */
export type PastJudged = {
  /** Payments that were looked at. */
  readonly seen: number
  /** Those that the rule holds for, and those of which that cannot be known. */
  readonly held: number
  readonly unknown: number
  /** Of those held that had succeeded: what the rule would have stopped. */
  readonly amounts: readonly { readonly currency: string; readonly amount: string; readonly count: number }[]
  readonly samples: readonly JudgedPayment[]
  /** How far back this part went, and where the next one begins; absent at the end. */
  readonly searchedTo?: string
  /** Of a rule of the gateway that goes through all merchants: at which one this part ended. */
  readonly searchedIn?: string
  readonly after?: string
}
export type JudgedPayment = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly time: string
  readonly amount: string
  readonly currency: string
  readonly result: string
  readonly gatewayCode: string
  readonly saw: string
}

export type WaitingReviews = { readonly reviews: readonly ShownReview[]; readonly after?: string }
export type ShownReview = {
  readonly orderId: string
  readonly transactionId: string
  readonly type: string
  readonly since: string
  readonly amount: string
  readonly currency: string
  readonly card?: string
  readonly email?: string
  readonly totalScore?: string
  /** It is rejected, but not undone yet: to reject it again completes that. */
  readonly isNotUndone?: true
  readonly rules: readonly { readonly id: string; readonly name: string; readonly data?: string }[]
}
export type Reviewed = { readonly decision: 'ACCEPTED' | 'REJECTED'; readonly undoneBy?: string }

const ruleId = { id: required(ruleFields.id.type, 'Which rule.') }
const ruleState = { ...ruleId, state: required(oneOf(...ruleStates), 'What it becomes.') }
/** Stored ones are read as they are: only new names are judged. */
const ruleName = { name: required(givenName(100), ruleFields.name.doc) }
const rule = { rule: required(group({ ...ruleFields, ...ruleName }), 'The rule.') }
const page = { after: optional(text(1, 300), 'What the page before ended with.') }
const past = { ...page, from: optional(dateTime, 'No older than this.') }
const money = { needsStepUp: true } as const

const entryFields = {
  list: required(oneOf(...listNames), 'Which list.'),
  kind: required(oneOf(...listKinds), 'What it is.'),
}
const addedEntry = {
  ...entryFields,
  value: optional(text(1, 200), 'An e-mail address, an IP address or a name.'),
  cardNumber: optional(cardNumber, 'Only its hash is kept.', { secret: 'number' }),
  note: optional(text(1, 200), 'Why.'),
}
const whichList = { list: required(oneOf(...listNames), 'Which list.') }
const removedEntry = { ...whichList, id: required(digits(1, 18), 'Which entry.') }
const listedIn = { ...whichList, after: optional(digits(1, 18), 'The last one of the page before.') }
const pastOfAll = { ...past, about: optional(text(1, 40), 'Only this merchant; unless given, all of them.') }

export const riskCalls = {
  riskRules: merchantCall<ShownRules>()('risk.read', {}),
  saveRule: merchantCall<ShownRules>()('risk.change', rule, money),
  setRuleState: merchantCall<ShownRules>()('risk.change', ruleState, money),
  removeRule: merchantCall<ShownRules>()('risk.change', ruleId, money),
  setRiskThresholds: merchantCall<ShownRules>()('risk.change', thresholdFields, money),
  /** One part of the past, newest first. */
  tryRule: merchantCall<PastJudged>()('risk.read', { ...rule, ...past }),
  /** The same from what a rule in shadow said when it was asked. */
  shadowReport: merchantCall<PastJudged>()('risk.read', { ...ruleId, ...past }),
  riskLists: merchantCall<ShownEntries>()('risk.read', listedIn),
  addToRiskList: merchantCall<ShownEntry>()('risk.change', addedEntry, money),
  removeFromRiskList: merchantCall<ShownEntry>()('risk.change', removedEntry, money),
  reviewQueue: merchantCall<WaitingReviews>()('risk.read', page),
  decideReview: merchantCall<Reviewed>()(
    'risk.review',
    {
      orderId: required(text(1, 40), 'The order.'),
      transactionId: required(text(1, 40), 'The payment.'),
      decision: required(oneOf('ACCEPTED', 'REJECTED'), 'What is decided.'),
      note: optional(text(1, 2000), 'Why.'),
    },
    money,
  ),

  gatewayRiskRules: gatewayCall<ShownGatewayRules>()('gateway.read', {}),
  saveGatewayRule: gatewayCall<ShownGatewayRules>()('gateway.change', rule, money),
  setGatewayRuleState: gatewayCall<ShownGatewayRules>()('gateway.change', ruleState, money),
  removeGatewayRule: gatewayCall<ShownGatewayRules>()('gateway.change', ruleId, money),
  setGatewayThresholds: gatewayCall<ShownGatewayRules>()('gateway.change', thresholdFields, money),
  setIssuerRanges: gatewayCall<ShownGatewayRules>()(
    'gateway.change',
    { ranges: optional(ruleSet.fields.issuerRanges.type, 'All of them; none: no range is known.') },
    money,
  ),
  /** Over the payments of one merchant or of all, one after the other. */
  tryGatewayRule: gatewayCall<PastJudged>()('gateway.read', { ...rule, ...pastOfAll }),
  gatewayShadowReport: gatewayCall<PastJudged>()('gateway.read', { ...ruleId, ...pastOfAll }),
  gatewayRiskLists: gatewayCall<ShownEntries>()('gateway.read', listedIn),
  addToGatewayList: gatewayCall<ShownEntry>()('gateway.change', addedEntry, money),
  removeFromGatewayList: gatewayCall<ShownEntry>()('gateway.change', removedEntry, money),
}
