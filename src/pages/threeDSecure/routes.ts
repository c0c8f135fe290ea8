// The HTTP routes to which issuers' servers send the payer's browser.

import type { Route, RouteCall } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import type { ChallengeReturn, Interactions } from '../../operations/interactions/interactions.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { readUrl } from '../../standards/url.ts'
import { type FrameNotice, frameNoticeReply, noticeOptions, postedFormReply } from '../noticePages.ts'

type ThreeDSecureRouteDependencies = {
  readonly interactions: Pick<Interactions, 'methodDone' | 'challenged'>
  /** Whether pages are marked as tests. */
  readonly isTest: boolean
}

/**
 * The addresses to which issuers' servers send the payer's browser. The posted body is ignored: only the
 * request itself matters, and the token in the address identifies the authentication.
 */
export function threeDSecureRoutes(dependencies: ThreeDSecureRouteDependencies): readonly Route[] {
  const form = { method: 'POST', under: 'root', access: 'public', reads: 'form' } as const
  return [
    { ...form, path: '/3ds/method/{token}', handler: call => methodDone(dependencies, call) },
    { ...form, path: '/3ds/callback/{token}', handler: call => challengeDone(dependencies, call) },
  ]
}

async function methodDone(
  { interactions, isTest }: ThreeDSecureRouteDependencies,
  call: RouteCall,
): Promise<HttpReply> {
  const state = await orUnavailable(() => interactions.methodDone(call.params.token ?? ''))
  return frameNoticeReply(state === 'noted' ? methodDoneNotice : noticeOf(state), noticeOptions(call, isTest))
}

async function challengeDone(
  { interactions, isTest }: ThreeDSecureRouteDependencies,
  call: RouteCall,
): Promise<HttpReply> {
  const options = noticeOptions(call, isTest)
  const outcome = await orUnavailable(() => interactions.challenged(call.params.token ?? ''))
  if (outcome === 'later') return frameNoticeReply(laterNotice, options)
  if (isInvalid(outcome)) return frameNoticeReply(noticeOf(outcome.state), options)
  return isAddress(outcome.address)
    ? postedFormReply(outcome, options)
    : frameNoticeReply(noReturnNotice, options)
}

/** If the store is unavailable, nothing has happened: the page says that the payer may try again. */
async function orUnavailable<Result>(act: () => Promise<Result>): Promise<Result | 'later'> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'later'
    throw error
  }
}

function noticeOf(state: 'unknown' | 'used' | 'later'): FrameNotice {
  if (state === 'later') return laterNotice
  return state === 'used' ? usedNotice : unknownNotice
}

const isInvalid = (
  outcome: ChallengeReturn,
): outcome is Extract<ChallengeReturn, { state: 'unknown' | 'used' }> =>
  outcome.state === 'unknown' || outcome.state === 'used'

const isAddress = (text: string): boolean => /^https?:\/\//.test(text) && readUrl(text) !== undefined

const methodDoneNotice: FrameNotice = { status: 200, of: 'looked', word: 'tollgate:looked' }

/** The merchant gave no return address: the page around this frame continues by itself. */
const noReturnNotice: FrameNotice = { status: 200, of: 'answered', word: 'tollgate:challenged' }

const usedNotice: FrameNotice = { status: 410, of: 'answeredBefore', word: 'tollgate:challenged' }

const unknownNotice: FrameNotice = { status: 404, of: 'unknownStep' }

const laterNotice: FrameNotice = { status: 503, of: 'busy' }
