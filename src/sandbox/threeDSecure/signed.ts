import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '../../platform/secretBox.ts'

/** For what: a text signed as one thing does not pass for another. */
type Signature = { readonly key: Buffer; readonly purpose: string }

/** Base64 of a keyed hash and the JSON behind it: everyone can read it, nobody else can write it. */
export function writeSigned(signature: Signature, content: Readonly<Record<string, string>>): string {
  const json = Buffer.from(JSON.stringify(content))
  return Buffer.concat([hashOf(signature, json), json]).toString('base64')
}

export function readSigned(signature: Signature, text: string): unknown {
  const bytes = Buffer.from(text.length <= textLengthMax ? text : '', 'base64')
  const [hash, json] = [bytes.subarray(0, hashBytes), bytes.subarray(hashBytes)]
  if (hash.length < hashBytes || !timingSafeEqual(hash, hashOf(signature, json))) return undefined
  return JSON.parse(json.toString('utf8'))
}

export function hasTexts<Name extends string>(
  value: unknown,
  names: readonly Name[],
): value is Readonly<Record<Name, string>> {
  if (typeof value !== 'object' || value === null) return false
  const entries = new Map<string, unknown>(Object.entries(value))
  return names.every(name => typeof entries.get(name) === 'string')
}

function hashOf({ key, purpose }: Signature, json: Buffer): Buffer {
  return keyedHash(key, Buffer.concat([Buffer.from(`${purpose}\n`), json]))
}

const hashBytes = 32
const textLengthMax = 4_096
