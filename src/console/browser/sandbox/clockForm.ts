// How far the clock is to be moved: by some units, or to a moment.

import type { ConsoleInput } from '../../api/calls.ts'
import { controlCurl } from './scriptForm.ts'

export const clockUnits = ['minutes', 'hours', 'days', 'months'] as const
export type ClockUnit = (typeof clockUnits)[number]

export type ClockForm = {
  readonly isTo: boolean
  readonly unit: ClockUnit
  readonly count: string
  /** An ISO 8601 time; undefined while the field holds none. */
  readonly to: string | undefined
}

/** Undefined while nothing is chosen that could be done. */
export function clockInput({
  isTo,
  unit,
  count,
  to,
}: ClockForm): ConsoleInput<'moveSandboxClock'> | undefined {
  if (isTo) return to === undefined ? undefined : { to }
  const steps = Number(count)
  return Number.isInteger(steps) && steps > 0 ? { [unit]: steps } : undefined
}

/** The moment that is meant, from a time of the sandbox on. */
export function clockTarget(form: ClockForm, nowMs: number): number | undefined {
  if (!clockInput(form)) return undefined
  if (form.isTo) return Date.parse(form.to ?? '')
  const [count, at] = [Number(form.count), new Date(nowMs)]
  if (form.unit !== 'months') return nowMs + count * unitMs[form.unit]
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + count)
  // As the sandbox counts: a month that is shorter ends earlier.
  at.setUTCDate(Math.min(day, new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()))
  return at.getTime()
}

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const
const letters = { minutes: ['PT', 'M'], hours: ['PT', 'H'], days: ['P', 'D'], months: ['P', 'M'] } as const

/** The same for a shell; the control API moves by durations. */
export function clockCurl(origin: string, form: ClockForm, nowMs: number): string | undefined {
  const target = clockTarget(form, nowMs)
  if (target === undefined || target <= nowMs) return undefined
  const [begin, end] = letters[form.unit]
  const advance = form.isTo
    ? `PT${Math.ceil((target - nowMs) / 1_000)}S`
    : `${begin}${Number(form.count)}${end}`
  return controlCurl(origin, 'POST', '/sandbox/clock', { advance })
}
