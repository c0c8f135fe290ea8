// What a run will do, before anything is sent: which checks, at which versions, on which orders, with how
// many requests. The same seed gives the same ids.

import { createHash } from 'node:crypto'
import { StartRefusal } from '../platform/errors.ts'
import { nearest } from '../standards/nearest.ts'
import type { CheckPlace, CheckStep, ConformanceCheck, ConformanceProfile } from './check.ts'
import { allChecks } from './checks.ts'
import type { TestCards } from './testCards.ts'

export type RunWishes = {
  readonly profile: ConformanceProfile
  readonly versions: readonly number[]
  readonly seed: number
  readonly merchantId: string
  readonly cards: TestCards
  readonly currency: string
  /** Ids of checks, or how they begin; all where there are none. */
  readonly only: readonly string[]
  readonly skip: readonly string[]
  /** Two hosts may share their data: each has ids of its own. */
  readonly host: 'a' | 'b'
}

export type PlannedCheck = {
  readonly check: ConformanceCheck
  readonly place: CheckPlace
  readonly steps: readonly CheckStep[]
  /** Why it is not applicable, where it is not. */
  readonly why?: string
}

export type RunPlan = {
  readonly wishes: RunWishes
  readonly planned: readonly PlannedCheck[]
  /** At most: a check ends where something is not as it should be. */
  readonly requests: number
  readonly orderIds: readonly string[]
}

export function planRun(wishes: RunWishes): RunPlan {
  const { versions, only, skip, profile } = wishes
  needKnown([...only, ...skip])
  const wanted = allChecks.filter(
    ({ id, profile: own }) =>
      (own === 'read-only' || profile === 'sandbox') &&
      (only.length === 0 || isNamed(only, id)) &&
      !isNamed(skip, id),
  )
  const planned = versions.flatMap((version, index) =>
    wanted.filter(({ isOnce }) => !isOnce || index === 0).map(check => plannedCheck(check, version, wishes)),
  )
  return {
    ...{ wishes, planned },
    requests: planned.reduce((sum, { steps }) => sum + steps.length, 0),
    orderIds: planned.map(({ place }) => place.orderId),
  }
}

const isNamed = (names: readonly string[], id: string): boolean =>
  names.some(name => id === name || id.startsWith(`${name}.`))

/** A check that is misspelt would not be tried, and nobody would notice. */
function needKnown(names: readonly string[]): void {
  const unknown = names.find(name => !allChecks.some(({ id }) => isNamed([name], id)))
  if (unknown === undefined) return
  const near = nearest(
    unknown,
    allChecks.map(({ id }) => id),
  )
  throw new StartRefusal(
    `No check is called ${unknown.slice(0, 60)}${near === undefined ? '.' : `; the nearest is ${near}.`} ` +
      'tollgate conformance --list shows them all.',
  )
}

function plannedCheck(check: ConformanceCheck, version: number, wishes: RunWishes): PlannedCheck {
  const place = placeOf(check, version, wishes)
  const lacking = (check.cards ?? []).filter(name => place.cards[name] === undefined)
  if (lacking.length > 0) return { check, place, steps: [], why: `there is no ${lacking.join(', ')} card` }
  if (check.isOf && !check.isOf(version)) return { check, place, steps: [], why: `not at version ${version}` }
  return { check, place, steps: check.steps(place) }
}

function placeOf(
  check: ConformanceCheck,
  version: number,
  { seed, host, merchantId, cards, currency }: RunWishes,
): CheckPlace {
  const number = inLetters(allChecks.indexOf(check))
  const digest = createHash('sha256').update(`${seed} ${host} ${check.id} ${version}`).digest('hex')
  const digits = digest.replace(/\D/g, '').padEnd(14, '0').slice(0, 14)
  return {
    ...{ merchantId, version, cards, currency },
    orderId: `kit-${inLetters(seed)}-${number}-${version}${host}`,
    unknown: {
      sessionId: `SESSION${digest.slice(0, 24).toUpperCase()}`,
      token: `99${digits}`,
      password: digest.slice(32),
    },
  }
}

/** With so many digits, one id in thousands would look like a card number. */
function inLetters(value: number): string {
  const rest = Math.floor(value / 26)
  return `${rest > 0 ? inLetters(rest) : ''}${String.fromCharCode(97 + (value % 26))}`
}
