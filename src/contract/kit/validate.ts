// Validates a whole request: its fields (validateFields.ts), then the rules of its operation.

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
import type { Resolved, ResolvedGroup } from './resolve.ts'
import { adviceOnUnknown } from './unknownField.ts'
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
 * The first violation of the contract by a request in the form of the model: unknown fields come first, then
 * fields in contract order, then the operation's rules. Findings name fields as the version writes them.
 */
export function validate(
  operation: Operation,
  version: number,
  content: Content,
  privileges: CallerPrivileges = {},
): ValidationFinding | undefined {
  const shape = requestAt(operation, version)
  const onWire = lower(shape, content)
  const findings = firstFindings(shape, onWire)
  const broken =
    findings.found[0] ??
    repeatsOwnNumber(shape, onWire, findings) ??
    amountsFitTheirCurrency(content, findings.amounts)
  if (broken) return advised(operation, version, broken)
  const context = { version, operation: operation.name, ...privileges }
  const finding = judgeRules(rulesBeforeOrder(operation), content, context)
  return finding && { ...finding, field: lowerPath(shape, finding.field) }
}

/** With what the caller may have meant. */
function advised(operation: Operation, version: number, finding: ValidationFinding): ValidationFinding {
  if (finding.validationType !== 'UNSUPPORTED') return finding
  const sentence = adviceOnUnknown(operation, version, finding.field)
  return sentence === undefined ? finding : { ...finding, sentence }
}

/**
 * Nearly all requests are valid, and one pass confirms that; otherwise two more search for the first finding.
 */
function firstFindings(shape: ResolvedGroup, onWire: Content): FindingCollector {
  const none = new FindingCollector('first')
  if (isSound(shape, onWire, none)) return none
  const findings = new FindingCollector('first', none)
  if (judgeNames(shape, onWire, findings)) judgeValues(shape, onWire, findings)
  return findings
}

/** A text that repeats the number of the request's own card is refused, whatever the card's brand. */
function repeatsOwnNumber(
  shape: ResolvedGroup,
  onWire: Content,
  findings: FindingCollector,
): ValidationFinding | undefined {
  const repeated = findings.repeatedNumbers()
  if (repeated.length === 0) return undefined
  const again = new FindingCollector('first', findings, repeated)
  judgeValues(shape, onWire, again)
  return again.found[0]
}

/** The request with its static type, or the first finding. */
export function validated<O extends Operation>(
  operation: O,
  version: number,
  content: Content,
  privileges?: CallerPrivileges,
): { readonly request: RequestOf<O> } | { readonly finding: ValidationFinding } {
  const finding = validate(operation, version, content, privileges)
  return finding ? { finding } : { request: passed(operation, version, content) }
}

/**
 * Gives the static type to a request that was validated before, with additions that were validated
 * themselves.
 */
export const asValidatedRequest = <O extends Operation>(
  operation: O,
  version: number,
  content: Content,
): RequestOf<O> => passed(operation, version, content)

/** The part of a valid request that may be forwarded. */
const passed = <O extends Operation>(operation: O, version: number, content: Content): RequestOf<O> =>
  forwardedContent(requestModelAt(operation, version), content) as RequestOf<O>

/** The first unknown field; other errors are ignored. */
export function unknownField(
  operation: Operation,
  version: number,
  content: Content,
): ValidationFinding | undefined {
  const findings = new FindingCollector('first')
  const shape = requestAt(operation, version)
  judgeNames(shape, lower(shape, content), findings)
  const [finding] = findings.found
  return finding && advised(operation, version, finding)
}

/** Whether content has a field that a shape does not. */
export function hasUnknownField(shape: ResolvedGroup, content: Content): boolean {
  return !judgeNames(shape, content, new FindingCollector('first'))
}

/** All findings about single fields, not only the first. */
export function fieldFindings(
  operation: Operation,
  version: number,
  content: Content,
): readonly ValidationFinding[] {
  const findings = new FindingCollector('all')
  const shape = requestAt(operation, version)
  const onWire = lower(shape, content)
  judgeNames(shape, onWire, findings)
  judgeValues(shape, onWire, findings)
  return findings.found
}

/** All findings about single fields, with advice; where there is none, the first rule that is broken. */
export function allFindings(
  operation: Operation,
  version: number,
  content: Content,
): readonly ValidationFinding[] {
  const found = fieldFindings(operation, version, content)
  if (found.length > 0) return found.map(finding => advised(operation, version, finding))
  const broken = validate(operation, version, content)
  return broken ? [broken] : []
}

/**
 * The first amount of a valid request that does not fit the currency of its order; the request may omit it.
 */
export function amountNotOfCurrency(
  operation: Operation,
  content: Content,
  currency: string,
): ValidationFinding | undefined {
  const findings = new FindingCollector('first')
  judgeValues(requestModelAt(operation, newestForm), content, findings)
  return amountsFitTheirCurrency(mergeContent({ order: { currency } }, content), findings.amounts)
}

/**
 * The first rule of the order that a follow-up breaks, with the fields it omits taken from the stored order.
 */
export function brokenRuleOfOrder(
  { name, rules }: Operation,
  content: Content,
  order: Content,
): ValidationFinding | undefined {
  const whole = mergeContent({ order }, content)
  const ofOrder = rules.filter(({ isOfOrder }) => isOfOrder)
  return judgeRules(ofOrder, whole, { version: newestForm, operation: name })
}

const rulesBeforeOrder = ({ rules, repeatsOrder }: Operation): readonly Rule[] =>
  repeatsOrder ? rules.filter(({ isOfOrder }) => !isOfOrder) : rules

/** No amount was removed or changed by a version, so the newest form has all of them. */
const newestForm = versions.last

function judgeRules(
  rules: readonly Rule[],
  content: Content,
  context: RuleContext,
): ValidationFinding | undefined {
  for (const { judge } of rules) {
    // The fields were validated, so the body has the type that the rule declares.
    const finding = judge(content as never, context)
    if (finding) return finding
  }
  return undefined
}

type PlainHttpAddress = { readonly field: string; readonly value: string }

/**
 * The URLs of a request that begin with http://, in contract order; the caller decides whether to allow them.
 */
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
  for (const { name, type } of group.addressFields) {
    const value = content[name]
    if (value !== undefined) collectFrom(type, value, at + name, found)
  }
}

function collectFrom(type: Resolved, value: unknown, field: string, found: PlainHttpAddress[]): void {
  if (type.kind === 'scalar') {
    if (typeof value === 'string' && /^http:/i.test(value)) found.push({ field, value })
  } else if (type.kind === 'group' && isObject(value)) collectFromGroup(type, value, `${field}.`, found)
  else if (type.kind === 'list' && Array.isArray(value))
    for (const [index, each] of value.entries()) collectFrom(type.each, each, `${field}[${index}]`, found)
}
