// The answers of two hosts to the same requests, value by value. What each host makes for itself (ids, times,
// codes of its acquirer) is compared by its kind only.

import { leavesOf } from './expectations.ts'
import type { HostExchange } from './hostClient.ts'
import { type CheckResult, isUnlawful } from './runPlan.ts'

export type HostDifference = {
  readonly id: string
  readonly section: string
  readonly version: number | undefined
  /** Which of the check's requests, from 1. */
  readonly step: number
  readonly exchanges: readonly [HostExchange, HostExchange]
  /** A path of the body, `status`, or a header. */
  readonly path: string
  readonly values: readonly [a: string, b: string]
  /** Whose answer is not as the specification says; none where it leaves the difference open. */
  readonly wrong: readonly ('a' | 'b')[]
}

export function differencesOf(
  resultsOfA: readonly CheckResult[],
  resultsOfB: readonly CheckResult[],
): readonly HostDifference[] {
  return resultsOfA.flatMap((a, index) => {
    const b = resultsOfB[index]
    return b && a.version !== undefined ? differencesInCheck(a, b) : []
  })
}

function differencesInCheck(a: CheckResult, b: CheckResult): readonly HostDifference[] {
  const { id, section, version } = a
  return a.exchanges.flatMap((ofA, at) => {
    const ofB = b.exchanges[at]
    if (!ofB || ofA.request.hangsUpAfterMs !== undefined) return []
    const wrong = [...(isWrong(a, ofA) ? (['a'] as const) : []), ...(isWrong(b, ofB) ? (['b'] as const) : [])]
    return differingValues(valuesOf(a, ofA), valuesOf(b, ofB)).map(({ path, values }) => ({
      ...{ id, section, version, step: at + 1, exchanges: [ofA, ofB] as const, path, values, wrong },
    }))
  })
}

const isWrong = ({ failures }: CheckResult, exchange: HostExchange): boolean =>
  failures.some(failure => failure.exchange === exchange) || isUnlawful(exchange)

type ShownValues = ReadonlyMap<string, string>

function differingValues(ofA: ShownValues, ofB: ShownValues) {
  const paths = [...new Set([...ofA.keys(), ...ofB.keys()])]
  return paths
    .map(path => ({ path, values: [ofA.get(path) ?? 'absent', ofB.get(path) ?? 'absent'] as const }))
    .filter(({ values: [one, other] }) => one !== other)
}

const comparedHeaders = [
  ...['content-type', 'cache-control', 'allow', 'access-control-allow-origin', 'idempotent-replayed'],
]

function valuesOf({ orderId = '' }: CheckResult, { answer, fault }: HostExchange): ShownValues {
  if (!answer) return new Map([['answer', fault ?? 'none']])
  const { status, headers, body, text } = answer
  const merchantId = typeof body.merchant === 'string' ? body.merchant : ''
  const own = (value: string) =>
    [orderId, merchantId].reduce((told, id) => (id === '' ? told : told.replaceAll(id, '<id>')), value)
  return new Map([
    ['status', String(status)],
    ...comparedHeaders.flatMap(name =>
      headers[name] === undefined ? [] : [[`header ${name}`, String(headers[name])] as const],
    ),
    ...(Object.keys(body).length === 0 && text !== '' ? [['body', 'no JSON object'] as const] : []),
    ...leavesOf(body).map(([path, value]) => [path, own(kindOf(path, value))] as const),
  ])
}

/** A value, or what kind of value it is where each host makes its own. */
function kindOf(path: string, value: unknown): string {
  const text = JSON.stringify(value)
  if (madeByHost.test(path)) return `<${typeof value} of its own>`
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
}

const madeByHost = new RegExp(
  `(?:^|\\.)(?:${[
    ...['session\\.(?:id|version|aes256Key)', 'successIndicator', 'token', 'repositoryId', 'gatewayVersion'],
    ...['receipt', 'authorizationCode', 'supportCode', 'stan', 'transactionIdentifier', 'validationCode'],
    ...['acquirer\\.\\w+', 'terminal', 'authorizationResponse\\.\\w+', 'merchant'],
  ].join('|')})$`,
)
