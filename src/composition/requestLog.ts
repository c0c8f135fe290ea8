import { createRequestLog } from '../console/requestLog/requestLog.ts'
import type { MerchantCall } from '../http/api/merchantCall.ts'
import type { Instrumentation } from '../observability/instrumentation.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../store/open.ts'

/** How much of merchants' API calls is kept. */
export type RequestLogLimits = { readonly callsMax: number; readonly daysMax: number }

/** Opens the log of merchants' API calls, where any are to be kept. */
export function openRequestLog(options: RequestLogDependencies): OpenRequestLog {
  const { requestLog: limits, store, log, stops, instrumentation } = options
  if (!limits || limits.callsMax === 0) return {}
  const { record, flush, stop } = createRequestLog({
    ...{ ...limits, store: store.requestLog, clock: systemClock },
    onDropped: calls => instrumentation?.requestsNotLogged?.(calls),
    warn: reason => log.warn('request log', { reason }),
  })
  stops.push(stop)
  return { onMerchantCall: record, flushRequestLog: flush }
}

type RequestLogDependencies = {
  readonly requestLog?: RequestLogLimits | undefined
  readonly store: Pick<Store, 'requestLog'>
  readonly log: Log
  readonly stops: (() => Promise<unknown>)[]
  readonly instrumentation?: Partial<Instrumentation> | undefined
}

export type OpenRequestLog = {
  readonly onMerchantCall?: (call: MerchantCall) => void
  /** Writes what waits, so that whoever looks sees it. */
  readonly flushRequestLog?: () => Promise<void>
}
