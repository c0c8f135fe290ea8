// Reading values of unknown shape: what merchants' pages hand to scripts, messages, answers.

export type UnknownMembers = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is UnknownMembers =>
  typeof value === 'object' && value !== null

export const membersOf = (value: unknown): UnknownMembers => (isMembers(value) ? value : {})

/** A text that is not empty, or a number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//.test(value)
