// The answer with card ranges (PRes), in pieces: a list can be longer than what should be held as one text.

import { randomUUID } from 'node:crypto'
import type { BookAction, BookedChange, BookedRange, RangeBook } from './cardRanges.ts'
import type { HitFault, rangeFaults } from './faults.ts'
import type { WireMessage } from './tables/forms.ts'
import type { SpokenVersion } from './versions.ts'

export type PublishedRanges =
  | { readonly error: { readonly code: string; readonly detail: string } }
  | {
      /** Everything but the list. */
      readonly head: WireMessage
      /** Absent: nothing has changed, or there is a file. */
      readonly entries?: Iterable<WireMessage>
    }

export type PublishedAsk = {
  readonly content: WireMessage
  readonly version: SpokenVersion
  readonly versions: readonly SpokenVersion[]
  readonly book: RangeBook
  /** Where the whole list is a file. */
  readonly fileUrl: string
  readonly fault: HitFault<keyof typeof rangeFaults> | undefined
}

export function rangeAnswer({ content, version, versions, book, ...rest }: PublishedAsk): PublishedRanges {
  const { serialNum, cardRangeDataDownloadInd, threeDSServerTransID } = content
  const { fault, fileUrl } = rest
  const isFile = version === '2.3.1' && cardRangeDataDownloadInd === 'Y'
  const changes = typeof serialNum === 'string' ? book.since(serialNum) : undefined
  if (typeof serialNum === 'string' && (changes === undefined || fault?.name === 'pres-unknown-serial'))
    return { error: { code: '307', detail: 'serialNum' } }
  const head = {
    messageType: 'PRes',
    messageVersion: version,
    threeDSServerTransID: fault?.name === 'pres-other-id' ? randomUUID() : threeDSServerTransID,
    dsTransID: randomUUID(),
    ...headOf(version, versions),
  }
  if (isFile) return { head: { ...head, cardRangeDataFileURL: fileUrl } }
  const numbered = { ...head, serialNum: book.serial() }
  if (changes?.length === 0 && fault === undefined) return { head: numbered }
  const listed = changes ?? book.all()
  return { head: numbered, entries: withFault(entriesOf(listed, version), version, fault) }
}

/** What a file of the whole list holds. */
export const rangeFileEntries = (book: RangeBook): Iterable<WireMessage> => entriesOf(book.all(), '2.3.1')

function headOf(version: SpokenVersion, versions: readonly SpokenVersion[]): WireMessage {
  if (version === '2.3.1') return { dsProtocolVersions: versions, readOrder: '01' }
  return { dsStartProtocolVersion: versions[0], dsEndProtocolVersion: versions.at(-1) }
}

const isChange = (each: BookedRange | BookedChange): each is BookedChange => 'action' in each

function* entriesOf(
  listed: Iterable<BookedRange | BookedChange>,
  version: SpokenVersion,
): Iterable<WireMessage> {
  for (const each of listed)
    yield isChange(each) ? entryOf(each.range, version, each.action) : entryOf(each, version)
}

function entryOf(range: BookedRange, version: SpokenVersion, action?: BookAction): WireMessage {
  const { start, end, versions, methodUrl, abilities } = range
  const actionInd = action === undefined ? {} : { actionInd: action }
  if (version === '2.3.1')
    return {
      ranges: [{ start, end }],
      ...actionInd,
      acsProtocolVersions: versions.map(each => ({
        ...{ version: each },
        ...(abilities && { acsInfoInd: abilities }),
        ...(methodUrl !== undefined && { threeDSMethodURL: methodUrl }),
      })),
    }
  return {
    ...{ startRange: start, endRange: end, ...actionInd },
    ...{ acsStartProtocolVersion: versions[0], acsEndProtocolVersion: versions.at(-1) },
    ...(version !== '2.1.0' && abilities && { acsInfoInd: abilities }),
    ...(methodUrl !== undefined && { threeDSMethodURL: methodUrl }),
  }
}

const stray = { versions: ['2.2.0'] } as const

/** Entries that cannot be applied, among others that can. */
function* withFault(
  entries: Iterable<WireMessage>,
  version: SpokenVersion,
  fault: PublishedAsk['fault'],
): Iterable<WireMessage> {
  const range = (start: string, end: string, action?: BookAction) =>
    entryOf({ ...stray, start, end }, version, action)
  switch (fault?.name) {
    case 'pres-overlap':
      yield range('8100000000000000', '8199999999999999', 'A')
      yield range('8150000000000000', '8159999999999999', 'A')
      break
    case 'pres-delete-unknown':
      yield range('8700000000000000', '8799999999999999', 'D')
      break
    case 'pres-broken':
      yield { actionInd: 'A' }
      break
    default:
  }
  yield* entries
}

/** As JSON, in pieces of some size. */
export function* answerText(head: WireMessage, entries?: Iterable<WireMessage>): Iterable<string> {
  const text = JSON.stringify(head)
  if (entries === undefined) {
    yield text
    return
  }
  let piece = `${text.slice(0, -1)}${text === '{}' ? '' : ','}"cardRangeData":[`
  let separator = ''
  for (const entry of entries) {
    piece += separator + JSON.stringify(entry)
    separator = ','
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield `${piece}]}`
}

const pieceLength = 64 * 1_024
