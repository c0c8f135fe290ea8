// What findings about an operator's file quote of it. People paste card numbers, keys and passwords into the
// wrong line, and findings end in logs and tickets: what could be one of these is not repeated.

/** A value in quotes, or that it is not shown. */
export const shownValue = (value: string): string => (isTelltale(value) ? notShown : JSON.stringify(value))

/** A name or a path as it stands, or that it is not shown. */
export const shownName = (name: string): string => (isTelltale(name) ? notShown : name)

const notShown = 'the value (not shown here: it looks like card data or a key)'

/** The last line of defence: a finding as a whole, whatever it quotes. */
export const withoutLongNumbers = (text: string): string => text.replace(longNumbers, '(digits, not shown)')

const longNumbers = /\d(?:[ ./:=^D_-]?\d){11,}/g

/** No name, id or path of the file needs to look like this. */
const isTelltale = (value: string): boolean =>
  value.length > charactersMax || value.replace(/\D/g, '').length >= 12 || keys.some(key => key.test(value))

/** Longer than every path and name that anybody would read in a finding. */
const charactersMax = 200
const keys = [/-----|[\r\n]/, /[0-9A-Fa-f]{16}/, /[A-Za-z0-9+]{32}/]
