// The file of a tape, and its signature: whoever has the file can see who signed it and whether it is as it
// was made, without any key of the gateway that made it.

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { type Content, isObject } from '../contract/kit/content.ts'
import { isTape, type OrderTape } from './tape.ts'

/** Signs tapes with a key of its own that follows from a secret of the installation. */
export interface TapeSigner {
  /** By this its tapes are known. */
  readonly signer: string
  /** The text of the file. */
  write(tape: OrderTape): string
}

export function createTapeSigner(seed: Buffer): TapeSigner {
  const key = createPrivateKey({
    key: Buffer.concat([privateKeyPrefix, seed]),
    ...{ format: 'der', type: 'pkcs8' },
  })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
  const signer = signerOf(publicKey)
  return {
    signer,
    write(tape) {
      const parts = digestsOf(tape)
      const value = sign(null, signedText(parts), key).toString('base64url')
      const signature = { signer, publicKey: publicKey.toString('base64url'), parts, value }
      return written({ tape, signature })
    },
  }
}

/** PKCS #8 of an Ed25519 key, up to its 32 bytes. */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Letters and digits in groups, to be compared by people. */
function signerOf(publicKey: Buffer): string {
  const digest = createHash('sha256').update(publicKey).digest('hex').toUpperCase()
  const letters = [...digest.slice(0, 20)].map(digit => signerLetters[Number.parseInt(digit, 16)])
  return letters.join('').replace(/(.{5})(?=.)/g, '$1-')
}
/** No digits: nothing in a tape should look like a number that it is not. */
const signerLetters = 'BCDFGHJKLMNPQRST'

export type ReadTape =
  | { readonly state: 'intact'; readonly signer: string; readonly tape: OrderTape }
  /** `tape` only where it can be used all the same. */
  | { readonly state: 'changed'; readonly places: readonly string[]; readonly tape?: OrderTape }

/** Reads a file and says where it is not as it was signed. */
export function readTape(text: string): ReadTape {
  const content = parsed(text)
  if (!content) return { state: 'changed', places: ['the file, which is no JSON object'] }
  const { tape } = content
  if (!isTape(tape)) return { state: 'changed', places: ['tape, which has not the form of one'] }
  const signature = signatureIn(content.signature)
  if (!signature) return { state: 'changed', places: ['signature, which has not the form of one'], tape }
  const { signer, parts } = signature
  const places = [
    ...(isValid(signature) ? [] : ['signature']),
    ...changedParts(digestsOf(tape), parts),
    ...otherwiseWritten({ tape, signature }, text),
  ]
  return places.length === 0 ? { state: 'intact', signer, tape } : { state: 'changed', places, tape }
}

type TapeSignature = {
  readonly signer: string
  readonly publicKey: string
  readonly parts: Content
  readonly value: string
}

/** With what is encoded in the one form that it is written in. */
function signatureIn(content: unknown): TapeSignature | undefined {
  if (!isObject(content) || !isObject(content.parts)) return undefined
  const { signer, publicKey, parts, value } = content
  if (typeof signer !== 'string' || typeof publicKey !== 'string' || typeof value !== 'string')
    return undefined
  return { signer, publicKey: encodedAgain(publicKey), parts, value: encodedAgain(value) }
}

const encodedAgain = (text: string): string => Buffer.from(text, 'base64url').toString('base64url')

function isValid({ signer, publicKey, parts, value }: TapeSignature): boolean {
  const bytes = Buffer.from(publicKey, 'base64url')
  const key = keyIn(bytes)
  if (!key || signer !== signerOf(bytes)) return false
  return verify(null, signedText(parts), key, Buffer.from(value, 'base64url'))
}

function keyIn(bytes: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

const signedText = (parts: Content): Buffer => Buffer.from(`tollgate tape\n${JSON.stringify(parts)}`)

/** A digest for each place that a person can be told of. */
function digestsOf({ calls, ...head }: OrderTape): Readonly<Record<string, string>> {
  const places: [string, unknown][] = Object.entries(head)
  for (const [index, { answer, outcome, steps, body, ...call }] of calls.entries())
    for (const [name, value] of Object.entries({ call, body, answer, outcome, steps }))
      if (value !== undefined) places.push([`calls[${index}]${name === 'call' ? '' : `.${name}`}`, value])
  return Object.fromEntries(places.map(([place, value]) => [place, digestOf(value)]))
}

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url')

function changedParts(found: Readonly<Record<string, string>>, signed: Content): readonly string[] {
  const names = new Set([...Object.keys(signed), ...Object.keys(found)])
  return [...names].filter(name => found[name] !== signed[name])
}

/** The signature is about what the file says; here, whether it is also written as it was. */
function otherwiseWritten(content: Content, text: string): readonly string[] {
  const lines = written(content).split('\n')
  const given = text.split('\n')
  const at = given.findIndex((line, index) => line !== lines[index])
  if (at >= 0) return [`line ${at + 1}, which is written otherwise`]
  return given.length === lines.length ? [] : [`line ${given.length}, where it ends too early`]
}

const written = (content: Content): string => `${JSON.stringify(content, undefined, 2)}\n`

function parsed(text: string): Content | undefined {
  try {
    const content: unknown = JSON.parse(text)
    return isObject(content) ? content : undefined
  } catch {
    return undefined
  }
}
