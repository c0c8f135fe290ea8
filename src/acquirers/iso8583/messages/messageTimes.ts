// Times as messages write them.

/** MMDDhhmmss in UTC. */
export function transmissionTime(ms: number): string {
  const at = new Date(ms)
  return (
    two(at.getUTCMonth() + 1) +
    two(at.getUTCDate()) +
    two(at.getUTCHours()) +
    two(at.getUTCMinutes()) +
    two(at.getUTCSeconds())
  )
}

/** YYMMDDhhmmss by the clocks of a time zone, whose offset is in milliseconds. */
export function localDateAndTime(ms: number, offsetMs: number): string {
  return two(new Date(ms + offsetMs).getUTCFullYear() % 100) + transmissionTime(ms + offsetMs)
}

/** The offset of a time zone that is written `+hhmm`. */
export function offsetMsOf(timeZone: string): number {
  const minutes = Number(timeZone.slice(1, 3)) * 60 + Number(timeZone.slice(3, 5))
  return (timeZone.startsWith('-') ? -minutes : minutes) * 60_000
}

/** The beginning of a reference: last digit of the year, day of the year, hour, in UTC. */
export function referenceHour(ms: number): string {
  const at = new Date(ms)
  const year = at.getUTCFullYear()
  const day = Math.floor((ms - Date.UTC(year, 0, 1)) / dayMs) + 1
  return String(year % 10) + String(day).padStart(3, '0') + two(at.getUTCHours())
}

const dayMs = 24 * 60 * 60_000

const pairs: readonly string[] = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
const two = (number: number): string => pairs[number] ?? ''
