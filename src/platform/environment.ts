/** What payments are: a developer's sandbox, production with a simulated acquirer, or real. */
export const gatewayEnvironments = ['sandbox', 'simulated', 'live'] as const
export type GatewayEnvironment = (typeof gatewayEnvironments)[number]

/** Whether answers, notifications and pages have to say that payments are tests. */
export const isTest = (environment: GatewayEnvironment): boolean => environment !== 'live'

/**
 * Says so to programs, in answers and notifications alike. A header, because the contract has no field for it
 * and bodies must stay as documented.
 */
export const testHeader = { name: 'Tollgate-Mode', value: 'TEST' } as const

/** The merchant that every sandbox has, and nobody else. */
export const sandboxMerchantId = 'TESTMERCHANT'
