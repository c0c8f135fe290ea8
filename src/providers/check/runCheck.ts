// The conformance check of an adapter: every rule of the protocol, one after the other.

import { payerRules } from './payerRules.ts'
import type { CheckRule } from './rule.ts'
import { signatureRules } from './signatureRules.ts'
import { type CheckStage, RuleBroken, RuleNotTried } from './stage.ts'
import { startRules } from './startRules.ts'

export const checkRules: readonly CheckRule[] = [...startRules, ...signatureRules, ...payerRules]

export type RuleOutcome = {
  readonly rule: string
  readonly expects: string
  readonly outcome: 'kept' | 'broken' | 'not tried'
  /** What was seen where it is broken, or why it was not tried. */
  readonly seen?: string
}

export async function runCheck(
  stage: CheckStage,
  { rules = checkRules, tell = () => undefined }: CheckRun = {},
): Promise<readonly RuleOutcome[]> {
  const outcomes: RuleOutcome[] = []
  for (const rule of rules) {
    const outcome = await outcomeOf(rule, stage)
    outcomes.push(outcome)
    tell(outcome)
    // Without an adapter at the address every other rule would be broken for this one reason.
    if (rule.name === 'describes-itself' && outcome.outcome === 'broken') break
  }
  return outcomes
}

type CheckRun = {
  readonly rules?: readonly CheckRule[]
  readonly tell?: (outcome: RuleOutcome) => void
}

async function outcomeOf(rule: CheckRule, stage: CheckStage): Promise<RuleOutcome> {
  const { name, expects, needs, needsQuickPayer } = rule
  const notTried = (seen: string) => ({ rule: name, expects, outcome: 'not tried', seen }) as const
  if (needs && !stage.supports.includes(needs)) return notTried(`the adapter does not support ${needs}`)
  if (needsQuickPayer && (!stage.payer || stage.payer.isPerson))
    return notTried('it takes a payer who agrees at the right moment: say --payer or --payer-url')
  try {
    await rule.run(stage)
    return { rule: name, expects, outcome: 'kept' }
  } catch (error) {
    if (error instanceof RuleNotTried) return notTried(error.message)
    if (error instanceof RuleBroken) return { rule: name, expects, outcome: 'broken', seen: error.message }
    throw error
  }
}
