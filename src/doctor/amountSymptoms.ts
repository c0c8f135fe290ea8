// Symptoms of amounts: those that are not written as one, and those of which the decimals are not
// the currency's.

import { catalogue } from '../contract/catalogue.ts'
import { requestAt } from '../contract/kit/operation.ts'
import { fieldAt } from '../contract/kit/unknownField.ts'
import { notExact } from '../contract/kit/validateFields.ts'
import { currencyExponent } from '../standards/currencies.ts'
import { isVerification } from './outcomes.ts'
import { type ObservedCall, refusedBy, type Symptom, type SymptomEvidence, seen } from './traffic.ts'

type CallError = NonNullable<ObservedCall['error']>

/** What the contract says of the amount that a call was refused for; undefined where it is none. */
function sentenceOfAmount({ field }: CallError, { operation, version }: ObservedCall): string | undefined {
  const declared = catalogue.find(({ name }) => name === operation)
  const type = declared && field && fieldAt(requestAt(declared, version), field)?.type
  return type && type.kind === 'scalar' && type.scalar.money ? type.scalar.sentence : undefined
}

function isMalformed(error: CallError, call: ObservedCall): boolean {
  const sentence = sentenceOfAmount(error, call)
  const { explanation = '' } = error
  return sentence !== undefined && [sentence, notExact].some(said => explanation.includes(said))
}

const amountMalformed: Symptom = {
  id: 'amount-malformed',
  severity: 'error',
  find: ({ calls }) => refusedBy(calls, isMalformed),
}

const hasOtherDecimals = (error: CallError, call: ObservedCall): boolean =>
  sentenceOfAmount(error, call) !== undefined &&
  !isMalformed(error, call) &&
  / decimals\./.test(error.explanation ?? '')

const amountOffByExponent: Symptom = {
  id: 'amount-off-by-exponent',
  severity: 'error',
  find: ({ calls }) => refusedBy(calls, hasOtherDecimals),
}

/** A question: where all prices are whole, it looks the same. */
const amountsInMinorUnits: Symptom = {
  id: 'amounts-in-minor-units',
  severity: 'warning',
  find: ({ calls }) => inMinorUnits(calls),
}

/** Whole amounts from 100 on, of many kinds, and never one with a decimal point. */
function inMinorUnits(calls: readonly ObservedCall[]): readonly SymptomEvidence[] {
  const priced = calls.flatMap(call => {
    const { sentAmount: amount, currency = '' } = isVerification(call) ? {} : (call.about ?? {})
    return amount !== undefined && currencyExponent(currency) === 2 ? [{ call, amount, currency }] : []
  })
  const amounts = new Set(priced.map(({ amount }) => amount))
  const isWhole = [...amounts].every(amount => /^\d{3,}$/.test(amount))
  const isVaried = amounts.size >= differentMin && [...amounts].some(amount => !amount.endsWith('00'))
  if (!isWhole || !isVaried) return []
  return priced.slice(-3).map(({ call, amount, currency }) => {
    const meant = `${amount.slice(0, -2)}.${amount.slice(-2)}`
    return seen(call, 'minorUnits', { amount, currency, meant })
  })
}
const differentMin = 5

export const amountSymptoms: readonly Symptom[] = [amountMalformed, amountOffByExponent, amountsInMinorUnits]
