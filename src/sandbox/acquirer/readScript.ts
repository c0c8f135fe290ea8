import { invalid, isRejection, missing, type Rejection, unsupported } from '../../orders/rejection.ts'
import { type GatewayCode, gatewayCodes } from '../../orders/transaction.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import {
  type AcquirerMatch,
  type AcquirerScript,
  type ScriptedAnswer,
  scriptedAnswerKinds,
} from './scripts.ts'
import { isApproval } from './triggers.ts'

const answersMax = 100
const delayMsMax = 120_000
const idMax = 40

/** A script as somebody wrote it, or what is wrong with it. */
export function readAcquirerScript(body: unknown): AcquirerScript | Rejection {
  const script = groupAt('', body, ['match', 'answers'])
  if (isRejection(script)) return script
  if (script.match === undefined) return missing('match')
  const match = readMatch(script.match)
  if (isRejection(match)) return match
  const answers = readAnswers(script.answers)
  return isRejection(answers) ? answers : { match, answers }
}

function readMatch(value: unknown): AcquirerMatch | Rejection {
  const match = groupAt('match', value, ['merchantId', 'orderId', 'cardNumber'])
  if (isRejection(match)) return match
  const { merchantId, orderId, cardNumber } = match
  if (!isAbsentOr(isId, merchantId)) return invalid('match.merchantId', idForm)
  if (!isAbsentOr(isId, orderId)) return invalid('match.orderId', idForm)
  if (!isAbsentOr(isCardNumber, cardNumber)) return invalid('match.cardNumber', 'It must be 9 to 19 digits.')
  return {
    ...(merchantId !== undefined && { merchantId }),
    ...(orderId !== undefined && { orderId }),
    ...(cardNumber !== undefined && { cardNumber }),
  }
}

function readAnswers(value: unknown): readonly ScriptedAnswer[] | Rejection {
  if (value === undefined || value === null) return missing('answers')
  if (!Array.isArray(value) || value.length === 0 || value.length > answersMax)
    return invalid('answers', `It must be a list of 1 to ${answersMax} answers.`)
  const answers: ScriptedAnswer[] = []
  for (const [index, one] of value.entries()) {
    const answer = readAnswer(`answers[${index}]`, one)
    if (isRejection(answer)) return answer
    answers.push(answer)
  }
  return answers
}

function readAnswer(field: string, value: unknown): ScriptedAnswer | Rejection {
  const given = groupAt(field, value, ['answer', 'gatewayCode', 'amount', 'delayMs'])
  if (isRejection(given)) return given
  const { answer, gatewayCode, delayMs } = given
  const amount = decimalIn(given.amount)
  if (answer === undefined) return missing(`${field}.answer`)
  if (!isOneOf(scriptedAnswerKinds, answer))
    return invalid(`${field}.answer`, `It must be one of ${scriptedAnswerKinds.join(', ')}.`)
  if (!isAbsentOr(isGatewayCode, gatewayCode))
    return invalid(`${field}.gatewayCode`, 'It must be a gateway code.')
  if (gatewayCode !== undefined && isContradiction(answer, gatewayCode))
    return invalid(`${field}.gatewayCode`, `It does not go with the answer ${answer}.`, gatewayCode)
  if (!isAbsentOr(isPositiveDecimal, amount))
    return invalid(`${field}.amount`, 'It must be a positive decimal with at most 3 decimals.')
  if (!isAbsentOr(isDelay, delayMs))
    return invalid(`${field}.delayMs`, `It must be a whole number from 0 to ${delayMsMax}.`)
  return {
    answer,
    ...(gatewayCode !== undefined && { gatewayCode }),
    ...(amount !== undefined && { amount }),
    ...(delayMs !== undefined && { delayMs }),
  }
}

function isContradiction(answer: ScriptedAnswer['answer'], gatewayCode: GatewayCode): boolean {
  if (answer === 'approve') return !isApproval(gatewayCode)
  if (answer === 'decline') return isApproval(gatewayCode)
  return answer === 'refer' && gatewayCode !== 'REFERRED'
}

type Group<Name extends string> = { readonly [name in Name]?: unknown }

/** The fields of an object, of which null is an absent one and a stranger a mistake. */
function groupAt<Name extends string>(
  field: string,
  value: unknown,
  names: readonly Name[],
): Group<Name> | Rejection {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return field === '' ? missing(names[0] ?? '') : invalid(field, 'It must be an object.')
  const group: { [name in Name]?: unknown } = {}
  for (const [name, content] of Object.entries(value)) {
    if (!isOneOf(names, name)) return unsupported(field === '' ? name : `${field}.${name}`)
    if (content !== null) group[name] = content
  }
  return group
}

/** JSON numbers that are not in their shortest form come with their text. */
function decimalIn(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return typeof value === 'object' && value !== null && 'text' in value ? value.text : value
}

function isAbsentOr<Value>(
  isValue: (value: unknown) => value is Value,
  value: unknown,
): value is Value | undefined {
  return value === undefined || isValue(value)
}

function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return words.some(word => word === value)
}

const isGatewayCode = (value: unknown): value is GatewayCode => isOneOf(gatewayCodes, value)

const idForm = `It must be a text of 1 to ${idMax} characters, without card data.`
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && isShort(value) && !holdsCardData(value)

const isShort = (value: string): boolean => value.length <= 2 * idMax && [...value].length <= idMax

const isCardNumber = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9]{9,19}$/.test(value)

const isPositiveDecimal = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:0|[1-9]\d{0,9})(?:\.\d{1,3})?$/.test(value) && /[1-9]/.test(value)

const isDelay = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= delayMsMax
