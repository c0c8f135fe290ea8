/** What payments are: tried out by developers, rehearsed by operators, or in earnest. */
export const gatewayEnvironments = ['sandbox', 'simulated', 'live'] as const
export type GatewayEnvironment = (typeof gatewayEnvironments)[number]

/** Whether everything that is told about payments has to say that it is a test. */
export const isTest = (stage: GatewayEnvironment): boolean => stage !== 'live'

/**
 * How programs are told that it is one, in answers and notifications alike. In a header: the contract has no
 * field for it, and whoever compares bodies must not find a new one.
 */
export const testHeader = { name: 'Tollgate-Mode', value: 'TEST' } as const

/** The merchant that every sandbox has, and nobody else. */
export const sandboxMerchantId = 'TESTMERCHANT'
