// What a plan consists of: steps, each with what a person is shown of it and the tasks that do it.

import type { MerchantStanding } from '../../orders/standing.ts'
import type { IssuerRange, RiskRule, RuleSet, RuleState } from '../../risk/rule.ts'
import type { MerchantFieldValues } from '../../threeDSecure/emv/merchantRecord.ts'
import type { GivenProfileSettings } from '../port.ts'
import type { RiskScope } from '../risk.ts'
import { isMembers } from './declaration.ts'
import type { FileFinding } from './readFile.ts'

/** Of a section of the file. */
export type SectionPlan = {
  readonly steps: readonly PlannedStep[]
  readonly refused: readonly FileFinding[]
  /** Paths of what is there and not in the file. */
  readonly unmanaged: readonly string[]
}

/** One change that a person thinks of as one. */
export type PlannedStep = {
  readonly path: string
  readonly action: 'add' | 'change' | 'remove'
  readonly fields: readonly FieldDifference[]
  /** In this order; each is a commit with its entry in the audit log, and leaves what makes sense. */
  readonly tasks: readonly ConfigurationTask[]
}

/** What is absent was not there, or will not be there. */
export type FieldDifference = {
  readonly field: string
  readonly before?: unknown
  readonly after?: unknown
  /** The variable of the environment that has the new value, which is not shown. */
  readonly variable?: string
}

/** One call of administration. */
export type ConfigurationTask =
  | { readonly task: 'addMerchant'; readonly merchantId: string; readonly settings: GivenProfileSettings }
  | { readonly task: 'setProfile'; readonly merchantId: string; readonly settings: GivenProfileSettings }
  | { readonly task: 'stand'; readonly merchantId: string; readonly standing: MerchantStanding }
  | ({ readonly task: 'setDirectoryRecord'; readonly fields: MerchantFieldValues } & DirectoryRecordKey)
  | ({ readonly task: 'removeDirectoryRecord' } & DirectoryRecordKey)
  | RuleTask
export type RuleTask = { readonly scope: RiskScope } & (
  | { readonly task: 'saveRule'; readonly rule: Omit<RiskRule, 'state'> }
  | { readonly task: 'setRuleState'; readonly id: string; readonly state: RuleState }
  | { readonly task: 'removeRule'; readonly id: string }
  | { readonly task: 'setThresholds'; readonly thresholds: Pick<RuleSet, 'reviewFrom' | 'rejectFrom'> }
  | { readonly task: 'setIssuerRanges'; readonly ranges: readonly IssuerRange[] }
)
type DirectoryRecordKey = { readonly merchantId: string; readonly directoryServer: string }

/** Whether two values are the same, in whatever order their members stand. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** The JSON of a value, with members by name. */
export const canonical = (value: unknown): string => JSON.stringify(ordered(value)) ?? 'undefined'

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isMembers(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map(name => [name, ordered(value[name])]))
}

/** The members that differ, by name; none where both are the same. */
export function differencesOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly FieldDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names
    .filter(name => !isSame(before[name], after[name]))
    .map(field => ({
      field,
      ...(before[field] !== undefined && { before: before[field] }),
      ...(after[field] !== undefined && { after: after[field] }),
    }))
}

/** The members of an object by name, in whatever order they stand. */
export const byName = <Value>(
  members: Readonly<Record<string, Value>> | ReadonlyMap<string, Value>,
): readonly (readonly [name: string, value: Value])[] =>
  [...(isMap(members) ? members : Object.entries(members))].sort(([one], [other]) => (one < other ? -1 : 1))

const isMap = <Value>(
  members: Readonly<Record<string, Value>> | ReadonlyMap<string, Value>,
): members is ReadonlyMap<string, Value> => members instanceof Map
