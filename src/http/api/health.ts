import type { RouteHandler } from '../transport/handler.ts'
import { isReason, type Readiness, type ReadinessCode, readinessRemarks } from './readiness.ts'
import { isRefusal, refuseBusy } from './refusal.ts'
import { compileRoutes, type Route, type RouteTable } from './routes.ts'

export type HealthOptions = {
  readonly ready: Readiness
  readonly gatewayVersion: string
  /** Whether no money moves here. */
  readonly isTest?: boolean | undefined
  /** Whether only operators come to this listener. */
  readonly isForOperators?: boolean | undefined
}

/** What load balancers and merchants ask before they ask for anything else. */
export function healthRoutes(parts: HealthOptions): readonly Route[] {
  return [
    { ...open, path: '/live', under: 'root', handler: live },
    { ...open, path: '/ready', under: 'root', handler: readiness(parts) },
    { ...open, path: '/information', handler: information(parts.gatewayVersion) },
  ]
}

/** Before there is anything to serve: whoever asks for anything else is told to come again. */
export function startingRoutes(parts: HealthOptions): RouteTable {
  const health = compileRoutes(healthRoutes(parts).filter(({ under }) => under === 'root'))
  return {
    match(method, segments, sent) {
      const place = health.match(method, segments, sent)
      const isThere = !isRefusal(place) || place.status !== 404
      return isThere ? place : refuseBusy(503, readinessRemarks.STARTING.explanation, 1)
    },
  }
}

const open = { method: 'GET', access: 'public', isAlways: true } as const

const live: RouteHandler = async () => ({ status: 200, body: '{"status":"LIVE"}' })

/** Whoever may not be served is told why. What the operator should look at is for the operator alone. */
function readiness({ ready, isTest, isForOperators = false }: HealthOptions): RouteHandler {
  const mode = isTest ? { mode: 'TEST' } : {}
  return async ({ isLocal }) => {
    const codes = await ready()
    const reasons = codes.filter(isReason)
    const isTold = isForOperators || isLocal?.() === true
    const warnings = isTold ? { warnings: codes.filter(code => !isReason(code)).map(remarkOf) } : {}
    if (reasons.length === 0) return { status: 200, body: { status: 'READY', ...mode, ...warnings } }
    const body = { status: 'NOT_READY', ...mode, reasons: reasons.map(remarkOf), ...warnings }
    return { status: 503, body, headers: { 'Retry-After': '1' } }
  }
}

const remarkOf = (code: ReadinessCode) => ({ code, explanation: readinessRemarks[code].explanation })

function information(gatewayVersion: string): RouteHandler {
  const body = JSON.stringify({ gatewayVersion, status: 'OPERATING' })
  return async () => ({ status: 200, body })
}
