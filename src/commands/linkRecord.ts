// The commands that read what nodes write down about their links: how they are, and what happened on them.

import type { Command } from 'commander'
import type { LinkEventKind } from '../acquirers/iso8583/link/linkStatus.ts'
import type { StoredLinkEvent, StoredLinkReport } from '../acquirers/routing/linkRecords.ts'
import type { Explanation } from '../contract/explanation.ts'
import { type Content, isObject } from '../contract/kit/content.ts'
import { isRejection } from '../orders/rejection.ts'
import { UseRefusal } from '../platform/errors.ts'
import { addCommand, numberOption, UsageRefusal } from './command.ts'
import type { CommandContext } from './context.ts'
import { linkStatusResult } from './linkStatus.ts'
import { type CommandResult, isoTime, printable, timeText } from './output.ts'
import { fieldLines, messageHeading } from './shownMessage.ts'
import type { TerminalPaint } from './terminal.ts'

export function addLinkRecordCommands(group: Command, context: CommandContext): void {
  addStatus(group, context)
  addTrace(group, context)
}

function addStatus(group: Command, context: CommandContext): void {
  addCommand(group, 'status', {
    summary: 'show how the links of every node are',
    details:
      'Nodes write it into the database every two seconds, so it can be asked from anywhere. A report that ' +
      'is older is of a node that stopped or hangs. Ends with 1 when a link cannot be used, or when ' +
      'something is owed over a link that no node has.',
    examples: [
      ['tollgate link status', 'all links, all nodes'],
      ['tollgate link status --json', 'for a program that watches'],
    ],
  }).action(async () => {
    const records = await context.records()
    const reports = (await records.links.reports()).map(readReport)
    const [owed, owedByLink] = await Promise.all([records.owed(), records.owedByLink()])
    context.show(linkStatusResult({ reports, owed, owedByLink, free: await records.freeTraceNumbers() }))
  })
}

const readReport = ({ content, ...report }: StoredLinkReport) => ({ ...report, status: readContent(content) })

type WantedTrace = { readonly merchant?: string; readonly link?: string; readonly limit: number }

function addTrace(group: Command, context: CommandContext): void {
  addCommand(group, 'trace', {
    summary: 'show messages, decoded and without anything secret',
    details:
      'Without an order: what happened on the links that was no answer to a question (unmatched, late, ' +
      'doubled, contradictory or unreadable messages, what the host started, connections that came and ' +
      'went); the last 10,000 are kept. With one: what was sent and received for a transaction.',
    examples: [
      ['tollgate link trace --link first-bank --limit 100', 'of one link'],
      ['tollgate link trace order-1 1', "of a transaction of the sandbox's merchant"],
    ],
  })
    .argument('[order]', "the order's id")
    .argument('[transaction]', "the transaction's id")
    .option('--merchant <merchant>', "whose; the sandbox's own unless given")
    .option('--link <link>', 'only of this link')
    .addOption(numberOption('--limit <count>', 'how many', { min: 1, max: 1_000, usual: 20 }))
    .action(async (orderId: string | undefined, transactionId: string | undefined, wanted: WantedTrace) => {
      if (orderId === undefined) return showEvents(context, wanted)
      if (transactionId === undefined) throw new UsageRefusal('Say which transaction of the order.')
      const merchantId = wanted.merchant ?? context.defaults.merchantId()
      if (merchantId === undefined) throw new UseRefusal('Say whose order it is with --merchant.')
      const records = await context.records()
      const explanation = await records.explain({ merchantId, orderId, transactionId })
      context.show(isRejection(explanation) ? explanation : messagesResult(explanation))
    })
}

async function showEvents(context: CommandContext, { link, limit }: WantedTrace): Promise<void> {
  const records = await context.records()
  const found = await records.links.events({ ...(link !== undefined && { link }), limit })
  const events = found.toReversed().map(readEvent)
  context.show({
    json: { events },
    text: paint =>
      events.length === 0
        ? ['Nothing is recorded: every message was an answer in time, and nobody connected.']
        : events.flatMap(event => eventLines(event, paint)),
  })
}

const readEvent = ({ atMs, nodeId, link, what, content }: StoredLinkEvent) => ({
  ...{ time: isoTime(atMs), link, what, node: nodeId, ...readContent(content) },
})

function readContent(content: string): Content {
  const value: unknown = JSON.parse(content)
  return isObject(value) ? value : {}
}

function eventLines(event: Content, paint: TerminalPaint): readonly string[] {
  const { time, link, what, address, detail, message } = event
  const words = [eventText(what), detail, address].filter(each => each !== undefined)
  const heading = `${printable(link)}  ${paint.bold(printable(what))}  ${printable(words.join(', '), 400)}`
  return [
    `${timeText(Date.parse(String(time)))}  ${heading}`,
    ...(isObject(message) ? indented([messageHeading(message), ...fieldLines(message)]) : []),
  ]
}

const eventText = (what: unknown): string | undefined =>
  Object.entries(eventWords).find(([kind]) => kind === what)?.[1]

/** What each kind means for people; an event of a newer release is shown by its name alone. */
const eventWords: Readonly<Record<LinkEventKind, string>> = {
  unmatched: 'an answer to nothing that was asked',
  late: 'an answer after its deadline',
  doubled: 'a second answer',
  contradictory: 'an answer to something else than was asked',
  unreadable: 'a message that cannot be read',
  echo: 'the host asked whether anybody is here',
  signOn: 'the host takes questions again',
  signOff: 'the host takes no more questions',
  cutOver: 'the host began another business date',
  keyChange: 'the host changed a key',
  notUnderstood: 'a network message of the host that is not understood',
  unknownType: 'a message of the host of a type that nobody here answers',
  connected: 'a connection can be used',
  connectFailed: 'no connection',
  lost: 'a connection was lost',
  signOnRefused: 'the host refused the sign-on',
  breakerOpen: 'too many questions without an answer: nothing is sent for a while',
  breakerClosed: 'the host answers again',
}

const indented = (lines: readonly string[]): readonly string[] => lines.map(line => `  ${line}`)

/** The messages of all steps that have some, in the order in which they happened. */
function messagesResult({ steps }: Explanation): CommandResult {
  const found = steps.flatMap(step => {
    const messages: unknown = 'messages' in step ? step.messages : undefined
    return Array.isArray(messages)
      ? messages.filter(isObject).map(message => ({ time: step.time, message }))
      : []
  })
  return {
    json: { messages: found.map(({ time, message }) => ({ time, ...message })) },
    text: paint =>
      found.length === 0
        ? ['No message is recorded of it.']
        : found.flatMap(({ time, message }) => [
            `${paint.dim(clockText(time))}  ${paint.bold(messageHeading(message))}`,
            ...indented(fieldLines(message)),
          ]),
  }
}

/** To the millisecond, in UTC. */
const clockText = (time: unknown): string => printable(String(time).slice(0, 23).replace('T', ' '))
