import { showChallenge } from './challenge.ts'
import { requiredElement } from './dom.ts'
import { isMembers, textAt, valueAt } from './exchange.ts'
import { scriptMissingText, type ThreeDSScript } from './gatewayScripts.ts'
import { recordApiCalls } from './recorder.ts'
import { showProblem } from './steps.ts'
import type { Walkthrough } from './walk.ts'

/** The transaction in which the payer is authenticated; the payment names it. */
const transactionId = 'auth-1'

/** Asks the issuer, through threeds.js, who the payer is. Whether the payment may go on. */
export async function authenticate(walk: Walkthrough, ids: AuthenticationIds): Promise<boolean> {
  const script = window.ThreeDS
  if (script === undefined) {
    showProblem(scriptMissingText)
    return false
  }
  recordOnce(walk)
  await configureScript(script, walk, ids.session)
  const initiated = await callScript(script.initiateAuthentication, ids.order)
  if (!isRecommended(initiated)) return false
  const status = textAt(initiated, 'restApiResponse', 'transaction', 'authenticationStatus')
  if (status === 'AUTHENTICATION_NOT_SUPPORTED') return true
  const authenticated = await callScript(script.authenticatePayer, ids.order, {
    authentication: { redirectResponseUrl: `${walk.origin}/demo/return` },
  })
  const challenge = textAt(authenticated, 'htmlRedirectCode')
  if (challenge === undefined || !isChallenge(authenticated)) return isRecommended(authenticated)
  await showChallenge(walk, challenge)
  return isAuthenticated(walk, ids.order)
}

export type AuthenticationIds = { readonly order: string; readonly session: string }

let isRecording = false

function recordOnce(walk: Walkthrough): void {
  if (isRecording) return
  isRecording = true
  recordApiCalls(exchange => walk.update({}, [exchange]))
}

function configureScript(script: ThreeDSScript, walk: Walkthrough, sessionId: string): Promise<void> {
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

function callScript(
  call: ThreeDSScript['initiateAuthentication'],
  order: string,
  more?: object,
): Promise<unknown> {
  return new Promise(resolve => call(order, transactionId, resolve, more))
}

const isRecommended = (data: unknown): boolean =>
  !isMembers(valueAt(data, 'error')) && textAt(data, 'gatewayRecommendation') === 'PROCEED'

const isChallenge = (data: unknown): boolean =>
  textAt(data, 'restApiResponse', 'transaction', 'authenticationStatus') === 'AUTHENTICATION_PENDING'

/** After a challenge the shop's server asks the gateway: the browser's word is not enough. */
async function isAuthenticated(walk: Walkthrough, order: string): Promise<boolean> {
  const told = await walk.askShop('retrieve', { order })
  requiredElement('#challenge', HTMLElement).replaceChildren()
  const status = textAt(told?.answer, 'authenticationStatus')
  return status !== undefined && statusesToProceed.has(status)
}

const statusesToProceed: ReadonlySet<string> = new Set([
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_EXEMPT',
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_UNAVAILABLE',
])
