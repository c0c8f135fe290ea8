import { invalid, isRejection, missing, type Rejection } from '../orders/rejection.ts'
import { unknownField } from '../orders/unknownField.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { maskedNumber } from '../standards/cardNumber.ts'

/**
 * Scripts tell a simulator what to do next: each is a list of steps for the requests that it matches. They
 * are kept in memory, by the node that received them, until they are used up. The acquirer simulator's steps
 * are answers, those of the 3-D Secure simulator are outcomes of an authentication. Each merchant has a queue
 * of its own; scripts that name no merchant are for whoever has none that matches.
 */
export interface ScriptQueue<Step> {
  /** Rejected when too many of its merchant are waiting. */
  add(script: Script<Step>): Rejection | undefined
  /** Only those of a merchant, where one is given. */
  clear(merchantId?: string): void
  /** False when there is none, or no longer. */
  remove(id: number): boolean
  /** The next step of the oldest script that matches, of its own merchant first; it is used up by that. */
  next(request: ScriptMatch): NextStep<Step> | undefined
  /** What is left, of all or in force for a merchant, with card numbers masked. */
  list(merchantId?: string): readonly QueuedScript<Step>[]
}

/** Scripts are numbered from 1, as they come. */
export type QueuedScript<Step> = Script<Step> & { readonly id: number }

type NextStep<Step> = {
  readonly step: Step
  readonly scriptId: number
  /** How many steps the script still has. */
  readonly left: number
}

export type Script<Step> = { readonly match: ScriptMatch; readonly steps: readonly Step[] }

/** Every field that is given must be equal; an empty match fits every request. */
export type ScriptMatch = { readonly [name in ScriptMatchField]?: string }
export type ScriptMatchField = 'merchantId' | 'orderId' | 'transactionId' | 'cardNumber'

/** `field` is what the steps are called in the control API, for the rejection. */
export function createScriptQueue<Step>(field: string): ScriptQueue<Step> {
  let waiting: { readonly id: number; readonly match: ScriptMatch; readonly steps: Step[] }[] = []
  let newestId = 0
  return {
    add({ match, steps }) {
      if (waiting.filter(isOf(match.merchantId)).length >= scriptsMax)
        return invalid(field, `${scriptsMax} such scripts are waiting; clear them first.`)
      if (steps.length > 0) waiting.push({ id: ++newestId, match, steps: [...steps] })
      return undefined
    },
    clear(merchantId) {
      waiting = merchantId === undefined ? [] : waiting.filter(one => !isOf(merchantId)(one))
    },
    remove(id) {
      const before = waiting.length
      waiting = waiting.filter(one => one.id !== id)
      return waiting.length < before
    },
    next(request) {
      const matching = waiting.filter(({ match }) => isMatched(match, request))
      const script = matching.find(isOf(request.merchantId)) ?? matching[0]
      const step = script?.steps.shift()
      if (script === undefined || step === undefined) return undefined
      const left = script.steps.length
      if (left === 0) waiting = waiting.filter(one => one !== script)
      return { step, scriptId: script.id, left }
    },
    list: merchantId =>
      waiting
        .filter(one => merchantId === undefined || isOf(undefined)(one) || isOf(merchantId)(one))
        .map(({ id, match, steps }) => ({ id, match: masked(match), steps: [...steps] })),
  }
}

/** Of each merchant, and of those that name none. */
const scriptsMax = 1_000

const isOf =
  (merchantId: string | undefined) =>
  ({ match }: { readonly match: ScriptMatch }): boolean =>
    match.merchantId === merchantId

const isMatched = (match: ScriptMatch, request: ScriptMatch): boolean =>
  matchFields.every(name => match[name] === undefined || match[name] === request[name])

const matchFields = ['merchantId', 'orderId', 'transactionId', 'cardNumber'] as const

function masked({ cardNumber, ...match }: ScriptMatch): ScriptMatch {
  return cardNumber === undefined ? match : { ...match, cardNumber: maskedNumber(cardNumber) }
}

/** A script as the caller of the control API wrote it, or what is wrong with it. */
export function readScript<Step>(body: unknown, form: ScriptForm<Step>): Script<Step> | Rejection {
  const { field, matches, readStep } = form
  const script = readGroup<string>('', body, ['match', field])
  if (isRejection(script)) return script
  if (script.match === undefined) return missing('match')
  const match = readMatch(script.match, matches)
  if (isRejection(match)) return match
  const given = script[field]
  if (given === undefined) return missing(field)
  if (!Array.isArray(given) || given.length === 0 || given.length > stepsMax)
    return invalid(field, `It must be a list of 1 to ${stepsMax} ${field}.`)
  const steps: Step[] = []
  for (const [index, one] of given.entries()) {
    const step = readStep(`${field}[${index}]`, one)
    if (isRejection(step)) return step
    steps.push(step)
  }
  return { match, steps }
}

export type ScriptForm<Step> = {
  /** What the list of steps is called. */
  readonly field: string
  /** What such a script may match by. */
  readonly matches: readonly ScriptMatchField[]
  /** `field` says where the step stands, for the rejection. */
  readonly readStep: (field: string, value: unknown) => Step | Rejection
}

export const stepsMax = 100
const idLengthMax = 40

function readMatch(value: unknown, names: readonly ScriptMatchField[]): ScriptMatch | Rejection {
  const match = readGroup('match', value, names)
  if (isRejection(match)) return match
  const read: { -readonly [name in keyof ScriptMatch]: string } = {}
  for (const name of matchFields) {
    const given = match[name]
    if (given === undefined) continue
    if (name === 'cardNumber' ? !isCardNumber(given) : !isId(given))
      return invalid(`match.${name}`, name === 'cardNumber' ? cardNumberRule : idRule)
    read[name] = String(given)
  }
  return read
}

const cardNumberRule = 'It must be 9 to 19 digits.'
const isCardNumber = (value: unknown): boolean => typeof value === 'string' && /^[0-9]{9,19}$/.test(value)

const idRule = `It must be a text of 1 to ${idLengthMax} characters, without card data.`
const isId = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && isShort(value) && !holdsCardData(value)

const isShort = (value: string): boolean =>
  value.length <= 2 * idLengthMax && [...value].length <= idLengthMax

/** The fields of an object: one that is null counts as absent, one that is not among `names` is rejected. */
export function readGroup<Name extends string>(
  field: string,
  value: unknown,
  names: readonly Name[],
): { readonly [name in Name]?: unknown } | Rejection {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return field === '' ? missing(names[0] ?? '') : invalid(field, 'It must be an object.')
  const group: { [name in Name]?: unknown } = {}
  for (const [name, content] of Object.entries(value)) {
    if (!isOneOf(names, name)) return unknownField(field, name, names)
    if (content !== null) group[name] = content
  }
  return group
}

export function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return words.some(word => word === value)
}
