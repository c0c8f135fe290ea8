// threeds.js: payer authentication from the merchant's page, with a session as password. Global name
// `ThreeDS`.

import { methodWaitMs } from '../methodWait.ts'
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

const gateway = originOf(findScriptTag(/\/three-?ds(?:\.min)?\.js$/i))

type Configured = ThreeDSSettings & { readonly language: string; readonly containerId: string | undefined }

let configured: Configured | undefined
let errors: readonly string[] = []
let lastCorrelationId: string | undefined
/** Runs of the 3DS method (the issuer examines the browser), by order and transaction. */
const methodRuns = new Map<string, Promise<void>>()

async function configure(given: unknown): Promise<void> {
  const settings = membersOf(given)
  const { userLanguage, wsVersion } = membersOf(settings.configuration)
  const [merchantId, sessionId] = [textOf(settings.merchantId), textOf(settings.sessionId)]
  errors = problemsWith({ merchantId, sessionId })
  for (const error of errors) console.error(`ThreeDS: ${error}`)
  configured = undefined
  if (gateway !== undefined && merchantId !== undefined && sessionId !== undefined) {
    const version = textOf(wsVersion) ?? newestApiVersion
    const containerId = textOf(settings.containerId)
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
      configuration: membersOf(settings.configuration),
    })
  }
  callSafely(settings.callback)
}

/** Inserted by the bundler: pages/assets.ts. */
declare const newestApiVersion: string

function problemsWith(values: Readonly<Record<string, string | undefined>>): readonly string[] {
  const missing = Object.entries(values).filter(([, value]) => value === undefined)
  return [
    ...(gateway === undefined ? ['threeds.js must be loaded by a script tag from the gateway.'] : []),
    ...missing.map(([name]) => `Missing parameter '${name}'.`),
  ]
}

/** Four parameters: a contract with existing pages. */
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
    const waitMs = methodWaitMs(protocolVersionIn(answer))
    if (htmlRedirectCode !== undefined) methodRuns.set(keyOf(ids), runMethod(htmlRedirectCode, waitMs))
    callSafely(callback, answer)
  })
}

const protocolVersionIn = ({ restApiResponse }: ThreeDSAnswer): string | undefined =>
  textOf(membersOf(membersOf(restApiResponse?.authentication)['3ds2']).protocolVersion)

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
    // The page's function first: it may clear the page, which the challenge then takes over.
    callSafely(callback, answer)
    if (fullScreenRedirect === true && isChallenge(answer))
      showFullScreen(answer.htmlRedirectCode ?? '', gateway)
  })
}

/** Without a challenge the page goes on by itself, with what its function got. */
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
  /** Has to be settled first. */
  readonly after?: Promise<void> | undefined
}

async function callApi({ operation, ids, body: given, after }: ApiCall): Promise<ThreeDSAnswer> {
  const body = { ...given, apiOperation: operation }
  const correlationId = textOf(given.correlationId) ?? randomId()
  lastCorrelationId = correlationId
  const details = { correlationId, ...ids, method: operation }
  emit(`EVENT_BEFORE_${operation}`, details)
  await after
  const answer = configured
    ? await putTransaction(configured, { ...ids, body }, correlationId)
    : failedAnswer({
        cause: 'INVALID_REQUEST',
        msg: errors[0] ?? 'Call ThreeDS.configure() first.',
        correlationId,
      })
  if (answer.error) console.error(`ThreeDS: ${answer.error.msg}`)
  emit(`EVENT_AFTER_${operation}`, { ...details, ...answer })
  return answer
}

function deviceWith(given: UnknownMembers): UnknownMembers {
  const { language = '', version = newestApiVersion } = configured ?? {}
  const details = { ...browserDetails(language), ...membersOf(given.browserDetails) }
  const browser = browserName(navigator.userAgent, version)
  return { browser, ...given, browserDetails: details }
}

/** The issuer examines the browser in a hidden frame, until it says that it is done or the time is up. */
function runMethod(markup: string, waitMs: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(done, waitMs)
    const listener = (event: MessageEvent<unknown>) => {
      if (event.origin === gateway && event.data === 'tollgate:looked') done()
    }
    function done(): void {
      clearTimeout(timer)
      window.removeEventListener('message', listener)
      resolve()
    }
    window.addEventListener('message', listener)
    const container = containerOf(configured?.containerId)
    insertHtml(container, markup)
    // Without a form to send, the issuer has no method.
    if (!container.querySelector('form')) done()
  })
}

const listeners = new Map<string, PageCallback[]>()

function onEvent(name: unknown, callback: unknown): void {
  if (!isCallback(callback)) return
  listeners.set(String(name), [...(listeners.get(String(name)) ?? []), callback])
}

function emit(name: string, details: object): void {
  for (const callback of listeners.get(name) ?? []) callSafely(callback, details)
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
