// The block ciphers that DUKPT uses, and AES-CMAC.

import { type Cipher, createCipheriv, createDecipheriv, type Decipher } from 'node:crypto'

/** The two families of block ciphers that terminals use; TDES with keys of two parts. */
export type CipherFamily = 'TDES' | 'AES'

export const blockBytes: Readonly<Record<CipherFamily, number>> = { TDES: 8, AES: 16 }

/** CBC without padding: the plain text must be whole blocks. The default vector is zero. */
export const encipher = (family: CipherFamily, key: Buffer, plain: Buffer, vector?: Buffer): Buffer =>
  withWholeKey(family, key, whole =>
    applyCipher(
      createCipheriv(nameOf(family, key, 'cbc'), whole, started(family, vector)),
      blocks(family, plain),
    ),
  )

export const decipher = (family: CipherFamily, key: Buffer, sealed: Buffer, vector?: Buffer): Buffer =>
  withWholeKey(family, key, whole =>
    applyCipher(
      createDecipheriv(nameOf(family, key, 'cbc'), whole, started(family, vector)),
      blocks(family, sealed),
    ),
  )

/** Each block by itself (ECB), for deriving keys and for PIN blocks. */
export const encipherBlocks = (family: CipherFamily, key: Buffer, plain: Buffer): Buffer =>
  withWholeKey(family, key, whole =>
    applyCipher(createCipheriv(nameOf(family, key, 'ecb'), whole, null), blocks(family, plain)),
  )

export const decipherBlocks = (family: CipherFamily, key: Buffer, sealed: Buffer): Buffer =>
  withWholeKey(family, key, whole =>
    applyCipher(createDecipheriv(nameOf(family, key, 'ecb'), whole, null), blocks(family, sealed)),
  )

/** Single DES, which OpenSSL no longer offers by itself: three times with one key it is the same. */
export function encipherDes(key: Buffer, block: Buffer): Buffer {
  const thrice = Buffer.concat([key, key, key])
  const sealed = applyCipher(createCipheriv('des-ede3-ecb', thrice, null), blocks('TDES', block))
  thrice.fill(0)
  return sealed
}

export function xor(one: Buffer, other: Buffer): Buffer {
  if (one.length !== other.length) throw new RangeError('only buffers of one length go together')
  const both = Buffer.alloc(one.length)
  for (let at = 0; at < one.length; at++) both[at] = (one[at] ?? 0) ^ (other[at] ?? 0)
  return both
}

function applyCipher(cipher: Cipher | Decipher, text: Buffer): Buffer {
  cipher.setAutoPadding(false)
  const result = cipher.update(text)
  cipher.final()
  return result
}

function nameOf(family: CipherFamily, key: Buffer, mode: 'cbc' | 'ecb'): string {
  return family === 'TDES' ? `des-ede3-${mode}` : `aes-${key.length * 8}-${mode}`
}

/** OpenSSL requires three parts of a key: the first is repeated as the last. The copy is wiped after use. */
function withWholeKey(family: CipherFamily, key: Buffer, use: (whole: Buffer) => Buffer): Buffer {
  const fits = family === 'TDES' ? key.length === 16 : [16, 24, 32].includes(key.length)
  if (!fits) throw new RangeError(`${key.length} bytes are no key of ${family}`)
  const whole = family === 'TDES' ? Buffer.concat([key, key.subarray(0, 8)]) : Buffer.from(key)
  try {
    return use(whole)
  } finally {
    whole.fill(0)
  }
}

function started(family: CipherFamily, vector: Buffer = Buffer.alloc(blockBytes[family])): Buffer {
  if (vector.length !== blockBytes[family]) throw new RangeError('an initialisation vector is one block')
  return vector
}

function blocks(family: CipherFamily, text: Buffer): Buffer {
  if (text.length % blockBytes[family] !== 0) throw new RangeError('a cipher takes whole blocks')
  return text
}

/** AES-CMAC (RFC 4493, NIST SP 800-38B), for keys of 16, 24 and 32 bytes. */
export function aesCmac(key: Buffer, message: Buffer): Buffer {
  const subkey = doubled(lastBlockOf(key, Buffer.alloc(cmacBlockBytes)))
  const blocks = Math.max(1, Math.ceil(message.length / cmacBlockBytes))
  const padded = Buffer.alloc(blocks * cmacBlockBytes)
  message.copy(padded)
  const isWhole = message.length === padded.length
  if (!isWhole) padded[message.length] = 0x80
  const last = isWhole ? subkey : doubled(subkey)
  const lastStart = padded.length - cmacBlockBytes
  for (const [index, byte] of last.entries())
    padded[lastStart + index] = byte ^ (padded[lastStart + index] ?? 0)
  return lastBlockOf(key, padded).subarray(lastStart)
}

const cmacBlockBytes = 16

/** In chains of blocks, each mixed with the one before it. */
function lastBlockOf(key: Buffer, blocks: Buffer): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, Buffer.alloc(cmacBlockBytes))
  return cipher.setAutoPadding(false).update(blocks)
}

/** Times x in the field of 2^128 elements. */
function doubled(block: Buffer): Buffer {
  const shifted = Buffer.from(block.map((byte, index) => (byte << 1) | ((block[index + 1] ?? 0) >> 7)))
  if ((block[0] ?? 0) >= 0x80) shifted[cmacBlockBytes - 1] = (shifted[cmacBlockBytes - 1] ?? 0) ^ 0x87
  return shifted
}
