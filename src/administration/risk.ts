// Managing risk rules and lists: of a merchant, or of the gateway for all merchants.

import { invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import { readListValue } from '../risk/listValues.ts'
import type { IssuerRange, ListKind, ListName, RiskRule, RuleSet, RuleState } from '../risk/rule.ts'
import { noRules } from '../risk/rule.ts'
import {
  isSameSet,
  readRuleSet,
  ruleSetText,
  withIssuerRanges,
  withoutRule,
  withRuleState,
  withSavedRule,
  withThresholds,
} from '../risk/ruleSets.ts'
import { type AdministrationDependencies, withMerchant } from './context.ts'
import type { AuditAction, NewAuditEntry, RiskListEntry } from './port.ts'

/** A merchant's id, or the gateway itself. Changes are felt by payments within about a second. */
export type RiskScope = { readonly merchantId?: string | undefined }

export interface RiskAdministration {
  rules(scope: RiskScope): Promise<RuleSet | Rejection>
  /** A new rule, or a draft changed. */
  save(scope: RiskScope, rule: Omit<RiskRule, 'state'>): Promise<RuleSet | Rejection>
  setState(scope: RiskScope, id: string, state: RuleState): Promise<RuleSet | Rejection>
  remove(scope: RiskScope, id: string): Promise<RuleSet | Rejection>
  setThresholds(
    scope: RiskScope,
    thresholds: Pick<RuleSet, 'rejectFrom' | 'reviewFrom'>,
  ): Promise<RuleSet | Rejection>
  /** Of the gateway: where issuers are. */
  setIssuerRanges(ranges: readonly IssuerRange[]): Promise<RuleSet | Rejection>
  /** The newest first; `after` is the id of the last one of the page before. */
  list(scope: RiskScope, wanted: WantedEntries): Promise<ListedEntries | Rejection>
  addToList(scope: RiskScope, entry: GivenEntry): Promise<ListedEntry | Rejection>
  removeFromList(scope: RiskScope, entry: NamedEntry): Promise<ListedEntry | Rejection>
}

export type WantedEntries = {
  readonly list: ListName
  readonly after?: string | undefined
  readonly limit: number
}
export type ListedEntry = RiskListEntry
export type ListedEntries = { readonly entries: readonly ListedEntry[]; readonly isCut: boolean }
type NamedEntry = Pick<ListedEntry, 'id' | 'list'>
type GivenEntry = {
  readonly list: ListName
  readonly kind: ListKind
  readonly value: string
  readonly note?: string | undefined
}

export type RiskDependencies = AdministrationDependencies & {
  /** As the vault hashes card numbers: for lists of cards. */
  readonly cardHash: (number: string) => Buffer
}

export function createRiskAdministration(dependencies: RiskDependencies): RiskAdministration {
  return { ...createRuleMethods(dependencies), ...createListMethods(dependencies) }
}

const inScope = <Result>(
  dependencies: RiskDependencies,
  { merchantId }: RiskScope,
  work: (name: string) => Promise<Result | Rejection>,
): Promise<Result | Rejection> =>
  merchantId === undefined
    ? work(gatewayScope)
    : withMerchant(dependencies, merchantId, () => work(merchantId))

function entryOf(
  { actor }: RiskDependencies,
  { merchantId }: RiskScope,
  { action, details }: Pick<NewAuditEntry, 'action' | 'details'>,
): NewAuditEntry {
  return { actor, action, ...(merchantId !== undefined && { merchantId }), details }
}

const changeRules = (dependencies: RiskDependencies, scope: RiskScope, wanted: RuleChange) =>
  inScope(dependencies, scope, name =>
    dependencies.store.changeRiskRules<RuleSet | Rejection>(name, content => {
      const before = content === undefined ? noRules : readRuleSet(content)
      const after = wanted.decide(before)
      if (isRejection(after) || isSameSet(before, after)) return { result: after }
      const change = { content: ruleSetText(after), entry: entryOf(dependencies, scope, wanted) }
      return { result: after, change }
    }),
  )

type RuleMethods = Omit<RiskAdministration, keyof ListMethods>

function createRuleMethods(dependencies: RiskDependencies): RuleMethods {
  const change = (scope: RiskScope, wanted: RuleChange) => changeRules(dependencies, scope, wanted)
  return {
    rules: scope =>
      inScope(dependencies, scope, async name => {
        const stored = await dependencies.store.riskRules(name)
        return stored ? readRuleSet(stored.content) : noRules
      }),
    save(scope, rule) {
      const decide = (set: RuleSet) => withSavedRule(set, rule)
      return change(scope, { action: 'risk.rule.save', details: { ...rule }, decide })
    },
    setState(scope, id, state) {
      const decide = (set: RuleSet) => withRuleState(set, id, state)
      return change(scope, { action: 'risk.rule.state', details: { id, state }, decide })
    },
    remove(scope, id) {
      const decide = (set: RuleSet) => withoutRule(set, id)
      return change(scope, { action: 'risk.rule.remove', details: { id }, decide })
    },
    setThresholds(scope, thresholds) {
      const decide = (set: RuleSet) => withThresholds(set, thresholds)
      return change(scope, { action: 'risk.thresholds', details: { ...thresholds }, decide })
    },
    setIssuerRanges(ranges) {
      const decide = (set: RuleSet) => withIssuerRanges(set, ranges)
      return change({}, { action: 'risk.issuers', details: { ranges: ranges.length }, decide })
    },
  }
}

type ListMethods = Pick<RiskAdministration, 'addToList' | 'list' | 'removeFromList'>

function createListMethods(dependencies: RiskDependencies): ListMethods {
  const { store, actor, cardHash } = dependencies
  return {
    list: (scope, { limit, ...wanted }) =>
      inScope(dependencies, scope, async name => {
        const entries = await store.riskListEntries({ scope: name, ...wanted, limit: limit + 1 })
        return { entries: entries.slice(0, limit), isCut: entries.length > limit }
      }),
    addToList: (scope, { list, kind, value: given, note = '' }) =>
      inScope(dependencies, scope, async name => {
        const read = readListValue(kind, given, cardHash)
        if (isRejection(read)) return read
        const added = { list, kind, ...read, note, addedBy: actor }
        const details = { list, kind, shown: read.shown, note }
        const entry = entryOf(dependencies, scope, { action: 'risk.list.add', details })
        const stored = await store.addRiskListEntry(name, added, { entry, max: entriesMax })
        return stored ?? invalid('value', `There are ${entriesMax} entries already.`)
      }),
    removeFromList: (scope, named) =>
      inScope(dependencies, scope, async name => {
        const removed = await store.removeRiskListEntry(name, named, ({ list, kind, shown }) =>
          entryOf(dependencies, scope, { action: 'risk.list.remove', details: { list, kind, shown } }),
        )
        return removed ?? invalid('id', 'It is not on the list.', named.id)
      }),
  }
}

type RuleChange = {
  readonly action: AuditAction
  readonly details: NewAuditEntry['details']
  readonly decide: (set: RuleSet) => RuleSet | Rejection
}

/** The name under which the rules of the gateway itself are stored: no merchant can have it. */
const gatewayScope = ''

/** On both lists of a scope together: every node holds them in memory. */
const entriesMax = 10_000
