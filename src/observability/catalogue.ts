import type { MetricCatalogue } from '../platform/metrics.ts'

/** From a quick read to the longest timeout of an acquirer, in seconds. */
const times = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const

/** Notifications are retried for days; what matters is whether the first attempt is late. */
const lags = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3_600] as const

/** All metrics, declared once: code, exposition and docs/metrics.md read this table. */
export const metrics = {
  requests: {
    kind: 'histogram',
    name: 'tollgate_http_request_duration_seconds',
    help: 'Requests, from the end of their headers to their answer; "gone" is a caller who did not wait.',
    labels: ['method', 'route', 'status'],
    bounds: times,
  },
  requestsInProgress: {
    kind: 'gauge',
    name: 'tollgate_http_requests_in_progress',
    help: 'Requests being worked on.',
    labels: [],
  },
  refused: {
    kind: 'counter',
    name: 'tollgate_http_refused_total',
    help: 'What was refused before it became a request: broken HTTP, too many connections.',
    labels: ['status'],
  },
  failedLogins: {
    kind: 'counter',
    name: 'tollgate_failed_logins_total',
    help: 'Wrong API passwords, and sessions in their place that open nothing.',
    labels: ['kind'],
  },
  operations: {
    kind: 'histogram',
    name: 'tollgate_operation_duration_seconds',
    help: 'Operations on orders, by what came of the request: recorded, replayed, waiting, rejected, failed.',
    labels: ['operation', 'outcome'],
    bounds: times,
  },
  transactions: {
    kind: 'counter',
    name: 'tollgate_transactions_total',
    help: 'Transactions recorded, by what was answered first; a decline is one of them.',
    labels: ['operation', 'result', 'gateway_code'],
  },
  asks: {
    kind: 'histogram',
    name: 'tollgate_ask_duration_seconds',
    help: 'Questions to acquirers, 3-D Secure servers and providers; the answer "silent" is none.',
    labels: ['counterpart', 'verb', 'answer'],
    bounds: times,
  },
  asksInProgress: {
    kind: 'gauge',
    name: 'tollgate_asks_in_progress',
    help: 'Questions that are not answered yet.',
    labels: ['counterpart'],
  },
  unsent: {
    kind: 'counter',
    name: 'tollgate_unsent_total',
    help: 'Questions to acquirers of which not one byte was sent, and why: nothing is owed about them.',
    labels: ['reason'],
  },
  reconciliation: {
    kind: 'gauge',
    name: 'tollgate_reconciliation_warnings',
    help: 'Of a week: totals that an acquirer has otherwise or refused, and dates that it has not answered.',
    labels: ['kind'],
  },
  linkConnections: {
    kind: 'gauge',
    name: 'tollgate_link_connections',
    help: 'Connections of this node to the host of an acquirer.',
    labels: ['link', 'state'],
  },
  linkBreaker: {
    kind: 'gauge',
    name: 'tollgate_link_breaker',
    help: '1 for the state that the circuit breaker of a link is in, 0 for the others.',
    labels: ['link', 'state'],
  },
  linkInFlight: {
    kind: 'gauge',
    name: 'tollgate_link_in_flight',
    help: 'Messages that were sent over a link and are not answered yet.',
    labels: ['link'],
  },
  linkQueue: {
    kind: 'gauge',
    name: 'tollgate_link_queue',
    help: 'Messages that wait for room in the window of a link: of payments, and of recovery.',
    labels: ['link', 'kind'],
  },
  linkOldest: {
    kind: 'gauge',
    name: 'tollgate_link_oldest_waiting_seconds',
    help: 'How long the oldest message waits for its answer; 0 where none does.',
    labels: ['link'],
  },
  linkMessages: {
    kind: 'counter',
    name: 'tollgate_link_messages_total',
    help: 'Messages of a link: sent, answered, silent, late, doubled, unmatched, contradictory and so on.',
    labels: ['link', 'kind'],
  },
  linkTraceNumbers: {
    kind: 'gauge',
    name: 'tollgate_link_trace_numbers_left',
    help: 'Trace numbers that this node has leased and not used; more are leased before they run out.',
    labels: ['link'],
  },
  journal: {
    kind: 'histogram',
    name: 'tollgate_journal_duration_seconds',
    help: 'Steps of the journal as a request waits for them, by what came of it.',
    labels: ['step', 'outcome'],
    bounds: times,
  },
  commitRows: {
    kind: 'histogram',
    name: 'tollgate_commit_rows',
    help: 'How many requests shared a commit.',
    labels: ['step'],
    bounds: [1, 2, 4, 8, 16, 24, 32],
  },
  commits: {
    kind: 'histogram',
    name: 'tollgate_commit_duration_seconds',
    help: 'Group commits, with all repeats until it was certain what was committed.',
    labels: ['step'],
    bounds: times,
  },
  sessions: {
    kind: 'gauge',
    name: 'tollgate_database_sessions',
    help: 'Database sessions of this node, used or idle, and statements that wait for one.',
    labels: ['pool', 'state'],
  },
  takenOver: {
    kind: 'counter',
    name: 'tollgate_recovery_taken_over_total',
    help: 'Transactions that were taken over from nodes that died.',
    labels: [],
  },
  pursued: {
    kind: 'counter',
    name: 'tollgate_recovery_attempts_total',
    help: 'Attempts at what is owed.',
    labels: ['obligation'],
  },
  amended: {
    kind: 'counter',
    name: 'tollgate_recovery_amended_total',
    help: 'Outcomes that were learnt or settled later, by recovery or through the browser of a payer.',
    labels: [],
  },
  owed: {
    kind: 'gauge',
    name: 'tollgate_obligations_owed',
    help: 'What is owed and not settled yet; of all nodes, counted to 10,000.',
    labels: ['obligation'],
  },
  worrying: {
    kind: 'gauge',
    name: 'tollgate_obligations_worrying',
    help: 'Of these, what was tried six times or may not be sent any more, but for rests; counted to 10,000.',
    labels: ['obligation'],
  },
  owedOldest: {
    kind: 'gauge',
    name: 'tollgate_obligations_oldest_seconds',
    help: 'How long the oldest of them is owed; of all nodes.',
    labels: ['obligation'],
  },
  stranded: {
    kind: 'gauge',
    name: 'tollgate_obligations_stranded',
    help: 'What is owed over links that this node does not have, so that nothing of it can be sent.',
    labels: ['link'],
  },
  strandedOldest: {
    kind: 'gauge',
    name: 'tollgate_obligations_stranded_oldest_seconds',
    help: 'How long the oldest of that is owed.',
    labels: ['link'],
  },
  outbox: {
    kind: 'gauge',
    name: 'tollgate_outbox_rows',
    help: 'Changes of orders that no node has made a notification of yet; of all nodes, counted to 100,000.',
    labels: [],
  },
  notificationsWaiting: {
    kind: 'gauge',
    name: 'tollgate_notifications_waiting',
    help: 'Notifications on their way, those to be tried again later among them; of all nodes, to 100,000.',
    labels: [],
  },
  notificationsOldest: {
    kind: 'gauge',
    name: 'tollgate_notifications_oldest_seconds',
    help: 'How long the oldest change waits of which nobody has tried to tell yet; of all nodes.',
    labels: [],
  },
  deliveries: {
    kind: 'histogram',
    name: 'tollgate_delivery_duration_seconds',
    help: 'Attempts to deliver a notification: delivered, gone, again, dead, or failed by a fault of ours.',
    labels: ['outcome'],
    bounds: times,
  },
  deliveryLag: {
    kind: 'histogram',
    name: 'tollgate_delivery_lag_seconds',
    help: 'From the change of an order to the first attempt to tell of it.',
    labels: [],
    bounds: lags,
  },
  logLines: {
    kind: 'counter',
    name: 'tollgate_log_lines_total',
    help: 'Log lines, whether or not the level lets them out; a fault is a bug or a failure around us.',
    labels: ['kind'],
  },
  logLinesDropped: {
    kind: 'counter',
    name: 'tollgate_log_lines_dropped_total',
    help: 'Log lines thrown away because their destination did not take them.',
    labels: [],
  },
  ready: {
    kind: 'gauge',
    name: 'tollgate_ready',
    help: '1 when the node takes requests, 0 when /ready answers 503.',
    labels: [],
  },
  remarks: {
    kind: 'gauge',
    name: 'tollgate_remark',
    help: '1 for each reason or warning that /ready tells now, 0 for the others.',
    labels: ['code'],
  },
  information: {
    kind: 'gauge',
    name: 'tollgate_information',
    help: '1, with the release and the mode of this node.',
    labels: ['release', 'mode'],
  },
} as const satisfies MetricCatalogue
