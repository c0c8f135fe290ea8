// Health: liveness, readiness, Check Gateway and metrics, also while the gateway is starting.

import type { MetricExposition } from '../../platform/metrics.ts'
import { isRefusal, refuseBusy } from '../transport/refusals.ts'
import { compileRoutes, type Route, type RouteHandler, type RouteTable } from './routes.ts'

/** The current problems of this node; empty when it is well. */
export type Readiness = () => Promise<readonly ReadinessFinding[]>

export type ReadinessFinding = {
  readonly code: ReadinessCode
  /** What it is about here and now, a line each: which link, since when. */
  readonly details?: readonly string[]
}

export type ReadinessCode = keyof typeof readinessRemarks

type ReadinessRemark = {
  /** Whether requests should go to another node meanwhile; otherwise it is only a warning. */
  readonly isReason: boolean
  readonly explanation: string
}

/**
 * A reason is something that another node may do better: this one is stopping, or cannot write, or cannot
 * read. A problem that all nodes share is only a warning: with all of them taken out of service, no request
 * would be served at all.
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
  WORKERS_MISSING: {
    isReason: false,
    explanation: 'A worker of this node has ended and is being replaced, or hangs; the others serve.',
  },
  CELLS_AWAY: {
    isReason: false,
    explanation: 'A server of a distributed database is away: the merchants of its cells cannot pay.',
  },
  SCHEMA_NEWER: { isReason: false, explanation: 'A newer release has migrated the database.' },
  OBLIGATIONS_STUCK: { isReason: false, explanation: 'Something is owed to an acquirer for too long.' },
  ACQUIRER_LINKS_DOWN: {
    isReason: false,
    explanation: 'No link to an acquirer can be used: payments fail, and what is owed waits.',
  },
  ACQUIRER_LINK_DOWN: { isReason: false, explanation: 'A link to an acquirer cannot be used.' },
  ACQUIRER_LINK_MISSING: {
    isReason: false,
    explanation:
      'Something is owed over a link that this node does not have: put it back into the links file.',
  },
  TOTALS_DIFFER: {
    isReason: false,
    explanation: 'An acquirer has other totals of a business date, or refused them: tollgate reconcile.',
  },
  TOTALS_LATE: {
    isReason: false,
    explanation: 'A business date ended more than a day ago, and its acquirer has not answered its totals.',
  },
  CARD_RANGES_MISSING: {
    isReason: false,
    explanation:
      'The card ranges of a directory server were never loaded: its payers cannot be authenticated.',
  },
  CARD_RANGES_OLD: {
    isReason: false,
    explanation: 'A directory server has not confirmed its card ranges for two days: the last ones are used.',
  },
  PROVIDER_AWAY: {
    isReason: false,
    explanation: 'The adapter of a payment provider does not answer: payments there fail or wait.',
  },
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
  /** Whether this is the operations listener. */
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

/** Reasons for not being ready are public; warnings are for operators and callers on this machine. */
function readiness({ ready, isTest, isForOperators = false }: HealthOptions): RouteHandler {
  const mode = isTest ? { mode: 'TEST' } : {}
  return async ({ isLocal }) => {
    const findings = await ready()
    const reasons = findings.filter(({ code }) => isReason(code))
    const showsWarnings = isForOperators || isLocal?.() === true
    const warnings = showsWarnings
      ? { warnings: findings.filter(({ code }) => !isReason(code)).map(remarkOf) }
      : {}
    if (reasons.length === 0) return { status: 200, body: { status: 'READY', ...mode, ...warnings } }
    const body = { status: 'NOT_READY', ...mode, reasons: reasons.map(remarkOf), ...warnings }
    return { status: 503, body, headers: { 'Retry-After': '1' } }
  }
}

const remarkOf = ({ code, details }: ReadinessFinding) => ({
  ...{ code, explanation: readinessRemarks[code].explanation },
  ...(details && { details }),
})

function information(gatewayVersion: string): RouteHandler {
  const body = JSON.stringify({ gatewayVersion, status: 'OPERATING' })
  return async () => ({ status: 200, body })
}

/** The metrics in the text format that Prometheus reads; concurrent requests share one rendering. */
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
