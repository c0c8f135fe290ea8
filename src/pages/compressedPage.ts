// A page compressed around its script and its style, which are most of it and were compressed before.

import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Asset } from './assets.ts'

/** As gzip. Assets are looked for in the order they are given in; what is not found is compressed anew. */
export function compressedPage(text: string, assets: readonly Asset[]): Buffer {
  const parts: Buffer[] = [gzipStart]
  let rest = text
  for (const asset of assets) {
    const at = rest.indexOf(asset.text)
    if (at === -1) continue
    parts.push(compressedPart(rest.slice(0, at), quick), compressedAsset(asset))
    rest = rest.slice(at + asset.text.length)
  }
  return Buffer.concat([...parts, deflateRawSync(rest, { level: quick }), gzipEnd(Buffer.from(text))])
}

const quick = 3
const best = 9

/** Complete in itself, so that it can stand between any others. */
const compressedPart = (text: string, level: number): Buffer =>
  deflateRawSync(text, { level, finishFlush: constants.Z_FULL_FLUSH })

const kept = new WeakMap<Asset, Buffer>()

function compressedAsset(asset: Asset): Buffer {
  const part = kept.get(asset) ?? compressedPart(asset.text, best)
  kept.set(asset, part)
  return part
}

/** RFC 1952: deflated, without a name or a time, by an unknown system. */
const gzipStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

function gzipEnd(text: Buffer): Buffer {
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(text), 0)
  end.writeUInt32LE(text.length, 4)
  return end
}
