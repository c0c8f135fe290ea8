import { membersOf, textOf, type UnknownMembers } from '../unknownValues.ts'
import {
  browserDetails,
  browserName,
  failedAnswer,
  putTransaction,
  type ThreeDSAnswer,
  type ThreeDSSettings,
} from './authentication.ts'
import { containerOf, insertHtml, showFullScreen } from './issuerPage.ts'
import {
  callSafely,
  findScriptTag,
  isCallback,
  originOf,
  type PageCallback,
  publish,
  randomId,
} from './merchantPage.ts'

/**
 * threeds.js: payer authentication from the merchant's page, with a session as password. Global name
 * `ThreeDS`.
 */
const gateway = originOf(findScriptTag(/\/three-?ds(?:\.min)?\.js$/i))

type Configured = ThreeDSSettings & { readonly language: string; readonly containerId: string | undefined }

let configured: Configured | undefined
let errors: readonly string[] = []
let lastCorrelationId: string | undefined
/** The issuer's look at the browser, by order and transaction, while it lasts. */
const methodRuns = new Map<string, Promise<void>>()

async function configure(given: unknown): Promise<void> {
  const wish = membersOf(given)
  const { userLanguage, wsVersion } = membersOf(wish.configuration)
  const [merchantId, sessionId] = [textOf(wish.merchantId), textOf(wish.sessionId)]
  errors = problemsWith({ merchantId, sessionId })
  for (const error of errors) console.error(`ThreeDS: ${error}`)
  configured = undefined
  if (gateway !== undefined && merchantId !== undefined && sessionId !== undefined) {
    const version = textOf(wsVersion) ?? newestVersion
    const containerId = textOf(wish.containerId)
    configured = {
      gateway,
      merchantId,
      sessionId,
      version,
      language: textOf(userLanguage) ?? '',
      containerId,
    }
    Object.assign(ThreeDS, {
      merchantId,
      sessionId,
      containerId,
      configuration: membersOf(wish.configuration),
    })
  }
  callSafely(wish.callback)
}

const newestVersion = '100'

function problemsWith(wish: Readonly<Record<string, string | undefined>>): readonly string[] {
  const lacking = Object.entries(wish).filter(([, value]) => value === undefined)
  return [
    ...(gateway === undefined ? ['threeds.js must be loaded by a script tag from the gateway.'] : []),
    ...lacking.map(([name]) => `Missing parameter '${name}'.`),
  ]
}

/** Four parameters: pages of this family call it so. */
function initiateAuthentication(
  orderId: unknown,
  transactionId: unknown,
  callback: unknown,
  options?: unknown,
): void {
  const { authentication, ...given } = membersOf(options)
  const channel = { channel: 'PAYER_BROWSER', ...membersOf(authentication) }
  const body = { ...given, authentication: channel }
  const ids = idsOf(orderId, transactionId)
  void callApi({ operation: 'INITIATE_AUTHENTICATION', ids, body }).then(answer => {
    const { htmlRedirectCode } = answer
    if (htmlRedirectCode !== undefined) methodRuns.set(keyOf(ids), runMethod(htmlRedirectCode))
    callSafely(callback, answer)
  })
}

function authenticatePayer(
  orderId: unknown,
  transactionId: unknown,
  callback: unknown,
  options?: unknown,
): void {
  const { fullScreenRedirect, device, ...given } = membersOf(options)
  const ids = idsOf(orderId, transactionId)
  const body = { ...given, device: deviceWith(membersOf(device)) }
  const after = methodRuns.get(keyOf(ids))
  void callApi({ operation: 'AUTHENTICATE_PAYER', ids, body, after }).then(answer => {
    // The page's function first: it may clear the page, which then is the issuer's.
    callSafely(callback, answer)
    if (fullScreenRedirect === true && isChallenge(answer))
      showFullScreen(answer.htmlRedirectCode ?? '', gateway)
  })
}

/** Whoever was not asked anything is the page's to lead on, by what its function was told. */
const isChallenge = ({ restApiResponse }: ThreeDSAnswer): boolean =>
  membersOf(restApiResponse?.authentication).payerInteraction === 'REQUIRED'

type Ids = { readonly orderId: string; readonly transactionId: string }
const idsOf = (orderId: unknown, transactionId: unknown): Ids => ({
  orderId: textOf(orderId) ?? '',
  transactionId: textOf(transactionId) ?? '',
})
const keyOf = ({ orderId, transactionId }: Ids): string => JSON.stringify([orderId, transactionId])

type ApiCall = {
  readonly operation: 'INITIATE_AUTHENTICATION' | 'AUTHENTICATE_PAYER'
  readonly ids: Ids
  readonly body: UnknownMembers
  /** What must be over first. */
  readonly after?: Promise<void> | undefined
}

async function callApi({ operation, ids, body: given, after }: ApiCall): Promise<ThreeDSAnswer> {
  const body = { ...given, apiOperation: operation }
  const correlationId = textOf(given.correlationId) ?? randomId()
  lastCorrelationId = correlationId
  const about = { correlationId, ...ids, method: operation }
  emit(`EVENT_BEFORE_${operation}`, about)
  await after
  const answer = configured
    ? await putTransaction(configured, { ...ids, body }, correlationId)
    : failedAnswer({
        cause: 'INVALID_REQUEST',
        msg: errors[0] ?? 'Call ThreeDS.configure() first.',
        correlationId,
      })
  if (answer.error) console.error(`ThreeDS: ${answer.error.msg}`)
  emit(`EVENT_AFTER_${operation}`, { ...about, ...answer })
  return answer
}

function deviceWith(given: UnknownMembers): UnknownMembers {
  const { language = '', version = newestVersion } = configured ?? {}
  const details = { ...browserDetails(language), ...membersOf(given.browserDetails) }
  const browser = browserName(navigator.userAgent, version)
  return { browser, ...given, browserDetails: details }
}

/** The issuer looks at the browser in a hidden frame; what follows waits for it, but not for ever. */
function runMethod(markup: string): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(done, methodTimeoutMs)
    const hear = (event: MessageEvent<unknown>) => {
      if (event.origin === gateway && event.data === 'tollgate:looked') done()
    }
    function done(): void {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
      resolve()
    }
    window.addEventListener('message', hear)
    const place = containerOf(configured?.containerId)
    insertHtml(place, markup)
    // Where there is nothing to send, the issuer does not want to look.
    if (!place.querySelector('form')) done()
  })
}

const methodTimeoutMs = 5_000

const listeners = new Map<string, PageCallback[]>()

function onEvent(name: unknown, callback: unknown): void {
  if (!isCallback(callback)) return
  listeners.set(String(name), [...(listeners.get(String(name)) ?? []), callback])
}

function emit(name: string, about: object): void {
  for (const callback of listeners.get(name) ?? []) callSafely(callback, about)
}

const ThreeDS = {
  configure,
  initiateAuthentication,
  authenticatePayer,
  onEvent,
  isConfigured: (): boolean => configured !== undefined,
  getErrors: (): readonly string[] => errors,
  getLastCorrelationId: (): string | undefined => lastCorrelationId,
}
publish('ThreeDS', ThreeDS)
