/** A date of the host's own calendar, `YYYY-MM-DD`: whatever it says, it need not be the day of the clock. */
export type BusinessDate = string

/** Whether this is a date of the calendar, written as `YYYY-MM-DD`. */
export function isBusinessDate(text: string): boolean {
  const { year, month, day } = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/.exec(text)?.groups ?? {}
  return year !== undefined && existing(Number(year), Number(month), Number(day)) !== undefined
}

/**
 * The date behind the `MMDD` of a host: of all years the one that is nearest to when the transaction began.
 * Undefined where no year near it has such a date.
 */
export function businessDateOf(monthAndDay: string, nearMs: number): BusinessDate | undefined {
  const { month, day } = /^(?<month>\d\d)(?<day>\d\d)$/.exec(monthAndDay)?.groups ?? {}
  if (month === undefined) return undefined
  const year = new Date(nearMs).getUTCFullYear()
  const dates = [year - 1, year, year + 1].flatMap(one => existing(one, Number(month), Number(day)) ?? [])
  const [first, ...others] = dates
  if (first === undefined) return undefined
  const nearest = others.reduce(
    (best, ms) => (distance(ms, nearMs) < distance(best, nearMs) ? ms : best),
    first,
  )
  return dateText(nearest)
}

/** The date so many days later, or earlier. */
export const daysAfter = (date: BusinessDate, days: number): BusinessDate =>
  dateText(startOf(date) + days * dayMs)

/** Its first millisecond, in UTC. */
export const startOf = (date: BusinessDate): number => Date.parse(`${date}T00:00:00Z`)

/** `MMDD`, as hosts of 1987 write it. */
export const monthAndDayOf = (date: BusinessDate): string => date.slice(5, 7) + date.slice(8, 10)

export const dateText = (ms: number): BusinessDate => new Date(ms).toISOString().slice(0, 10)

const dayMs = 86_400_000

/** Of a business date, its noon is near the transactions of it. */
const distance = (ms: number, nearMs: number): number => Math.abs(ms + dayMs / 2 - nearMs)

function existing(year: number, month: number, day: number): number | undefined {
  const ms = Date.UTC(year, month - 1, day)
  const date = new Date(ms)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : undefined
}
