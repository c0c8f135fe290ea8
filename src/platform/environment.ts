// Whether payments are real, and how tests are marked.

/** A developer's sandbox, production with a simulated acquirer, or real payments. */
export const gatewayEnvironments = ['sandbox', 'simulated', 'live'] as const
export type GatewayEnvironment = (typeof gatewayEnvironments)[number]

/** Whether answers, notifications and pages must be marked as tests. */
export const isTest = (environment: GatewayEnvironment): boolean => environment !== 'live'

/**
 * Marks answers and notifications as tests for programs. A header, because the contract has no field for it
 * and bodies must stay as documented.
 */
export const testHeader = { name: 'Tollgate-Mode', value: 'TEST' } as const

/** The merchant that every sandbox has; it exists in no other environment. */
export const sandboxMerchantId = 'TESTMERCHANT'
