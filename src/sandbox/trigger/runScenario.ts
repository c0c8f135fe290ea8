// Carries out a scenario on a running sandbox, and holds every answer and notification against its promises.

import type { GatewayAnswer, GatewayConnection } from '../../commands/context.ts'
import type { MerchantCredentials } from '../../commands/merchantCredentials.ts'
import { type FeedEntry, readBody, readFeedPage } from '../../commands/notificationFeed.ts'
import { type Content, isObject } from '../../contract/kit/content.ts'
import { versions } from '../../contract/kit/versions.ts'
import type { TimedClock } from '../../platform/clock.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { placeholders, type Scenario, type ScenarioStep } from './scenario.ts'

export type ScenarioPlace = {
  readonly connection: GatewayConnection
  readonly credentials: MerchantCredentials
  readonly orderId: string
  readonly clock: Pick<TimedClock, 'monotonicMs' | 'sleep'>
  /** How long something that happens by itself may take. */
  readonly patienceMs: number
  readonly report: (done: DoneStep) => void
}

export type DoneStep = {
  readonly step: ScenarioStep
  readonly answer: GatewayAnswer
  /** Whether the answer is as promised. */
  readonly isKept: boolean
}

export type ScenarioRun = {
  readonly steps: readonly DoneStep[]
  /** Of this order, in their order. */
  readonly notifications: readonly FeedEntry[]
  /** Whether every answer was as promised, and each was notified. */
  readonly isKept: boolean
}

/** Ends at the first answer that is not as promised. */
export async function runScenario({ steps }: Scenario, place: ScenarioPlace): Promise<ScenarioRun> {
  const begun = await readFeedPage(place, { last: 0 })
  if ('away' in begun) throw new StartRefusal(begun.away)
  const done: DoneStep[] = []
  for (const step of steps) {
    const answer = await answerTo(step, place)
    const isKept = isAsPromised(step, answer)
    done.push({ step, answer, isKept })
    place.report({ step, answer, isKept })
    if (!isKept) return { steps: done, notifications: [], isKept: false }
  }
  const { notifications, isWhole } = await notificationsOf(steps.filter(isNotified), begun.next, place)
  return { steps: done, notifications, isKept: isWhole }
}

async function answerTo(step: ScenarioStep, place: ScenarioPlace): Promise<GatewayAnswer> {
  const { connection, credentials, clock, patienceMs } = place
  const path = filled(pathOf(step), place)
  const isApi = 'transactionId' in step.at
  const options = {
    ...(isApi && { credentials }),
    ...(step.body && { body: JSON.parse(filled(JSON.stringify(step.body), place)) }),
  }
  const untilMs = clock.monotonicMs() + patienceMs
  for (;;) {
    const answer = await connection.call(step.method, path, options)
    const isOver = !step.isAwaited || clock.monotonicMs() > untilMs
    if (isOver || isAsPromised(step, answer)) return answer
    await clock.sleep(pauseMs)
  }
}
const pauseMs = 200

export const pathOf = ({ at }: ScenarioStep): string =>
  'control' in at
    ? at.control
    : `/api/rest/version/${versions.last}/merchant/${placeholders.merchant}/order/${placeholders.order}` +
      `/transaction/${at.transactionId}`

const filled = (text: string, { orderId, credentials }: ScenarioPlace): string =>
  text.replaceAll(placeholders.order, orderId).replaceAll(placeholders.merchant, credentials.merchantId)

const isAsPromised = ({ promises }: ScenarioStep, { status, body }: GatewayAnswer): boolean =>
  status === promises.status && contains(body, promises.body)

function contains(whole: unknown, part: unknown): boolean {
  if (!isObject(part)) return whole === part
  return isObject(whole) && Object.entries(part).every(([name, value]) => contains(whole[name], value))
}

/** Each change of a transaction is: not a refusal, nor a replay, nor what the sandbox is told. */
const isNotified = ({ at, method, promises, isAwaited }: ScenarioStep): boolean =>
  'transactionId' in at && (isAwaited === true || (method === 'PUT' && promises.status === 201))

/** Waits until every change that was promised has been notified. */
async function notificationsOf(awaited: readonly ScenarioStep[], from: string, place: ScenarioPlace) {
  const { clock, patienceMs, orderId } = place
  const untilMs = clock.monotonicMs() + patienceMs
  let notifications: readonly FeedEntry[] = []
  for (let after = from; ; ) {
    const isWhole = awaited.every(step => notifications.some(one => isAbout(step, one)))
    if (isWhole || clock.monotonicMs() > untilMs) return { notifications, isWhole }
    const page = await readFeedPage(place, { after })
    if ('away' in page) {
      await clock.sleep(pauseMs)
      continue
    }
    after = page.next
    notifications = [...notifications, ...page.notifications.filter(one => one.orderId === orderId)]
  }
}

function isAbout({ at, promises }: ScenarioStep, { transactionId, body }: FeedEntry): boolean {
  const { result, response }: Content = promises.body
  return (
    'transactionId' in at &&
    at.transactionId === transactionId &&
    contains(readBody(body), { result, response })
  )
}
