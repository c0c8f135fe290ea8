// The id under which an authentication is known to everybody. It contains the cell of its merchant, because a
// result that a directory server delivers names nothing else.

import { randomBytes } from 'node:crypto'
import { uuidForm } from './messages/form.ts'

/** A UUID of version 8: the first two bytes are the cell, the others are random. */
export function newServerTransactionId(cell: number): string {
  const bytes = randomBytes(16)
  bytes.writeUInt16BE(cell, 0)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Undefined for what is no such id. Directory servers may write it in upper case. */
export function cellOfServerTransactionId(id: string): number | undefined {
  if (!uuidForm.test(id)) return undefined
  const cell = Number.parseInt(id.slice(0, 4), 16)
  return cell <= cellMax ? cell : undefined
}

/** The largest number of a cell. */
const cellMax = 32_767
