// The filters of the request log, as the address has them.

import type { AddressSearch } from '../addressSearch.ts'

export const callOutcomes = ['ANSWERED', 'REFUSED', 'FAILED'] as const
type LoggedOutcome = (typeof callOutcomes)[number]

export type RequestFilters = {
  readonly outcome?: LoggedOutcome
  readonly operation?: string
  readonly orderId?: string
  readonly correlationId?: string
  readonly requestId?: string
  readonly from?: string
  readonly until?: string
}

export const requestFilterNames = [
  'outcome',
  'operation',
  'orderId',
  'correlationId',
  'requestId',
  'from',
  'until',
] as const satisfies readonly (keyof RequestFilters)[]

/** What an address has wrong is left out: a link that somebody mistyped shows a list, not a refusal. */
export function requestFilters(search: AddressSearch): RequestFilters {
  const outcome = callOutcomes.find(known => known === search.outcome)
  const { operation, orderId, correlationId, requestId } = search
  const [from, until] = [timeIn(search.from), timeIn(search.until)]
  return {
    ...(outcome && { outcome }),
    ...(isWithin(operation, 40) && { operation }),
    ...(isWithin(orderId, 40) && { orderId }),
    ...(isWithin(correlationId, 100) && { correlationId }),
    ...(isWithin(requestId, 40) && { requestId }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  }
}

const isWithin = (text: string | undefined, max: number): text is string =>
  text !== undefined && text !== '' && text.length <= max

function timeIn(text: string | undefined): string | undefined {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
