// Encryption (AES-256-GCM), keyed hashes, and keys as operators write them.

import { createCipheriv, createDecipheriv, hash, randomFillSync } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const formatVersion = 1
const nonceBytes = 12
const tagBytes = 16
const nonceStart = 1
const tagStart = nonceStart + nonceBytes
const textStart = tagStart + tagBytes

/**
 * Encrypts: version (1 byte), nonce (12), tag (16), ciphertext. The context is authenticated but not stored,
 * so that a box copied to another row does not open there. Nonces are random: one key may be used for some
 * 2^32 boxes.
 */
export function seal(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = freshNonce()
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
  const text = cipher.update(plain)
  cipher.final()
  const sealed = Buffer.allocUnsafe(textStart + text.length)
  sealed[0] = formatVersion
  sealed.set(nonce, nonceStart)
  sealed.set(cipher.getAuthTag(), tagStart)
  sealed.set(text, textStart)
  return sealed
}

/** Decrypts; throws BoxBroken unless key, box and context are exactly those of `seal`. */
export function open(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed.length < textStart || sealed[0] !== formatVersion) throw new BoxBroken()
  const nonce = sealed.subarray(nonceStart, tagStart)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(tagStart, textStart))
  const plain = decipher.update(sealed.subarray(textStart))
  try {
    decipher.final()
  } catch {
    throw new BoxBroken()
  }
  return plain
}

/** Has no details, so that an attacker does not learn which check failed. */
export class BoxBroken extends Error {
  constructor() {
    super('The sealed value does not open under this key and context')
  }
}

/** HMAC-SHA-256: equal values give equal hashes, but values cannot be guessed without the key. */
export function keyedHash(key: Buffer, value: string | Buffer): Buffer {
  const { inner, outer } = padsOf(key)
  const isRoomy = value.length <= textLengthMax
  const innerHash = isRoomy ? hashInBuffer(inner, value) : hashOf(Buffer.concat([inner, Buffer.from(value)]))
  outer.write(innerHash, blockBytes, 'binary')
  return Buffer.from(hashOf(outer), 'binary')
}

const hashOf = (bytes: Buffer): string => hash('sha256', bytes, 'binary')

/** Most values fit into a shared buffer, which saves two allocations for each; it is wiped afterwards. */
function hashInBuffer(inner: Buffer, value: string | Buffer): string {
  hashBuffer.set(inner)
  const length =
    typeof value === 'string' ? hashBuffer.write(value, blockBytes) : value.copy(hashBuffer, blockBytes)
  const innerHash = hashOf(hashBuffer.subarray(0, blockBytes + length))
  hashBuffer.fill(0, blockBytes, blockBytes + length)
  return innerHash
}

type Pads = { readonly inner: Buffer; readonly outer: Buffer }

/** HMAC by two calls of the plain hash (RFC 2104): an Hmac object for each value costs twice as much. */
function padsOf(key: Buffer): Pads {
  const known = knownPads.get(key)
  if (known) return known
  const short = key.length > blockBytes ? hash('sha256', key, 'buffer') : key
  const block = Buffer.concat([short], blockBytes)
  const pads = {
    inner: Buffer.from(block.map(byte => byte ^ 0x36)),
    outer: Buffer.concat([block.map(byte => byte ^ 0x5c)], blockBytes + hashBytes),
  }
  knownPads.set(key, pads)
  return pads
}

const blockBytes = 64
const hashBytes = 32
/** No UTF-16 code unit becomes more than three bytes. */
const textLengthMax = 8_192
const hashBuffer = Buffer.alloc(blockBytes + 3 * textLengthMax)
const knownPads = new WeakMap<Buffer, Pads>()

/** Random bytes for many nonces at once: one call for each would cost as much as the encryption. */
const nonces = Buffer.alloc(nonceBytes * 256)
let noncesUsed = nonces.length

function freshNonce(): Buffer {
  if (noncesUsed === nonces.length) {
    randomFillSync(nonces)
    noncesUsed = 0
  }
  noncesUsed += nonceBytes
  return nonces.subarray(noncesUsed - nonceBytes, noncesUsed)
}

/** A key as operators write it: `id:base64`; several are separated by commas, the first is current. */
export type NamedKey = { readonly id: string; readonly key: Buffer }

export const namedKeysForm = 'id:base64 of 32 bytes, several separated by commas, each id once'
export const namedKeyBytes = 32

const keysMax = 16
const namedKeyForm = /^([A-Za-z0-9_-]{1,16}):([A-Za-z0-9+/]{43}=)$/

/** Undefined if the text has another form; it is a secret, so no message may quote it. */
export function parseNamedKeys(text: string): readonly NamedKey[] | undefined {
  const parts = text.split(',', keysMax + 1)
  if (parts.length > keysMax) return undefined
  const keys: NamedKey[] = []
  for (const part of parts) {
    const [, id, encoded] = namedKeyForm.exec(part.trim()) ?? []
    if (id === undefined || encoded === undefined || keys.some(known => known.id === id)) return undefined
    const key = Buffer.from(encoded, 'base64')
    // The last character has two unused bits: four texts decode to the same key, only one is canonical.
    if (key.toString('base64') !== encoded) return undefined
    keys.push({ id, key })
  }
  return keys
}

export function writeNamedKeys(keys: readonly NamedKey[]): string {
  return keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')
}
