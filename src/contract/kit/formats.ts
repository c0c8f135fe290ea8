/** Formats that a pattern alone cannot judge. Each is linear in the length of the value. */

export function isDate(value: string): boolean {
  const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(value)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year)
}

export const isDateTime = (value: string): boolean =>
  /^.{10}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/.test(value) && isDate(value.slice(0, 10))

/** ITU-T E.123: '+', country code, one space, national number in groups; 15 digits at most. */
export function isTelephoneNumber(value: string): boolean {
  if (!/^\+[0-9]{1,3}(?: [0-9]+)+$/.test(value)) return false
  return value.replace(/[+ ]/g, '').length <= 15
}

/** As people write it in their own country, or without the space behind the country code. */
export function isLooseTelephoneNumber(value: string): boolean {
  const { length } = value.replace(/[^0-9]/g, '')
  return /^\+?[0-9 ()./-]+$/.test(value) && length >= 5 && length <= 15
}

export function isLanguageTag(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

export function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
