// The answer to a question about card ranges (PRes), read as it arrives.

import { setImmediate } from 'node:timers/promises'
import { isSameId, readMessage } from '../codec.ts'
import type { ProtocolVersion } from '../settings.ts'
import { readElements } from './jsonElements.ts'
import type { GenerationFacts, PackedRanges } from './packedRanges.ts'
import { isRecord, readText, readTexts, versionsBetween, versionsIn } from './rangeEntry.ts'
import { RangeRefusal, RangesDenied } from './rangeRefusal.ts'
import { RangeUpdate } from './rangeUpdate.ts'
import { unzipped } from './unzipped.ts'

export type RangeQuestion = {
  readonly version: ProtocolVersion
  /** What has changed since then; absent: the whole list. */
  readonly serialNumber?: string
}

export type RangeReading = {
  readonly question: RangeQuestion
  /** Of the question: the answer has to repeat it. */
  readonly transactionId?: string | undefined
  /** What the serial number of the question is about. */
  readonly base?: PackedRanges | undefined
  /** Opens a file that the answer refers to, in the place of its own list. */
  readonly openFile: (url: string) => AsyncIterable<Uint8Array>
}

export type RangeAnswer =
  /** The list from before is right. */
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'changed'; readonly isWhole: boolean; readonly ranges: PackedRanges }

type Frame = Readonly<Record<string, unknown>>

/** Throws a refusal of ours, or that of the directory server; either way nothing has changed. */
export async function readRangeAnswer(
  body: AsyncIterable<Uint8Array>,
  { question, transactionId, base, openFile }: RangeReading,
): Promise<RangeAnswer> {
  const update = new RangeUpdate(question.version)
  const frame = await readFrame(body, { update, question, transactionId })
  const facts = factsOf(frame, question)
  const fileUrl = question.version === '2.3.1' && readText(frame, 'cardRangeDataFileURL')
  if (typeof fileUrl === 'string') {
    const { serialNumber: _, ...ofFile } = facts
    return { outcome: 'changed', isWhole: true, ranges: await readFile(openFile(fileUrl), ofFile) }
  }
  const { serialNumber } = question
  if (!base || serialNumber === undefined || facts.serialNumber === undefined) {
    if (update.entries === 0) throw new RangeRefusal('201', listName)
    return { outcome: 'changed', isWhole: true, ranges: await update.whole(facts) }
  }
  if (update.entries === 0 && frame[listName] !== undefined) throw new RangeRefusal('203', listName)
  const isSameSerial = facts.serialNumber === serialNumber
  if (isSameSerial && update.entries === 0 && isSame(facts, base.facts)) return { outcome: 'unchanged' }
  const ranges = await update.changed(base, facts, frame.readOrder === '02')
  // What is wrong with the changes themselves says more.
  if (isSameSerial && update.entries > 0) throw new RangeRefusal('203', listName)
  return { outcome: 'changed', isWhole: false, ranges }
}

const listName = 'cardRangeData'

/** What is around the list, read by its table, and whether it is an answer at all. */
async function readFrame(body: AsyncIterable<Uint8Array>, reads: FrameReading): Promise<Frame> {
  const { update, question, transactionId } = reads
  const frame = await readElements(unzipped(body), reading(update, false))
  if (!isRecord(frame)) throw new RangeRefusal('101', 'messageType')
  const { [listName]: list, ...around } = frame
  if (list !== undefined && !Array.isArray(list)) throw new RangeRefusal('203', listName)
  const read = readMessage(JSON.stringify(around), { kinds: ['PRes', 'Erro'], version: question.version })
  if ('erro' in read) throw new RangeRefusal(read.erro.errorCode, read.erro.errorDetail)
  if (read.message.messageType === 'Erro') throw denied(around)
  if (transactionId !== undefined && !isSameId(around.threeDSServerTransID, transactionId))
    throw new RangeRefusal('301', 'threeDSServerTransID')
  return frame
}

type FrameReading = Pick<RangeReading, 'question' | 'transactionId'> & { readonly update: RangeUpdate }

const reading = (update: RangeUpdate, mayBeBare: boolean) => ({
  ...{ listName, mayBeBare, hear: (element: unknown) => update.hear(element) },
  pause: () => setImmediate(),
})

/** The file has the list alone, or an object with the list in it. */
async function readFile(file: AsyncIterable<Uint8Array>, facts: GenerationFacts): Promise<PackedRanges> {
  const update = new RangeUpdate()
  await readElements(unzipped(file), reading(update, true))
  if (update.entries === 0) throw new RangeRefusal('201', listName)
  return update.whole(facts)
}

function denied({ errorCode, errorDescription, errorDetail }: Frame): RangesDenied {
  const code = typeof errorCode === 'string' && /^\d{3}$/.test(errorCode) ? errorCode : '101'
  const texts = [errorDescription, errorDetail].filter(text => typeof text === 'string' && text !== '')
  // Others may quote whatever they were sent.
  const detail = texts
    .join('; ')
    .slice(0, 300)
    .replaceAll(/\d{7,}/g, '…')
  return new RangesDenied(code, detail)
}

function factsOf(frame: Frame, { version }: RangeQuestion): GenerationFacts {
  const serialNumber = readText(frame, 'serialNum')
  return {
    ...(serialNumber !== undefined && { serialNumber }),
    directoryVersions: version === '2.3.1' ? listedVersions(frame) : startToEnd(frame),
    addresses: addressesIn(frame.dsUrlList),
  }
}

const listedVersions = (frame: Frame): readonly ProtocolVersion[] =>
  versionsIn(readTexts(frame, 'dsProtocolVersions') ?? [])

const startToEnd = (frame: Frame): readonly ProtocolVersion[] =>
  versionsBetween(
    readText(frame, 'dsStartProtocolVersion') ?? '',
    readText(frame, 'dsEndProtocolVersion') ?? '',
  )

/** Addresses as such, or each as a member of an object, whatever it is called. */
function addressesIn(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((each: unknown) => (isRecord(each) ? Object.values(each) : [each])).filter(isAddress)
}

const isAddress = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 2_048 && /^https:\/\/[^\s]+$/.test(text) && URL.canParse(text)

const isSame = (one: GenerationFacts, other: GenerationFacts): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
