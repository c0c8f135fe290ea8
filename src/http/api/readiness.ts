/** Whatever can be said against a node just now; nothing when all is well. */
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
