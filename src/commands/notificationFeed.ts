// A merchant's notifications, read from the feed of a running gateway and shown.

import { type Content, isObject } from '../contract/kit/content.ts'
import { versions } from '../contract/kit/versions.ts'
import { StartRefusal } from '../platform/errors.ts'
import { currencyExponent } from '../standards/currencies.ts'
import type { GatewayAnswer, GatewayConnection } from './context.ts'
import { explanationOf, GatewayUnreachable } from './gatewayConnection.ts'
import type { MerchantCredentials } from './merchantCredentials.ts'
import { groupIn, printable } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

/** A notification as the feed returns it. */
export type FeedEntry = {
  readonly id: string
  readonly sequence: number
  readonly orderId: string
  readonly transactionId: string
  readonly time: string
  readonly state: string
  readonly version?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type FeedPosition = { readonly last: number } | { readonly after: string }

type FeedReadPage = {
  readonly notifications: readonly FeedEntry[]
  /** The positions at which this page began and the next one begins. */
  readonly begun: FeedPosition
  readonly next: string
}

export type FeedReader = {
  readonly connection: GatewayConnection
  readonly credentials: MerchantCredentials
}

const waitSeconds = 20
const pageSize = 20

/** At the newest version: bodies are in the version of their own request anyway. */
export async function readFeedPage(
  { connection: line, credentials }: FeedReader,
  from: FeedPosition,
): Promise<FeedReadPage | { readonly away: string }> {
  const position = 'after' in from ? `after=${encodeURIComponent(from.after)}` : `last=${from.last}`
  const merchantId = encodeURIComponent(credentials.merchantId)
  const path = `/api/rest/version/${versions.last}/merchant/${merchantId}/notifications`
  // The first request does not wait, so that wrong credentials are reported at once.
  const wait = 'after' in from ? waitSeconds : 0
  const query = `${position}&limit=${pageSize}&wait=${wait}`
  const timeoutMs = (waitSeconds + 10) * 1_000
  let answer: GatewayAnswer
  try {
    answer = await line.call('GET', `${path}?${query}`, { credentials, timeoutMs })
  } catch (error) {
    if (error instanceof GatewayUnreachable) return { away: error.message }
    throw error
  }
  const { status, body } = answer
  if (status === 200) return pageOf(body, from)
  if (status === 429 || status >= 500) return { away: `The gateway is busy: ${explanationOf(answer)}` }
  if (status === 401)
    throw new StartRefusal(
      `The gateway at ${line.address} refused merchant ${credentials.merchantId}'s password.`,
    )
  throw new StartRefusal(explanationOf(answer))
}

function pageOf({ notifications, previous, next }: Content, from: FeedPosition): FeedReadPage {
  const list = Array.isArray(notifications) ? notifications.filter(isObject) : []
  const begun = typeof previous === 'string' ? { after: previous } : from
  return { notifications: list.map(notificationOf), begun, next: String(next) }
}

function notificationOf(shown: Content): FeedEntry {
  const { id, sequence, orderId, transactionId, time, state, version, headers, body } = shown
  return {
    ...{ id: String(id), sequence: Number(sequence), orderId: String(orderId), time: String(time) },
    ...{ transactionId: String(transactionId), state: String(state), body: String(body ?? '') },
    ...(version !== undefined && { version: String(version) }),
    headers: isObject(headers)
      ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      : {},
  }
}

/** What it is about, and below that what came of it. */
export function notificationLines(
  { time, orderId, transactionId, sequence, body }: FeedEntry,
  paint: TerminalPaint,
): readonly string[] {
  const content = readBody(body)
  const clock = printable(time.slice(11, 19))
  const about = `${printable(orderId, 40)} / ${printable(transactionId, 40)}`
  return [
    `${paint.dim(clock)}  ${paint.bold(about)}  ${printable(movement(content), 60)}`,
    `          ${outcomeText(content, paint)}${paint.dim(`, notification ${sequence} of the order`)}`,
  ]
}

/** The signed body is text; it is parsed for display only. */
export function readBody(body: string): Content {
  try {
    const content: unknown = JSON.parse(body)
    return isObject(content) ? content : {}
  } catch {
    return {}
  }
}

function movement(content: Content): string {
  const { type, amount, currency } = groupIn(content, 'transaction')
  return [type, amount === undefined ? undefined : `${moneyText(amount, currency)} ${currency}`]
    .filter(Boolean)
    .join(' ')
}

/** A JSON number has lost its trailing zeros. */
const moneyText = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' ? amount.toFixed(currencyExponent(String(currency))) : String(amount)

export function outcomeText(content: Content, paint: TerminalPaint): string {
  const { result } = content
  const { gatewayCode } = groupIn(content, 'response')
  const { status } = groupIn(content, 'order')
  const words = printable([result, gatewayCode].filter(Boolean).join(' ') || 'could not be put into words')
  const tint = result === 'SUCCESS' ? paint.green : result === 'FAILURE' ? paint.red : paint.yellow
  return `${tint(words)}${status === undefined ? '' : `, order ${printable(status)}`}`
}
