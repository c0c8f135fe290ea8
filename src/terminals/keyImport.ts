// Checking a base key that an operator imports, whole or in components: length, check values, weak keys.

import { createCipheriv } from 'node:crypto'
import { aesCmac } from '../standards/dukpt/ciphers.ts'
import { aesKeySetDigits, keyBytes, tdesKeySetDigits, withoutParity } from './baseKeys.ts'
import { type BaseKeyAlgorithm, baseKeyAlgorithms, type KeySet } from './port.ts'

/** A base key as an operator gives it: whole, or in components that different people hold. */
export type KeyImportRequest = {
  readonly keySetId: string
  readonly checkValue: string
  /** Derived from the length unless it is given; 16 bytes then mean TDES. */
  readonly algorithm?: BaseKeyAlgorithm
  readonly components: readonly KeyComponent[]
}

/** In hexadecimal digits, optionally in groups. */
export type KeyComponent = { readonly key: string; readonly checkValue?: string }

/** The caller overwrites the key with zeros after use. */
export type CheckedKey = KeySet & { readonly key: Buffer; readonly checkValue: string }

/** What is wrong, in a text that reveals nothing of the key. */
type KeyImportObjection = {
  readonly field: 'keySetId' | 'checkValue' | 'algorithm' | 'key'
  readonly why: string
}

/** The key on the first line, its check value on the second, if it has one. */
export function componentOf(text: string): KeyComponent {
  const [key = '', checkValue, ...more] = text.trim().split(/[ \t]*\r?\n\s*/)
  if (more.length > 0) return { key: text }
  return { key, ...(checkValue !== undefined && { checkValue }) }
}

export function checkKeyImport(wanted: KeyImportRequest): CheckedKey | KeyImportObjection {
  const parts = partsOf(wanted.components)
  if (isKeyImportObjection(parts)) return parts
  const key = combined(parts)
  const checked = checkKey(wanted, { parts, key })
  for (const part of parts) part.fill(0)
  if (isKeyImportObjection(checked)) key.fill(0)
  return checked
}

export const isKeyImportObjection = (thing: object): thing is KeyImportObjection => 'field' in thing

const objectTo = (field: KeyImportObjection['field'], why: string): KeyImportObjection => ({
  field,
  why,
})

const componentsMax = 3

function partsOf(components: readonly KeyComponent[]): readonly Buffer[] | KeyImportObjection {
  if (components.length === 0) return objectTo('key', 'It is not there.')
  if (components.length > componentsMax) return objectTo('key', `It has at most ${componentsMax} components.`)
  const parts: Buffer[] = []
  for (const [index, { key }] of components.entries()) {
    const trouble = componentTrouble(key)
    if (trouble !== undefined) return objectTo('key', `${partName(components, index)} ${trouble}.`)
    parts.push(Buffer.from(digitsOf(key), 'hex'))
  }
  return new Set(parts.map(part => part.length)).size === 1
    ? parts
    : objectTo('key', 'Its components must be equally long.')
}

/** Checks one component as soon as it is entered; the others must be as long as the first. */
export function componentTrouble(key: string, first = key): string | undefined {
  const digits = digitsOf(key)
  if (!/^[0-9A-Fa-f]+$/.test(digits) || !lengths.includes(digits.length / 2))
    return 'must be 32, 48 or 64 hexadecimal digits'
  return digits.length === digitsOf(first).length ? undefined : 'must be as long as the first component'
}

const digitsOf = (key: string): string => key.replace(/[ \t]+/g, '')
const lengths: readonly number[] = Object.values(keyBytes)

const partName = ({ length }: readonly unknown[], index: number): string =>
  length === 1 ? 'It' : `Its component ${index + 1}`

const combined = (parts: readonly Buffer[]): Buffer =>
  parts.reduce((sum, part) => Buffer.from(sum.map((byte, at) => byte ^ (part[at] ?? 0))), emptyLike(parts))

const emptyLike = ([first]: readonly Buffer[]): Buffer => Buffer.alloc(first?.length ?? 0)

type CombinedKey = { readonly parts: readonly Buffer[]; readonly key: Buffer }

function checkKey(wanted: KeyImportRequest, { parts, key }: CombinedKey): CheckedKey | KeyImportObjection {
  const algorithm =
    wanted.algorithm ?? baseKeyAlgorithms.find(known => keyBytes[known] === key.length) ?? 'TDES'
  if (keyBytes[algorithm] !== key.length)
    return objectTo(
      'algorithm',
      `A key of ${algorithm} has ${keyBytes[algorithm] * 2} digits; this one has not.`,
    )
  const keySetId = wanted.keySetId.toUpperCase()
  const objection =
    keySetObjection(algorithm, keySetId) ??
    componentObjection(algorithm, wanted.components, parts) ??
    weakness(algorithm, key) ??
    checkValueObjection(algorithm, key, wanted.checkValue)
  return objection ?? { algorithm, keySetId, key, checkValue: checkValueOf(algorithm, key) }
}

function keySetObjection(algorithm: BaseKeyAlgorithm, keySetId: string): KeyImportObjection | undefined {
  const allowed: readonly number[] = algorithm === 'TDES' ? tdesKeySetDigits : [aesKeySetDigits]
  if (/^[0-9A-F]+$/.test(keySetId) && allowed.includes(keySetId.length)) return undefined
  const digits = algorithm === 'TDES' ? '6 to 10' : String(aesKeySetDigits)
  return objectTo('keySetId', `It must be ${digits} hexadecimal digits for ${algorithm}.`)
}

/** A component of zeros, or one given twice, is refused: fewer people would hold the key. */
function componentObjection(
  algorithm: BaseKeyAlgorithm,
  components: readonly KeyComponent[],
  parts: readonly Buffer[],
): KeyImportObjection | undefined {
  const counting = algorithm === 'TDES' ? parts.map(withoutParity) : parts
  for (const [index, part] of parts.entries()) {
    const name = partName(parts, index)
    const counts = counting[index] ?? part
    if (parts.length > 1 && counts.every(byte => byte === 0)) return objectTo('key', `${name} is all zeros.`)
    if (counting.findIndex(other => other.equals(counts)) < index)
      return objectTo('key', `${name} is there twice.`)
    const given = components[index]?.checkValue
    const trouble = given === undefined ? undefined : checkValueTrouble(algorithm, part, given)
    if (trouble) return objectTo('key', `${name} has a check value that ${trouble}.`)
  }
  return undefined
}

/** Parity is not checked; a weak key, or one that makes TDES a single DES, is refused. */
function weakness(algorithm: BaseKeyAlgorithm, key: Buffer): KeyImportObjection | undefined {
  if (key.every(byte => byte === key[0])) return objectTo('key', 'It is the same byte over and over.')
  if (algorithm !== 'TDES') return undefined
  const [left, right] = [bare(key.subarray(0, 8)), bare(key.subarray(8))]
  if (left === right) return objectTo('key', 'Its halves are equal: that is single DES.')
  return weakHalves.has(left) || weakHalves.has(right)
    ? objectTo('key', 'One of its halves is a weak key of DES.')
    : undefined
}

const bare = (half: Buffer): string => withoutParity(half).toString('hex')

/** The weak and the semi-weak ones. */
const weakHalves: ReadonlySet<string> = new Set(
  [
    ...['0101010101010101', 'FEFEFEFEFEFEFEFE', 'E0E0E0E0F1F1F1F1', '1F1F1F1F0E0E0E0E'],
    ...['011F011F010E010E', '1F011F010E010E01', '01E001E001F101F1', 'E001E001F101F101'],
    ...['01FE01FE01FE01FE', 'FE01FE01FE01FE01', '1FE01FE00EF10EF1', 'E01FE01FF10EF10E'],
    ...['1FFE1FFE0EFE0EFE', 'FE1FFE1FFE0EFE0E', 'E0FEE0FEF1FEF1FE', 'FEE0FEE0FEF1FEF1'],
  ].map(half => bare(Buffer.from(half, 'hex'))),
)

function checkValueObjection(
  algorithm: BaseKeyAlgorithm,
  key: Buffer,
  given: string,
): KeyImportObjection | undefined {
  const trouble = checkValueTrouble(algorithm, key, given)
  return trouble === undefined ? undefined : objectTo('checkValue', `It ${trouble}.`)
}

/** Never reveals the right check value: a mistyped key must not be confirmed. */
function checkValueTrouble(algorithm: BaseKeyAlgorithm, key: Buffer, given: string): string | undefined {
  const [form, digits] = algorithm === 'TDES' ? [/^[0-9A-F]{6}$/, '6'] : [/^[0-9A-F]{6,10}$/, '6 to 10']
  const value = given.toUpperCase()
  if (!form.test(value)) return `must be ${digits} hexadecimal digits for ${algorithm}`
  return checkValueOf(algorithm, key).startsWith(value)
    ? undefined
    : `is not that of this key as ${algorithm} counts it`
}

/** TDES: zeros encrypted, 3 bytes of it. AES: CMAC over zeros, 5 bytes of it (ANSI X9.24). */
export function checkValueOf(algorithm: BaseKeyAlgorithm, key: Buffer): string {
  const value = algorithm === 'TDES' ? zerosEncrypted(key) : aesCmac(key, Buffer.alloc(16)).subarray(0, 5)
  return value.toString('hex').toUpperCase()
}

function zerosEncrypted(key: Buffer): Buffer {
  const whole = Buffer.concat([key, key.subarray(0, 8)])
  const cipher = createCipheriv('des-ede3-ecb', whole, null).setAutoPadding(false)
  whole.fill(0)
  return cipher.update(Buffer.alloc(8)).subarray(0, 3)
}
