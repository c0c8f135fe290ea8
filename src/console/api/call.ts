// How calls between the console's pages and its server are declared: server and browser read the same
// declaration. Every call is `POST /console/api/{name}` with a JSON object.

import { text } from '../../contract/kit/scalars.ts'
import { type Group, group, required, type Shape, type ValuesOf } from '../../contract/kit/vocabulary.ts'
import type { Permission } from '../permissions.ts'

/**
 * Who may make a call. 'merchant': a user with the permission for the merchant that it names. 'gateway': a
 * user with the permission, for all merchants. 'user': whoever is signed in, about themselves. 'anybody':
 * before signing in.
 */
type CallScope =
  | { readonly scope: 'merchant' | 'gateway'; readonly permission: Permission }
  | { readonly scope: 'user' | 'anybody' }

export type ConsoleCall<S extends Shape = Shape, Answer = unknown> = CallScope & {
  readonly input: Group<S>
  /**
   * The user must have shown a second factor within the last minutes. 'orNewSignIn': or have signed in, also
   * by a recovery code.
   */
  readonly needsStepUp?: true | 'orNewSignIn'
  /** Waits for something to happen; the server limits how many wait. */
  readonly isLongPolling?: true
  /** Never set: it carries the type of the answer. */
  readonly answer?: Answer
}

export type InputOf<C> = C extends ConsoleCall<infer S, infer _> ? ValuesOf<S> : never
export type AnswerOf<C> = C extends ConsoleCall<infer _, infer Answer> ? Answer : never

type CallOptions = Pick<ConsoleCall, 'isLongPolling' | 'needsStepUp'>

const merchantField = { merchantId: required(text(1, 40), 'The merchant.') }

/** `merchantCall<Answer>()('payments.read', { fields })`: the merchant's id is added to the fields. */
export const merchantCall =
  <Answer>() =>
  <const S extends Shape>(
    permission: Permission,
    fields: S,
    options: CallOptions = {},
  ): ConsoleCall<typeof merchantField & S, Answer> => ({
    ...{ scope: 'merchant', permission, ...options },
    input: group({ ...merchantField, ...fields }),
  })

export const gatewayCall =
  <Answer>() =>
  <const S extends Shape>(
    permission: Permission,
    fields: S,
    options: CallOptions = {},
  ): ConsoleCall<S, Answer> => ({ scope: 'gateway', permission, ...options, input: group(fields) })

export const userCall =
  <Answer>() =>
  <const S extends Shape>(fields: S, options: CallOptions = {}): ConsoleCall<S, Answer> => ({
    ...{ scope: 'user', ...options },
    input: group(fields),
  })

export const publicCall =
  <Answer>() =>
  <const S extends Shape>(fields: S): ConsoleCall<S, Answer> => ({ scope: 'anybody', input: group(fields) })
