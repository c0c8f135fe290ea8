import type { MetricExposition } from '../../platform/metrics.ts'
import { isRefusal, refuseBusy } from '../transport/refusals.ts'
import { compileRoutes, type Route, type RouteHandler, type RouteTable } from './routes.ts'

/** What is wrong with this node at the moment; empty when it is well. */
export type Readiness = () => Promise<readonly ReadinessCode[]>

export type ReadinessCode = keyof typeof readinessRemarks

type ReadinessRemark = {
  /** Whether requests belong to another node meanwhile; else it is only something to look at. */
  readonly isReason: boolean
  readonly explanation: string
}

/**
 * A reason is what another node may do better: this one stops, or cannot write, or cannot read. What all
 * nodes suffer from alike is a warning: with all of them taken out, nobody would be served at all.
 */
export const readinessRemarks = {
  STARTING: { isReason: true, explanation: 'The gateway is starting and serves nobody yet.' },
  STOPPING: { isReason: true, explanation: 'The gateway is stopping.' },
  DRAINING: { isReason: true, explanation: 'The gateway stops soon; it still answers whoever comes.' },
  DATABASE_UNREACHABLE: { isReason: true, explanation: 'The database is not available.' },
  DATABASE_STANDBY: { isReason: true, explanation: 'The database is a standby.' },
  DATABASE_STALLED: { isReason: true, explanation: 'The database does not commit in time.' },
  DATABASE_UNFIT: { isReason: true, explanation: 'The database, or a pooler before it, refuses statements.' },
  DATABASE_SESSIONS_SHORT: {
    isReason: true,
    explanation: 'The database, or a pooler before it, has too few sessions for this node.',
  },
  DATABASE_CLOCK_MOVED: { isReason: true, explanation: 'The clock of the database was moved.' },
  KEY_MISSING: { isReason: true, explanation: 'A key that others lock with is not known to this node.' },
  SCHEMA_NEWER: { isReason: false, explanation: 'A newer release has migrated the database.' },
  OBLIGATIONS_STUCK: { isReason: false, explanation: 'Something is owed to an acquirer for too long.' },
  RECOVERY_LATE: { isReason: false, explanation: 'Recovery has not looked for work for a while.' },
  NOTIFICATIONS_LATE: { isReason: false, explanation: 'Notifications wait too long for their first try.' },
  LOG_LINES_DROPPED: { isReason: false, explanation: 'Log lines were thrown away.' },
  PUBLIC_URL_UNFIT: {
    isReason: false,
    explanation: "Payers' browsers may come by another address than TOLLGATE_PUBLIC_URL.",
  },
  AUDIT_HEAD_UNFIT: { isReason: false, explanation: 'The audit log does not fit its head; verify it.' },
  CERTIFICATE_ENDS: { isReason: false, explanation: 'The certificate of the listener ends soon.' },
} as const satisfies Readonly<Record<string, ReadinessRemark>>

export const isReason = (code: ReadinessCode): boolean => readinessRemarks[code].isReason

type HealthOptions = {
  readonly ready: Readiness
  readonly gatewayVersion: string
  /** Whether no money moves here. */
  readonly isTest?: boolean | undefined
  /** Whether only operators come to this listener. */
  readonly isForOperators?: boolean | undefined
}

/** Liveness and readiness for load balancers, and Check Gateway for merchants. */
export function healthRoutes(options: HealthOptions): readonly Route[] {
  return [
    { ...open, path: '/live', under: 'root', handler: live },
    { ...open, path: '/ready', under: 'root', handler: readiness(options) },
    { ...open, path: '/information', handler: information(options.gatewayVersion) },
  ]
}

/** Before the gateway has started: anything but health is answered 503 with Retry-After. */
export function startingRoutes(options: HealthOptions): RouteTable {
  const health = compileRoutes(healthRoutes(options).filter(({ under }) => under === 'root'))
  return {
    match(method, segments, sent) {
      const match = health.match(method, segments, sent)
      const isThere = !isRefusal(match) || match.status !== 404
      return isThere ? match : refuseBusy(503, readinessRemarks.STARTING.explanation, 1)
    },
  }
}

const open = { method: 'GET', access: 'public', isAlwaysServed: true } as const

const live: RouteHandler = async () => ({ status: 200, body: '{"status":"LIVE"}' })

/** Reasons not to be served are public; warnings are for operators and callers at this machine. */
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

/** What was measured, in the form that Prometheus reads; however many ask at once, it is written once. */
export function metricsRoute({ contentType, text }: MetricExposition, access: 'local' | 'public'): Route {
  let writing: Promise<string> | undefined
  const once = () => {
    writing ??= text().finally(() => {
      writing = undefined
    })
    return writing
  }
  return {
    method: 'GET',
    path: '/metrics',
    under: 'root',
    access,
    isAlwaysServed: true,
    handler: async () => ({ status: 200, body: await once(), headers: { 'Content-Type': contentType } }),
  }
}
