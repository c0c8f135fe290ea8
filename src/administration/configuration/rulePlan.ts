// Planning risk rules and thresholds of a merchant or of the gateway.

import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { RiskRule, RuleSet } from '../../risk/rule.ts'
import {
  statesBetween,
  withIssuerRanges,
  withoutRule,
  withRuleState,
  withSavedRule,
  withThresholds,
} from '../../risk/ruleSets.ts'
import type { RiskScope } from '../risk.ts'
import { below, type FileFinding, type FileRule, type GatewayRiskSection } from './readFile.ts'
import { byName, differencesOf, isSame, type PlannedStep, type RuleTask, type SectionPlan } from './steps.ts'

export type PlannedRisk = {
  readonly path: string
  readonly scope: RiskScope
  readonly given: GatewayRiskSection
  readonly known: RuleSet
  readonly prunes: boolean
  /** Where money moves nothing counts that this gateway has not watched in shadow. */
  readonly isLive: boolean
}

/** Steps are tried on what is known: what administration would refuse is refused here. */
export function planRisk(planned: PlannedRisk): SectionPlan {
  const { given, known, path, prunes } = planned
  const rules = byName(given.rules ?? {})
  const ruleIds = new Set(rules.map(([id]) => id))
  const others = given.rules === undefined ? [] : known.rules.filter(({ id }) => !ruleIds.has(id))
  const wanted = [
    ...(prunes ? others.map(rule => removal(planned, rule)) : []),
    ...rules.map(([id, rule]) => planRule(planned, { ...rule, id })),
    ...thresholdStep(planned),
    ...issuerStep(planned),
  ]
  const refused: FileFinding[] = []
  const steps: PlannedStep[] = []
  let set = known
  for (const step of wanted) {
    const tried = 'says' in step ? step : tryOut(set, step)
    if ('says' in tried) refused.push(tried)
    else set = tried
    if ('fields' in step && step.fields.length > 0) steps.push(step)
  }
  const left = [
    ...others.map(({ id }) => below(below(path, 'rules'), id)),
    ...singles
      .filter(name => known[name] !== undefined && given[name] === undefined)
      .map(name => below(path, name)),
  ]
  return { steps, refused, unmanaged: prunes ? [] : left }
}

/** Members of a section that are one value each. */
const singles = ['reviewFrom', 'rejectFrom', 'issuerRanges'] as const

const rulePath = ({ path }: PlannedRisk, id: string): string => below(below(path, 'rules'), id)

/** A change of what counts would leave payments without it for a moment: a copy takes its place. */
function planRule(planned: PlannedRisk, wanted: RiskRule): PlannedStep | FileFinding {
  const { known, scope, isLive } = planned
  const path = rulePath(planned, wanted.id)
  const before = known.rules.find(({ id }) => id === wanted.id)
  const { state, ...rule } = wanted
  const { state: from = 'DRAFT', ...stored } = before ?? {}
  const isChanged = !isSame(stored, rule)
  if (isChanged && before?.state === 'ACTIVE')
    return {
      path,
      says: 'counts, and what counts is not changed: give the new one another id, and retire this one',
    }
  const hasRun = !isChanged && (from === 'SHADOW' || from === 'ACTIVE')
  if (isLive && state === 'ACTIVE' && !hasRun) return { path: below(path, 'state'), says: unwatched }
  const toDraft = isChanged && before ? statesBetween(from, 'DRAFT') : []
  const onwards = statesBetween(isChanged ? 'DRAFT' : from, state)
  const passing = (states: typeof onwards): readonly RuleTask[] =>
    states.map(next => ({ scope, task: 'setRuleState', id: wanted.id, state: next }))
  return {
    path,
    action: before ? 'change' : 'add',
    fields: differencesOf(withoutId(before), withoutId(wanted)),
    tasks: [
      ...passing(toDraft),
      ...(isChanged ? [{ scope, task: 'saveRule' as const, rule }] : []),
      ...passing(onwards),
    ],
  }
}

const unwatched =
  'cannot be ACTIVE yet: where money moves, nothing counts that did not run in shadow here. Say SHADOW, ' +
  'apply it, read its report in the console, then say ACTIVE'

function withoutId(rule: RiskRule | undefined): Partial<FileRule> {
  const { id: _, ...fields } = rule ?? {}
  return fields
}

function removal(planned: PlannedRisk, rule: RiskRule): PlannedStep {
  const { scope } = planned
  const { id, state } = rule
  const isRunning = state === 'SHADOW' || state === 'ACTIVE'
  return {
    path: rulePath(planned, id),
    action: 'remove',
    fields: differencesOf(withoutId(rule), {}),
    tasks: [
      ...(isRunning ? [{ scope, task: 'setRuleState', id, state: 'RETIRED' } as const] : []),
      { scope, task: 'removeRule', id },
    ],
  }
}

function thresholdStep({ path, scope, given, known, prunes }: PlannedRisk): readonly PlannedStep[] {
  const kept = prunes ? undefined : known
  const before = thresholdsIn(known)
  const after = thresholdsIn({
    reviewFrom: given.reviewFrom ?? kept?.reviewFrom,
    rejectFrom: given.rejectFrom ?? kept?.rejectFrom,
  })
  const fields = differencesOf(before, after)
  if (fields.length === 0) return []
  return [{ path, action: 'change', fields, tasks: [{ scope, task: 'setThresholds', thresholds: after }] }]
}

const thresholdsIn = ({ reviewFrom, rejectFrom }: GivenThresholds) => ({
  ...(reviewFrom !== undefined && { reviewFrom }),
  ...(rejectFrom !== undefined && { rejectFrom }),
})
type GivenThresholds = { readonly [Name in 'rejectFrom' | 'reviewFrom']?: number | undefined }

function issuerStep({ path, scope, given, known, prunes }: PlannedRisk): readonly PlannedStep[] {
  const after = given.issuerRanges ?? (prunes ? [] : undefined)
  const { issuerRanges: before = [] } = known
  if (after === undefined || isSame(before, after)) return []
  const count = (ranges: readonly unknown[]) => `${ranges.length} ranges`
  const fields = [{ field: 'issuerRanges', before: count(before), after: count(after) }]
  return [{ path, action: 'change', fields, tasks: [{ scope, task: 'setIssuerRanges', ranges: after }] }]
}

/** The set after a step, or why there can be none. */
function tryOut(set: RuleSet, { path, tasks }: PlannedStep): RuleSet | FileFinding {
  let after = set
  for (const task of tasks) {
    const next = 'scope' in task ? afterTask(after, task) : after
    if (isRejection(next)) return { path, says: next.why ?? next.explanation }
    after = next
  }
  return after
}

function afterTask(set: RuleSet, task: RuleTask): RuleSet | Rejection {
  switch (task.task) {
    case 'saveRule':
      return withSavedRule(set, task.rule)
    case 'setRuleState':
      return withRuleState(set, task.id, task.state)
    case 'removeRule':
      return withoutRule(set, task.id)
    case 'setThresholds':
      return withThresholds(set, task.thresholds)
    case 'setIssuerRanges':
      return withIssuerRanges(set, task.ranges)
  }
}
