// Signing in: by a passkey, or by a password and a second factor; and showing the second factor once more.

import { isRejection, type Rejection } from '../../orders/rejection.ts'
import {
  type MustWait,
  mustWait,
  newSession,
  nowMsOf,
  type Refused,
  refused,
  sessionOf,
  type UsersContext,
} from './context.ts'
import { createFailedSignIns, type FailedSignIns } from './failedSignIns.ts'
import type { PasskeyRequestOptions } from './passkeys.ts'
import type {
  ConsoleUser,
  KnownForDecision,
  SignedInUser,
  SignInPlace,
  StoredUser,
  UserChange,
  UserDecision,
} from './port.ts'
import { isOtherBox, type OpenedTotp, openTotp, readSecondFactor } from './secondFactor.ts'
import { beginTry, signInNetworkOf } from './signInTries.ts'
import { hashToken, newToken } from './tokens.ts'
import { ownEntry } from './userEntries.ts'
import { canSignIn } from './waysIn.ts'

export interface SignIn {
  /** The same answer at the same time, whether there is such a user or not. */
  withPassword(given: GivenPassword, place: SignInPlace): Promise<SignInOutcome | Rejection>
  /** For the browser; undefined where there can be no passkeys. */
  passkeyOptions(): Promise<PasskeyRequestOptions | undefined>
  withPasskey(answer: string, place: SignInPlace): Promise<SignInOutcome>
  /** For the browser of a user who is signed in: only this user's passkeys. */
  stepUpOptions(signedIn: SignedInUser): Promise<PasskeyRequestOptions | undefined>
  /** The session gets a new token. */
  stepUp(signedIn: SignedInUser, shown: ShownAgain, place: SignInPlace): Promise<SignInOutcome>
  /** Resolves when all that was noted is written. */
  settled(): Promise<void>
}

export type GivenPassword = { readonly email: string; readonly password: string; readonly code: string }
export type ShownAgain = { readonly code: string } | { readonly passkey: string }
export type SignedInNow = { readonly outcome: 'signedIn'; readonly token: string }
export type SignInOutcome = SignedInNow | Refused | MustWait

export function createSignIn(context: UsersContext): SignIn {
  const failed = createFailedSignIns(context)
  const own: SignInContext = { ...context, failed }
  const { store, passkeys } = context
  return {
    withPassword: (given, place) => signInWithPassword(own, given, place),
    passkeyOptions: () => passkeys.requestOptions({ what: 'signIn' }),
    withPasskey: (answer, place) => signInWithPasskey(own, answer, place),
    async stepUpOptions({ user: { userId } }) {
      const user = await store.find(userId)
      return user && user.passkeys.length > 0
        ? passkeys.requestOptions({ what: 'stepUp', userId }, user)
        : undefined
    },
    stepUp: (signedIn, shown, place) =>
      'code' in shown
        ? stepUpWithCode(own, signedIn, { code: shown.code, place })
        : stepUpWithPasskey(own, signedIn, { passkey: shown.passkey, place }),
    settled: failed.settled,
  }
}

type SignInContext = UsersContext & { readonly failed: FailedSignIns }

/** Everything is judged before anything is decided: what is wrong takes the same time, whatever it is. */
async function signInWithPassword(
  context: SignInContext,
  { email: typed, password, code }: GivenPassword,
  place: SignInPlace,
): Promise<SignInOutcome | Rejection> {
  const { store, tries, passwords, keys, clock, failed } = context
  const cameAtMs = clock.monotonicMs()
  const email = typed.trim().toLowerCase()
  // Whoever has nothing to sign in with is not guessed at: counted is the e-mail, as where nobody has it.
  const found = (await store.findByEmail(email)).filter(canSignIn)
  const names = found.length > 0 ? found.map(({ userId }) => userId) : [email]
  const attempt = await beginTry(tries, keys.tries, {
    ...{ names, address: place.address, nowMs: nowMsOf(context) },
  })
  if (attempt.waitMs !== undefined) {
    await failed.untilAnswered(cameAtMs)
    return mustWait(attempt.waitMs)
  }
  const users = found.filter(({ userId }) => attempt.admitted.has(userId))
  // The code says which of them is meant: one password is judged, however many there are.
  const user = await meantBy(context, users, code)
  const isRight = await passwords.verify(user?.passwordHash, password)
  if (isRejection(isRight)) {
    await attempt.withdraw()
    return isRight
  }
  const started = user && isRight && (await startWithPassword(context, user, { code, place }))
  if (started) {
    await attempt.forgive(user.userId)
    return started
  }
  const network = signInNetworkOf(place.address)
  // Without a good code each of them may have been meant.
  await failed.record({ how: 'password', users: user ? [user] : users, network, attempt, cameAtMs })
  return refused
}

async function meantBy(
  context: SignInContext,
  users: readonly StoredUser[],
  code: string,
): Promise<StoredUser | undefined> {
  const { keys } = context
  for (const user of users) {
    const given = { code, nowMs: nowMsOf(context), opened: await openTotp(keys, user) }
    if (readSecondFactor(keys, user, given)) return user
  }
  return undefined
}

type ShownCode = { readonly code: string; readonly place: SignInPlace }

/** The code is judged again while nobody else can use it. */
async function startWithPassword(
  context: SignInContext,
  seen: StoredUser,
  { code, place }: ShownCode,
): Promise<SignedInNow | undefined> {
  const { keys } = context
  const token = newToken()
  const started = await withTotp(context, seen.userId, ({ user }, opened) => {
    const factor = readSecondFactor(keys, user, { code, nowMs: nowMsOf(context), opened })
    if (user.isDisabled || user.passwordHash !== seen.passwordHash || !factor) return { result: false }
    // A recovery code signs in, so that another factor can be set up. It confirms nothing else.
    const session = sessionOf(token, place, factor.how === 'recoveryCode' ? 'not' : 'now')
    const entries = [signInEntry(user, factor.how, place)]
    return { result: true, change: { ...factor.change, startedSession: session }, entries }
  })
  return started ? { outcome: 'signedIn', token } : undefined
}

/**
 * A change on which a one-time code decides. Its secret is opened before; where it is in another box by then,
 * it is opened anew.
 */
async function withTotp(
  { store, keys }: SignInContext,
  userId: string,
  decide: (known: KnownForDecision, opened: OpenedTotp | undefined) => UserDecision<boolean>,
): Promise<boolean> {
  for (let tries = 0; tries < boxesMax; tries++) {
    const seen = await store.find(userId)
    const opened = seen && (await openTotp(keys, seen))
    const done = await store.change<boolean | 'again'>(userId, known =>
      isOtherBox(known.user, opened) ? { result: 'again' } : decide(known, opened),
    )
    if (done !== 'again') return done === true
  }
  return false
}

const boxesMax = 3

const signInEntry = (user: ConsoleUser, how: string, { address }: SignInPlace) =>
  ownEntry(user, 'user.signIn', { how, address })

/** Not slowed down by others' mistakes: a passkey cannot be guessed. */
async function signInWithPasskey(
  context: SignInContext,
  answer: string,
  place: SignInPlace,
): Promise<SignInOutcome> {
  const { store, passkeys, clock, failed } = context
  const cameAtMs = clock.monotonicMs()
  const credentialId = passkeys.credentialIdOf(answer)
  const user = credentialId && (await store.findByPasskey(credentialId))
  const shown = user && !user.isDisabled && (await passkeys.verify(user, answer, { what: 'signIn' }))
  if (user && shown) {
    const { token, session } = newSession(place)
    const change = { ...passkeyUse(shown), startedSession: session }
    const done = await store.change(user.userId, known =>
      known.user.isDisabled || !hasPasskey(known.user, shown.credentialId)
        ? { result: false }
        : { result: true, change, entries: [signInEntry(known.user, 'passkey', place)] },
    )
    if (done === true) return { outcome: 'signedIn', token }
  }
  await failed.record({
    how: 'passkey',
    users: user ? [user] : [],
    network: signInNetworkOf(place.address),
    cameAtMs,
  })
  return refused
}

type ShownPasskeyUse = Parameters<typeof passkeyUse>[0]
const passkeyUse = ({
  credentialId,
  signCount,
  challenge,
}: NonNullable<Awaited<ReturnType<UsersContext['passkeys']['verify']>>>): UserChange => ({
  usedPasskey: { credentialId, signCount },
  answeredChallenge: challenge,
})

const hasPasskey = (user: StoredUser, credentialId: Buffer): boolean =>
  user.passkeys.some(known => known.credentialId.equals(credentialId))

/** Guesses by somebody who has the browser are slowed down like those of somebody who signs in. */
async function stepUpWithCode(
  context: SignInContext,
  { user: { userId }, sessionId }: SignedInUser,
  { code, place }: ShownCode,
): Promise<SignInOutcome> {
  const { store, tries, keys, clock, failed } = context
  const cameAtMs = clock.monotonicMs()
  const attempt = await beginTry(tries, keys.tries, {
    ...{ names: [userId], address: place.address, nowMs: nowMsOf(context) },
  })
  if (attempt.waitMs !== undefined) return mustWait(attempt.waitMs)
  const token = newToken()
  const done = await withTotp(context, userId, ({ user }, opened) => {
    const factor = readSecondFactor(keys, user, { code, nowMs: nowMsOf(context), opened })
    // A recovery code is for who has lost the other factor: it signs in, and is not spent on less.
    if (user.isDisabled || factor?.how !== 'totp') return { result: false }
    const steppedUp = { sessionId, tokenHash: hashToken(token) }
    const entries = [ownEntry(user, 'user.stepUp', { how: 'totp' })]
    return { result: true, change: { ...factor.change, steppedUp }, entries }
  })
  if (done) {
    await attempt.forgive(userId)
    return { outcome: 'signedIn', token }
  }
  const user = await store.find(userId)
  const network = signInNetworkOf(place.address)
  await failed.record({
    how: 'stepUp',
    users: user ? [user] : [],
    network,
    attempt,
    cameAtMs,
  })
  return refused
}

async function stepUpWithPasskey(
  { store, passkeys, clock, failed }: SignInContext,
  { user: { userId }, sessionId }: SignedInUser,
  { passkey, place }: { readonly passkey: string; readonly place: SignInPlace },
): Promise<SignInOutcome> {
  const cameAtMs = clock.monotonicMs()
  const user = await store.find(userId)
  const shown: ShownPasskeyUse | undefined =
    user && (await passkeys.verify(user, passkey, { what: 'stepUp', userId }))
  if (shown) {
    const token = newToken()
    const change = { ...passkeyUse(shown), steppedUp: { sessionId, tokenHash: hashToken(token) } }
    const done = await store.change(userId, known =>
      known.user.isDisabled || !hasPasskey(known.user, shown.credentialId)
        ? { result: false }
        : { result: true, change, entries: [ownEntry(known.user, 'user.stepUp', { how: 'passkey' })] },
    )
    if (done === true) return { outcome: 'signedIn', token }
  }
  await failed.record({
    how: 'stepUp',
    users: user ? [user] : [],
    network: signInNetworkOf(place.address),
    cameAtMs,
  })
  return refused
}
