// The answer of the acquirer host: what the dialect wants repeated, and what the host has to say.

import { hash } from 'node:crypto'
import { type Dialect, fieldNumbers } from '../acquirers/iso8583/dialects/dialect.ts'
import type { IsoMessage } from '../acquirers/iso8583/dialects/message.ts'
import { brandOf } from '../standards/cardBrands.ts'
import { emvElement, emvTags } from '../standards/emv.ts'
import type { AccountAmount } from './hostDecision.ts'
import type { AskedMessage } from './hostQuestion.ts'
import type { HostRuling } from './hostRuling.ts'
import { identifierOf } from './namedOriginal.ts'
import type { PrivateFields, PrivateValues } from './privateFields.ts'
import {
  addressLetters,
  adviceFor,
  avsByStreet,
  replyFor,
  securityCodeLetters,
  securityCodes,
  securityCodesOfNetworkA,
} from './testCards.ts'

export type AnswerWriter = {
  /** The answer to a question that was ruled on. */
  answer(question: AskedMessage, ruling: HostRuling, circumstances: AnswerCircumstances): IsoMessage
  /** An answer that only repeats, and says this code. */
  refusal(message: IsoMessage, responseCode: string): IsoMessage
}

export type AnswerCircumstances = {
  readonly at: Date
  /** YYYYMMDD. */
  readonly businessDate: string
}

type AnswerForm = {
  readonly repeated: readonly number[]
  readonly is1993: boolean
  readonly hasTime: boolean
  readonly hasDate: boolean
  readonly settlementDigits: 4 | 6 | undefined
}

export function createAnswerWriter(dialect: Dialect, places: PrivateFields): AnswerWriter {
  const { matchOn, repeats, repeatsIfPresent } = dialect.answers
  const repeated = [...new Set([matchOn, repeats, repeatsIfPresent].flatMap(fieldNumbers))]
  const is1993 = dialect.generation === '1993'
  const form: AnswerForm = {
    ...{ repeated, is1993 },
    hasTime: !repeated.includes(12) && dialect.fields[12] !== undefined,
    hasDate: !is1993 && !repeated.includes(13) && dialect.fields[13] !== undefined,
    settlementDigits: dialect.fields[15] && (is1993 ? 6 : 4),
  }
  return {
    answer(question, ruling, circumstances) {
      const fields = repeatedFields(question.message, form)
      const [date, time] = timesOf(circumstances.at)
      // Local times are the caller's: what it said of them is repeated.
      const { 12: askedTime, 13: askedDate } = question.message.fields
      if (form.hasTime) fields[12] = askedTime ?? (form.is1993 ? date.slice(2) + time : time)
      if (form.hasDate) fields[13] = askedDate ?? date.slice(4)
      const { settlementDigits } = form
      if (settlementDigits) fields[15] = circumstances.businessDate.slice(-settlementDigits)
      // Only what is approved may be another amount: a decline repeats what was asked for.
      const isApproved = replyFor(ruling.gatewayCode).outcome === 'approved'
      if (fields[4] !== undefined && isApproved) fields[4] = digits(ruling.amount, 12)
      if (ruling.authorizationCode !== undefined) fields[38] = ruling.authorizationCode.padEnd(6)
      fields[39] = ruling.responseCode
      const amounts = amountsText(question, ruling)
      if (amounts !== '') fields[54] = amounts
      const chip = chipAnswer(question, ruling)
      if (chip !== undefined) fields[55] = chip
      Object.assign(fields, places.write(privateValues(question, ruling)))
      return { type: answerType(question.message.type), fields }
    },
    refusal(message, responseCode) {
      const fields = repeatedFields(message, form)
      fields[39] = responseCode
      return { type: answerType(message.type), fields }
    },
  }
}

/** The answer to a repeat is that to the first message. */
export const answerType = (type: string): string => `${type[0]}${type[1]}${type[2] === '2' ? '3' : '1'}0`

function repeatedFields({ fields: asked }: IsoMessage, { repeated }: AnswerForm): Record<number, string> {
  const fields: Record<number, string> = {}
  for (const number of repeated) {
    const value = asked[number]
    if (value !== undefined) fields[number] = value
  }
  return fields
}

/** YYYYMMDD and hhmmss, in UTC: the last second is remembered, as thousands of answers share it. */
export function timesOf(at: Date): readonly [date: string, time: string] {
  const second = Math.floor(at.getTime() / 1_000)
  if (second !== lastSecond) {
    const text = at.toISOString()
    lastTimes = [text.slice(0, 10).replaceAll('-', ''), text.slice(11, 19).replaceAll(':', '')]
    lastSecond = second
  }
  return lastTimes
}
let lastSecond = Number.NaN
let lastTimes: readonly [date: string, time: string] = ['', '']

export const digits = (value: bigint | number, length: number): string => String(value).padStart(length, '0')

/** 54: what was asked where a part is approved, then balances. */
function amountsText({ amount, currency }: AskedMessage, ruling: HostRuling): string {
  const asked: readonly AccountAmount[] =
    ruling.gatewayCode === 'PARTIALLY_APPROVED' ? [{ accountType: '00', amountType: '57', amount }] : []
  const all = [...asked, ...(ruling.balances ?? [])]
  return all.map(one => `${one.accountType}${one.amountType}${currency}C${digits(one.amount, 12)}`).join('')
}

/** The issuer's answer to the chip: 8A and 91, and a script that blocks the application. */
function chipAnswer(question: AskedMessage, ruling: HostRuling): string | undefined {
  const chip = question.message.fields[55]
  const { outcome } = replyFor(ruling.gatewayCode)
  if (chip === undefined || (outcome !== 'approved' && outcome !== 'declined')) return undefined
  const { acquirerCode } = replyFor(ruling.gatewayCode)
  const code = Buffer.from(acquirerCode, 'latin1').toString('hex').toUpperCase()
  const cryptogram = (what: string) =>
    hash('sha256', `${emvTags(chip).get('9F26') ?? ''}\n${what}`)
      .slice(0, 16)
      .toUpperCase()
  const script = emvElement('72', emvElement('86', `841E000008${cryptogram('script')}`))
  const answer = emvElement('8A', code) + emvElement('91', cryptogram(acquirerCode) + code)
  return ruling.gatewayCode === 'BLOCKED' ? answer + script : answer
}

function privateValues(question: AskedMessage, ruling: HostRuling): PrivateValues {
  const { privately, kind } = question
  const { entry, gatewayCode } = ruling
  const values: WrittenValues = { responseText: replyFor(gatewayCode).acquirerMessage }
  if (kind === 'hold' || kind === 'sale' || kind === 'verify' || kind === 'refund')
    addChecks(values, question)
  if (entry) {
    const identifier = identifierOf(entry)
    values.hostMemory = identifier
    values.transactionIdentifier = privately('transactionIdentifier') ?? identifier
    values.validationCode = entry.authorizationCode.slice(0, 4)
    values.returnAci = 'Y'
  }
  if (replyFor(gatewayCode).outcome === 'declined' && privately('agreement') === '1')
    values.merchantAdviceCode = adviceFor(gatewayCode)
  return values
}

type WrittenValues = { -readonly [meaning in keyof PrivateValues]: PrivateValues[meaning] }

/** What the issuer found in security code, address and proof of authentication. */
function addChecks(values: WrittenValues, { number = '', privately }: AskedMessage): void {
  const securityCode = privately('securityCode')?.trimEnd()
  const codes = brandOf(number) === 'NETWORK_A' ? securityCodesOfNetworkA : securityCodes
  const found = securityCode === undefined ? 'NOT_PRESENT' : (codes.get(securityCode) ?? 'MATCH')
  values.securityCodeResult = securityCodeLetters[found]
  const address = addressResult(privately('addressStreet'), privately('addressPostcode'))
  if (address !== undefined) values.addressResult = address
  const isProven = (privately('authenticationValue') ?? privately('walletCryptogram')) !== undefined
  if (isProven) values.authenticationResult = '2'
}

function addressResult(street: string | undefined, postcode: string | undefined): string | undefined {
  if (street !== undefined && street.trim() !== '') {
    const otherwise = postcode === undefined ? 'ADDRESS_MATCH' : 'ADDRESS_ZIP_MATCH'
    return addressLetters[avsByStreet.get(streetName(street)) ?? otherwise]
  }
  return postcode === undefined ? undefined : addressLetters.ZIP_MATCH
}

/** Without a house number before it, and without what follows a comma. */
function streetName(street: string): string {
  const words = (street.split(',', 1)[0] ?? '').trim().toLowerCase().split(/\s+/)
  return words.slice(/^\d/.test(words[0] ?? '') ? 1 : 0).join(' ')
}
