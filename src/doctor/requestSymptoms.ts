// Symptoms of requests: what the gateway refused, and what it took although it was hardly meant.

import { noCardData } from '../contract/kit/validateFields.ts'
import { callsByOrder, refusedBy, type Symptom, seen } from './traffic.ts'

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
  sessionReused,
  refusedAgain,
  polled,
]
