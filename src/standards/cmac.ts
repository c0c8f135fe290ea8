import { createCipheriv } from 'node:crypto'

/** AES-CMAC (RFC 4493, NIST SP 800-38B), for keys of 16, 24 and 32 bytes. */
export function aesCmac(key: Buffer, message: Buffer): Buffer {
  const subkey = doubled(encrypted(key, Buffer.alloc(blockBytes)))
  const blocks = Math.max(1, Math.ceil(message.length / blockBytes))
  const padded = Buffer.alloc(blocks * blockBytes)
  message.copy(padded)
  const isWhole = message.length === padded.length
  if (!isWhole) padded[message.length] = 0x80
  const last = isWhole ? subkey : doubled(subkey)
  const lastStart = padded.length - blockBytes
  for (const [index, byte] of last.entries())
    padded[lastStart + index] = byte ^ (padded[lastStart + index] ?? 0)
  return encrypted(key, padded).subarray(lastStart)
}

const blockBytes = 16

/** In chains of blocks, each mixed with the one before it. */
function encrypted(key: Buffer, blocks: Buffer): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, Buffer.alloc(blockBytes))
  return cipher.setAutoPadding(false).update(blocks)
}

/** Times x in the field of 2^128 elements. */
function doubled(block: Buffer): Buffer {
  const shifted = Buffer.from(block.map((byte, index) => (byte << 1) | ((block[index + 1] ?? 0) >> 7)))
  if ((block[0] ?? 0) >= 0x80) shifted[blockBytes - 1] = (shifted[blockBytes - 1] ?? 0) ^ 0x87
  return shifted
}
