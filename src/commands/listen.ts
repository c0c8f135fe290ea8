// The command that follows a merchant's notifications and forwards them to a developer's program.

import { type Command, InvalidArgumentError } from 'commander'
import { versions } from '../contract/kit/versions.ts'
import type { TimedClock } from '../platform/clock.ts'
import { readUrl } from '../standards/url.ts'
import { addCommand, numberOption, UsageRefusal } from './command.ts'
import type { CommandContext, ForwardAnswer, ForwardedMessage, GatewayConnection } from './context.ts'
import { type GatewayOptions, GatewayUnreachable, withGatewayOptions } from './gatewayConnection.ts'
import {
  credentialsOf,
  type MerchantCredentials,
  type MerchantOptions,
  withMerchantOptions,
} from './merchantCredentials.ts'
import {
  type FeedEntry,
  type FeedPosition,
  type FeedReader,
  notificationLines,
  readBody,
  readFeedPage,
} from './notificationFeed.ts'
import { countText, printable } from './output.ts'
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
  withGatewayOptions(withMerchantOptions(command)).action((target: URL | undefined, given: ListenArguments) =>
    run(context, target, given),
  )
}

type ListenArguments = GatewayOptions &
  MerchantOptions & {
    readonly print?: boolean
    readonly body?: boolean
    readonly last: number
    readonly after?: string
    readonly count: number
  }

function readTarget(text: string): URL {
  const url = readUrl(text)
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw new InvalidArgumentError('It must be an address like http://127.0.0.1:3000/hook.')
}

async function run(context: CommandContext, target: URL | undefined, given: ListenArguments): Promise<void> {
  if (target && given.print)
    throw new UsageRefusal('tollgate listen takes a target or --print, not both. See tollgate listen --help.')
  const credentials = await credentialsOf(context, given, 'notifications')
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
  const signingKey = await signingKeyOf(line, credentials)
  const { merchantId } = credentials
  print({ kind: 'begun', merchantId, address: line.address, target: target?.href, signingKey })
  await listen({
    ...{ connection: line, credentials, clock, halt, report: print },
    from: given.after === undefined ? { last: given.last } : { after: given.after },
    ...(target && { forward: message => context.forward(target, message) }),
    ...(given.count > 0 && { countMax: given.count }),
  })
}

/** Only a sandbox shows it, and only to its own machine. */
async function signingKeyOf(
  line: GatewayConnection,
  { merchantId }: MerchantCredentials,
): Promise<string | undefined> {
  const path = `/sandbox/merchants/${encodeURIComponent(merchantId)}/notifications/keys`
  try {
    const { body } = await line.call('GET', path)
    const [newest]: readonly unknown[] = Array.isArray(body.signing) ? body.signing : []
    return typeof newest === 'string' ? printable(newest) : undefined
  } catch (error) {
    if (error instanceof GatewayUnreachable) return undefined
    throw error
  }
}

export type ListenOptions = FeedReader & {
  /** Absent: nothing is forwarded. */
  readonly forward?: (message: ForwardedMessage) => Promise<ForwardAnswer>
  readonly from: FeedPosition
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
      readonly signingKey?: string | undefined
    }
  | ForwardedNotification
  /** Reported once, until the program is back. */
  | { readonly kind: 'away'; readonly who: 'gateway' | 'program'; readonly why: string }
  | { readonly kind: 'back'; readonly who: 'gateway' | 'program' }
  | { readonly kind: 'ended'; readonly count: number; readonly after: string }

type ForwardedNotification = {
  readonly kind: 'notification'
  readonly notification: FeedEntry
  /** The answer of the developer's program, if it was forwarded. */
  readonly answer?: Exclude<ForwardAnswer, { readonly kind: 'away' }>
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
    const page = await readFeedPage(options, from)
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
function eventLines(
  event: Exclude<ListenEvent, ForwardedNotification>,
  paint: TerminalPaint,
): readonly string[] {
  switch (event.kind) {
    case 'begun':
      return [
        `Notifications of ${paint.bold(event.merchantId)} at ${event.address}`,
        event.target === undefined ? 'They are only shown.' : `They go to ${paint.bold(event.target)}`,
        ...signingKeyLines(event.signingKey, paint),
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

const signingKeyLines = (key: string | undefined, paint: TerminalPaint): readonly string[] =>
  key === undefined
    ? []
    : [
        `They are signed with ${paint.bold(key)}`,
        paint.dim(`To verify: createNotificationVerifier({ keys: ['whsec_…'], version: ${versions.last} })`),
        paint.dim("of 'tollgate/client', with that key; docs/client.md shows it."),
      ]

/** The notification, and below it the answer of the developer's program. */
function forwardedLines(
  { notification, answer }: ForwardedNotification,
  { paint, isWhole }: { readonly paint: TerminalPaint; readonly isWhole: boolean },
): readonly string[] {
  return [
    ...notificationLines(notification, paint),
    ...(answer ? [`          ${answerText(answer, paint)}`] : []),
    ...(isWhole
      ? JSON.stringify(readBody(notification.body), undefined, 2)
          .split('\n')
          .map(line => `          ${line}`)
      : []),
  ]
}

function forwardedJson({ notification, answer }: ForwardedNotification): object {
  const { body, headers, ...rest } = notification
  return { ...rest, headers, body: readBody(body), ...(answer && { answer }) }
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
