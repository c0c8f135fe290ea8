import { errorCode } from '../platform/errors.ts'
import type { FoundHeads, Head, Heads } from './head.ts'
import type { AdministrationStore, AuditEntry } from './port.ts'

/** Keeps the log's head in a file outside of the database, and goes on from it only where the log fits it. */
export interface HeadKeeper {
  readonly path: string
  /** What the file holds now; undefined where there is none. */
  kept(): Promise<FoundHeads | undefined>
  /** All heads in a text that was kept elsewhere. */
  read(text: string): FoundHeads
  /** Brings the file up to date. Without a file, one is begun only where that is wanted. */
  advance(options?: { readonly mayBegin?: boolean }): Promise<Advance>
  /** Begins anew, whatever the file holds: for a log that was emptied on purpose. */
  begin(): Promise<Advance>
}

export type Advance = {
  /** The newest head there is. */
  readonly head?: { readonly entryNo: number; readonly line: string }
  /** Why the file was left as it is. */
  readonly trouble?: string
}

export interface HeadFile {
  readonly path: string
  read(): Promise<string | undefined>
  replace(text: string): Promise<void>
  remove(): Promise<void>
}

export type HeadKeeperParts = {
  readonly store: Pick<AdministrationStore, 'audit'>
  readonly heads: Heads
  readonly file: HeadFile
  readonly now: () => Date
}

export function createHeadKeeper({ store, heads, file, now }: HeadKeeperParts): HeadKeeper {
  const newest = async () => (await store.audit({ limit: 1 }))[0]
  const write = async (end: AuditEntry | undefined): Promise<Advance> => {
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
      if (head === undefined) return { trouble: foreignHead(file.path) }
      const [there] = await store.audit({ before: head.entryNo + 1, limit: 1 })
      if (there?.entryNo !== head.entryNo || there.digest.toString('hex') !== head.digest)
        return { trouble: unfitLog(head, file.path) }
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

/** Of a file that holds anything else nothing is believed. */
const lastOf = ({ heads, hasForeign }: FoundHeads): Head | undefined =>
  hasForeign ? undefined : heads.at(-1)

export const foreignHead = (origin: string): string =>
  `The head in ${origin} was not signed by this log: it was changed, it belongs to another database, or ` +
  'the key of the log was replaced.'

const unfitLog = ({ entryNo, time }: Head, path: string): string =>
  `Entry ${entryNo} of the audit log is not what its head in ${path} says of ${time}: the log was ` +
  'emptied, cut off or rewritten, or an older copy of the database was put back. ' +
  'See npx tollgate audit verify.'
