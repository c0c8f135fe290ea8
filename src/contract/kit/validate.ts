import { type Finding, Findings, isSound, judgeNames, judgeValues } from './judge.ts'
import { merged } from './merged.ts'
import { amountsFitTheirCurrency } from './money.ts'
import type { Content } from './normalise.ts'
import {
  type Circumstances,
  type Operation,
  type Privileges,
  type RequestOf,
  type Rule,
  requestAt,
} from './operation.ts'
import { passedOn } from './passing.ts'
import type { ResolvedGroup } from './resolve.ts'

/**
 * The first way in which a normalised request breaks its contract: unknown fields, then fields in contract
 * order, then the operation's rules.
 */
export function validate(
  operation: Operation,
  version: number,
  content: Content,
  { mayUnmask }: Privileges = {},
): Finding | undefined {
  const request = requestAt(operation, version)
  const findings = firstFindings(request, content)
  return (
    findings.found[0] ??
    repeatsOwnNumber(request, content, findings) ??
    amountsFitTheirCurrency(content, findings.amounts) ??
    judgeRules(rulesAtTheDoor(operation), content, { version, operation: operation.name, mayUnmask })
  )
}

/** One walk tells a sound request, as nearly all are; only else do two walks find what comes first. */
function firstFindings(request: ResolvedGroup, content: Content): Findings {
  const none = new Findings('first')
  if (isSound(request, content, none)) return none
  const findings = new Findings('first', none)
  if (judgeNames(request, content, findings)) judgeValues(request, content, findings)
  return findings
}

/** Whatever its network, what pays is a card's number: a text that repeats it is the commonest accident. */
function repeatsOwnNumber(request: ResolvedGroup, content: Content, findings: Findings): Finding | undefined {
  const repeated = findings.repeatedNumbers()
  if (repeated.length === 0) return undefined
  const again = new Findings('first', findings, repeated)
  judgeValues(request, content, again)
  return again.found[0]
}

/** The request as its contract types it, or the first finding. */
export function validated<O extends Operation>(
  operation: O,
  version: number,
  content: Content,
  privileges?: Privileges,
): { readonly request: RequestOf<O> } | { readonly finding: Finding } {
  const finding = validate(operation, version, content, privileges)
  return finding ? { finding } : { request: passed(operation, version, content) }
}

/** A request that was found sound, with what was added to it that had been judged before. */
export const judgedBefore = <O extends Operation>(
  operation: O,
  version: number,
  content: Content,
): RequestOf<O> => passed(operation, version, content)

/** What of a sound request is for others to see. */
const passed = <O extends Operation>(operation: O, version: number, content: Content): RequestOf<O> =>
  passedOn(requestAt(operation, version), content) as RequestOf<O>

/** The first field that the contract does not know, whatever is wrong with the others. */
export function unknownField(operation: Operation, version: number, content: Content): Finding | undefined {
  const findings = new Findings('first')
  judgeNames(requestAt(operation, version), content, findings)
  return findings.found[0]
}

/** Every finding about single fields, for those who want the whole list. */
export function fieldFindings(operation: Operation, version: number, content: Content): readonly Finding[] {
  const findings = new Findings('all')
  const request = requestAt(operation, version)
  judgeNames(request, content, findings)
  judgeValues(request, content, findings)
  return findings.found
}

/** Whether the amounts of a sound request fit the currency of its order, which it need not repeat. */
export function unfitAmount(operation: Operation, content: Content, currency: string): Finding | undefined {
  const findings = new Findings('first')
  judgeValues(requestAt(operation, newestForm), content, findings)
  return amountsFitTheirCurrency(merged({ order: { currency } }, content), findings.amounts)
}

/** A sound request that follows up, judged once more with what the order says where it says nothing. */
export function unfitForOrder(
  { name, rules }: Operation,
  content: Content,
  order: Content,
): Finding | undefined {
  const whole = merged({ order }, content)
  const ofOrder = rules.filter(({ isOfOrder }) => isOfOrder)
  return judgeRules(ofOrder, whole, { version: newestForm, operation: name })
}

const rulesAtTheDoor = ({ rules, followsUp }: Operation): readonly Rule[] =>
  followsUp ? rules.filter(({ isOfOrder }) => !isOfOrder) : rules

/** No amount has gone away or changed with a version, so the newest form finds all of them. */
const newestForm = 100

function judgeRules(
  rules: readonly Rule[],
  content: Content,
  circumstances: Circumstances,
): Finding | undefined {
  for (const { judge } of rules) {
    // The fields were judged, so the body is what the rule's own type says it is.
    const finding = judge(content as never, circumstances)
    if (finding) return finding
  }
  return undefined
}
