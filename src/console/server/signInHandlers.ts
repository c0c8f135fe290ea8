// Signing in, and accepting an invitation.

import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import type { SignInAnswer, signInCalls } from '../api/signIn.ts'
import type { AcceptedInvitation, Invitations } from '../users/invitations.ts'
import type { SignIn, SignInOutcome } from '../users/signIn.ts'
import type { PublicHandlers, WithCookie } from './consoleApi.ts'
import { cookieWith } from './cookie.ts'
import { placeOf } from './place.ts'

export function createSignInHandlers({ signIn, invitations, isSecure }: SignInOptions): SignInHandlers {
  return {
    async signIn({ input: { email, password, code }, http }) {
      const outcome = await signIn.withPassword({ email, password, code }, placeOf(http))
      return isRejection(outcome) ? outcome : signInReply(outcome, isSecure())
    },
    async passkeyForSignIn() {
      const options = await signIn.passkeyOptions()
      return { ...(options && { options }) }
    },
    async signInWithPasskey({ input: { passkey }, http }) {
      return signInReply(await signIn.withPasskey(passkey, placeOf(http)), isSecure())
    },
    async readInvitation({ input: { token } }) {
      const shown = await invitations.show(token)
      if (isRejection(shown)) return shown
      const { user, ...rest } = shown
      const { email, name, role, merchantId } = user
      return { email, name, role, ...(merchantId !== undefined && { merchantId }), ...rest }
    },
    async acceptInvitation({ input, http }) {
      const given = acceptedOf(input)
      if (isRejection(given)) return given
      const accepted = await invitations.accept(input.token, given, placeOf(http))
      if (isRejection(accepted)) return accepted
      const { token, recoveryCodes } = accepted
      return { answer: { recoveryCodes }, setCookie: cookieWith(token, isSecure()) }
    },
  }
}

type SignInHandlers = Omit<Pick<PublicHandlers, keyof typeof signInCalls>, 'enterSandbox'>

type SignInOptions = {
  readonly signIn: SignIn
  readonly invitations: Invitations
  readonly isSecure: () => boolean
}

/** The token is in the cookie, where no script can read it. */
export function signInReply(
  outcome: SignInOutcome,
  isSecure: boolean,
): SignInAnswer | WithCookie<SignInAnswer> {
  if (outcome.outcome !== 'signedIn') return outcome
  return { answer: { outcome: 'signedIn' }, setCookie: cookieWith(outcome.token, isSecure) }
}

function acceptedOf(input: GivenAcceptance): AcceptedInvitation | Rejection {
  const { name, passkey, passkeyName = 'Passkey', password, offer, code } = input
  if (passkey !== undefined) return { name, passkey, passkeyName }
  if (password !== undefined && offer !== undefined && code !== undefined)
    return { name, password, offer, code }
  return invalid('password', 'Set up a passkey, or a password with one-time codes.')
}

type GivenAcceptance = {
  readonly name: string
  readonly passkey?: string | undefined
  readonly passkeyName?: string | undefined
  readonly password?: string | undefined
  readonly offer?: string | undefined
  readonly code?: string | undefined
}
