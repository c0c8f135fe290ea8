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
  find: ({ calls }) => [...refusedBy(calls, hasOtherDecimals), ...inMinorUnits(calls)],
}

/** Whole amounts from 100 on, again and again, and never one with a decimal point. */
function inMinorUnits(calls: readonly ObservedCall[]): readonly SymptomEvidence[] {
  const priced = calls.flatMap(call => {
    const { sentAmount: amount, currency = '' } = isVerification(call) ? {} : (call.about ?? {})
    return amount !== undefined && currencyExponent(currency) === 2 ? [{ call, amount, currency }] : []
  })
  const amounts = new Set(priced.map(({ amount }) => amount))
  const isWhole = [...amounts].every(amount => /^\d{3,}$/.test(amount))
  const isVaried = amounts.size >= 3 && [...amounts].some(amount => !amount.endsWith('00'))
  if (priced.length < 5 || !isWhole || !isVaried) return []
  return priced.slice(-3).map(({ call, amount, currency }) => {
    const meant = `${amount.slice(0, -2)}.${amount.slice(-2)}`
    return seen(call, 'minorUnits', { amount, currency, meant })
  })
}

export const amountSymptoms: readonly Symptom[] = [amountMalformed, amountOffByExponent]
