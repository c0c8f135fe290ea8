import { showChallenge } from './challenge.ts'
import { part } from './dom.ts'
import { at, isGroup, textAt } from './exchange.ts'
import { noScript, type ThreeDSScript } from './gatewayScripts.ts'
import { recordApiCalls } from './recorder.ts'
import { complain } from './steps.ts'
import type { Walk } from './walk.ts'

/** The transaction in which the payer is authenticated; the payment names it. */
const transactionId = 'auth-1'

/** Asks the issuer, through threeds.js, who the payer is. Whether the payment may go on. */
export async function authenticate(walk: Walk, ids: Ids): Promise<boolean> {
  const script = window.ThreeDS
  if (script === undefined) {
    complain(noScript)
    return false
  }
  recordOnce(walk)
  await configured(script, walk, ids.session)
  const initiated = await called(script.initiateAuthentication, ids.order)
  if (!isRecommended(initiated)) return false
  const status = textAt(initiated, 'restApiResponse', 'transaction', 'authenticationStatus')
  if (status === 'AUTHENTICATION_NOT_SUPPORTED') return true
  const authenticated = await called(script.authenticatePayer, ids.order, {
    authentication: { redirectResponseUrl: `${walk.origin}/demo/return` },
  })
  const challenge = textAt(authenticated, 'htmlRedirectCode')
  if (challenge === undefined || !isChallenge(authenticated)) return isRecommended(authenticated)
  await showChallenge(walk, challenge)
  return isVouchedFor(walk, ids.order)
}

export type Ids = { readonly order: string; readonly session: string }

let isRecording = false

function recordOnce(walk: Walk): void {
  if (isRecording) return
  isRecording = true
  recordApiCalls(exchange => walk.tell({}, [exchange]))
}

function configured(script: ThreeDSScript, walk: Walk, sessionId: string): Promise<void> {
  return new Promise(resolve => {
    script.configure({
      merchantId: walk.merchantId,
      sessionId,
      containerId: 'challenge',
      callback: () => resolve(),
      configuration: { userLanguage: 'en', wsVersion: 100 },
    })
  })
}

function called(
  call: ThreeDSScript['initiateAuthentication'],
  order: string,
  more?: object,
): Promise<unknown> {
  return new Promise(resolve => call(order, transactionId, resolve, more))
}

const isRecommended = (data: unknown): boolean =>
  !isGroup(at(data, 'error')) && textAt(data, 'gatewayRecommendation') === 'PROCEED'

const isChallenge = (data: unknown): boolean =>
  textAt(data, 'restApiResponse', 'transaction', 'authenticationStatus') === 'AUTHENTICATION_PENDING'

/** After a challenge the shop's server asks the gateway: the browser's word is not enough. */
async function isVouchedFor(walk: Walk, order: string): Promise<boolean> {
  const told = await walk.act('retrieve', { order })
  part('#challenge', HTMLElement).replaceChildren()
  const status = textAt(told?.answer, 'authenticationStatus')
  return status !== undefined && proceeding.has(status)
}

const proceeding: ReadonlySet<string> = new Set([
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_EXEMPT',
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_UNAVAILABLE',
])
