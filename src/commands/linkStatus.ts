// How `link status` shows what nodes report about their links.

import type { ConnectionState, CounterName } from '../acquirers/iso8583/link/linkStatus.ts'
import type { FreeTraceNumbers } from '../acquirers/routing/linkRecords.ts'
import { type Content, isObject } from '../contract/kit/content.ts'
import type { OwedObligations, OwedOverLink } from '../observability/port.ts'
import { type CommandResult, countText, durationText, groupIn, pairLines, printable } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

export type ShownLinkReport = {
  readonly link: string
  readonly nodeId: string
  readonly ageMs: number
  /** As the node wrote it: another release may have written other figures. */
  readonly status: Content
}

/** Longer than any pause between two reports of a healthy node. */
const oldMs = 10_000

type ShownLinks = {
  readonly reports: readonly ShownLinkReport[]
  readonly owed: OwedObligations
  readonly owedByLink: readonly OwedOverLink[]
  readonly free: readonly FreeTraceNumbers[]
}

export function linkStatusResult({ reports, owed, owedByLink, free }: ShownLinks): CommandResult {
  const isInTrouble = ({ ageMs, status }: ShownLinkReport) => ageMs > oldMs || status.trouble !== undefined
  const stranded = owedByLink.filter(({ link }) => !reports.some(report => report.link === link))
  return {
    json: {
      links: reports.map(({ link, nodeId, ageMs, status }) => ({ link, node: nodeId, ageMs, ...status })),
      ...{ owed, owedByLink, stranded, freeTraceNumberBlocks: free },
    },
    isBad: reports.length === 0 || reports.some(isInTrouble) || stranded.length > 0,
    text: paint => [
      ...(reports.length === 0
        ? ['No running node has a link to an acquirer. TOLLGATE_ACQUIRER_LINKS gives it some.']
        : reports.flatMap(report => [...reportLines(report, free, paint), ''])),
      ...stranded.flatMap(each => [...strandedLines(each, paint), '']),
      ...(reports.length === 0 ? [] : [owedLine(owed)]),
    ],
  }
}

/** Only the link can settle what went over it, and nobody else may be asked in its place. */
const strandedLines = ({ link, count, oldestMs }: OwedOverLink, paint: TerminalPaint): readonly string[] => [
  `${paint.bold(printable(link))}  ${paint.red('no running node has it, and something is owed over it')}`,
  `  ${count.toLocaleString('en')} owed, the oldest for ${durationText(oldestMs)}. Put the link back`,
  '  into the links file under this name, without routes to it, until nothing is owed there.',
]

function reportLines(
  report: ShownLinkReport,
  free: readonly FreeTraceNumbers[],
  paint: TerminalPaint,
): readonly string[] {
  const { link, nodeId, ageMs, status } = report
  const { trouble } = status
  const { host, processId } = groupIn(status, 'node')
  const node = `node ${nodeId.slice(0, 8)} on ${printable(host)}, process ${printable(processId)}`
  const isOld = ageMs > oldMs
  const state = isOld
    ? paint.red(`no report for ${durationText(ageMs)}: the node has stopped or hangs`)
    : trouble === undefined
      ? paint.green('usable')
      : paint.red(`not usable: ${printable(trouble)}`)
  return [
    `${paint.bold(printable(link))}  ${state}`,
    paint.dim(`  ${node}`),
    ...pairLines([
      ...connectionRows(report),
      ['breaker', breakerText(report)],
      ['waiting', waitingText(status)],
      ['trace numbers', traceNumbersText(status)],
      ['', freeText(link, free)],
      ...counterRows(groupIn(status, 'counters')),
    ]),
  ]
}

type Row = readonly [name: string, value: string]

function connectionRows(report: ShownLinkReport): readonly Row[] {
  const { connections } = report.status
  if (!Array.isArray(connections)) return []
  return connections.filter(isObject).map((connection, index) => {
    const { address, state, since, inFlight, trouble, nextAttemptAt } = connection
    const words = `${stateText(state)}${sinceText(since, report)}${nextText(nextAttemptAt, report)}`
    const flying = Number(inFlight) > 0 ? `, ${countText(Number(inFlight), 'question')} in flight` : ''
    const more = trouble === undefined ? '' : `, ${printable(trouble)}`
    return [index === 0 ? 'connections' : '', `${printable(address)}  ${words}${flying}${more}`]
  })
}

const stateWords: Readonly<Record<ConnectionState, string>> = {
  waiting: 'waits for its next attempt',
  connecting: 'connecting',
  signingOn: 'signing on',
  ready: 'ready',
  signedOff: 'signed off by the host',
  closing: 'closing: what is in flight may still be answered',
}
const stateText = (state: unknown): string =>
  Object.entries(stateWords).find(([name]) => name === state)?.[1] ?? printable(state)

const breakerWords = { closed: 'closed', open: 'open: nothing is sent', halfOpen: 'half open: one is tried' }

function breakerText(report: ShownLinkReport): string {
  const { state, since, failures } = groupIn(report.status, 'breaker')
  const words = Object.entries(breakerWords).find(([name]) => name === state)?.[1] ?? printable(state)
  if (state === 'closed')
    return Number(failures) > 0 ? `closed, ${countText(Number(failures), 'failure')} in a row` : words
  return `${words}${sinceText(since, report)}`
}

/** How long it lasts, by the clock of the node; an older release did not write what its clock says. */
function sinceText(since: unknown, { ageMs, status }: ShownLinkReport): string {
  const lastsMs = Date.parse(String(status.reportedAt)) - Date.parse(String(since)) + ageMs
  return Number.isNaN(lastsMs) ? `, since ${printable(since)}` : ` for ${durationText(lastsMs)}`
}

/** When the gateway tries by itself, from now on. */
function nextText(nextAttemptAt: unknown, { ageMs, status }: ShownLinkReport): string {
  const inMs = Date.parse(String(nextAttemptAt)) - Date.parse(String(status.reportedAt)) - ageMs
  if (Number.isNaN(inMs)) return ''
  return inMs < 1_000 ? ', next attempt now' : `, next attempt in ${durationText(inMs)}`
}

function waitingText(status: Content): string {
  const { live, backlog } = groupIn(status, 'queue')
  const { oldestWaitingMs } = status
  const rows = [
    ...(Number(live) > 0 ? [`${countText(Number(live), 'payment')} for room in the window`] : []),
    ...(Number(backlog) > 0 ? [`${Number(backlog).toLocaleString('en')} of recovery for their turn`] : []),
    ...(oldestWaitingMs === undefined
      ? []
      : [`the oldest question for its answer, for ${durationText(Number(oldestWaitingMs))}`]),
  ]
  return rows.length === 0 ? 'nothing' : rows.join('; ')
}

function traceNumbersText({ traceNumbersLeft }: Content): string {
  const left = Number(traceNumbersLeft)
  if (Number.isNaN(left)) return 'not told'
  return left === 0
    ? 'none in memory: the next payment leases some'
    : `${left.toLocaleString('en')} in memory; more are leased in time`
}

/** Of several terminals, the one with the fewest; where none was leased yet, all are free. */
function freeText(link: string, free: readonly FreeTraceNumbers[]): string {
  const own = free.filter(({ scope }) => scope.startsWith(`${link}/`))
  const [fewest] = own.toSorted((one, other) => one.blocks - other.blocks)
  if (fewest === undefined) return 'all are free in the database'
  const [, , terminal] = fewest.scope.split('/')
  const where = terminal === undefined ? '' : ` at ${printable(terminal)}, the fewest of any terminal`
  const blocks = fewest.blocks.toLocaleString('en')
  return `${blocks} of 1,000 blocks of a thousand are free in the database${where}`
}

/** What people read for each figure. Those that are zero are left out. */
const counterGroups: Readonly<Record<string, { readonly [name in CounterName]?: string }>> = {
  messages: { sent: 'sent', answered: 'answered', silent: 'not answered in time' },
  'odd answers': {
    ...{ late: 'after the deadline', doubled: 'a second time', unmatched: 'to nothing that was asked' },
    ...{ contradictory: 'to something else', unreadable: 'not readable' },
  },
  'from the host': { hostStarted: 'that it began with' },
  connecting: { connects: 'connected', connectFailures: 'failed', losses: 'lost' },
}

function counterRows(counters: Content): readonly Row[] {
  const rows = Object.entries(counterGroups).map(([group, words]): Row => {
    const figures = Object.entries(words).map(([name, word]) => [counters[name], word] as const)
    return [group, figuresText(figures)]
  })
  const unsent = Object.entries(groupIn(counters, 'unsent')).map(([why, count]) => [count, why] as const)
  return [...rows, ['not sent', figuresText(unsent)] as const].filter(([, text]) => text !== '')
}

const figuresText = (figures: readonly (readonly [count: unknown, word: string])[]): string =>
  figures
    .filter(([count]) => Number(count) > 0)
    .map(([count, word]) => `${Number(count).toLocaleString('en')} ${printable(word, 60)}`)
    .join(', ')

const owedWords: Readonly<Record<keyof OwedObligations, readonly [one: string, many: string]>> = {
  reversal: ['reversal', 'reversals'],
  advice: ['advice', 'advices'],
  inquiry: ['inquiry', 'inquiries'],
  rest: ['rest of a part', 'rests of parts'],
}

function owedLine(owed: OwedObligations): string {
  const parts = Object.entries(owed).flatMap(([kind, { count, oldestMs }]) => {
    const [, words] = Object.entries(owedWords).find(([name]) => name === kind) ?? []
    return count === 0 || words === undefined
      ? []
      : [`${countText(count, ...words)}, the oldest for ${durationText(oldestMs)}`]
  })
  return parts.length === 0 ? 'Nothing is owed to an acquirer.' : `Owed, of all nodes: ${parts.join('; ')}.`
}
