// The file of an archive: lines of JSON, compressed. The first says what it is, then comes one for each
// order, and the last seals them: how many there are, their totals, and a digest of every line before under
// the installation's key.

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartRefusal } from '../../platform/errors.ts'
import { syncFolder } from '../../platform/files.ts'
import { textLines, UnreadableLine } from '../../platform/textLines.ts'

/** What an archive is of. */
export type ArchiveHeader = {
  readonly merchantId: string
  readonly archiveNo: number
  readonly began: string
}

/** A keyed digest: who has not the key can neither make nor change an archive. */
export type SealArchive = (text: string) => Buffer

/** What is read of the line of an order; there is more in it. */
export type ArchivedOrder = {
  readonly order_id: string
  readonly version: string
  readonly currency: string
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
}

export type CurrencyTotals = {
  readonly orders: number
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
}

export type ReadArchive = {
  readonly header: ArchiveHeader
  readonly orders: number
  readonly totals: Readonly<Record<string, CurrencyTotals>>
  readonly digest: Buffer
}

/** The file is not what was written, or not whole. */
export class BrokenArchive extends StartRefusal {}

const format = 1

/** Written aside, flushed, and then named; what had no end is never found under the name. */
export async function writeArchive(
  path: string,
  { header, seal, lines }: { readonly header: ArchiveHeader; readonly seal: SealArchive } & Lines,
): Promise<void> {
  const aside = `${path}.part`
  try {
    const file = createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(sealed(header, seal, lines)), createGzip(), file)
    await rename(aside, path)
    await syncFolder(path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

type Lines = { readonly lines: AsyncIterable<string> }

async function* sealed(
  header: ArchiveHeader,
  seal: SealArchive,
  lines: AsyncIterable<string>,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const sums = createSums()
  const first = `${JSON.stringify({ archive: { format, ...header } })}\n`
  hash.update(first)
  yield first
  for await (const line of lines) {
    sums.add(orderIn(line))
    hash.update(`${line}\n`)
    yield `${line}\n`
  }
  const facts = { ...sums.result(), sha256: hash.digest('hex') }
  yield `${JSON.stringify({ seal: { ...facts, mac: macOf(seal, facts).toString('hex') } })}\n`
}

const macOf = (seal: SealArchive, { orders, totals, sha256 }: SealedFacts): Buffer =>
  seal(`archive ${JSON.stringify({ orders, totals, sha256 })}`)

type SealedFacts = Omit<ReadArchive, 'digest' | 'header'> & { readonly sha256: string }

/**
 * Reads a file to its end and gives each order that is in it, with its line. Only who has read to the end
 * without an error knows that they are what was written.
 */
export async function readArchive(
  path: string,
  seal: SealArchive,
  each: (order: ArchivedOrder, line: string) => void,
): Promise<ReadArchive> {
  const hash = createHash('sha256')
  const sums = createSums()
  let header: ArchiveHeader | undefined
  let facts: SealedFacts | undefined
  for await (const line of linesIn(path)) {
    if (facts) throw new BrokenArchive('There is something behind its seal.')
    const content = parsed(line)
    if (header === undefined) header = headerIn(content)
    else if ('seal' in content) facts = sealIn(content.seal, seal)
    else {
      const order = orderIn(line)
      sums.add(order)
      each(order, line)
    }
    if (!facts) hash.update(`${line}\n`)
  }
  if (!header || !facts) throw new BrokenArchive('It ends before its seal.')
  const digest = hash.digest()
  if (digest.toString('hex') !== facts.sha256)
    throw new BrokenArchive('Its lines are not those that were sealed.')
  const { orders, totals } = sums.result()
  if (JSON.stringify({ orders, totals }) !== JSON.stringify({ orders: facts.orders, totals: facts.totals }))
    throw new BrokenArchive('Its orders do not add up to what was sealed.')
  return { header, orders, totals, digest }
}

/**
 * In characters: as much as the database makes of one order (a jsonb has so many bytes at most). Five hundred
 * transactions with the longest bodies come near it, so less would make archives unreadable.
 */
const longestLine = 2 ** 28

async function* linesIn(path: string): AsyncGenerator<string> {
  const source = createReadStream(path)
  const text = source.pipe(createGunzip())
  source.on('error', error => text.destroy(error))
  try {
    yield* textLines(text, { decoder: new TextDecoder('utf-8', { ignoreBOM: true }), longestLine })
  } catch (error) {
    const why =
      error instanceof UnreadableLine
        ? 'A line of it is longer than that of any order.'
        : 'It cannot be read as a compressed file to its end.'
    throw new BrokenArchive(why, { cause: error })
  } finally {
    source.destroy()
  }
}

type Parsed = Readonly<Record<string, unknown>>

function parsed(line: string): Parsed {
  try {
    const content: unknown = JSON.parse(line)
    if (isRecord(content)) return content
  } catch {
    // Said below.
  }
  throw new BrokenArchive('A line of it is no JSON object.')
}

const isRecord = (value: unknown): value is Parsed =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function headerIn({ archive }: Parsed): ArchiveHeader {
  if (isRecord(archive) && archive.format === format) {
    const { merchantId, archiveNo, began } = archive
    if (typeof merchantId === 'string' && typeof archiveNo === 'number' && typeof began === 'string')
      return { merchantId, archiveNo, began }
  }
  throw new BrokenArchive('It does not begin like an archive of this release.')
}

function sealIn(content: unknown, seal: SealArchive): SealedFacts {
  if (isSeal(content) && macOf(seal, content).toString('hex') === content.mac) return content
  throw new BrokenArchive('Its seal was not made with the key of this installation.')
}

const isSeal = (value: unknown): value is SealedFacts & { readonly mac: string } =>
  isRecord(value) &&
  typeof value.orders === 'number' &&
  typeof value.sha256 === 'string' &&
  typeof value.mac === 'string' &&
  isRecord(value.totals)

function orderIn(line: string): ArchivedOrder {
  const { order } = parsed(line)
  if (isArchivedOrder(order)) return order
  throw new BrokenArchive('A line of it is no order.')
}

const orderTexts = ['order_id', 'version', 'currency', 'authorized', 'captured', 'refunded']
const isArchivedOrder = (value: unknown): value is ArchivedOrder =>
  isRecord(value) && orderTexts.every(name => typeof value[name] === 'string')

/** Counts orders and adds up their money, by currency. */
function createSums() {
  const sums = new Map<string, { orders: number; authorized: bigint; captured: bigint; refunded: bigint }>()
  let orders = 0
  return {
    add({ currency, authorized, captured, refunded }: ArchivedOrder) {
      orders += 1
      const sum = sums.get(currency) ?? { orders: 0, authorized: 0n, captured: 0n, refunded: 0n }
      sums.set(currency, {
        orders: sum.orders + 1,
        authorized: sum.authorized + BigInt(authorized),
        captured: sum.captured + BigInt(captured),
        refunded: sum.refunded + BigInt(refunded),
      })
    },
    result() {
      const texts = [...sums]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([currency, sum]) => [
          currency,
          {
            orders: sum.orders,
            authorized: sum.authorized.toString(),
            captured: sum.captured.toString(),
            refunded: sum.refunded.toString(),
          },
        ])
      const totals: Readonly<Record<string, CurrencyTotals>> = Object.fromEntries(texts)
      return { orders, totals }
    },
  }
}
