/** A length of time on the calendar: how long a month is depends on when it begins. */
export type CalendarDuration = { readonly months: number; readonly days: number; readonly ms: number }

/** ISO 8601: `P8D`, `P2W`, `P1M`, `PT1H30M`, `PT0.5S`. No sign, no empty part, weeks only by themselves. */
export function readDuration(text: string): CalendarDuration | undefined {
  const weeks = /^P(\d{1,9})W$/.exec(text)?.[1]
  if (weeks !== undefined) return { months: 0, days: Number(weeks) * 7, ms: 0 }
  if (text.length > lengthMax || !/^P\d|^PT\d/.test(text)) return undefined
  const [date = '', time = '0S', ...rest] = text.slice(1).split('T')
  const [isDate, years, months, days] = dateForm.exec(date) ?? []
  const [isTime, hours, minutes, seconds, fraction = ''] = timeForm.exec(time) ?? []
  if (isDate === undefined || !isTime || rest.length > 0) return undefined
  const wholeSeconds = (count(hours) * 60 + count(minutes)) * 60 + count(seconds)
  return {
    months: count(years) * 12 + count(months),
    days: count(days),
    ms: wholeSeconds * 1000 + count(fraction.padEnd(3, '0')),
  }
}

const lengthMax = 64
const dateForm = /^(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})D)?$/
const timeForm = /^(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:[.,](\d{1,3}))?S)?$/
const count = (digits: string | undefined): number => Number(digits ?? 0)

/**
 * In days and parts of a day, as a clock can be moved by: `P8D`, `P1DT0.5S`; nothing is `PT0S`. Of a clock
 * that is behind, with a sign.
 */
export function showDuration(ms: number): string {
  if (ms < 0) return `-${showDuration(-ms)}`
  const whole = Math.floor(ms / 1000)
  const fraction = String(ms % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  const seconds = `${whole % 60}${fraction === '' ? '' : `.${fraction}`}`
  const counts: readonly (readonly [count: string | number, unit: string])[] = [
    [Math.floor(whole / 3600) % 24, 'H'],
    [Math.floor(whole / 60) % 60, 'M'],
    [seconds, 'S'],
  ]
  const time = counts.map(([count, unit]) => (count === 0 || count === '0' ? '' : `${count}${unit}`)).join('')
  const days = Math.floor(whole / 86_400)
  if (days === 0 && time === '') return 'PT0S'
  return `P${days === 0 ? '' : `${days}D`}${time === '' ? '' : `T${time}`}`
}
