// The head of the audit log (its last entry), kept in a file outside of the database.

import { timingSafeEqual } from 'node:crypto'
import { errorCode } from '../platform/errors.ts'
import { keyedHash } from '../platform/secretBox.ts'
import type { NotedEntry } from './auditLog.ts'
import type { AdministrationStore, AuditEntry } from './port.ts'

/**
 * The end of the log at one moment, to be kept outside of the database: entries have no gaps, so the number
 * of the last one is their count. Signed with the log's own key, so that no one else can make a head.
 */
type AuditHead = NotedEntry & { readonly time: string }

type AuditHeads = {
  /** As one line, for a file or a log. */
  write(end: NotedEntry, at: Date): string
  /** All heads in a text, such as a file with one or the log of a gateway with many. */
  read(text: string): FoundAuditHeads
}

export type FoundAuditHeads = {
  readonly heads: readonly AuditHead[]
  /** Whether some were not signed with this log's key. */
  readonly hasForeign: boolean
}

export function createAuditHeads(auditKey: Buffer): AuditHeads {
  const key = keyedHash(auditKey, 'audit head')
  const signatureOf = (signed: string) => keyedHash(key, signed)
  const isSigned = ({ signed, signature }: SignedHeadLine) => timingSafeEqual(signatureOf(signed), signature)
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

type SignedHeadLine = { readonly head: AuditHead; readonly signed: string; readonly signature: Buffer }

/** Not in hexadecimal: its digits could look like a card number, and logs are searched for these. */
function lineOf([
  ,
  signed = '',
  entryNo = '',
  digest = '',
  time = '',
  signature = '',
]: RegExpExecArray): SignedHeadLine {
  const hex = Buffer.from(digest, 'base64url').toString('hex')
  const head = { entryNo: Number(entryNo), digest: hex, time }
  return { head, signed, signature: Buffer.from(signature, 'base64url') }
}

const form = 'audit-head:1'
const hash = '[A-Za-z0-9_-]{43}'
const moment = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ'
const pattern = new RegExp(`(${form}:([1-9]\\d{0,14}):(${hash}):(${moment})):(${hash})`, 'g')

export const isHeadLine = (text: string): boolean => text.startsWith(form)

/** Keeps the log's head in a file outside of the database, and advances it only where the log matches it. */
export interface AuditHeadKeeper {
  readonly path: string
  /** The content of the file; undefined where there is none. */
  kept(): Promise<FoundAuditHeads | undefined>
  /** All heads in a text that was kept elsewhere. */
  read(text: string): FoundAuditHeads
  /** Brings the file up to date. Without a file, one is created only with `mayBegin`. */
  advance(options?: { readonly mayBegin?: boolean }): Promise<HeadAdvance>
  /** Writes a new head, whatever the file contains: for a log that was emptied on purpose. */
  begin(): Promise<HeadAdvance>
}

export type HeadAdvance = {
  /** The newest head. */
  readonly head?: { readonly entryNo: number; readonly line: string }
  /** Why the file was not changed. */
  readonly trouble?: string
}

export interface AuditHeadFile {
  readonly path: string
  read(): Promise<string | undefined>
  replace(text: string): Promise<void>
  remove(): Promise<void>
}

type AuditHeadKeeperDependencies = {
  readonly store: Pick<AdministrationStore, 'audit'>
  readonly heads: AuditHeads
  readonly file: AuditHeadFile
  readonly now: () => Date
}

export function createAuditHeadKeeper({
  store,
  heads,
  file,
  now,
}: AuditHeadKeeperDependencies): AuditHeadKeeper {
  const newest = async () => (await store.audit({ limit: 1 }))[0]
  const write = async (end: AuditEntry | undefined): Promise<HeadAdvance> => {
    if (end === undefined) return {}
    const { entryNo, digest } = end
    const line = heads.write({ entryNo, digest: digest.toString('hex') }, now())
    const head = { entryNo, line }
    return file.replace(`${line}\n`).then(
      () => ({ head }),
      error => ({ head, trouble: `${file.path} cannot be written (${errorCode(error)}).` }),
    )
  }
  return {
    path: file.path,
    async kept() {
      const text = await file.read()
      return text === undefined ? undefined : heads.read(text)
    },
    read: heads.read,
    async advance({ mayBegin = false } = {}) {
      const text = await file.read()
      const end = await newest()
      if (text === undefined) return mayBegin ? write(end) : {}
      const head = lastOf(heads.read(text))
      if (head === undefined) return { trouble: foreignHeadText(file.path) }
      const [there] = await store.audit({ before: head.entryNo + 1, limit: 1 })
      if (there?.entryNo !== head.entryNo || there.digest.toString('hex') !== head.digest)
        return { trouble: unfitLogText(head, file.path) }
      const isLast = end?.entryNo === head.entryNo
      return isLast ? { head: { entryNo: head.entryNo, line: text.trim() } } : write(end)
    },
    async begin() {
      const end = await newest()
      if (end === undefined) await file.remove()
      return write(end)
    },
  }
}

/** A file that contains anything else is not trusted at all. */
const lastOf = ({ heads, hasForeign }: FoundAuditHeads): AuditHead | undefined =>
  hasForeign ? undefined : heads.at(-1)

export const foreignHeadText = (origin: string): string =>
  `The head in ${origin} was not signed by this log: it was changed, it belongs to another database, or ` +
  'the key of the log was replaced.'

const unfitLogText = ({ entryNo, time }: AuditHead, path: string): string =>
  `Entry ${entryNo} of the audit log is not what its head in ${path} says of ${time}: the log was ` +
  'emptied, cut off or rewritten, or an older copy of the database was put back. ' +
  'See npx tollgate audit verify.'
