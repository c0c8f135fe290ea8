// What the conformance kit found, as text: a table by part of the specification, each failure with its
// request, and the differences between two hosts.

import { specificationParts } from '../conformance/checks.ts'
import type { HostDifference } from '../conformance/compareHosts.ts'
import type { ConformanceHost } from '../conformance/hostClient.ts'
import { curlText, maskedAnswer } from '../conformance/maskedText.ts'
import type { CheckResult } from '../conformance/runPlan.ts'
import { countText, printable, tableLines } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

export const countOf = (results: readonly CheckResult[], outcome: CheckResult['outcome']): number =>
  results.filter(result => result.outcome === outcome).length

/** Everything about one host. */
export function conformanceLines(
  host: ConformanceHost,
  results: readonly CheckResult[],
  paint: TerminalPaint,
): readonly string[] {
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  return [
    ...partLines(results, paint),
    '',
    ...failuresLines(failed, host, paint),
    ...notApplicableLines(results, paint),
    ...verdictLines(host, results, paint),
  ]
}

function partLines(results: readonly CheckResult[], paint: TerminalPaint): readonly string[] {
  const rows = Object.entries(specificationParts).flatMap(([part, title]) => {
    const own = results.filter(({ section }) => section.startsWith(`${part}.`))
    if (own.length === 0) return []
    const failed = countOf(own, 'failed')
    return [
      [
        `${part.padStart(2)}  ${title}`,
        String(countOf(own, 'passed')).padStart(6),
        failed === 0 ? '     0' : paint.red(String(failed).padStart(6)),
        String(countOf(own, 'not applicable')).padStart(14),
      ],
    ]
  })
  const untried = Object.entries(specificationParts)
    .filter(([part]) => !results.some(({ section }) => section.startsWith(`${part}.`)))
    .map(([part, title]) => `${part} ${title}`)
  return [
    ...tableLines(['Part of the specification', 'passed', 'failed', 'not applicable'], rows, paint),
    ...(untried.length === 0 ? [] : ['', `Not tried: ${untried.join('; ')}.`]),
  ]
}

/** So many failures are told whole, and so many more in a line: the rest is for programs. */
const toldWhole = 8
const toldInLine = 30

/** Rules about all answers come first: what breaks one of them breaks much else. */
function failuresLines(
  failed: readonly CheckResult[],
  host: ConformanceHost,
  paint: TerminalPaint,
): readonly string[] {
  const ordered = [...failed].sort((one, other) => Number(isOfCheck(one)) - Number(isOfCheck(other)))
  const more = ordered.length - toldWhole - toldInLine
  return [
    ...ordered.slice(0, toldWhole).flatMap(result => failureLines(result, host, paint)),
    ...ordered.slice(toldWhole, toldWhole + toldInLine).map(result => failureLine(result, paint)),
    ...(more > 0 ? [`… and ${countText(more, 'more check')}: --json has everything.`] : []),
    ...(ordered.length > toldWhole ? ['Look at one by itself with --only and its id.', ''] : []),
  ]
}

const isOfCheck = ({ version }: CheckResult): boolean => version !== undefined
const headLine = ({ section, id, version }: CheckResult, paint: TerminalPaint): string => {
  const at = version === undefined ? '' : `  version ${version}`
  return `${paint.red('FAILED')}  ${paint.bold(`${section} ${id}`)}${at}`
}

function failureLine(result: CheckResult, paint: TerminalPaint): string {
  const { expected = '', came = '' } = result.failures[0] ?? {}
  const instead = `expected ${printable(expected, 80)}, came ${printable(maskedAnswer(came), 80)}`
  return `${headLine(result, paint)}: ${instead}`
}

/** The first request that went wrong, with all that is wrong about its answer. */
function failureLines(result: CheckResult, host: ConformanceHost, paint: TerminalPaint): readonly string[] {
  const { rule, why, failures } = result
  const [first] = failures
  if (!first) return []
  const { exchange, sends } = first
  const own = failures.filter(failure => failure.exchange === exchange)
  const others = new Set(failures.map(failure => failure.exchange)).size - 1
  const curl = printable(curlText(host.address, host, exchange.request), 1_200)
  return [
    headLine(result, paint),
    `  rule      ${rule}`,
    `  why       ${why}`,
    `  sent      ${sends === undefined ? curl : printable(sends, 300)}`,
    ...(sends === undefined ? [] : [`            ${curl}`]),
    ...own.flatMap(({ expected, came }) => [
      `  expected  ${printable(expected, 300)}`,
      `  came      ${printable(maskedAnswer(came), 300)}`,
    ]),
    ...(exchange.answer ? [`            ${printable(maskedAnswer(exchange.answer.text), 500)}`] : []),
    ...(others > 0 ? [`  … and so ${countText(others, 'more answer')}.`] : []),
    '',
  ]
}

function notApplicableLines(results: readonly CheckResult[], paint: TerminalPaint): readonly string[] {
  const left = results.filter(({ outcome }) => outcome === 'not applicable')
  if (left.length === 0) return []
  return [
    paint.bold('Not applicable:'),
    ...left.map(({ id, section, reason = '' }) => `  ${section} ${id}: ${reason}`),
    '',
  ]
}

function verdictLines(
  { address }: ConformanceHost,
  results: readonly CheckResult[],
  paint: TerminalPaint,
): readonly string[] {
  const [passed, failed] = [countOf(results, 'passed'), countOf(results, 'failed')]
  if (failed === 0) return [`${paint.green('Conforms:')} ${address} passed ${countText(passed, 'check')}.`]
  return [
    `${paint.red('Differs:')} ${address} failed ${failed} of ${countText(passed + failed, 'check')}. ` +
      'The rules are in docs/specification, by number.',
  ]
}

/** What two hosts answer differently: first where one does not conform. */
export function differenceLines(
  differences: readonly HostDifference[],
  [a, b]: readonly [ConformanceHost, ConformanceHost],
  paint: TerminalPaint,
): readonly string[] {
  const wrong = differences.filter(({ wrong: whose }) => whose.length > 0)
  const open = differences.filter(({ wrong: whose }) => whose.length === 0)
  return [
    `A is ${a.address}, B is ${b.address}.`,
    '',
    ...groupLines('One does not conform', wrong, [a, b], paint),
    ...groupLines('Both conform, they differ', open, [a, b], paint),
    differences.length === 0
      ? paint.green('No difference: both answered alike.')
      : `${countText(wrong.length, 'difference')} where one does not conform, ${open.length} that the ` +
        'specification leaves open.',
  ]
}

function groupLines(
  title: string,
  differences: readonly HostDifference[],
  [a]: readonly [ConformanceHost, ConformanceHost],
  paint: TerminalPaint,
): readonly string[] {
  if (differences.length === 0) return []
  const places = new Map<string, HostDifference[]>()
  for (const one of differences) places.set(placeOf(one), [...(places.get(placeOf(one)) ?? []), one])
  const more = places.size - placesTold
  return [
    paint.bold(`${title}:`),
    ...[...places]
      .slice(0, placesTold)
      .flatMap(([place, own]) => [
        `  ${place}  ${printable(curlText(a.address, a, own[0]?.exchanges[0].request ?? noRequest), 300)}`,
        ...own.map(
          ({ path, values: [one, other] }) => `      ${path}:  A ${valueText(one)}  B ${valueText(other)}`,
        ),
      ]),
    ...(more > 0 ? [`  … and ${countText(more, 'more answer')}: --json has everything.`] : []),
    '',
  ]
}

const placesTold = 25
const valueText = (value: string): string => printable(maskedAnswer(value), 160)
const noRequest = { method: 'GET', path: '' }
const placeOf = ({ id, section, step, version, wrong }: HostDifference): string =>
  [
    `${section} ${id}, request ${step}, version ${version}`,
    ...(wrong.length > 0
      ? [`(${wrong.map(host => host.toUpperCase()).join(' and ')} against the specification)`]
      : []),
  ].join(' ')
