// Card data where a host has none to write: texts, references and whatever else it puts into its messages.

import { holdsCardData } from '../../standards/cardDataInText.ts'
import type { AcquirerAsk } from '../port.ts'

/** What a question held that no answer may bring back into what is stored or shown. In memory only. */
export type AskedSecrets = {
  readonly number: string
  /** PIN block, proofs and cryptograms, as they were sent. */
  readonly others: readonly string[]
}

/** Undefined where the card is not at hand. */
export function secretsOf(ask: AcquirerAsk): AskedSecrets | undefined {
  const { card } = ask
  if (card === undefined) return undefined
  const presented = 'presented' in ask ? ask.presented : undefined
  const { pinBlock, cryptogram } = presented ?? {}
  const token = 'authentication' in ask ? ask.authentication?.token : undefined
  const candidates = [
    ...[pinBlock?.payload.toUpperCase(), pinBlock?.keySerialNumber?.toUpperCase(), cryptogram?.value],
    ...[token, card.pin],
  ]
  const others = candidates.flatMap(secret =>
    secret === undefined || secret.length < shortestSecret ? [] : [secret],
  )
  return { number: card.number, others }
}

/** A shorter one is in any text by chance. */
const shortestSecret = 6

/** So many digits in a row are no coincidence, and the first six alone are fewer. */
const alike = 9

/** Whether a value has enough digits of the card's number in a row to be a part of it, or another secret. */
export function repeatsSecret(value: string, secrets: AskedSecrets | undefined): boolean {
  if (secrets === undefined || value.length < shortestSecret) return false
  return sharesDigits(value, secrets.number) || secrets.others.some(secret => value.includes(secret))
}

export function sharesDigits(value: string, number: string | undefined): boolean {
  if (number === undefined || value.length < alike || number.length < alike) return false
  if (!hasRun(value)) return false
  for (let at = 0; at + alike <= number.length; at++) {
    const part = number.slice(at, at + alike)
    if (value.includes(part) && new Set(part).size >= distinctMin) return true
  }
  return false
}

/** Nothing but zeros, as in numbers for tests, is in any amount. */
const distinctMin = 4

/**
 * Whether a value may neither be stored nor shown: it has a secret of the question, or any card's data. Where
 * the secrets are not at hand, as many digits as make most of a number are too many.
 */
export function isCardData(value: string, secrets: AskedSecrets | undefined): boolean {
  if (secrets === undefined) return mostOfNumber.test(value) || holdsCardData(value)
  return repeatsSecret(value, secrets) || holdsCardData(value)
}

function hasRun(value: string): boolean {
  let run = 0
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    run = code >= 0x30 && code <= 0x39 ? run + 1 : 0
    if (run === alike) return true
  }
  return false
}

/** Zeros before it do not count: amounts and counts have them. */
const mostOfNumber = /[1-9]\d{11}/
const mostOfNumbers = /[1-9]\d{11,}/g
/** A run of a card number's length is looked at as one; in a longer one nobody knows where one begins. */
const longerThanMost = /[1-9]\d{13,}/g

/**
 * A value of a host as people may see it: digits in a row that could hold a number show the first six and the
 * last four. Where nobody knows which card it is about, most of a number is too much already.
 */
export function withLongRunsMasked(value: string, isOfUnknownCard: boolean): string {
  if (value.length < 12) return value
  return value.replace(isOfUnknownCard ? mostOfNumbers : longerThanMost, masked)
}

const masked = (run: string): string => `${run.slice(0, 6)}${'x'.repeat(run.length - 10)}${run.slice(-4)}`
