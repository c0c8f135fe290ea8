import type { Provider } from './port.ts'

/** For a gateway that is connected to no payment provider: nothing is begun, and old questions stay open. */
export const absentProvider: Provider = {
  name: 'none',
  isAbsent: true,
  send: async () => ({ outcome: 'silent' }),
}
