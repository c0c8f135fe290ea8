/** Keys as operators write them: `id:base64`, several separated by commas, the first is current. */
export type NamedKey = { readonly id: string; readonly key: Buffer }

export const namedKeysForm = 'id:base64 of 32 bytes, several separated by commas, each id once'
export const namedKeyBytes = 32

const keysMax = 16
const form = /^([A-Za-z0-9_-]{1,16}):([A-Za-z0-9+/]{43}=)$/

/** Undefined when the text is not of that form; being a secret, it is not quoted anywhere. */
export function parseNamedKeys(text: string): readonly NamedKey[] | undefined {
  const parts = text.split(',', keysMax + 1)
  if (parts.length > keysMax) return undefined
  const keys: NamedKey[] = []
  for (const part of parts) {
    const [, id, encoded] = form.exec(part.trim()) ?? []
    if (id === undefined || encoded === undefined || keys.some(known => known.id === id)) return undefined
    const key = Buffer.from(encoded, 'base64')
    // Two bits are left over at the end: four texts decode to the same key, and an encoder writes only one.
    if (key.toString('base64') !== encoded) return undefined
    keys.push({ id, key })
  }
  return keys
}

export function writeNamedKeys(keys: readonly NamedKey[]): string {
  return keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')
}
