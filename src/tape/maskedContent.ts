// What a tape leaves out: data of the payer, as the contract declares it, and all that is not on the lists
// below. Card numbers are masked and secrets absent in the records already; anything that looks like one is
// taken out all the same.

import { addressFields } from '../contract/addressFields.ts'
import type { ExplainedRule, ExplainedStep } from '../contract/explanation.ts'
import { type FieldTree, isTree } from '../contract/fieldTree.ts'
import { type Content, isObject } from '../contract/kit/content.ts'
import { notKept } from '../contract/kit/maskedBody.ts'
import { personalFields } from '../contract/personalFields.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { givesSecurityCode } from '../standards/securityCodeInText.ts'
import type { TapedStep } from './tape.ts'

export type MaskedContent = {
  readonly content: Content
  /** The fields that were taken out or replaced. */
  readonly masked: readonly string[]
}

/**
 * A request under the names of the model. Tokens and sessions pay like cards, and the address of a receiver
 * may hold a secret: they are taken out too. Of other addresses the origin is kept.
 */
export function withoutPersonalData(request: Content): MaskedContent {
  const masked = new Set<string>()
  const nameless = maskedGroup(request, { tree: hidden, replace: placeholderOf, at: '', masked })
  const content = maskedGroup(nameless, { tree: addresses, replace: originOf, at: '', masked })
  return { content: harmless(content), masked: [...masked].sort() }
}

type Mask = {
  readonly tree: FieldTree
  /** What is kept of a value, or stands in its place; undefined where it goes. */
  readonly replace: (value: unknown, leaf: string | null) => unknown
  /** Where the group is: empty, or its path with a dot. */
  readonly at: string
  readonly masked: Set<string>
}

function maskedGroup(group: Content, mask: Mask): Content {
  const { tree, replace, at, masked } = mask
  const kept = Object.entries(group).flatMap(([name, value]) => {
    const leaf = Object.hasOwn(tree, name) ? tree[name] : undefined
    if (leaf === undefined) return [[name, value]]
    const place = `${at}${name}`
    if (isTree(leaf)) return [[name, maskedInside(value, { ...mask, tree: leaf, at: `${place}.` })]]
    const left = replace(value, leaf)
    if (left !== value) masked.add(place)
    return left === undefined ? [] : [[name, left]]
  })
  return Object.fromEntries(kept)
}

function maskedInside(value: unknown, mask: Mask): unknown {
  if (Array.isArray(value)) return value.map(each => maskedInside(each, mask))
  return isObject(value) ? maskedGroup(value, mask) : value
}

const hidden: FieldTree = withCredentials(personalFields())

function withCredentials(fields: FieldTree): FieldTree {
  const inside = (name: string): FieldTree => {
    const inner = fields[name]
    return isTree(inner) ? inner : {}
  }
  return {
    ...fields,
    session: null,
    sourceOfFunds: { ...inside('sourceOfFunds'), token: null },
    order: { ...inside('order'), notificationUrl: null },
  }
}

/** A field that is required keeps a text in its place. */
const placeholderOf = (_: unknown, leaf: string | null): string | undefined => leaf ?? undefined

const addresses: FieldTree = addressFields()

/** Long enough to be an address again, so that the call can be made again with it. */
function originOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const { origin } = new URL(value)
  return value === origin ? value : `${origin}/`
}

/** Free text may be anything, whatever it is declared as. */
export function harmless<Value>(value: Value): Value
export function harmless(value: unknown): unknown {
  if (typeof value === 'string') return holdsCardData(value) ? notKept.cardData : value
  if (Array.isArray(value)) return value.map(each => harmless(each))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, harmlessNamed(name, each)]))
}

const harmlessNamed = (name: string, value: unknown): unknown =>
  givesSecurityCode(name, value) ? notKept.cardData : harmless(value)

/** Facts of steps that say nothing of the payer. */
const stepFacts = [
  ...['operation', 'version', 'requestId', 'entryPoint', 'waitedForOrderMs', 'link', 'because'],
  ...['verb', 'attempt', 'repeat', 'tookMs', 'reason', 'amount', 'currency', 'acquirerCode'],
  ...['acquirerMessage', 'result', 'gatewayCode', 'sequence', 'by', 'orderStatus', 'state', 'status'],
  ...['authenticationStatus', 'transactionStatus', 'statusReasonCode', 'interaction', 'type'],
]
const answerFacts = ['outcome', 'gatewayCode', 'amount', 'acquirerCode', 'acquirerMessage', 'reason']

/**
 * Fields of messages between the gateway and its acquirer that are kept: processing code, amount, times,
 * trace and reference numbers, authorization and response codes, currency.
 */
const messageFields = ['3', '4', '7', '11', '12', '13', '37', '38', '39', '49', '95']

export function tapedStep(given: ExplainedStep): TapedStep {
  const { step, time, answer, target, messages } = given
  return harmless({
    ...{ step, time, ...chosen(given, stepFacts) },
    ...(answer !== undefined && { answer: isObject(answer) ? chosen(answer, answerFacts) : answer }),
    ...(typeof target === 'string' && URL.canParse(target) && { target: new URL(target).origin }),
    ...(Array.isArray(messages) && { messages: messages.filter(isObject).map(tapedMessage) }),
  })
}

const tapedMessage = (message: Content): Content => ({
  ...chosen(message, ['link', 'direction', 'type']),
  ...(isObject(message.fields) && { fields: chosen(message.fields, messageFields) }),
})

/** Without what a rule looked at: that may be an address or a name. */
export const tapedRule = ({ saw: _, ...rule }: ExplainedRule): Content => harmless(rule)

export const chosen = (content: Content, names: readonly string[]): Content =>
  Object.fromEntries(names.flatMap(name => (content[name] === undefined ? [] : [[name, content[name]]])))
