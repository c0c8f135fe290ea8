// How `link status` shows what nodes report about their links.

import { type Content, isObject } from '../contract/kit/content.ts'
import type { OwedObligations } from '../observability/port.ts'
import { type CommandResult, groupIn, printable } from './output.ts'
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

export function linkStatusResult(reports: readonly ShownLinkReport[], owed: OwedObligations): CommandResult {
  const isInTrouble = ({ ageMs, status }: ShownLinkReport) => ageMs > oldMs || status.trouble !== undefined
  return {
    json: {
      links: reports.map(({ link, nodeId, ageMs, status }) => ({ link, node: nodeId, ageMs, ...status })),
      owed,
    },
    isBad: reports.length === 0 || reports.some(isInTrouble),
    text: paint =>
      reports.length === 0
        ? ['No node has a link to an acquirer.']
        : [...reports.flatMap(report => reportLines(report, paint)), ...owedLines(owed)],
  }
}

function reportLines(
  { link, nodeId, ageMs, status }: ShownLinkReport,
  paint: TerminalPaint,
): readonly string[] {
  const { trouble, queue, traceNumbersLeft, oldestWaitingMs } = status
  const { host, processId } = groupIn(status, 'node')
  const breaker = groupIn(status, 'breaker')
  const { live, backlog } = groupIn(status, 'queue')
  const node = `node ${nodeId.slice(0, 8)} on ${printable(host)}, process ${printable(processId)}`
  const isOld = ageMs > oldMs
  const state = isOld
    ? paint.red(`no report for ${Math.round(ageMs / 1_000)} s`)
    : trouble === undefined
      ? paint.green('usable')
      : paint.red(printable(trouble))
  return [
    `${paint.bold(printable(link))}  ${state}  ${paint.dim(node)}`,
    ...connectionLines(status),
    `  breaker ${printable(breaker.state)}` +
      (queue === undefined
        ? ''
        : `, queue ${printable(live)} of payments and ${printable(backlog)} of recovery`) +
      `, trace numbers left ${printable(traceNumbersLeft)}` +
      (oldestWaitingMs === undefined ? '' : `, oldest question ${printable(oldestWaitingMs)} ms`),
    `  ${countersText(groupIn(status, 'counters'))}`,
  ]
}

function connectionLines({ connections }: Content): readonly string[] {
  if (!Array.isArray(connections)) return []
  return connections.filter(isObject).map(({ address, state, since, inFlight, trouble }) => {
    const more = trouble === undefined ? '' : `, ${printable(trouble)}`
    const held = `${printable(state)} since ${printable(since)}, ${printable(inFlight)} in flight`
    return `  ${printable(address)}  ${held}${more}`
  })
}

function countersText(counters: Content): string {
  const unsent = Object.entries(groupIn(counters, 'unsent')).map(([why, count]) => `unsent (${why}) ${count}`)
  const others = Object.entries(counters).filter(([name]) => name !== 'unsent')
  return printable([...others.map(([name, count]) => `${name} ${count}`), ...unsent].join(', '), 600)
}

function owedLines(owed: OwedObligations): readonly string[] {
  const parts = Object.entries(owed)
    .filter(([, { count }]) => count > 0)
    .map(([kind, { count, oldestMs }]) => `${count} ${kind}, the oldest ${Math.round(oldestMs / 1_000)} s`)
  return ['', parts.length === 0 ? 'Nothing is owed to an acquirer.' : `Owed: ${parts.join('; ')}.`]
}
