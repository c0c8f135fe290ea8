import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '../platform/secretBox.ts'
import type { Noted } from './chain.ts'

/**
 * The end of the log as it was at one moment, to be kept outside of the database: entries have no gaps, so
 * the number of the last one says how many there are. Signed under the log's own key, so that nobody can
 * make up one that the log does not fit.
 */
export type Head = Noted & { readonly time: string }

export type Heads = {
  /** In one line, as it lies in a file or stands in a log. */
  write(end: Noted, at: Date): string
  /** All of them in a text, such as a file that has one or the log of a gateway that has many. */
  read(text: string): FoundHeads
}

export type FoundHeads = {
  readonly heads: readonly Head[]
  /** Whether some were not signed under this log's key. */
  readonly hasForeign: boolean
}

export function headsWith(auditKey: Buffer): Heads {
  const key = keyedHash(auditKey, 'audit head')
  const signatureOf = (signed: string) => keyedHash(key, signed)
  const isSigned = ({ signed, signature }: Line) => timingSafeEqual(signatureOf(signed), signature)
  return {
    write({ entryNo, digest }, at) {
      const short = Buffer.from(digest, 'hex').toString('base64url')
      const signed = `${form}:${entryNo}:${short}:${at.toISOString().replace(/\.\d+Z$/, 'Z')}`
      return `${signed}:${signatureOf(signed).toString('base64url')}`
    },
    read(text) {
      const lines = [...text.matchAll(pattern)].map(lineOf)
      const heads = lines.filter(isSigned).map(({ head }) => head)
      return { heads, hasForeign: heads.length < lines.length }
    },
  }
}

type Line = { readonly head: Head; readonly signed: string; readonly signature: Buffer }

/** Not in hexadecimal: among its digits something may look like a card number, and a log is searched. */
function lineOf([
  ,
  signed = '',
  entryNo = '',
  digest = '',
  time = '',
  signature = '',
]: RegExpExecArray): Line {
  const hex = Buffer.from(digest, 'base64url').toString('hex')
  const head = { entryNo: Number(entryNo), digest: hex, time }
  return { head, signed, signature: Buffer.from(signature, 'base64url') }
}

const form = 'audit-head:1'
const hash = '[A-Za-z0-9_-]{43}'
const moment = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ'
const pattern = new RegExp(`(${form}:([1-9]\\d{0,14}):(${hash}):(${moment})):(${hash})`, 'g')

export const isHeadLine = (text: string): boolean => text.startsWith(form)
