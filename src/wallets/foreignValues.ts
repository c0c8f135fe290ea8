// Values in what a wallet made: they are taken only if they have exactly the form that they should have.

/** The members of an object; none if it is something else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

export function textIn(value: unknown, form: RegExp): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined
}

/** Undefined if it is too long, or not the one way in which these bytes are written. */
export function bytesOf(value: unknown, encoding: 'base64' | 'hex', bytesMax: number): Buffer | undefined {
  if (typeof value !== 'string' || value.length > bytesMax * 2 + 4) return undefined
  const bytes = Buffer.from(value, encoding)
  const isWritten = bytes.toString(encoding) === (encoding === 'hex' ? value.toLowerCase() : value)
  return isWritten && bytes.length <= bytesMax ? bytes : undefined
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
