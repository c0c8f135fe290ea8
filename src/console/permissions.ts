// Who may do what in the console: the one table that the server enforces and the browser reads.

/** The roles of a merchant's people, and above all merchants those who operate the gateway. */
export const merchantRoles = ['ADMINISTRATOR', 'OPERATIONS', 'DEVELOPER', 'READ_ONLY'] as const
export const roles = [...merchantRoles, 'OPERATOR'] as const
export type MerchantRole = (typeof merchantRoles)[number]
export type Role = (typeof roles)[number]

/** Each permission, and the roles that have it: operators for every merchant, others for their own. */
const holders = {
  /** Orders, their timelines, and the figures. */
  'payments.read': roles,
  /** Capture, refund, void, update an authorization. */
  'payments.act': ['ADMINISTRATOR', 'OPERATIONS', 'OPERATOR'],
  /** Chargebacks and fees, which the provider of the gateway hears of. */
  'disputes.enter': ['OPERATOR'],
  /** Personal data of one payer, on request. */
  'payers.erase': ['ADMINISTRATOR', 'OPERATOR'],
  /** Rules, lists and the queue of reviews: who knows the rules stays just below them. */
  'risk.read': ['ADMINISTRATOR', 'OPERATIONS', 'OPERATOR'],
  'risk.change': ['ADMINISTRATOR', 'OPERATOR'],
  /** Deciding about orders that wait for a review. */
  'risk.review': ['ADMINISTRATOR', 'OPERATIONS', 'OPERATOR'],
  /** Endpoints, deliveries, the request log: nothing secret. */
  'developers.read': ['ADMINISTRATOR', 'DEVELOPER', 'OPERATOR'],
  /** API passwords, certificates, notification secrets and endpoints; resending. */
  'developers.change': ['ADMINISTRATOR', 'DEVELOPER', 'OPERATOR'],
  'users.read': ['ADMINISTRATOR', 'OPERATOR'],
  'users.change': ['ADMINISTRATOR', 'OPERATOR'],
  'audit.read': ['ADMINISTRATOR', 'OPERATOR'],
  /** Everything above merchants: merchants themselves, links, keys, nodes, obligations, reconciliation. */
  'gateway.read': ['OPERATOR'],
  'gateway.change': ['OPERATOR'],
  /** Scripts, clock and books of a sandbox. */
  'sandbox.use': ['ADMINISTRATOR', 'OPERATIONS', 'DEVELOPER', 'OPERATOR'],
} as const satisfies Readonly<Record<string, readonly Role[]>>

export type Permission = keyof typeof holders

export function hasPermission(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = holders[permission]
  return allowed.includes(role)
}

export const permissions: readonly Permission[] = Object.keys(holders).filter(isPermission)

function isPermission(name: string): name is Permission {
  return name in holders
}
