// Which outcomes of the scenario library a merchant's own integration has met.

import { groupIn } from '../../commands/output.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { meetingTexts, NamedText } from '../../doctor/texts.ts'
import type { ObservedCall } from '../../doctor/traffic.ts'
import { allScenarios } from '../trigger/library.ts'
import type { Scenario, ScenarioStep } from '../trigger/scenario.ts'

export type Rehearsal = {
  readonly rehearsed: number
  readonly outcomes: number
  /** Each with what brings it about. */
  readonly missing: readonly MissingOutcome[]
}

type MissingOutcome = {
  readonly name: string
  readonly what: string
  readonly how: NamedText<typeof meetingTexts>
}

/** An outcome, as an integration meets it: what it asked for, and what it was answered. */
type Outcome = { readonly operation: string; readonly gatewayCode: string }

/** Commands among what brings them about end with `options`, by which they reach the gateway. */
export function rehearsalOf(
  calls: readonly Pick<ObservedCall, 'gatewayCode' | 'operation'>[],
  options = '',
): Rehearsal {
  const met = new Set(calls.map(({ operation = '', gatewayCode = '' }) => keyOf({ operation, gatewayCode })))
  const missing = [...wanted]
    .filter(([key]) => !met.has(key))
    .map(([, scenario]) => missingOf(scenario, options))
  return { rehearsed: wanted.size - missing.length, outcomes: wanted.size, missing }
}

function keyOf({ operation, gatewayCode }: Outcome): string {
  return `${operation} ${gatewayCode}`
}

/** In the library's order; scenarios that differ in what is verified only are one outcome. */
const wanted: ReadonlyMap<string, Scenario> = firstOfEach(allScenarios)

function firstOfEach(scenarios: readonly Scenario[]): ReadonlyMap<string, Scenario> {
  const found = new Map<string, Scenario>()
  for (const scenario of scenarios) {
    const outcome = outcomeOf(scenario.steps)
    if (outcome && !found.has(keyOf(outcome))) found.set(keyOf(outcome), scenario)
  }
  return found
}

/** What the last transaction of a scenario was first answered. */
function outcomeOf(steps: readonly ScenarioStep[]): Outcome | undefined {
  const { body = {}, promises } = askedIn(steps) ?? {}
  const operation = body.apiOperation
  const { gatewayCode } = groupIn(promises?.body ?? {}, 'response')
  return typeof operation === 'string' && typeof gatewayCode === 'string'
    ? { operation, gatewayCode }
    : undefined
}

function askedIn(steps: readonly ScenarioStep[]): ScenarioStep | undefined {
  return steps.findLast(
    ({ method, at, promises }) => method === 'PUT' && 'transactionId' in at && promises.status === 201,
  )
}

/** What makes the merchant's own shop meet it: a script for its next request, or what is paid with. */
function missingOf({ name, what, steps }: Scenario, options: string): MissingOutcome {
  return { name, what, how: howToMeet({ name, steps }, options) }
}

function howToMeet(
  { name, steps }: Pick<Scenario, 'name' | 'steps'>,
  options: string,
): MissingOutcome['how'] {
  const { body = {} } = askedIn(steps) ?? {}
  const operation = String(body.apiOperation)
  const [answer] = steps.flatMap(step => scriptedIn(step.body))
  if (answer === 'approve') return { name: 'sends', values: { operation } }
  if (answer !== undefined)
    return {
      name: 'scripts',
      values: { command: `npx tollgate sandbox scripts add ${answer}${options}`, operation },
    }
  if (!name.startsWith('payment.'))
    return { name: 'triggers', values: { command: triggerCommand(name, options) } }
  return { name: 'pays', values: { expiry: expiryIn(body) } }
}

export const triggerCommand = (name: string, options: string): string =>
  `npx tollgate trigger ${name}${options}`

function expiryIn(body: Content): string {
  const card = groupIn(groupIn(groupIn(body, 'sourceOfFunds'), 'provided'), 'card')
  const { month, year } = groupIn(card, 'expiry')
  return `${String(month).padStart(2, '0')}/${year}`
}

function scriptedIn(body: Content | undefined): readonly string[] {
  const answers = Array.isArray(body?.answers) ? body.answers : []
  return answers.flatMap(({ answer }: Content) => (typeof answer === 'string' ? [answer] : []))
}
