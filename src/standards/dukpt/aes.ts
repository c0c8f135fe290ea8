// DUKPT with AES (ANSI X9.24-3:2017).

import { blockBytes, encipherBlocks } from './ciphers.ts'

/**
 * Derived unique keys per transaction with AES (ANSI X9.24-3:2017). A key serial number is the id of the
 * initial key, 8 bytes, and a counter of 4. The buffers returned belong to the caller, who may wipe them.
 */
const usageCodes = {
  keyEncryption: 0x0002,
  pin: 0x1000,
  macGeneration: 0x2000,
  macVerification: 0x2001,
  mac: 0x2002,
  dataEncrypt: 0x3000,
  dataDecrypt: 0x3001,
  data: 0x3002,
  keyDerivation: 0x8000,
} as const
export type AesUsage = keyof typeof usageCodes

export const aesSerialBytes = 12
const keyIdBytes = 8
const initialKeyUsage = 0x8001
const counterTop = 0x80000000

/** The standard's codes of AES keys, by their length in bytes. */
const algorithmCodes: ReadonlyMap<number, number> = new Map([
  [16, 2],
  [24, 3],
  [32, 4],
])

export function aesCounter(serialNumber: Buffer): number {
  needLength(serialNumber, aesSerialBytes, 'a key serial number')
  return serialNumber.readUInt32BE(keyIdBytes)
}

/** The key that a device is given when it is made; as long as the base key. */
export function aesInitialKey(baseKey: Buffer, initialKeyId: Buffer): Buffer {
  needLength(initialKeyId, keyIdBytes, 'the id of an initial key')
  return derived(baseKey, baseKey.length, initialKeyUsage, initialKeyId)
}

/** The key of one transaction: one step for each bit of the counter that is set, the highest first. */
export function aesDerivedKey(initialKey: Buffer, serialNumber: Buffer): Buffer {
  const counter = aesCounter(serialNumber)
  const context = contextOf(serialNumber)
  let counted = 0
  let key: Buffer = Buffer.from(initialKey)
  for (let bit = counterTop; bit > 0; bit >>>= 1) {
    if ((counter & bit) === 0) continue
    counted = (counted | bit) >>> 0
    context.writeUInt32BE(counted, 4)
    const next = derived(key, key.length, usageCodes.keyDerivation, context)
    key.fill(0)
    key = next
  }
  return key
}

/** As long as the derived key, or shorter if requested; a longer one would only appear stronger. */
export function aesWorkingKey(
  derivedKey: Buffer,
  serialNumber: Buffer,
  usage: AesUsage,
  bytes = derivedKey.length,
): Buffer {
  needLength(serialNumber, aesSerialBytes, 'a key serial number')
  if (bytes > derivedKey.length) throw new RangeError('a working key is not longer than what it comes from')
  return derived(derivedKey, bytes, usageCodes[usage], contextOf(serialNumber))
}

/** The half of the id that identifies the device, followed by the counter. */
const contextOf = (serialNumber: Buffer): Buffer => Buffer.from(serialNumber.subarray(4))

/** The enciphered data describe the new key: version, block, usage, algorithm, bits, context. */
function derived(key: Buffer, bytes: number, usage: number, context: Buffer): Buffer {
  const algorithm = algorithmCodes.get(bytes)
  if (algorithm === undefined) throw new RangeError('a key of AES has 16, 24 or 32 bytes')
  const blocks = Math.ceil(bytes / blockBytes.AES)
  const data = Buffer.alloc(blocks * blockBytes.AES)
  for (let block = 0; block < blocks; block++) {
    const at = block * blockBytes.AES
    data.writeUInt8(1, at)
    data.writeUInt8(block + 1, at + 1)
    data.writeUInt16BE(usage, at + 2)
    data.writeUInt16BE(algorithm, at + 4)
    data.writeUInt16BE(bytes * 8, at + 6)
    context.copy(data, at + 8)
  }
  const sealed = encipherBlocks('AES', key, data)
  const next = Buffer.from(sealed.subarray(0, bytes))
  sealed.fill(0)
  return next
}

function needLength(buffer: Buffer, bytes: number, what: string): void {
  if (buffer.length !== bytes) throw new RangeError(`${what} of AES has ${bytes} bytes`)
}
