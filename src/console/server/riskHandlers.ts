// Risk rules and lists, of a merchant and of the gateway.

import type { RiskListEntry } from '../../administration/port.ts'
import { invalid, isRejection, missing, type Rejection } from '../../orders/rejection.ts'
import type { IssuerRange, ListKind, ListName, RiskRule, RuleSet, RuleState } from '../../risk/rule.ts'
import type { riskCalls, ShownEntries, ShownEntry, ShownGatewayRules, ShownRules } from '../api/risk.ts'
import type { SignedInUser } from '../users/port.ts'
import { actorOf } from '../users/userEntries.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { createPastHandlers, type PastDependencies } from './riskPast.ts'
import { createReviewHandlers, type ReviewDependencies } from './riskReviews.ts'

export type RiskHandlers = Pick<ConsoleHandlers, keyof typeof riskCalls>

/** Risk rules and lists in the name of one user. */
export interface RiskManager {
  rules(scope: ManagedScope): Promise<RuleSet | Rejection>
  save(scope: ManagedScope, rule: Omit<RiskRule, 'state'>): Promise<RuleSet | Rejection>
  setState(scope: ManagedScope, id: string, state: RuleState): Promise<RuleSet | Rejection>
  remove(scope: ManagedScope, id: string): Promise<RuleSet | Rejection>
  setThresholds(
    scope: ManagedScope,
    thresholds: Pick<RuleSet, 'rejectFrom' | 'reviewFrom'>,
  ): Promise<RuleSet | Rejection>
  setIssuerRanges(ranges: readonly IssuerRange[]): Promise<RuleSet | Rejection>
  list(
    scope: ManagedScope,
    wanted: { readonly list: ListName; readonly after?: string | undefined; readonly limit: number },
  ): Promise<{ readonly entries: readonly RiskListEntry[]; readonly isCut: boolean } | Rejection>
  addToList(
    scope: ManagedScope,
    entry: {
      readonly list: ListName
      readonly kind: ListKind
      readonly value: string
      readonly note?: string | undefined
    },
  ): Promise<RiskListEntry | Rejection>
  removeFromList(
    scope: ManagedScope,
    entry: Pick<RiskListEntry, 'id' | 'list'>,
  ): Promise<RiskListEntry | Rejection>
}
/** Without a merchant: the gateway. */
type ManagedScope = { readonly merchantId?: string | undefined }

export type RiskHandlerOptions = PastDependencies &
  ReviewDependencies & { readonly riskOf: (actor: string) => RiskManager }

export function createRiskHandlers(options: RiskHandlerOptions): RiskHandlers {
  return {
    ...createRuleHandlers(options),
    ...createGatewayRuleHandlers(options),
    ...createListHandlers(options),
    ...createPastHandlers(options),
    ...createReviewHandlers(options),
  }
}

type Managing = Pick<RiskHandlerOptions, 'riskOf'>
type RuleHandlers = Pick<
  RiskHandlers,
  'removeRule' | 'riskRules' | 'saveRule' | 'setRiskThresholds' | 'setRuleState'
>

const managerOf = ({ riskOf }: Managing, { user }: SignedInUser): RiskManager => riskOf(actorOf(user))

function createRuleHandlers(options: Managing): RuleHandlers {
  const by = (signedIn: SignedInUser) => managerOf(options, signedIn)
  return {
    riskRules: ({ input: { merchantId }, signedIn }) => shown(by(signedIn).rules({ merchantId })),
    saveRule: ({ input: { merchantId, rule }, signedIn }) => shown(by(signedIn).save({ merchantId }, rule)),
    setRuleState: ({ input: { merchantId, id, state }, signedIn }) =>
      shown(by(signedIn).setState({ merchantId }, id, state)),
    removeRule: ({ input: { merchantId, id }, signedIn }) => shown(by(signedIn).remove({ merchantId }, id)),
    setRiskThresholds: ({ input: { merchantId, ...thresholds }, signedIn }) =>
      shown(by(signedIn).setThresholds({ merchantId }, thresholds)),
  }
}

async function shown(asked: Promise<RuleSet | Rejection>): Promise<ShownRules | Rejection> {
  const set = await asked
  if (isRejection(set)) return set
  const { rules, reviewFrom, rejectFrom } = set
  return {
    rules,
    ...(reviewFrom !== undefined && { reviewFrom }),
    ...(rejectFrom !== undefined && { rejectFrom }),
  }
}

type GatewayRuleHandlers = Pick<
  RiskHandlers,
  | 'gatewayRiskRules'
  | 'removeGatewayRule'
  | 'saveGatewayRule'
  | 'setGatewayRuleState'
  | 'setGatewayThresholds'
  | 'setIssuerRanges'
>

function createGatewayRuleHandlers(options: Managing): GatewayRuleHandlers {
  const by = (signedIn: SignedInUser) => managerOf(options, signedIn)
  const answer = async (set: Promise<RuleSet | Rejection>): Promise<ShownGatewayRules | Rejection> => set
  return {
    gatewayRiskRules: ({ signedIn }) => answer(by(signedIn).rules({})),
    saveGatewayRule: ({ input: { rule }, signedIn }) => answer(by(signedIn).save({}, rule)),
    setGatewayRuleState: ({ input: { id, state }, signedIn }) => answer(by(signedIn).setState({}, id, state)),
    removeGatewayRule: ({ input: { id }, signedIn }) => answer(by(signedIn).remove({}, id)),
    setGatewayThresholds: ({ input, signedIn }) => answer(by(signedIn).setThresholds({}, input)),
    setIssuerRanges: ({ input: { ranges = [] }, signedIn }) => answer(by(signedIn).setIssuerRanges(ranges)),
  }
}

type ListHandlers = Pick<
  RiskHandlers,
  | 'addToGatewayList'
  | 'addToRiskList'
  | 'gatewayRiskLists'
  | 'removeFromGatewayList'
  | 'removeFromRiskList'
  | 'riskLists'
>

function createListHandlers(options: Managing): ListHandlers {
  const by = (signedIn: SignedInUser) => managerOf(options, signedIn)
  return {
    riskLists: ({ input: { merchantId, list, after }, signedIn }) =>
      listed(by(signedIn), { merchantId }, { list, after }),
    addToRiskList: ({ input: { merchantId, ...entry }, signedIn }) =>
      added(by(signedIn), { merchantId }, entry),
    removeFromRiskList: ({ input: { merchantId, ...entry }, signedIn }) =>
      entryShown(by(signedIn).removeFromList({ merchantId }, entry)),
    gatewayRiskLists: ({ input: { list, after }, signedIn }) => listed(by(signedIn), {}, { list, after }),
    addToGatewayList: ({ input, signedIn }) => added(by(signedIn), {}, input),
    removeFromGatewayList: ({ input, signedIn }) => entryShown(by(signedIn).removeFromList({}, input)),
  }
}

const pageSize = 100

async function listed(
  manager: RiskManager,
  scope: ManagedScope,
  { list, after }: { readonly list: ListName; readonly after?: string | undefined },
): Promise<ShownEntries | Rejection> {
  const found = await manager.list(scope, { list, after, limit: pageSize })
  if (isRejection(found)) return found
  const last = found.entries.at(-1)
  return {
    entries: found.entries.map(shownEntry),
    ...(found.isCut && last && { after: last.id }),
  }
}

type AddedEntry = {
  readonly list: ListName
  readonly kind: ListKind
  readonly value?: string | undefined
  readonly cardNumber?: string | undefined
  readonly note?: string | undefined
}

async function added(
  manager: RiskManager,
  scope: ManagedScope,
  { list, kind, value, cardNumber, note }: AddedEntry,
): Promise<ShownEntry | Rejection> {
  const given = kind === 'CARD' ? cardNumber : value
  if (given === undefined) return missing(kind === 'CARD' ? 'cardNumber' : 'value')
  if (kind === 'CARD' ? value !== undefined : cardNumber !== undefined)
    return invalid('kind', 'A card has a number, everything else a value.', kind)
  return entryShown(manager.addToList(scope, { list, kind, value: given, note }))
}

async function entryShown(entry: Promise<RiskListEntry | Rejection>): Promise<ShownEntry | Rejection> {
  const found = await entry
  return isRejection(found) ? found : shownEntry(found)
}

const shownEntry = ({ addedAtMs, ...entry }: RiskListEntry): ShownEntry => ({
  ...entry,
  addedAt: new Date(addedAtMs).toISOString(),
})
