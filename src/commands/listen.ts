// The command that follows a merchant's notifications and forwards them to a developer's program.

import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from 'commander'
import { type Content, isObject } from '../contract/kit/content.ts'
import { versions } from '../contract/kit/versions.ts'
import type { TimedClock } from '../platform/clock.ts'
import { errorCode, StartRefusal, UseRefusal } from '../platform/errors.ts'
import { currencyExponent } from '../standards/currencies.ts'
import { readUrl } from '../standards/url.ts'
import { addCommand, numberOption, UsageRefusal } from './command.ts'
import type {
  CommandContext,
  ForwardAnswer,
  ForwardedMessage,
  GatewayAnswer,
  GatewayConnection,
} from './context.ts'
import {
  explanationOf,
  type GatewayOptions,
  GatewayUnreachable,
  withGatewayOptions,
} from './gatewayConnection.ts'
import { countText, groupIn, printable } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

export function addListen(program: Command, context: CommandContext): void {
  const command = addCommand(program, 'listen', {
    summary: 'forward notifications to a program on your machine, and show its answers',
    details:
      'Recent ones first, then each as it happens. Your program needs no address that others can reach, ' +
      'and what it gets is signed as everything the gateway sends. When your program or the gateway is ' +
      'away, it waits and goes on. With --json each is one line.',
    examples: [
      ['tollgate listen http://127.0.0.1:3000/hook', "the sandbox's merchant, to a program of yours"],
      ['tollgate listen --print', 'only shows them'],
      ['tollgate listen --print --body --last 1', 'the newest one, with all it tells'],
      ['tollgate listen http://127.0.0.1:3000/hook --merchant SHOP --password-file shop.txt', 'as SHOP'],
    ],
  })
    .argument('[target]', 'where your program takes them, such as http://127.0.0.1:3000/hook', readTarget)
    .option('--print', 'only show them; nothing is forwarded')
    .option('--body', 'show the whole body of each')
    .addOption(numberOption('--last <count>', 'how many recent ones first', { min: 0, max: 100, usual: 10 }))
    .option('--after <id>', 'go on after this notification instead')
    .addOption(
      numberOption('--count <count>', 'end after so many; 0 never ends', {
        min: 0,
        max: 1_000_000,
        usual: 0,
      }),
    )
    .option('--merchant <merchant>', "whose; the sandbox's own unless given")
    .option('--password <password>', "the merchant's API password")
    .option('--password-file <file>', 'a file that holds it; - is standard input')
  withGatewayOptions(command).action((target: URL | undefined, given: ListenArguments) =>
    run(context, target, given),
  )
}

type ListenArguments = GatewayOptions & {
  readonly print?: boolean
  readonly body?: boolean
  readonly last: number
  readonly after?: string
  readonly count: number
  readonly merchant?: string
  readonly password?: string
  readonly passwordFile?: string
}

function readTarget(text: string): URL {
  const url = readUrl(text)
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw new InvalidArgumentError('It must be an address like http://127.0.0.1:3000/hook.')
}

async function run(context: CommandContext, target: URL | undefined, given: ListenArguments): Promise<void> {
  if (target && given.print)
    throw new UsageRefusal('tollgate listen takes a target or --print, not both. See tollgate listen --help.')
  const credentials = await credentialsOf(context, given)
  const line = await context.gateway(given)
  const { terminal, clock, halt } = context
  const isForProgram = context.isForProgram()
  const print = (event: ListenEvent) => {
    if (isForProgram) {
      if (event.kind === 'notification') terminal.print(JSON.stringify(forwardedJson(event)))
      else for (const text of eventLines(event, terminal.paint)) terminal.remark(text)
      return
    }
    const lines =
      event.kind === 'notification'
        ? forwardedLines(event, { paint: terminal.paint, isWhole: given.body === true })
        : eventLines(event, terminal.paint)
    for (const text of lines) terminal.print(text)
  }
  print({ kind: 'begun', merchantId: credentials.merchantId, address: line.address, target: target?.href })
  await listen({
    ...{ connection: line, credentials, clock, halt, report: print },
    from: given.after === undefined ? { last: given.last } : { after: given.after },
    ...(target && { forward: message => context.forward(target, message) }),
    ...(given.count > 0 && { countMax: given.count }),
  })
}

async function credentialsOf(context: CommandContext, given: ListenArguments) {
  const usual = { merchantId: context.defaults.merchantId(), password: context.defaults.password() }
  const merchantId = given.merchant ?? usual.merchantId
  if (merchantId === undefined)
    throw new UseRefusal('Say whose notifications with --merchant and --password-file.')
  if (given.password !== undefined) return { merchantId, password: given.password }
  if (given.passwordFile !== undefined)
    return { merchantId, password: await readPassword(given.passwordFile) }
  if (usual.password !== undefined && merchantId === usual.merchantId)
    return { merchantId, password: usual.password }
  throw new UseRefusal(`Give the API password of ${merchantId} with --password-file or --password.`)
}

async function readPassword(file: string): Promise<string> {
  try {
    const text = file === '-' ? await textOf(process.stdin) : await readFile(file, 'utf8')
    return text.trim()
  } catch (error) {
    throw new UseRefusal(`${file} cannot be read (${errorCode(error)}).`)
  }
}

export type ListenOptions = {
  readonly connection: GatewayConnection
  readonly credentials: { readonly merchantId: string; readonly password: string }
  /** Absent: nothing is forwarded. */
  readonly forward?: (message: ForwardedMessage) => Promise<ForwardAnswer>
  readonly from: { readonly last: number } | { readonly after: string }
  readonly countMax?: number
  readonly report: (event: ListenEvent) => void
  readonly clock: Pick<TimedClock, 'sleep'>
  readonly halt: AbortSignal
}

export type ListenEvent =
  | {
      readonly kind: 'begun'
      readonly merchantId: string
      readonly address: string
      readonly target?: string | undefined
    }
  | ForwardedNotification
  /** Reported once, until the program is back. */
  | { readonly kind: 'away'; readonly who: 'gateway' | 'program'; readonly why: string }
  | { readonly kind: 'back'; readonly who: 'gateway' | 'program' }
  | { readonly kind: 'ended'; readonly count: number; readonly after: string }

type ForwardedNotification = {
  readonly kind: 'notification'
  readonly notification: FeedNotification
  /** The answer of the developer's program, if it was forwarded. */
  readonly answer?: Exclude<ForwardAnswer, { readonly kind: 'away' }>
}

/** A notification as the feed returns it. */
type FeedNotification = {
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
 * Reads the feed and forwards its notifications in order, each once. Signatures are valid for minutes only,
 * so what could not be delivered is read again rather than kept.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { report, halt, countMax = Number.POSITIVE_INFINITY } = options
  const isAway = { gateway: false, program: false }
  const note = (who: keyof typeof isAway, why: string | undefined) => {
    if (why !== undefined && !isAway[who]) report({ kind: 'away', who, why })
    if (why === undefined && isAway[who]) report({ kind: 'back', who })
    isAway[who] = why !== undefined
  }
  let from = options.from
  let count = 0
  for (let pauses = 0; !halt.aborted && count < countMax; ) {
    const page = await readPage(options, from)
    if (halt.aborted) break
    note('gateway', 'away' in page ? page.away : undefined)
    let isHeldUp = 'away' in page
    for (const notification of 'away' in page ? [] : page.notifications) {
      if (halt.aborted || count >= countMax) break
      const answer = await options.forward?.(notification)
      note('program', answer?.kind === 'away' ? answer.why : undefined)
      isHeldUp = answer?.kind === 'away'
      if (answer?.kind === 'away') break
      report({ kind: 'notification', notification, ...(answer && { answer }) })
      from = { after: notification.id }
      count += 1
    }
    // The position is fixed even when nothing was forwarded: new notifications must not push older ones out
    // of `last`.
    if ('next' in page && !('after' in from)) from = isHeldUp ? page.begun : { after: page.next }
    pauses = isHeldUp ? pauses + 1 : 0
    if (isHeldUp) await options.clock.sleep(Math.min(200 * pauses, pauseMaxMs))
  }
  if (count > 0 && 'after' in from) report({ kind: 'ended', count, after: from.after })
}

const pauseMaxMs = 1_000
const waitSeconds = 20
const pageSize = 20

type FeedReadPage = {
  readonly notifications: readonly FeedNotification[]
  /** The positions at which this page began and the next one begins. */
  readonly begun: ListenOptions['from']
  readonly next: string
}

/** At the newest version: bodies are in the version of their own request anyway. */
async function readPage({ connection: line, credentials }: ListenOptions, from: ListenOptions['from']) {
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

function pageOf({ notifications, previous, next }: Content, from: ListenOptions['from']): FeedReadPage {
  const list = Array.isArray(notifications) ? notifications.filter(isObject) : []
  const begun = typeof previous === 'string' ? { after: previous } : from
  return { notifications: list.map(notificationOf), begun, next: String(next) }
}

function notificationOf(shown: Content): FeedNotification {
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

function eventLines(
  event: Exclude<ListenEvent, ForwardedNotification>,
  paint: TerminalPaint,
): readonly string[] {
  switch (event.kind) {
    case 'begun':
      return [
        `Notifications of ${paint.bold(event.merchantId)} at ${event.address}`,
        event.target === undefined ? 'They are only shown.' : `They go to ${paint.bold(event.target)}`,
        paint.dim('Times are in UTC. Ctrl-C ends it.'),
        '',
      ]
    case 'away':
      return [paint.yellow(`${event.why} Waiting for it …`)]
    case 'back':
      return [paint.green(event.who === 'gateway' ? 'The gateway answers.' : 'Your program answers.')]
    case 'ended':
      return [
        '',
        paint.dim(
          `${countText(event.count, 'notification')}. To go on after the last: --after ${event.after}`,
        ),
      ]
  }
}

/** The notification, and below it the answer of the developer's program. */
function forwardedLines(
  { notification, answer }: ForwardedNotification,
  { paint, isWhole }: { readonly paint: TerminalPaint; readonly isWhole: boolean },
): readonly string[] {
  const { time, orderId, transactionId, sequence, body } = notification
  const content = readBody(body)
  const clock = printable(time.slice(11, 19))
  const about = `${printable(orderId, 40)} / ${printable(transactionId, 40)}`
  return [
    `${paint.dim(clock)}  ${paint.bold(about)}  ${printable(movement(content), 60)}`,
    `          ${outcome(content, paint)}${paint.dim(`, notification ${sequence} of the order`)}`,
    ...(answer ? [`          ${answerText(answer, paint)}`] : []),
    ...(isWhole
      ? JSON.stringify(content, undefined, 2)
          .split('\n')
          .map(line => `          ${line}`)
      : []),
  ]
}

function forwardedJson({ notification, answer }: ForwardedNotification): object {
  const { body, headers, ...rest } = notification
  return { ...rest, headers, body: readBody(body), ...(answer && { answer }) }
}

/** The signed body is text; it is parsed for display only. */
function readBody(body: string): Content {
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

function outcome(content: Content, paint: TerminalPaint): string {
  const { result } = content
  const { gatewayCode } = groupIn(content, 'response')
  const { status } = groupIn(content, 'order')
  const words = printable([result, gatewayCode].filter(Boolean).join(' ') || 'could not be put into words')
  const tint = result === 'SUCCESS' ? paint.green : result === 'FAILURE' ? paint.red : paint.yellow
  return `${tint(words)}${status === undefined ? '' : `, order ${printable(status)}`}`
}

function answerText(answer: Exclude<ForwardAnswer, { readonly kind: 'away' }>, paint: TerminalPaint): string {
  if (answer.kind === 'failed')
    return paint.red(`your program: ${printable(answer.why)} after ${answer.tookMs} ms`)
  const { status, tookMs, text } = answer
  const isTaken = status >= 200 && status < 300
  const summary = `your program: ${status} in ${tookMs} ms`
  return isTaken
    ? paint.green(summary)
    : `${paint.red(summary)}${text === '' ? '' : paint.dim(` ${printable(text, 100)}`)}`
}
