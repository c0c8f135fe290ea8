import { type DemoExchange, isMembers, maskSecrets, textAt, valueAt } from './exchange.ts'
import { scriptMissingText, type ThreeDSScript } from './gatewayScripts.ts'
import { announce, make, requiredElement, showProblem } from './page.ts'
import type { Walkthrough } from './walkthrough.ts'

/**
 * Payer authentication in the hosted fields flow, through threeds.js, with its calls recorded for display.
 */

/** The transaction that authenticates the payer; the payment names it. */
const transactionId = 'auth-1'

/** Returns whether the payment may go on. */
export async function authenticate(walkthrough: Walkthrough, ids: AuthenticationIds): Promise<boolean> {
  const script = window.ThreeDS
  if (script === undefined) {
    showProblem(scriptMissingText)
    return false
  }
  recordOnce(walkthrough)
  await configureScript(script, walkthrough, ids.session)
  const initiated = await callScript(script.initiateAuthentication, ids.order)
  if (!isRecommended(initiated)) return false
  const status = textAt(initiated, 'restApiResponse', 'transaction', 'authenticationStatus')
  if (status === 'AUTHENTICATION_NOT_SUPPORTED') return true
  const authenticated = await callScript(script.authenticatePayer, ids.order, {
    authentication: { redirectResponseUrl: `${walkthrough.origin}/demo/return` },
  })
  const challenge = textAt(authenticated, 'htmlRedirectCode')
  if (challenge === undefined || !isChallenge(authenticated)) return isRecommended(authenticated)
  await showChallenge(walkthrough, challenge)
  return isAuthenticated(walkthrough, ids.order)
}

type AuthenticationIds = { readonly order: string; readonly session: string }

let isRecording = false

function recordOnce(walkthrough: Walkthrough): void {
  if (isRecording) return
  isRecording = true
  recordApiCalls(exchange => walkthrough.update({}, [exchange]))
}

function configureScript(script: ThreeDSScript, walkthrough: Walkthrough, sessionId: string): Promise<void> {
  return new Promise(resolve => {
    script.configure({
      merchantId: walkthrough.merchantId,
      sessionId,
      containerId: 'challenge',
      callback: () => resolve(),
      configuration: { userLanguage: 'en', wsVersion: walkthrough.version },
    })
  })
}

function callScript(
  call: ThreeDSScript['initiateAuthentication'],
  order: string,
  options?: object,
): Promise<unknown> {
  return new Promise(resolve => call(order, transactionId, resolve, options))
}

const isRecommended = (data: unknown): boolean =>
  !isMembers(valueAt(data, 'error')) && textAt(data, 'gatewayRecommendation') === 'PROCEED'

const isChallenge = (data: unknown): boolean =>
  textAt(data, 'restApiResponse', 'transaction', 'authenticationStatus') === 'AUTHENTICATION_PENDING'

/** After a challenge the shop's server asks the gateway: what the browser says proves nothing. */
async function isAuthenticated(walkthrough: Walkthrough, order: string): Promise<boolean> {
  const reply = await walkthrough.ask('retrieve', { order })
  requiredElement('#challenge', HTMLElement).replaceChildren()
  const status = textAt(reply?.answer, 'authenticationStatus')
  return status !== undefined && statusesToProceed.has(status)
}

const statusesToProceed: ReadonlySet<string> = new Set([
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_EXEMPT',
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_UNAVAILABLE',
])

/**
 * Shows the issuer's page, and waits until the payer comes back from it to the shop's own page inside the
 * frame. The gateway's markup would do all this by itself, but the content security policy of this page
 * allows no other script: so the form is taken out of the markup and submitted here.
 */
function showChallenge(walkthrough: Walkthrough, markup: string): Promise<void> {
  const { action, fields, frame: limits } = parseChallenge(markup)
  const frame = make('iframe', { name: 'issuerFrame', title: 'The issuer asks', ...limits })
  const form = make('form', { method: 'post', action, target: 'issuerFrame', hidden: '' })
  for (const [name, value] of fields) form.append(make('input', { type: 'hidden', name, value }))
  requiredElement('#challenge', HTMLElement).replaceChildren(frame, form)
  announce('The issuer asks the payer')
  return new Promise(resolve => {
    const listener = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== frame.contentWindow || !isReturn(data)) return
      window.removeEventListener('message', listener)
      walkthrough.update({}, [
        {
          title: 'The payer comes back from the challenge',
          by: 'browser',
          method: 'POST',
          path: '/demo/return',
          request: data.told,
        },
      ])
      resolve()
    }
    window.addEventListener('message', listener)
    form.submit()
  })
}

const isReturn = (data: unknown): data is { readonly told: unknown } =>
  isMembers(data) && data.demo === 'returned' && isMembers(data.told)

type ChallengeForm = {
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Its size, and what the issuer's page may do in it. */
  readonly frame: Readonly<Record<'width' | 'height' | 'sandbox' | 'allow', string>>
}

/** Parsed outside the page: nothing in it runs. Its styles would be reported as violations of the policy. */
function parseChallenge(markup: string): ChallengeForm {
  const parsed = new DOMParser().parseFromString(markup.replace(/ style="[^"]*"/g, ''), 'text/html')
  const frame = parsed.querySelector('iframe')
  const inputs = [...parsed.querySelectorAll('form input')]
  return {
    action: parsed.querySelector('form')?.getAttribute('action') ?? '',
    fields: inputs.map(
      input => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''] as const,
    ),
    frame: {
      width: frame?.getAttribute('width') ?? '100%',
      height: frame?.getAttribute('height') ?? '600',
      sandbox: frame?.getAttribute('sandbox') ?? '',
      allow: frame?.getAttribute('allow') ?? '',
    },
  }
}

/**
 * Records what the gateway's script sends from this page, to show it. That is what any page sees of its own
 * requests: the ids of session and order, no card.
 */
function recordApiCalls(record: (exchange: DemoExchange) => void): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return send(input, init)
    const sentText = await request.clone().text()
    const response = await send(input, init)
    const answer = await response.clone().text()
    record({
      title: titleOf(sentText),
      by: 'browser',
      method: request.method,
      path: pathname,
      request: readBody(sentText),
      status: response.status,
      answer: readBody(answer),
      ...(await requestDuration(response.url)),
    })
    return response
  }
}

function readBody(text: string): unknown {
  try {
    return maskSecrets(JSON.parse(text))
  } catch {
    return undefined
  }
}

const titleOf = (sentText: string): string =>
  sentText.includes('INITIATE_AUTHENTICATION') ? 'Can the payer be authenticated?' : 'Authenticate the payer'

/** As the browser measured it, which is available a moment after the end of the request. */
async function requestDuration(address: string): Promise<{ readonly ms?: number }> {
  await new Promise(resolve => setTimeout(resolve, 0))
  const ms = performance.getEntriesByName(address).at(-1)?.duration
  return ms === undefined ? {} : { ms: Math.round(ms) }
}
