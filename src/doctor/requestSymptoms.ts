// Symptoms of requests: what the gateway refused, and what it took although it was hardly meant.

import { noCardData } from '../contract/kit/validateFields.ts'
import { currencyExponent } from '../standards/currencies.ts'
import { callsByOrder, type ObservedCall, type Symptom, type SymptomEvidence, seen } from './traffic.ts'

/** Refused calls whose error is so. */
const refusedBy = (
  calls: readonly ObservedCall[],
  isSo: (error: NonNullable<ObservedCall['error']>, call: ObservedCall) => boolean,
): readonly SymptomEvidence[] =>
  calls.flatMap(call => {
    const { error, operation, method, status } = call
    if (!error || !isSo(error, call)) return []
    const field = error.field === undefined ? '' : ` ${error.field}:`
    return [
      seen(call, `${operation ?? method} answered ${status},${field} ${error.explanation ?? error.cause}`),
    ]
  })

const cardDataElsewhere: Symptom = {
  id: 'card-data-elsewhere',
  severity: 'error',
  title: 'Card data was sent where it does not belong',
  advice:
    'Card numbers and security codes belong into their own fields only. Whatever else holds them (a ' +
    'description, an order id, a log of yours) is then in scope of PCI DSS.',
  find: ({ calls }) => refusedBy(calls, ({ explanation = '' }) => explanation.includes(noCardData)),
}

const idUsedTwice: Symptom = {
  id: 'id-used-twice',
  severity: 'error',
  title: 'A transaction id was used for two different requests',
  advice:
    'The second one was not executed. Make an id for each attempt of a payer, and keep it for the ' +
    'retries of that very request.',
  find: ({ calls }) =>
    refusedBy(
      calls,
      ({ field, explanation = '' }) => field === 'transactionid' && explanation.includes('another request'),
    ),
}

const amountOffByExponent: Symptom = {
  id: 'amount-off-by-exponent',
  severity: 'error',
  title: 'Amounts seem to be in minor units, or have the wrong decimals',
  advice:
    'Amounts are in major units with a decimal point, by the exponent of their currency: ten dollars are ' +
    '10.00, ten yen are 10, a dinar of Kuwait has three decimals.',
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
    const { amount, currency = '' } = call.about ?? {}
    return amount !== undefined && currencyExponent(currency) === 2 ? [{ call, amount, currency }] : []
  })
  const amounts = new Set(priced.map(({ amount }) => amount))
  const isWhole = [...amounts].every(amount => /^\d{3,}$/.test(amount))
  const isVaried = amounts.size >= 3 && [...amounts].some(amount => !amount.endsWith('00'))
  if (priced.length < 5 || !isWhole || !isVaried) return []
  return priced.slice(-3).map(({ call, amount, currency }) => {
    const meant = `${amount.slice(0, -2)}.${amount.slice(-2)}`
    return seen(call, `${amount} ${currency}: was ${meant} meant?`)
  })
}

const sessionReused: Symptom = {
  id: 'session-reused',
  severity: 'warning',
  title: 'A session was used again, or after its end',
  advice: 'A session is for one order. Create a new one for each, and keep its id on your server only.',
  find: ({ calls }) =>
    refusedBy(calls, ({ field = '' }) => field === 'session.id' || field === 'session.version'),
}

const refusedAgain: Symptom = {
  id: 'refused-request-repeated',
  severity: 'warning',
  title: 'A refused request was sent again unchanged',
  advice:
    'What was refused for its content is refused again: mend the field that the answer names. Retry only ' +
    'after 429, 5xx or a broken connection.',
  find: ({ calls }) =>
    callsByOrder(calls).flatMap(order => {
      const counts = new Map<string, number>()
      return order.flatMap(call => {
        const { error, operation, transactionId } = call
        if (error?.cause !== 'INVALID_REQUEST') return []
        const name = [operation, transactionId, error.field, error.explanation].join()
        const count = (counts.get(name) ?? 0) + 1
        counts.set(name, count)
        return count === repeatsMin
          ? [seen(call, `${operation} for the third time: ${error.explanation}`)]
          : []
      })
    }),
}
const repeatsMin = 3

const polled: Symptom = {
  id: 'polling',
  severity: 'warning',
  title: 'An order is polled again and again',
  advice: 'Notifications say when something changes; the feed can be waited on (`?wait=20`).',
  find: ({ calls }) =>
    callsByOrder(calls).flatMap(order => {
      const looks = order.filter(({ method }) => method === 'GET')
      const at = looks.findIndex((call, index) => {
        const before = looks[index - pollsMax]
        return before !== undefined && call.atMs - before.atMs < 60_000
      })
      const found = looks[at]
      return found ? [seen(found, `retrieved more than ${pollsMax} times within a minute`)] : []
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
