import type { Provider } from './port.ts'

/** For a gateway that is connected to no payment provider: every browser payment is declined at once. */
export const absentProvider: Provider = {
  name: 'none',
  send: async () => ({
    outcome: 'declined',
    gatewayCode: 'NOT_SUPPORTED',
    acquirerCode: '',
    acquirerMessage: '',
  }),
}
