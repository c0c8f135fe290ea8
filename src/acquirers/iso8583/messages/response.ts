// Answers of a host as answers of the port.

import type { GatewayCode } from '../../../orders/transaction.ts'
import type { Log } from '../../../platform/log.ts'
import type {
  AccountBalance,
  AcquirerAnswer,
  AcquirerAnswerDetails,
  AcquirerRecord,
  ExchangedMessage,
} from '../../port.ts'
import type { LinkSettings } from '../../routing/settings.ts'
import type { RedactionInLines } from '../codec/redaction.ts'
import type { ResponseMeaning, WiredAsk } from '../dialects/dialect.ts'
import type { IsoMessage } from '../dialects/message.ts'
import { availableBalance, readAdditionalAmounts } from './additionalAmounts.ts'
import { type AnswerValues, createAnswerReader } from './answerValues.ts'
import { authorizationResponse } from './authorizationResponse.ts'
import { mergedMemory, type WrittenMemory, writeHostMemory } from './hostMemory.ts'
import type { AskedQuestion, AwaitedQuestion } from './question.ts'
import { addressResults, securityCodeResults } from './verificationResults.ts'

/** Without what was awaited for a late answer: what was sent was shown before, and the secrets are gone. */
export type ReadAnswer = (
  asked: AskedQuestion,
  answer: IsoMessage,
  awaited?: AwaitedQuestion,
) => AcquirerAnswer

export type AnswerReadingOptions = {
  readonly settings: LinkSettings
  readonly redact: RedactionInLines
  readonly log: Log
}

export function createAnswerReading({ settings, redact, log }: AnswerReadingOptions): ReadAnswer {
  const { dialect, name } = settings
  const valuesOf = createAnswerReader(dialect)
  const alarm = (asked: AskedQuestion, reason: string) =>
    log.warn('An acquirer says that our messages or our configuration are wrong', {
      ...{ name, merchant: asked.ask.merchantId, reason },
    })
  return (asked, message, awaited) => {
    const secrets = awaited?.secrets
    const question = awaited?.question
    const values = valuesOf(message, { reference: asked.reference, question, secrets })
    const { responseCode } = values.said
    const received = shown(name, message, redact(message, { asked: secrets, question }))
    const messages = awaited === undefined ? [received] : [awaited.sent, received]
    for (const place of values.withCardData) alarm(asked, `field ${place} of an answer holds card data`)
    if (responseCode === undefined) {
      alarm(asked, 'an answer without a response code')
      return { outcome: 'silent', messages }
    }
    for (const field of values.unreadable) alarm(asked, `field ${field} of an answer has not its layout`)
    const meaning = dialect.responseCodes[responseCode] ?? notListed
    if (meaning.alarms) alarm(asked, `response code ${responseCode}: ${meaning.means}`)
    const memory = memoryOf({ asked, values })
    for (const place of memory.leftOut)
      alarm(asked, `what the host wants back is too long to be kept: field ${place}`)
    const heard = { asked, values, responseCode, meaning, settings, hostMemory: memory.text }
    const answer = answerOf(heard)
    if (answer === 'contradicts') {
      alarm(asked, `response code ${responseCode} with an amount that nobody asked for`)
      return { ...unknownOf(heard), messages }
    }
    return { ...answer, messages }
  }
}

const shown = (link: string, { type }: IsoMessage, fields: ExchangedMessage['fields']): ExchangedMessage => ({
  ...{ link, direction: 'received', type, fields },
})

const notListed: ResponseMeaning = {
  ...{ means: 'not in the table', outcome: 'declined', gatewayCode: 'UNSPECIFIED_FAILURE' },
}

type HeardAnswer = {
  readonly asked: AskedQuestion
  readonly values: AnswerValues
  readonly responseCode: string
  readonly meaning: ResponseMeaning
  readonly settings: LinkSettings
  /** As the journal keeps it. */
  readonly hostMemory: string | undefined
}

/** The same code may mean something else for a reversal, and for what was sent before. */
function answerOf(heard: HeardAnswer): AcquirerAnswer | 'contradicts' {
  const { asked, meaning } = heard
  const isPursuit = asked.wired === 'reverse' || asked.wired === 'inquire'
  if (isPursuit && meaning.ofReversal === 'noOriginal') return { outcome: 'noOriginal', ...detailsOf(heard) }
  const isApproved =
    meaning.outcome === 'approved' ||
    (asked.wired === 'reverse' && meaning.ofReversal === 'approved') ||
    (asked.isRepeat && meaning.ofRepeat === 'approved')
  if (isApproved && !isOfOthers(meaning, asked.type)) return approvalOf(heard)
  switch (meaning.outcome) {
    case 'pending':
      if (canInquire(heard) && asked.wired !== 'reverse') return { outcome: 'pending', ...detailsOf(heard) }
      return unknownOf(heard)
    case 'unknown':
    case 'approved':
      return unknownOf(heard)
    default:
      if (asked.wired === 'inquire' && isAboutInquiry(meaning)) return unknownOf(heard)
      return { outcome: 'declined', gatewayCode: meaning.gatewayCode, ...detailsOf(heard) }
  }
}

/** Who could not deal with an inquiry said nothing about the payment: that may have been approved. */
const isAboutInquiry = ({ alarms, ofInquiry, gatewayCode }: ResponseMeaning): boolean =>
  alarms === true || ofInquiry === 'unknown' || troubles.has(gatewayCode)

const troubles: ReadonlySet<GatewayCode> = new Set([
  ...(['ACQUIRER_SYSTEM_ERROR', 'SYSTEM_ERROR', 'NOT_SUPPORTED', 'UNSPECIFIED_FAILURE'] as const),
])

/** Whether a code approves only messages of another kind: by class, or by function. */
const isOfOthers = ({ approvesOnly }: ResponseMeaning, type: string): boolean =>
  (approvesOnly === 'reversals' && type[1] !== '4') || (approvesOnly === 'advices' && type[2] !== '2')

/**
 * Nobody knows what became of it: it is reversed, or inquired about. A check of a card has nothing to
 * reverse, so it has failed where the host cannot be asked again.
 */
const unknownOf = (heard: HeardAnswer): AcquirerAnswer =>
  heard.asked.wired === 'verify' && !canInquire(heard)
    ? { outcome: 'declined', gatewayCode: 'ACQUIRER_SYSTEM_ERROR', ...detailsOf(heard) }
    : { outcome: 'unknown', ...detailsOf(heard) }

const canInquire = ({ settings }: HeardAnswer): boolean => settings.dialect.asks.inquire !== undefined

function approvalOf(heard: HeardAnswer): AcquirerAnswer | 'contradicts' {
  const { asked, values, settings, meaning } = heard
  const approved = approvedAmount(heard)
  if (approved === undefined) return 'contradicts'
  const { amount, isPart } = approved
  const balance = availableBalance(readAdditionalAmounts(values.said.additionalAmounts))
  const gatewayCode = gatewayCodeOf(asked.wired, meaning, isPart, balance)
  const isBlind = asked.wired === 'reverse' && settings.dialect.reversals.acknowledgement === 'blind'
  return {
    ...{ outcome: 'approved', gatewayCode, amount },
    ...detailsOf(heard),
    authorizationCode: authorizationCodeOf(heard),
    receipt: values.said.reference ?? asked.reference,
    acquirer: recordOf(heard),
    authorizationResponse: authorizationResponse(heard),
    ...(balance && { availableBalance: balance }),
    ...(isBlind && { isBlind }),
  }
}

function gatewayCodeOf(
  wired: WiredAsk,
  { outcome, gatewayCode }: ResponseMeaning,
  isPart: boolean,
  balance: AccountBalance | undefined,
) {
  if (wired === 'balance') return balanceCode(balance)
  if (outcome !== 'approved' || (gatewayCode === 'PARTIALLY_APPROVED' && !isPart)) return 'APPROVED'
  return gatewayCode
}

function balanceCode(balance: AccountBalance | undefined) {
  if (balance === undefined) return 'BALANCE_UNKNOWN'
  const amounts = [...(balance.funds ? [balance.funds] : []), ...(balance.ebt ?? [])]
  return amounts.some(({ amount }) => amount > 0n) ? 'BALANCE_AVAILABLE' : 'NO_BALANCE'
}

/**
 * What was approved of the transaction's amount. A part counts only where it was asked for, and where it is
 * one: anything else contradicts the question, and is undone.
 */
function approvedAmount({ asked, meaning, values }: HeardAnswer): ApprovedAmount | undefined {
  const { ask, amount: whole } = asked
  if (ask.verb === 'balance') return { amount: 0n, isPart: false }
  if (meaning.gatewayCode !== 'PARTIALLY_APPROVED') return { amount: ask.amount, isPart: false }
  const given = values.said.amount
  const part = given === undefined || !/^\d+$/.test(given) ? undefined : BigInt(given)
  if (part === whole) return { amount: ask.amount, isPart: false }
  const mayBePart = ask.verb === 'inquire' || ('acceptPartialAmount' in ask && ask.acceptPartialAmount)
  if (part === undefined || !mayBePart || part === 0n || part > whole) return undefined
  return { amount: part, isPart: true }
}

type ApprovedAmount = { readonly amount: bigint; readonly isPart: boolean }

type Spoken = Pick<HeardAnswer, 'asked' | 'values'>

/** Empty where there is none: a reversal of what nobody answered has no code. */
function authorizationCodeOf({ asked, values }: Spoken): string {
  const { ask } = asked
  if ('original' in ask && (ask.verb === 'capture' || ask.verb === 'void') && ask.original.authorizationCode)
    return ask.original.authorizationCode
  const code = strippedCode(values.said.authorizationCode ?? '')
  if (code !== '') return code
  if ('original' in ask) return ask.original.authorizationCode ?? ''
  return 'authorizationCode' in ask ? (ask.authorizationCode ?? '') : ''
}

/** Hosts fill the field up with spaces on either side, or have them within it; merchants get a code. */
const strippedCode = (said: string): string => (isCode.test(said) ? said : said.replace(/[^\dA-Za-z]/g, ''))
const isCode = /^[\dA-Za-z]*$/

/** What the host wants back in later messages, together with what an earlier answer gave. */
function memoryOf(heard: Spoken): WrittenMemory {
  const { transactionIdentifier, settlementDate } = heard.values.said
  return writeHostMemory(
    mergedMemory(heard.asked.memory, {
      ...{ transactionIdentifier, settlementDate, authorizationCode: spelledCode(heard) },
      places: heard.values.memory,
    }),
  )
}

/** As the host wrote it, where merchants have it otherwise. */
function spelledCode(heard: Spoken): string | undefined {
  const said = heard.values.said.authorizationCode
  if (said === undefined || isCode.test(said)) return undefined
  return strippedCode(said) === authorizationCodeOf(heard) ? said : undefined
}

function recordOf({ asked, values, settings }: HeardAnswer): AcquirerRecord {
  const { settlementDate, transactionIdentifier, reference } = values.said
  const date = settlementDate?.slice(-4) ?? asked.localTime.slice(2, 6)
  return {
    id: settings.name,
    merchantId: asked.acceptor,
    batch: Number(`20${yearOf(date, asked.localTime)}${date}`),
    date,
    timeZone: settings.timeZone,
    transactionId: transactionIdentifier ?? reference ?? asked.reference,
  }
}

/** Of a settlement date without a year: it is near the question, so January follows December. */
function yearOf(date: string, localTime: string): string {
  const year = Number(localTime.slice(0, 2))
  const [month, now] = [Number(date.slice(0, 2)), Number(localTime.slice(2, 4))]
  const turned = now === 12 && month === 1 ? year + 1 : now === 1 && month === 12 ? year - 1 : year
  return String((turned + 100) % 100).padStart(2, '0')
}

/** What is told beside the outcome, whichever it is. Set one by one: spreading costs more than the rest. */
function detailsOf(heard: HeardAnswer): AcquirerAnswerDetails {
  const { values, responseCode, meaning, hostMemory } = heard
  const { said } = values
  const { chipData, merchantAdviceCode } = said
  const details: { -readonly [name in keyof AcquirerAnswerDetails]: AcquirerAnswerDetails[name] } = {
    acquirerCode: responseCode,
    acquirerMessage: said.responseText ?? meaning.means.toUpperCase(),
  }
  if (hostMemory !== undefined) details.hostMemory = hostMemory
  if (chipData !== undefined) details.emvResponse = chipData
  if (merchantAdviceCode !== undefined) details.merchantAdviceCode = merchantAdviceCode
  const ofSecurityCode = said.securityCodeResult && securityCodeResults[said.securityCodeResult]
  if (said.securityCodeResult && ofSecurityCode)
    details.cardSecurityCode = { acquirerCode: said.securityCodeResult, gatewayCode: ofSecurityCode }
  const ofAddress = said.addressResult && addressResults[said.addressResult]
  if (said.addressResult && ofAddress)
    details.avs = { acquirerCode: said.addressResult, gatewayCode: ofAddress }
  return details
}
