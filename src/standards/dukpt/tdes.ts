// DUKPT with TDES (ANSI X9.24-1:2009).

import { encipherBlocks, encipherDes, xor } from './ciphers.ts'

/**
 * Derived unique keys per transaction with TDES (ANSI X9.24-1:2009). A key serial number names the device and
 * counts its transactions in the last 21 bits. The buffers returned belong to the caller, who may wipe them.
 */
export type TdesPurpose = 'pin' | 'macRequest' | 'macResponse' | 'dataRequest' | 'dataResponse'

export const tdesSerialBytes = 10
const keyBytes = 16
const halfBytes = 8
const counterMask = 0x1fffff
const counterTop = 0x100000

const initialMask = Buffer.from('C0C0C0C000000000C0C0C0C000000000', 'hex')

/** In each half of the key one byte is inverted; which one depends on the purpose of the key. */
const invertedBytes: Readonly<Record<TdesPurpose, number>> = {
  pin: 7,
  macRequest: 6,
  macResponse: 4,
  dataRequest: 5,
  dataResponse: 3,
}

export function tdesCounter(serialNumber: Buffer): number {
  needLength(serialNumber, tdesSerialBytes, 'a key serial number')
  return serialNumber.readUIntBE(tdesSerialBytes - 3, 3) & counterMask
}

/** The key that a device is given when it is made. */
export function tdesInitialKey(baseKey: Buffer, serialNumber: Buffer): Buffer {
  needLength(baseKey, keyBytes, 'a base key')
  const device = withoutCounter(serialNumber).subarray(0, halfBytes)
  const masked = xor(baseKey, initialMask)
  const key = Buffer.concat([encipherBlocks('TDES', baseKey, device), encipherBlocks('TDES', masked, device)])
  masked.fill(0)
  return key
}

/** The key of one transaction: one step for each bit of the counter that is set, the highest first. */
export function tdesDerivedKey(initialKey: Buffer, serialNumber: Buffer): Buffer {
  needLength(initialKey, keyBytes, 'an initial key')
  const counter = tdesCounter(serialNumber)
  const register = withoutCounter(serialNumber).subarray(tdesSerialBytes - halfBytes)
  let key: Buffer = Buffer.from(initialKey)
  for (let bit = counterTop; bit > 0; bit >>= 1) {
    if ((counter & bit) === 0) continue
    register.writeUIntBE(register.readUIntBE(halfBytes - 3, 3) | bit, halfBytes - 3, 3)
    const next = deriveNext(key, register)
    key.fill(0)
    key = next
  }
  return key
}

export function tdesWorkingKey(derivedKey: Buffer, purpose: TdesPurpose): Buffer {
  needLength(derivedKey, keyBytes, 'a derived key')
  const variant = Buffer.from(derivedKey)
  for (const at of [invertedBytes[purpose], halfBytes + invertedBytes[purpose]])
    variant[at] = (variant[at] ?? 0) ^ 0xff
  if (purpose !== 'dataRequest' && purpose !== 'dataResponse') return variant
  // Data keys leak from a device more easily than others, so the derivation from here must be one-way.
  const key = encipherBlocks('TDES', variant, variant)
  variant.fill(0)
  return key
}

/** One step of the derivation; it is one-way. */
function deriveNext(key: Buffer, register: Buffer): Buffer {
  const masked = xor(key, initialMask)
  const next = Buffer.concat([halfOf(masked, register), halfOf(key, register)])
  masked.fill(0)
  return next
}

function halfOf(key: Buffer, register: Buffer): Buffer {
  const right = key.subarray(halfBytes)
  const between = encipherDes(key.subarray(0, halfBytes), xor(register, right))
  const half = xor(between, right)
  between.fill(0)
  return half
}

function withoutCounter(serialNumber: Buffer): Buffer {
  needLength(serialNumber, tdesSerialBytes, 'a key serial number')
  const cleared = Buffer.from(serialNumber)
  const end = cleared.readUIntBE(tdesSerialBytes - 3, 3)
  cleared.writeUIntBE((end & ~counterMask) >>> 0, tdesSerialBytes - 3, 3)
  return cleared
}

function needLength(buffer: Buffer, bytes: number, what: string): void {
  if (buffer.length !== bytes) throw new RangeError(`${what} of TDES has ${bytes} bytes`)
}
