// The API calls of threeds.js, and what it knows of the browser.

import { hasJava } from '../java.ts'
import { membersOf, textOf, type UnknownMembers } from '../unknownValues.ts'

export type ThreeDSSettings = {
  readonly gateway: string
  readonly merchantId: string
  readonly sessionId: string
  readonly version: string
}

type ThreeDSRequest = {
  readonly orderId: string
  readonly transactionId: string
  readonly body: UnknownMembers
}

/** What the page's callback gets. */
export type ThreeDSAnswer = {
  readonly error?: {
    readonly code: string
    readonly cause: string
    readonly msg: string
    readonly result: string
    readonly status: number
  }
  readonly restApiResponse?: UnknownMembers
  readonly gatewayRecommendation?: string | undefined
  readonly htmlRedirectCode?: string | undefined
  readonly authenticationVersion?: string | undefined
  readonly correlationId: string
}

/** A call of the API from the payer's browser, with the session as password. */
export async function putTransaction(
  settings: ThreeDSSettings,
  request: ThreeDSRequest,
  correlationId: string,
): Promise<ThreeDSAnswer> {
  const { gateway, merchantId, sessionId, version } = settings
  const segments = ['merchant', merchantId, 'order', request.orderId, 'transaction', request.transactionId]
  const path = segments.map(encodeURIComponent).join('/')
  try {
    const response = await fetch(`${gateway}/api/rest/version/${encodeURIComponent(version)}/${path}`, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${btoa(`merchant.${merchantId}:${sessionId}`)}`,
      },
      body: JSON.stringify({ ...request.body, session: { id: sessionId }, correlationId }),
      credentials: 'omit',
      cache: 'no-store',
    })
    return answerOf(membersOf(await response.json()), response.status, correlationId)
  } catch {
    return failedAnswer({ cause: 'SERVER_FAILED', msg: 'The gateway could not be reached.', correlationId })
  }
}

export const failedAnswer = ({ cause, msg, correlationId, status = 0 }: ThreeDSFailure): ThreeDSAnswer => ({
  error: { code: cause, cause, msg, result: 'ERROR', status },
  correlationId,
})

type ThreeDSFailure = {
  readonly cause: string
  readonly msg: string
  readonly correlationId: string
  readonly status?: number
}

export function answerOf(answer: UnknownMembers, status: number, correlationId: string): ThreeDSAnswer {
  if (answer.result === 'ERROR' || status >= 400) {
    const { cause, explanation, supportCode } = membersOf(answer.error)
    const msg = textOf(explanation) ?? `Support code ${textOf(supportCode) ?? 'unknown'}.`
    return failedAnswer({ cause: textOf(cause) ?? 'SERVER_FAILED', msg, correlationId, status })
  }
  const authentication = membersOf(answer.authentication)
  const { html } = membersOf(authentication.redirect)
  return {
    restApiResponse: answer,
    gatewayRecommendation: textOf(membersOf(answer.response).gatewayRecommendation),
    htmlRedirectCode: textOf(html) ?? textOf(authentication.redirectHtml),
    authenticationVersion: textOf(authentication.version),
    correlationId,
  }
}

/**
 * The browser details that issuers assess, by the names of the API. What a script cannot know, the headers,
 * is left to the gateway, which gets them with the request.
 */
export function browserDetails(language: string): Readonly<Record<string, string | number | boolean>> {
  const { colorDepth, height, width } = screen
  return {
    '3DSecureChallengeWindowSize': 'FULL_SCREEN',
    colorDepth,
    javaEnabled: hasJava(),
    javaScriptEnabled: true,
    language: (language || navigator.language || 'en').replace('_', '-').slice(0, 35),
    screenHeight: Math.round(height),
    screenWidth: Math.round(width),
    // As of when the page was opened.
    timeZone: new Date(performance.timeOrigin).getTimezoneOffset(),
  }
}

/** The user agent, unless it looks like a card number, which the gateway rejects in any text. */
export function browserName(name: string, version: string): string | undefined {
  const shown = name.slice(0, Number(version) < 69 ? 255 : 2048)
  return manyDigits.test(shown) ? undefined : shown
}
const manyDigits = /(?:\d[^\dA-Za-z]?){13}/
