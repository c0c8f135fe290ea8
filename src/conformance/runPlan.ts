// Carries out a plan on a host: check after check, each to its end or to the first answer that is not as it
// should be; then holds every answer against the rules that all answers obey.

import { StartRefusal } from '../platform/errors.ts'
import type { HostAnswer } from './check.ts'
import { type AnswerRule, answerRules, type JudgedRequest } from './everyAnswer.ts'
import type { HostClient, HostExchange } from './hostClient.ts'
import { whyItMayWrite } from './neverPays.ts'
import type { PlannedCheck, RunPlan } from './planRun.ts'

export type CheckResult = {
  readonly id: string
  readonly section: string
  readonly rule: string
  readonly why: string
  /** Undefined for rules about all answers. */
  readonly version?: number
  readonly orderId?: string
  readonly outcome: 'failed' | 'not applicable' | 'passed'
  readonly exchanges: readonly HostExchange[]
  readonly failures: readonly CheckFailure[]
  /** Why it is not applicable. */
  readonly reason?: string
}

export type CheckFailure = {
  /** What was sent, in words, where a check says it. */
  readonly sends?: string
  readonly exchange: HostExchange
  readonly expected: string
  readonly came: string
}

export type RunProgress = (done: number, of: number, check: string) => void

/** Throws where the host cannot be asked at all. */
export async function runPlan(
  plan: RunPlan,
  client: HostClient,
  report: RunProgress = () => undefined,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = []
  let [done, silent] = [0, 0]
  for (const planned of plan.planned) {
    const result = await runCheck(planned, { client, plan })
    results.push(result)
    done += planned.steps.length
    report(done, plan.requests, planned.check.id)
    silent = result.exchanges.some(isUnanswered) ? silent + 1 : 0
    if (silent >= silentMax)
      throw new StartRefusal(
        `${client.host.address} no longer answers (${whyOf(result.exchanges.at(-1))}): the rest was not ` +
          `tried. ${done} of ${plan.requests} requests were sent.`,
      )
  }
  return [...results, ...answerRules.map(rule => resultOfRule(rule, results))]
}

/** Who is busy after all the patience that it asked for is away, too. */
const isUnanswered = ({ fault, answer }: HostExchange): boolean =>
  fault !== undefined || answer?.status === 429 || answer?.status === 503
const whyOf = (last: HostExchange | undefined): string => last?.fault ?? `status ${last?.answer?.status}`

/** So many checks one after another without an answer: the host is away. */
const silentMax = 5

type RunMeans = { readonly client: HostClient; readonly plan: RunPlan }

async function runCheck(
  { check, place, steps, why }: PlannedCheck,
  { client, plan }: RunMeans,
): Promise<CheckResult> {
  const { id, section, rule } = check
  const about = { ...{ id, section, rule, why: check.why, orderId: place.orderId }, version: place.version }
  if (why !== undefined)
    return { ...about, outcome: 'not applicable', exchanges: [], failures: [], reason: why }
  const exchanges: HostExchange[] = []
  const heard: HostAnswer[] = []
  for (const { sends, request, expects } of steps) {
    const exchange = await send(request(heard), { client, plan })
    exchanges.push(exchange)
    heard.push(exchange.answer ?? unheard)
    const failures = failuresOf(expects, exchange, heard).map(told => ({ sends, exchange, ...told }))
    if (failures.length > 0) return { ...about, outcome: 'failed', exchanges, failures }
  }
  return { ...about, outcome: 'passed', exchanges, failures: [] }
}

/** Stands for an answer that nobody waited for. */
const unheard: HostAnswer = { status: 0, headers: {}, text: '', body: {} }

/** In the read-only profile nothing that might write leaves this process, whatever a check says. */
function send(request: HostExchange['request'], { client, plan }: RunMeans): Promise<HostExchange> {
  const { profile } = plan.wishes
  const { merchantId } = client.host
  const danger =
    profile === 'read-only' ? whyItMayWrite(request, { merchantId, orderIds: plan.orderIds }) : undefined
  if (danger !== undefined) throw new Error(`The read-only profile must not send this: ${danger}`)
  return client.send(request)
}

function failuresOf(
  expects: PlannedCheck['steps'][number]['expects'],
  { answer, fault }: HostExchange,
  heard: readonly HostAnswer[],
) {
  if (fault !== undefined) return [{ expected: 'an answer', came: fault }]
  if (!answer) return []
  return expects.flatMap(({ says, instead }) => {
    const came = instead(answer, heard.slice(0, -1))
    return came === undefined ? [] : [{ expected: says, came }]
  })
}

function resultOfRule(rule: AnswerRule, results: readonly CheckResult[]): CheckResult {
  const { id, section, why } = rule
  const judged = results
    .flatMap(({ exchanges }) => exchanges)
    .filter(({ request, answer }) => answer && rule.concerns(askedOf({ request }), answer))
  const failures = judged.flatMap(exchange => offencesOf(rule, exchange))
  const outcome = failures.length > 0 ? 'failed' : 'passed'
  return {
    ...{ id, section, why, rule: rule.rule, failures, exchanges: judged },
    outcome: judged.length === 0 ? 'not applicable' : outcome,
    ...(judged.length === 0 && { reason: 'no answer is of its kind' }),
  }
}

function offencesOf(rule: AnswerRule, exchange: HostExchange): readonly CheckFailure[] {
  const { answer } = exchange
  if (!answer) return []
  return [...new Set(rule.offences(askedOf(exchange), answer))].map(expected => ({
    ...{ exchange, expected, came: `status ${answer.status}` },
  }))
}

/** Whether an answer breaks a rule that all answers obey. */
export const isUnlawful = (exchange: HostExchange): boolean => {
  const { answer } = exchange
  return (
    answer !== undefined &&
    answerRules.some(
      rule => rule.concerns(askedOf(exchange), answer) && offencesOf(rule, exchange).length > 0,
    )
  )
}

const askedOf = ({ request: { path, body = '' } }: Pick<HostExchange, 'request'>): JudgedRequest => ({
  path,
  sent: body.toString('latin1'),
})
