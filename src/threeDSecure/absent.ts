import type { Authenticator, EnrolmentRegister } from './port.ts'

/** For a gateway that is connected to no 3-D Secure server: nothing is begun, and old questions stay open. */
export const absentAuthenticator: Authenticator = {
  name: 'none',
  isAbsent: true,
  send: async () => ({ outcome: 'silent' }),
}

/** Nor to the first generation of it. */
export const absentRegister: EnrolmentRegister = {
  isAbsent: true,
  check: async () => undefined,
  conclude: async () => undefined,
  find: async () => undefined,
}
