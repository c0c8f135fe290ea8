import { type Content, isObject } from '../contract/kit/content.ts'
import type { TimedClock } from '../platform/clock.ts'
import { StartRefusal } from '../platform/errors.ts'
import { explanationOf, GatewayAway } from './gatewayAnswer.ts'
import type { GatewayAnswer, GatewayLine, LocalAnswer, Message } from './office.ts'

export type ListenParts = {
  readonly line: GatewayLine
  readonly credentials: { readonly merchantId: string; readonly password: string }
  /** Absent: nothing is forwarded. */
  readonly forward?: (message: Message) => Promise<LocalAnswer>
  readonly from: { readonly last: number } | { readonly after: string }
  readonly countMax?: number
  readonly tell: (news: News) => void
  readonly clock: Pick<TimedClock, 'sleep'>
  readonly halt: AbortSignal
}

export type News =
  | {
      readonly kind: 'begun'
      readonly merchantId: string
      readonly address: string
      readonly target?: string | undefined
    }
  | Told
  /** Said once, until it is back. */
  | { readonly kind: 'away'; readonly who: 'gateway' | 'program'; readonly why: string }
  | { readonly kind: 'back'; readonly who: 'gateway' | 'program' }
  | { readonly kind: 'ended'; readonly count: number; readonly after: string }

export type Told = {
  readonly kind: 'notification'
  readonly notification: Notification
  /** Of the developer's program, if it was forwarded. */
  readonly answer?: Exclude<LocalAnswer, { readonly kind: 'away' }>
}

/** As the feed shows it. */
export type Notification = {
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

/**
 * Reads the feed and hands on what is in it, in its order, each once. Signatures are good for minutes only,
 * so what could not be handed over is read again rather than kept.
 */
export async function listen(parts: ListenParts): Promise<void> {
  const { tell, halt, countMax = Number.POSITIVE_INFINITY } = parts
  const isAway = { gateway: false, program: false }
  const note = (who: keyof typeof isAway, why: string | undefined) => {
    if (why !== undefined && !isAway[who]) tell({ kind: 'away', who, why })
    if (why === undefined && isAway[who]) tell({ kind: 'back', who })
    isAway[who] = why !== undefined
  }
  let from = parts.from
  let count = 0
  for (let pauses = 0; !halt.aborted && count < countMax; ) {
    const page = await readPage(parts, from)
    if (halt.aborted) break
    note('gateway', 'away' in page ? page.away : undefined)
    let isHeldUp = 'away' in page
    for (const notification of 'away' in page ? [] : page.notifications) {
      if (halt.aborted || count >= countMax) break
      const answer = await parts.forward?.(notification)
      note('program', answer?.kind === 'away' ? answer.why : undefined)
      isHeldUp = answer?.kind === 'away'
      if (answer?.kind === 'away') break
      tell({ kind: 'notification', notification, ...(answer && { answer }) })
      from = { after: notification.id }
      count += 1
    }
    // Where nothing was handed on, the place is kept: what comes meanwhile must not push older ones out.
    if ('next' in page && !('after' in from)) from = isHeldUp ? page.begun : { after: page.next }
    pauses = isHeldUp ? pauses + 1 : 0
    if (isHeldUp) await parts.clock.sleep(Math.min(200 * pauses, pauseMaxMs))
  }
  if (count > 0 && 'after' in from) tell({ kind: 'ended', count, after: from.after })
}

const pauseMaxMs = 1_000
const waitSeconds = 20
const pageSize = 20

type Page = {
  readonly notifications: readonly Notification[]
  /** Where this page began, and where the next one does. */
  readonly begun: ListenParts['from']
  readonly next: string
}

/** The newest version: bodies are in the version of their own request anyway. */
async function readPage({ line, credentials }: ListenParts, from: ListenParts['from']) {
  const place = 'after' in from ? `after=${encodeURIComponent(from.after)}` : `last=${from.last}`
  const path = `/api/rest/version/100/merchant/${encodeURIComponent(credentials.merchantId)}/notifications`
  // The first look tells at once whether the credentials are good.
  const wait = 'after' in from ? waitSeconds : 0
  const query = `${place}&limit=${pageSize}&wait=${wait}`
  const patienceMs = (waitSeconds + 10) * 1_000
  let answer: GatewayAnswer
  try {
    answer = await line.call('GET', `${path}?${query}`, { credentials, patienceMs })
  } catch (error) {
    if (error instanceof GatewayAway) return { away: error.message }
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

function pageOf({ notifications, previous, next }: Content, from: ListenParts['from']): Page {
  const list = Array.isArray(notifications) ? notifications.filter(isObject) : []
  const begun = typeof previous === 'string' ? { after: previous } : from
  return { notifications: list.map(notificationOf), begun, next: String(next) }
}

function notificationOf(shown: Content): Notification {
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
