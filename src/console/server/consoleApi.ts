// The routes of the console's calls: whether a page of ours makes the call, who is signed in, whether the
// input is valid, whether they may; then the handler.

import type { Content } from '../../contract/kit/content.ts'
import { readStrictMessage } from '../../contract/kit/strictMessage.ts'
import type { Route, RouteCall, RouteHandler } from '../../http/api/routes.ts'
import { type HttpRefusal, isRefusal, rejectUnexplained } from '../../http/transport/refusals.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import { isRejection, type Rejection, rejectionOf } from '../../orders/rejection.ts'
import { consoleApiPath } from '../api/apiPath.ts'
import type { ConsoleCall } from '../api/call.ts'
import {
  type ConsoleAnswer,
  type ConsoleCallName,
  type ConsoleInput,
  consoleCalls,
  type PublicAnswer,
  type PublicCallName,
  type PublicInput,
  publicCalls,
} from '../api/calls.ts'
import { sandboxCalls } from '../api/sandbox.ts'
import { hasPermission } from '../permissions.ts'
import type { SignedInUser } from '../users/port.ts'
import { readCookie } from './cookie.ts'

/** What a handler gets: valid input, of a user who may make the call. */
export type HandledCall<Input> = PublicHandledCall<Input> & { readonly signedIn: SignedInUser }

export type PublicHandledCall<Input> = {
  readonly input: Input
  readonly http: Pick<RouteCall, 'acceptLanguage' | 'isLocal' | 'source' | 'userAgent'>
}

/** An answer with a cookie: whoever made the call is signed in by it, or out. */
export type WithCookie<Answer> = { readonly answer: Answer; readonly setCookie: string }

type Handled<Answer> = Promise<Answer | Rejection | WithCookie<Answer>>

export type ConsoleHandlers = {
  readonly [Name in ConsoleCallName]: (call: HandledCall<ConsoleInput<Name>>) => Handled<ConsoleAnswer<Name>>
}
export type PublicHandlers = {
  readonly [Name in PublicCallName]: (
    call: PublicHandledCall<PublicInput<Name>>,
  ) => Handled<PublicAnswer<Name>>
}

export type ConsoleApiOptions = {
  readonly handlers: ConsoleHandlers
  readonly publicHandlers: PublicHandlers
  /** Whose session a cookie is of; undefined when it has ended. */
  readonly findSession: (token: string, isUnattended?: boolean) => Promise<SignedInUser | undefined>
  /** Whether browsers reach the gateway by TLS. */
  readonly isSecure: () => boolean
  /** Whether the calls of the sandbox corner are there at all. */
  readonly isSandbox: boolean
}

export function consoleApiRoutes(options: ConsoleApiOptions): readonly Route[] {
  const { isSecure } = options
  return [
    ...namesOf(consoleCalls)
      .filter(name => options.isSandbox || !(name in sandboxCalls))
      .map(name => ({
        ...routeOf(name, { call: consoleCalls[name], isSecure }, signedInHandler(name, options)),
        isOfUsers: true as const,
      })),
    ...namesOf(publicCalls).map(name =>
      routeOf(name, { call: publicCalls[name], isSecure }, publicHandler(name, options)),
    ),
  ]
}

const namesOf = <Name extends string>(calls: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(calls).filter((name): name is Name => name in calls)

type RouteMaking = { readonly call: ConsoleCall; readonly isSecure: () => boolean }

function routeOf(
  name: string,
  { call: { isLongPolling }, isSecure }: RouteMaking,
  handler: RouteHandler,
): Route {
  return {
    ...{ method: 'POST', path: `${consoleApiPath}/${name}`, under: 'root', access: 'public' },
    checkOrigin: ofOwnPage(isSecure),
    readsCookie: true,
    ...(isLongPolling && { isLongPolling }),
    handler,
  }
}

function signedInHandler<Name extends ConsoleCallName>(
  name: Name,
  { handlers, ...sessions }: ConsoleApiOptions,
): RouteHandler {
  return async http => {
    const admitted = await admitCall<ConsoleInput<Name>>(sessions, consoleCalls[name], http, http.body ?? {})
    if (!('signedIn' in admitted)) return admitted
    const { asUser = () => work => work() } = http
    const bounded = asUser(admitted.signedIn.user.userId)
    const handled = await bounded<object>(() => handlers[name]({ ...admitted, http }))
    return isRefusal(handled) ? handled : replyOf(handled)
  }
}

/** Whether whoever is signed in may make the call, with this input; else why not. */
export async function admitCall<Input>(
  { findSession, isSecure }: Pick<ConsoleApiOptions, 'findSession' | 'isSecure'>,
  call: ConsoleCall,
  http: Pick<RouteCall, 'cookie' | 'counted' | 'isUnattended'>,
  message: Content,
): Promise<AdmittedCall<Input> | HttpReply | HttpRefusal | Rejection> {
  const { counted = work => work() } = http
  const token = readCookie(http.cookie, isSecure())
  const signedIn =
    token === undefined ? undefined : await counted(() => findSession(token, http.isUnattended))
  if (signedIn && isRefusal(signedIn)) return signedIn
  if (!signedIn) return refusal(401, 'SIGN_IN', 'Nobody is signed in, or the session has ended.')
  // Before the input is read: who may not make the call learns nothing about it.
  if (!mayCall(signedIn, call, message.merchantId))
    return refusal(403, 'NOT_ALLOWED', 'Your role does not allow this.')
  if (!isConfirmed(signedIn, call)) return refusal(403, 'STEP_UP', 'Confirm that it is you.')
  const read = readStrictMessage<Input>(call.input, message)
  return 'finding' in read ? rejectionOf(read.finding) : { input: read.values, signedIn }
}

/** Whether the user has shown lately what the call needs. */
const isConfirmed = ({ isSteppedUp, isNew }: SignedInUser, { needsStepUp }: ConsoleCall): boolean =>
  needsStepUp === undefined || isSteppedUp || (needsStepUp === 'orNewSignIn' && isNew)

type AdmittedCall<Input> = { readonly input: Input; readonly signedIn: SignedInUser }

/**
 * A page of ours, and nobody else's: browsers tell where a call comes from. Where they come by TLS, a page
 * that came without it may be of whoever is on their way.
 */
export const ofOwnPage =
  (isSecure: () => boolean): NonNullable<Route['checkOrigin']> =>
  (origin, page) =>
    page?.isOwn() && !(isSecure() && origin?.startsWith('http:'))
      ? undefined
      : rejectUnexplained('The console is called by its own pages.')

function publicHandler<Name extends PublicCallName>(
  name: Name,
  { publicHandlers }: ConsoleApiOptions,
): RouteHandler {
  return async http => {
    const read = readStrictMessage<PublicInput<Name>>(publicCalls[name].input, http.body ?? {})
    if ('finding' in read) return rejectionOf(read.finding)
    return replyOf(await publicHandlers[name]({ input: read.values, http }))
  }
}

/** Users of a merchant act for that merchant alone, and for nobody above it. */
export function mayCall({ user }: SignedInUser, call: ConsoleCall, merchantId: unknown): boolean {
  if (!('permission' in call)) return true
  if (!hasPermission(user.role, call.permission)) return false
  return user.role === 'OPERATOR' || (call.scope === 'merchant' && user.merchantId === merchantId)
}

function replyOf(handled: object): HttpReply | Rejection {
  if (isRejection(handled)) return handled
  if (!isWithCookie(handled)) return { status: 200, body: handled }
  return { status: 200, body: handled.answer, headers: { 'Set-Cookie': handled.setCookie } }
}

export const isWithCookie = <Answer>(handled: Answer | WithCookie<Answer>): handled is WithCookie<Answer> =>
  typeof handled === 'object' && handled !== null && 'setCookie' in handled

const refusal = (status: number, cause: string, explanation: string): HttpReply => ({
  status,
  body: { error: { cause, explanation } },
})
