import type { HttpMonitor } from '../http/transport/watch.ts'
import type { Ground } from './ground.ts'

/** Rate, errors and duration of every route. */
export function createDoorWatch({ measures, tracing }: Ground): HttpMonitor {
  const { requests, requestsInProgress, refused, failedLogins } = measures
  return {
    observe(exchange) {
      const traced: typeof exchange = tracing
        ? turn => tracing.request(turn.request.headers, () => exchange(turn))
        : exchange
      return async turn => {
        requestsInProgress.add(1)
        try {
          return await traced(turn)
        } finally {
          requestsInProgress.add(-1)
        }
      }
    },
    answered({ method, route = 'none', status, ms }) {
      const verb = knownMethod(method)
      requests.observe(ms / 1_000, verb, route, String(status ?? 'gone'))
      tracing?.addDetails({
        name: `${verb} ${route}`,
        facts: { 'http.request.method': verb, 'http.route': route, 'http.response.status_code': status },
        isFault: status !== undefined && status >= 500,
      })
    },
    refused: status => refused.add(1, String(status ?? 'handshake')),
    failedLogin: kind => failedLogins.add(1, kind),
  }
}

/** Callers make up others. */
function knownMethod(method: string | undefined): string {
  return methods.find(known => known === method) ?? 'other'
}

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD'] as const
