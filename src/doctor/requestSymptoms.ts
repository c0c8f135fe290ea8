// Symptoms of requests: what the gateway refused, and what it took although it was hardly meant.

import { noCardData } from '../contract/kit/validateFields.ts'
import { currencyExponent } from '../standards/currencies.ts'
import { isVerification } from './outcomes.ts'
import { callsByOrder, type ObservedCall, type Symptom, type SymptomEvidence, seen } from './traffic.ts'

/** Refused calls whose error is so. */
const refusedBy = (
  calls: readonly ObservedCall[],
  isSo: (error: NonNullable<ObservedCall['error']>, call: ObservedCall) => boolean,
): readonly SymptomEvidence[] =>
  calls.flatMap(call => {
    const { error, method, operation = method, status } = call
    if (!error || !isSo(error, call)) return []
    const { cause, explanation = cause, field } = error
    const values = { operation, status: String(status), explanation }
    return [
      field === undefined ? seen(call, 'refused', values) : seen(call, 'refusedField', { ...values, field }),
    ]
  })

const cardDataElsewhere: Symptom = {
  id: 'card-data-elsewhere',
  severity: 'error',
  find: ({ calls }) => refusedBy(calls, ({ explanation = '' }) => explanation.includes(noCardData)),
}

const idUsedTwice: Symptom = {
  id: 'id-used-twice',
  severity: 'error',
  find: ({ calls }) =>
    refusedBy(
      calls,
      ({ field, explanation = '' }) => field === 'transactionid' && explanation.includes('another request'),
    ),
}

const amountOffByExponent: Symptom = {
  id: 'amount-off-by-exponent',
  severity: 'error',
  find: ({ calls }) => [
    ...refusedBy(
      calls,
      ({ field = '', explanation = '' }) => /[aA]mount$/.test(field) && /decimal/.test(explanation),
    ),
    ...inMinorUnits(calls),
  ],
}

/** Whole amounts from 100 on, again and again, and never one with a decimal point. */
function inMinorUnits(calls: readonly ObservedCall[]): readonly SymptomEvidence[] {
  const priced = calls.flatMap(call => {
    const { amount, currency = '' } = isVerification(call) ? {} : (call.about ?? {})
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

const sessionReused: Symptom = {
  id: 'session-reused',
  severity: 'warning',
  find: ({ calls }) =>
    refusedBy(calls, ({ field = '' }) => field === 'session.id' || field === 'session.version'),
}

const refusedAgain: Symptom = {
  id: 'refused-request-repeated',
  severity: 'warning',
  find: ({ calls }) =>
    callsByOrder(calls).flatMap(order => {
      const counts = new Map<string, number>()
      return order.flatMap(call => {
        const { error, operation = '', transactionId } = call
        if (error?.cause !== 'INVALID_REQUEST') return []
        const name = [operation, transactionId, error.field, error.explanation].join()
        const count = (counts.get(name) ?? 0) + 1
        counts.set(name, count)
        return count === repeatsMin
          ? [seen(call, 'thirdTime', { operation, explanation: error.explanation ?? '' })]
          : []
      })
    }),
}
const repeatsMin = 3

const polled: Symptom = {
  id: 'polling',
  severity: 'warning',
  find: ({ calls }) =>
    callsByOrder(calls).flatMap(order => {
      const looks = order.filter(({ method }) => method === 'GET')
      const at = looks.findIndex((call, index) => {
        const before = looks[index - pollsMax]
        return before !== undefined && call.atMs - before.atMs < 60_000
      })
      const found = looks[at]
      return found ? [seen(found, 'polled', { times: pollsMax })] : []
    }),
}
const pollsMax = 30

export const requestSymptoms: readonly Symptom[] = [
  cardDataElsewhere,
  idUsedTwice,
  amountOffByExponent,
  sessionReused,
  refusedAgain,
  polled,
]
