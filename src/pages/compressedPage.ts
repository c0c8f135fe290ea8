// A page compressed piece by piece: its script and its style, which are most of it, and what else is the same
// from page to page were compressed before.

import { constants, crc32, deflateRawSync } from 'node:zlib'
import { RecentMap } from '../platform/recentMap.ts'
import type { InlineStyle } from './assets.ts'

/** As gzip. Assets are looked for in the order they are given in; what is not found is part of the rest. */
export function compressedPage(text: string, assets: readonly CompressedOnce[]): Buffer {
  const pieces: Piece[] = []
  let rest = text
  for (const asset of assets) {
    const at = rest.indexOf(asset.text)
    if (at === -1) continue
    pieces.push(...piecesOf(rest.slice(0, at)), pieceOfAsset(asset))
    rest = rest.slice(at + asset.text.length)
  }
  pieces.push(...piecesOf(rest))
  const compressed = pieces.map(piece => piece.compressed)
  return Buffer.concat([gzipStart, ...compressed, lastBlock, gzipEnd(pieces)])
}

/** Scripts and styles: few, and kept. */
type CompressedOnce = Pick<InlineStyle, 'text'>
type Piece = { readonly bytes: Buffer; readonly compressed: Buffer }

const quick = 3
const best = 9
/** For a few kilobytes: to set up what zlib takes for more would cost as much as to compress them. */
const small = { windowBits: 12, memLevel: 5, chunkSize: 4_096 }
const smallMax = 8_192
/** Shorter ones are written as they are: to compress one takes longer than to send it. */
const lengthMin = 200

/** Complete in itself, so that it can stand between any others. */
function compressedPiece(text: string, level: number): Piece {
  const bytes = Buffer.from(text)
  const compressed =
    bytes.length < lengthMin
      ? Buffer.concat([storedStart(bytes.length), bytes])
      : deflateRawSync(bytes, {
          ...(level === best || bytes.length > smallMax ? {} : small),
          level,
          finishFlush: constants.Z_FULL_FLUSH,
        })
  return { bytes, compressed }
}

const assets = new WeakMap<CompressedOnce, Piece>()

function pieceOfAsset(asset: CompressedOnce): Piece {
  const piece = assets.get(asset) ?? compressedPiece(asset.text, best)
  assets.set(asset, piece)
  return piece
}

/** Where a page is taken apart: between panels, and around what is the same for all payers. */
const joints = ['<noscript', '<section', '"words":'] as const

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const joint of joints)
    for (let at = text.indexOf(joint, from + 1); at !== -1; at = text.indexOf(joint, from + 1)) {
      pieces.push(pieceOf(text.slice(from, at)))
      from = at
    }
  if (from < text.length) pieces.push(pieceOf(text.slice(from)))
  return pieces
}

/** The length of all pieces that are kept. */
const keptMax = 500_000
const kept = new RecentMap<string, Piece>(keptMax)
const seenMax = 2_000
const seenOnce = new RecentMap<number, true>(seenMax)

/** Kept once it came twice: most of what is about one payer comes once. */
function pieceOf(text: string): Piece {
  const known = kept.get(text)
  if (known) return known
  const piece = compressedPiece(text, quick)
  const mark = crc32(piece.bytes)
  // The text itself would keep the whole page that it was cut from.
  if (seenOnce.get(mark)) kept.set(piece.bytes.toString(), piece, text.length)
  else seenOnce.set(mark, true)
  return piece
}

/** RFC 1952: deflated, without a name or a time, by an unknown system. */
const gzipStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** RFC 1951: the start of a block that is not compressed, and an empty block that is the last. */
const storedStart = (length: number): Buffer => {
  const start = Buffer.alloc(5)
  start.writeUInt16LE(length, 1)
  start.writeUInt16LE(0xffff - length, 3)
  return start
}
const lastBlock = Buffer.from([3, 0])

function gzipEnd(pieces: readonly Piece[]): Buffer {
  const end = Buffer.alloc(8)
  const sum = pieces.reduce((before, { bytes }) => crc32(bytes, before), 0)
  end.writeUInt32LE(sum, 0)
  end.writeUInt32LE(
    pieces.reduce((length, { bytes }) => length + bytes.length, 0),
    4,
  )
  return end
}
