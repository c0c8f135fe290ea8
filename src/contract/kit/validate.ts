import { type Content, isObject, mergeContent } from './content.ts'
import {
  type CallerPrivileges,
  type Operation,
  type RequestOf,
  type Rule,
  type RuleContext,
  requestAt,
  requestModelAt,
} from './operation.ts'
import { forwardedContent } from './project.ts'
import { fieldsIn, type Resolved, type ResolvedGroup } from './resolve.ts'
import {
  amountsFitTheirCurrency,
  FindingCollector,
  isSound,
  judgeNames,
  judgeValues,
  type ValidationFinding,
} from './validateFields.ts'
import { versions } from './versions.ts'
import { lower, lowerPath } from './wireForms.ts'

/**
 * The first way in which a request that was read breaks its contract: unknown fields, then fields in contract
 * order, then the operation's rules. Fields are named as the version writes them.
 */
export function validate(
  operation: Operation,
  version: number,
  content: Content,
  { mayUnmask }: CallerPrivileges = {},
): ValidationFinding | undefined {
  const request = requestAt(operation, version)
  const written = lower(request, content)
  const findings = firstFindings(request, written)
  const broken =
    findings.found[0] ??
    repeatsOwnNumber(request, written, findings) ??
    amountsFitTheirCurrency(content, findings.amounts)
  if (broken) return broken
  const context = { version, operation: operation.name, mayUnmask }
  const finding = judgeRules(rulesBeforeOrder(operation), content, context)
  return finding && { ...finding, field: lowerPath(request, finding.field) }
}

/** One walk tells a sound request, as nearly all are; only else do two walks find what comes first. */
function firstFindings(request: ResolvedGroup, content: Content): FindingCollector {
  const none = new FindingCollector('first')
  if (isSound(request, content, none)) return none
  const findings = new FindingCollector('first', none)
  if (judgeNames(request, content, findings)) judgeValues(request, content, findings)
  return findings
}

/** Whatever its network, what pays is a card's number: a text that repeats it is the commonest accident. */
function repeatsOwnNumber(
  request: ResolvedGroup,
  content: Content,
  findings: FindingCollector,
): ValidationFinding | undefined {
  const repeated = findings.repeatedNumbers()
  if (repeated.length === 0) return undefined
  const again = new FindingCollector('first', findings, repeated)
  judgeValues(request, content, again)
  return again.found[0]
}

/** The request as its contract types it, or the first finding. */
export function validated<O extends Operation>(
  operation: O,
  version: number,
  content: Content,
  privileges?: CallerPrivileges,
): { readonly request: RequestOf<O> } | { readonly finding: ValidationFinding } {
  const finding = validate(operation, version, content, privileges)
  return finding ? { finding } : { request: passed(operation, version, content) }
}

/** A request that was found sound, with what was added to it that had been judged before. */
export const asValidatedRequest = <O extends Operation>(
  operation: O,
  version: number,
  content: Content,
): RequestOf<O> => passed(operation, version, content)

/** What of a sound request is for others to see. */
const passed = <O extends Operation>(operation: O, version: number, content: Content): RequestOf<O> =>
  forwardedContent(requestModelAt(operation, version), content) as RequestOf<O>

/** The first field that the contract does not know, whatever is wrong with the others. */
export function unknownField(
  operation: Operation,
  version: number,
  content: Content,
): ValidationFinding | undefined {
  const findings = new FindingCollector('first')
  const request = requestAt(operation, version)
  judgeNames(request, lower(request, content), findings)
  return findings.found[0]
}

/** Every finding about single fields, for those who want the whole list. */
export function fieldFindings(
  operation: Operation,
  version: number,
  content: Content,
): readonly ValidationFinding[] {
  const findings = new FindingCollector('all')
  const request = requestAt(operation, version)
  const written = lower(request, content)
  judgeNames(request, written, findings)
  judgeValues(request, written, findings)
  return findings.found
}

/** Whether the amounts of a sound request fit the currency of its order, which it need not repeat. */
export function amountNotOfCurrency(
  operation: Operation,
  content: Content,
  currency: string,
): ValidationFinding | undefined {
  const findings = new FindingCollector('first')
  judgeValues(requestModelAt(operation, newestForm), content, findings)
  return amountsFitTheirCurrency(mergeContent({ order: { currency } }, content), findings.amounts)
}

/** A sound request that follows up, judged once more with what the order says where it says nothing. */
export function brokenRuleOfOrder(
  { name, rules }: Operation,
  content: Content,
  order: Content,
): ValidationFinding | undefined {
  const whole = mergeContent({ order }, content)
  const ofOrder = rules.filter(({ isOfOrder }) => isOfOrder)
  return judgeRules(ofOrder, whole, { version: newestForm, operation: name })
}

const rulesBeforeOrder = ({ rules, followsUp }: Operation): readonly Rule[] =>
  followsUp ? rules.filter(({ isOfOrder }) => !isOfOrder) : rules

/** No amount has gone away or changed with a version, so the newest form finds all of them. */
const newestForm = versions.last

function judgeRules(
  rules: readonly Rule[],
  content: Content,
  circumstances: RuleContext,
): ValidationFinding | undefined {
  for (const { judge } of rules) {
    // The fields were judged, so the body is what the rule's own type says it is.
    const finding = judge(content as never, circumstances)
    if (finding) return finding
  }
  return undefined
}

export type PlainHttpAddress = { readonly field: string; readonly value: string }

/** The addresses of a request that begin with http://, in contract order; whether they may, others judge. */
export function plainHttpAddresses(
  operation: Operation,
  version: number,
  body: Content,
): readonly PlainHttpAddress[] {
  const found: PlainHttpAddress[] = []
  collectFromGroup(requestAt(operation, version), body, '', found)
  return found
}

function collectFromGroup(
  group: ResolvedGroup,
  content: Content,
  at: string,
  found: PlainHttpAddress[],
): void {
  for (const { name, type } of fieldsIn(group, content)) collectFrom(type, content[name], at + name, found)
}

function collectFrom(type: Resolved, value: unknown, field: string, found: PlainHttpAddress[]): void {
  if (type.kind === 'scalar') {
    if (type.scalar.name === 'Url' && typeof value === 'string' && /^http:/i.test(value))
      found.push({ field, value })
  } else if (type.kind === 'group' && isObject(value)) collectFromGroup(type, value, `${field}.`, found)
  else if (type.kind === 'list' && Array.isArray(value))
    for (const [index, each] of value.entries()) collectFrom(type.each, each, `${field}[${index}]`, found)
}
