import {
  type AcquirerBooks,
  type BookEntry,
  type BookEntryFilter,
  type BookEntryKind,
  type BookPosting,
  isUndoing,
  originalKinds,
  type PostingResult,
} from '../../../src/sandbox/acquirer/books.ts'

/** Books in memory, for tests. */
export function memoryBooks(): AcquirerBooks {
  const lines: Line[] = []
  const linesByOrder = new Map<string, Line[]>()

  function linesOf({ merchantId, orderId }: OrderIds): Line[] {
    const key = `${merchantId}\0${orderId}`
    const known = linesByOrder.get(key)
    if (known) return known
    const none: Line[] = []
    linesByOrder.set(key, none)
    return none
  }

  function write(posting: BookPosting, original: Line | undefined): void {
    const amount = original && isUndoing(posting.kind) ? original.entry.amount : posting.amount
    const line: Line = { entry: { ...posting, amount, entryNo: lines.length + 1, state: 'posted' } }
    lines.push(line)
    linesOf(posting).push(line)
    if (original && isUndoing(posting.kind)) original.entry = { ...original.entry, state: 'undone' }
  }

  return {
    async post(posting) {
      const { own, original } = found(linesOf(posting), posting)
      const posted = judge(posting, own, original)
      if (posted.verdict === 'posted') write(posting, original)
      return posted
    },
    async entries(wanted) {
      const { merchantId, orderId, after = 0 } = wanted
      const isOfOneOrder = merchantId !== undefined && orderId !== undefined
      return shown(isOfOneOrder ? linesOf({ merchantId, orderId }) : lines.slice(after), wanted)
    },
  }
}

type OrderIds = Pick<BookPosting, 'merchantId' | 'orderId'>
type Line = { entry: BookEntry }

function found(lines: readonly Line[], { transactionId, kind, originalId }: BookPosting) {
  const find = (id: string | undefined, wanted: BookEntryKind) =>
    lines.find(({ entry }) => entry.transactionId === id && entry.kind === wanted)
  const [original] = originalKinds[kind].flatMap(one => find(originalId, one) ?? [])
  return { own: find(transactionId, kind), original }
}

function judge(
  { originalId }: BookPosting,
  own: Line | undefined,
  original: Line | undefined,
): PostingResult {
  if (own) return { verdict: 'duplicate', entry: own.entry }
  if (originalId === undefined) return { verdict: 'posted' }
  if (!original) return { verdict: 'noOriginal' }
  return { verdict: original.entry.state === 'posted' ? 'posted' : 'refused' }
}

function shown(
  lines: readonly Line[],
  { merchantId, orderId, after = 0, limit }: BookEntryFilter,
): BookEntry[] {
  const entries: BookEntry[] = []
  for (const { entry } of lines) {
    if (entries.length === limit) break
    const isWanted =
      entry.entryNo > after &&
      (merchantId === undefined || merchantId === entry.merchantId) &&
      (orderId === undefined || orderId === entry.orderId)
    if (isWanted) entries.push(entry)
  }
  return entries
}
