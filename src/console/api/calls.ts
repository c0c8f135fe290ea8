// All calls of the console, by name.

import { accountCalls } from './account.ts'
import { auditCalls } from './audit.ts'
import type { AnswerOf, InputOf } from './call.ts'
import { developerCalls } from './developers.ts'
import { disputeCalls } from './disputes.ts'
import { doctorCalls } from './doctor.ts'
import { figureCalls } from './figures.ts'
import { merchantCalls } from './merchants.ts'
import { operatorCalls } from './operators.ts'
import { payerCalls } from './payers.ts'
import { paymentCalls } from './payments.ts'
import { riskCalls } from './risk.ts'
import { sandboxCalls } from './sandbox.ts'
import { signInCalls } from './signIn.ts'
import { usersCalls } from './users.ts'

/** Of users who are signed in. */
export const consoleCalls = {
  ...accountCalls,
  ...usersCalls,
  ...merchantCalls,
  ...paymentCalls,
  ...payerCalls,
  ...figureCalls,
  ...auditCalls,
  ...developerCalls,
  ...doctorCalls,
  ...disputeCalls,
  ...riskCalls,
  ...operatorCalls,
  ...sandboxCalls,
}
/** Before signing in. */
export const publicCalls = { ...signInCalls }

export type ConsoleCallName = keyof typeof consoleCalls
export type ConsoleInput<Name extends ConsoleCallName> = InputOf<(typeof consoleCalls)[Name]>
export type ConsoleAnswer<Name extends ConsoleCallName> = AnswerOf<(typeof consoleCalls)[Name]>

export type PublicCallName = keyof typeof publicCalls
export type PublicInput<Name extends PublicCallName> = InputOf<(typeof publicCalls)[Name]>
export type PublicAnswer<Name extends PublicCallName> = AnswerOf<(typeof publicCalls)[Name]>
