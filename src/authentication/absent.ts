import type { Authenticator, EnrolmentRegister } from './port.ts'

/** For a gateway that is connected to no 3-D Secure server: no card takes part, payments go on without. */
export const absentAuthenticator: Authenticator = {
  name: 'none',
  send: async () => ({ outcome: 'notEnrolled' }),
}

/** Nor to the first generation of it. */
export const absentRegister: EnrolmentRegister = {
  check: async () => ({ summaryStatus: 'CARD_DOES_NOT_SUPPORT_3DS', enrollmentStatus: 'NOT_ENROLLED' }),
  conclude: async () => undefined,
  find: async () => undefined,
}
