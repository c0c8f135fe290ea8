// What people call something in the console: a search, a passkey, a rule, themselves.

import { text } from '../../contract/kit/scalars.ts'
import type { Scalar } from '../../contract/kit/vocabulary.ts'
import { unprintable } from '../../standards/unprintable.ts'

/** One line, shown to others beside amounts and ids: nothing in it may hide, or turn that line around. */
export const givenName = (max: number): Scalar<string> => ({
  ...text(1, max),
  holds: value => !unprintable.test(value),
  sentence: `It must be 1 to ${max} characters on one line, none that is invisible or can turn it around.`,
})

/** Of a user. */
export const userName = givenName(100)
/** Of a search or a passkey. */
export const shortName = givenName(60)
