// The messages of a dialect: whether lists name fields that there are, constants and codes fit them, and
// answers can be matched to what was asked.

import { networkMeanings } from '../../link/networkManagement.ts'
import { type AskForm, type Dialect, fieldNumbers, type SignOnFields, wiredAsks } from '../dialect.ts'
import { fits, parseFormat } from '../formats.ts'
import type { Finding } from './shapes.ts'

export function checkMessages(dialect: Dialect, find: Finding): void {
  const check: MessageCheck = { dialect, find }
  for (const name of wiredAsks) {
    const ask = dialect.asks[name]
    if (ask !== undefined) checkAsk(check, `asks.${name}`, ask, firstAsks.has(name))
  }
  for (const [name, why] of neededAsks) if (dialect.asks[name] === undefined) find(`asks.${name}`, why)
  if ((dialect.asks.increase === undefined) !== (dialect.asks.decrease === undefined))
    find('asks', 'has one of increase and decrease: an update of a hold needs both')
  checkAnswers(check)
  checkNetwork(check)
  checkResponseCodes(check)
  checkReconciliation(check)
}

type MessageCheck = { readonly dialect: Dialect; readonly find: Finding }

/** Asks without an earlier transaction. */
const firstAsks: ReadonlySet<string> = new Set([
  ...['authorize', 'pay', 'verify', 'credit', 'authorizedCredit', 'balance'],
])
const neededAsks = [['reverse', 'is missing: a payment whose answer is lost could not be undone']] as const

function checkAsk(check: MessageCheck, place: string, ask: AskForm, isFirst: boolean): void {
  const { find } = check
  checkRepeatable(check, place, ask)
  if (isFirst && ask.processing === 'original')
    find(`${place}.processing`, 'has no original: it must be two digits')
  const send = checkList(check, `${place}.send`, ask.send)
  const sendIfKnown = checkList(check, `${place}.sendIfKnown`, ask.sendIfKnown)
  for (const number of sendIfKnown)
    if (send.includes(number)) find(`${place}.sendIfKnown`, `names ${number}, which is always sent`)
  for (const number of checkList(check, `${place}.notWithTrack2`, ask.notWithTrack2))
    if (!sendIfKnown.includes(number))
      find(`${place}.notWithTrack2`, `names ${number}, which is not among sendIfKnown`)
  const constants = checkConstants(check, place, ask.constants)
  checkHasValue(check, `${place}.send`, send, constants)
  const always = new Set([...send, ...constants])
  for (const number of fieldNumbers(check.dialect.answers.matchOn))
    if (!always.has(number)) find(`${place}.send`, `must name ${number}, on which answers are matched`)
  const processing = placeOf(check, 'processingCode')
  if (processing !== undefined && !always.has(processing))
    find(`${place}.send`, `must name ${processing}, the processing code`)
}

const placeOf = ({ dialect }: MessageCheck, meaning: string): number | undefined => {
  const [number] = Object.entries(dialect.fields).find(([, form]) => form.meaning === meaning) ?? []
  return number === undefined ? undefined : Number(number)
}

function checkRepeatable(
  check: MessageCheck,
  place: string,
  { type, repeatType }: Pick<AskForm, 'type' | 'repeatType'>,
): void {
  checkType(check, `${place}.type`, type)
  if (repeatType === undefined) return
  checkType(check, `${place}.repeatType`, repeatType)
  if (repeatType.slice(0, 3) !== type.slice(0, 3))
    check.find(`${place}.repeatType`, 'may differ from the type in the last digit only')
}

/** A request or an advice of the dialect's generation. */
function checkType({ dialect, find }: MessageCheck, place: string, type: string, roles = '02'): void {
  const version = dialect.generation === '1987' ? '0' : '1'
  if (type[0] !== version) find(place, `must begin with ${version}, as types of ${dialect.generation} do`)
  if (!roles.includes(type[2] ?? ''))
    find(
      place,
      roles === '02' ? 'its third digit must be 0 or 2: a question' : 'its third digit must be 1 or 3',
    )
}

/** The numbers of a list; those that are not declared are told and left out. */
function checkList(
  { dialect, find }: MessageCheck,
  place: string,
  list: string | undefined,
): readonly number[] {
  const numbers = fieldNumbers(list)
  for (const [index, number] of numbers.entries()) {
    if (dialect.fields[number] === undefined) find(place, `names ${number}, which fields does not declare`)
    if (numbers.indexOf(number) !== index) find(place, `names ${number} twice`)
  }
  return numbers.filter(number => dialect.fields[number] !== undefined)
}

function checkConstants(
  { dialect, find }: MessageCheck,
  place: string,
  constants: AskForm['constants'] = {},
): readonly number[] {
  for (const [number, value] of Object.entries(constants)) {
    const field = dialect.fields[number]
    const at = `${place}.constants.${number}`
    if (field === undefined) find(at, 'is a field that is not declared')
    else if (!fits(parseFormat(field.format), value)) find(at, `does not fit ${field.format}`)
  }
  return Object.keys(constants).map(Number)
}

/** What has neither a meaning nor a constant can have no value, so the message could never be sent. */
function checkHasValue(
  { dialect, find }: MessageCheck,
  place: string,
  numbers: readonly number[],
  constants: readonly number[],
): void {
  for (const number of numbers) {
    const field = dialect.fields[number]
    if (field?.meaning === undefined && field?.parts === undefined && !constants.includes(number))
      find(place, `names ${number}, which has neither a meaning nor a constant: nothing could ever be sent`)
  }
}

function checkAnswers(check: MessageCheck): void {
  const { dialect, find } = check
  const { matchOn, repeats, repeatsIfPresent, mayBeLess } = dialect.answers
  const matched = checkList(check, 'answers.matchOn', matchOn)
  if (!matched.includes(11)) find('answers.matchOn', 'must name 11, the trace number')
  for (const number of matched)
    if (![7, 11, 32, 41].includes(number)) find('answers.matchOn', `may name 7, 11, 32 and 41, not ${number}`)
  const { scope } = dialect.traceNumbers
  if (scope === 'link' && !matched.includes(7))
    find('answers.matchOn', 'must name 7: with the scope link, only the time tells equal trace numbers apart')
  if (scope === 'terminal' && !matched.includes(41))
    find('answers.matchOn', 'must name 41: with the scope terminal, two terminals have equal trace numbers')
  const always = checkList(check, 'answers.repeats', repeats)
  for (const number of matched)
    if (!always.includes(number))
      find(
        'answers.repeats',
        `must name ${number}: answers are matched on it, so an answer without it is none`,
      )
  for (const number of checkList(check, 'answers.repeatsIfPresent', repeatsIfPresent))
    if (always.includes(number)) find('answers.repeatsIfPresent', `names ${number}, which is always repeated`)
  checkList(check, 'answers.mayBeLess', mayBeLess)
}

function checkNetwork(check: MessageCheck): void {
  const { dialect, find } = check
  const { network } = dialect
  checkType(check, 'network.requestType', network.requestType)
  checkType(check, 'network.answerType', network.answerType, '13')
  const send = checkNetworkFields(check, 'network', network)
  for (const number of [11, network.codeField])
    if (!send.includes(number)) find('network.send', `must name ${number}`)
  if (network.signOnAlso) checkNetworkFields(check, 'network.signOnAlso', network.signOnAlso)
  const { signOn, signOff, echo, cutOver, keyChange } = network
  const codes = { signOn: [signOn], signOff: [signOff], echo: [echo], cutOver, keyChange }
  for (const [name, values] of Object.entries(codes))
    checkCodes(check, `network.${name}`, network.codeField, values)
  const responseField = placeOf(check, 'responseCode')
  checkCodes(check, 'network.accepted', responseField, [network.accepted])
  checkCodes(check, 'network.notUnderstood', responseField, [network.notUnderstood])
}

/** No merchant and no payment is behind these messages: few meanings have a value. */
function checkNetworkFields(check: MessageCheck, place: string, form: SignOnFields): readonly number[] {
  const { fields, network } = check.dialect
  const send = checkList(check, `${place}.send`, form.send)
  const constants = checkConstants(check, place, form.constants)
  for (const number of constants)
    if (number === 11 || number === network.codeField)
      check.find(`${place}.constants.${number}`, 'differs from message to message')
  const known = [...constants, network.codeField]
  checkHasValue(check, `${place}.send`, send, known)
  for (const number of send) {
    const meaning = fields[number]?.meaning
    if (meaning !== undefined && !known.includes(number) && !networkMeanings.some(each => each === meaning))
      check.find(`${place}.send`, `names ${number}, ${meaning}, which has no value here: give it a constant`)
  }
  return send
}

function checkCodes(
  { dialect, find }: MessageCheck,
  place: string,
  number: number | undefined,
  codes: readonly string[],
): void {
  const field = number === undefined ? undefined : dialect.fields[number]
  if (field === undefined) return
  const format = parseFormat(field.format)
  for (const code of codes)
    if (!fits(format, code)) find(place, `${code} does not fit field ${number}, ${field.format}`)
}

const ofApproval = ['APPROVED', 'PARTIALLY_APPROVED']

function checkResponseCodes(check: MessageCheck): void {
  const { dialect, find } = check
  const codes = Object.entries(dialect.responseCodes)
  for (const [code, { outcome, gatewayCode }] of codes) {
    const place = `responseCodes.${code}`
    checkCodes(check, place, placeOf(check, 'responseCode'), [code])
    if ((outcome === 'approved') !== ofApproval.includes(gatewayCode))
      find(place, `${gatewayCode} does not go with the outcome ${outcome}`)
    if (outcome === 'pending' && gatewayCode !== 'PENDING')
      find(place, `${gatewayCode} does not go with the outcome pending`)
  }
  if (!codes.some(([, { gatewayCode }]) => gatewayCode === 'APPROVED'))
    find('responseCodes', 'has no code that approves')
}

function checkReconciliation(check: MessageCheck): void {
  const { dialect, find } = check
  const form = dialect.reconciliation
  if (form === undefined) return
  checkRepeatable(check, 'reconciliation', form)
  const send = checkList(check, 'reconciliation.send', form.send)
  const constants = checkConstants(check, 'reconciliation', form.constants)
  checkHasValue(check, 'reconciliation.send', send, constants)
  // A host says it in its response code, or in the field for settlement codes.
  const isSettlementCode = [...form.inBalance, ...form.outOfBalance].every(code => code.length === 1)
  const field = placeOf(check, isSettlementCode ? 'settlementCode' : 'responseCode')
  for (const name of ['inBalance', 'outOfBalance'] as const) {
    if (form[name].length === 0) find(`reconciliation.${name}`, 'has no response code')
    checkCodes(check, `reconciliation.${name}`, field, form[name])
  }
}
