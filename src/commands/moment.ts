import { InvalidArgumentError } from 'commander'

/** A point in time as people write it: `2h` ago, or a date with or without a time, in UTC. */
export type Moment = (nowMs: number) => number

export function readMoment(text: string): Moment {
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  const unitMs = units.get(unit)
  if (unitMs !== undefined) return nowMs => nowMs - Number(count) * unitMs
  const [, day, time, seconds = ':00'] = form.exec(text) ?? []
  const atMs =
    day === undefined ? Number.NaN : Date.parse(`${day}T${time === undefined ? '00:00' : time}${seconds}Z`)
  if (!Number.isNaN(atMs)) return () => atMs
  throw new InvalidArgumentError('It must be like 90m, 2h, 3d, 2026-11-15 or 2026-11-15T09:30, in UTC.')
}

const units: ReadonlyMap<string | undefined, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
])

const form = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?Z?)?$/
