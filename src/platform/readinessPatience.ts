// How long each waits for what its readiness is made of: longer than whoever it asks, or a slow answer would
// never be heard. The balancer asks the node and waits longest (timeout check, deploy/haproxy/gateway.cfg).

export const readinessPatience = {
  /** A process, for the database to commit. */
  storeMs: 2_000,
  /** A node, for its workers. */
  nodeMs: 3_000,
} as const
