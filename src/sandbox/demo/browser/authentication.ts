import { type DemoExchange, isMembers, maskSecrets, textAt, valueAt } from './exchange.ts'
import { scriptMissingText, type ThreeDSScript } from './gatewayScripts.ts'
import { announce, make, requiredElement, showProblem } from './page.ts'
import type { Walkthrough } from './walkthrough.ts'

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

/**
 * Shows the issuer's page, and waits until the payer comes back from it into the shop's own page inside the
 * frame. The gateway's excerpt would do all this by itself; a page with a policy as strict as this one runs
 * no script it did not bring, so it takes the form out of the excerpt and submits it.
 */
export function showChallenge(walk: Walkthrough, excerpt: string): Promise<void> {
  const { action, fields, width, height } = parseChallenge(excerpt)
  const frame = make('iframe', { name: 'challengeFrame', title: 'The issuer asks', width, height })
  const form = make('form', { method: 'post', action, target: 'challengeFrame', hidden: '' })
  for (const [name, value] of fields) form.append(make('input', { type: 'hidden', name, value }))
  requiredElement('#challenge', HTMLElement).replaceChildren(frame, form)
  announce('The issuer asks the payer')
  return new Promise(resolve => {
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== frame.contentWindow || !isReturn(data)) return
      window.removeEventListener('message', hear)
      walk.update({}, [
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
    window.addEventListener('message', hear)
    form.submit()
  })
}

const isReturn = (data: unknown): data is { readonly told: unknown } =>
  isMembers(data) && data.demo === 'returned' && isMembers(data.told)

type ChallengeForm = {
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly width: string
  readonly height: string
}

/** Parsed apart from the page: nothing in it runs. Its styles would be reported as a breach of the policy. */
function parseChallenge(excerpt: string): ChallengeForm {
  const parsed = new DOMParser().parseFromString(excerpt.replace(/ style="[^"]*"/g, ''), 'text/html')
  const frame = parsed.querySelector('iframe')
  const inputs = [...parsed.querySelectorAll('form input')]
  return {
    action: parsed.querySelector('form')?.getAttribute('action') ?? '',
    fields: inputs.map(
      input => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''] as const,
    ),
    width: frame?.getAttribute('width') ?? '100%',
    height: frame?.getAttribute('height') ?? '600',
  }
}

/**
 * Watches what the gateway's script sends from this page, to show it. It sees what any page sees of its own
 * requests: the ids of session and order, no card.
 */
export function recordApiCalls(record: (exchange: DemoExchange) => void): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return send(input, init)
    const asked = await request.clone().text()
    const response = await send(input, init)
    const answer = await response.clone().text()
    record({
      title: titleOf(asked),
      by: 'browser',
      method: request.method,
      path: pathname,
      request: readBody(asked),
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

const titleOf = (asked: string): string =>
  asked.includes('INITIATE_AUTHENTICATION') ? 'Can the payer be authenticated?' : 'Authenticate the payer'

/** The browser measures every request; it has written the time down a moment after the end. */
async function requestDuration(address: string): Promise<{ readonly ms?: number }> {
  await new Promise(resolve => setTimeout(resolve, 0))
  const ms = performance.getEntriesByName(address).at(-1)?.duration
  return ms === undefined ? {} : { ms: Math.round(ms) }
}
