// Times between the address, which has them as the API does, and a field for date and time, which has them in
// the reader's time zone.

export function toField(time: string | undefined): string {
  const at = new Date(time ?? '')
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Undefined where the field holds no whole time yet. */
export function fromField(value: string): string | undefined {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
