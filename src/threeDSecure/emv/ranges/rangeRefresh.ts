// One question to a directory server about its ranges, with what follows from the answer: what is kept, and
// when it is asked next.

import { type Log, tellFailure } from '../../../platform/log.ts'
import { highestCommonVersion, type ProtocolVersion, protocolVersions } from '../settings.ts'
import type { LoadedRanges } from './loadedRanges.ts'
import type { PackedRanges } from './packedRanges.ts'
import { type RangeAnswer, type RangeQuestion, readRangeAnswer } from './rangeAnswer.ts'
import { RangeRefusal, RangesDenied } from './rangeRefusal.ts'
import type { RangeSource } from './rangeSource.ts'
import type { NextQuestion, RangeClaim, RangeStore } from './rangeStore.ts'
import { resumedFile } from './resumedFile.ts'

export type RefreshOptions = {
  readonly source: RangeSource
  readonly store: RangeStore
  readonly loaded: LoadedRanges
  /** Those that this server may use. */
  readonly versions: readonly ProtocolVersion[]
  readonly refreshHoursOf: (directoryServer: string) => number
  /** A directory server could not be asked, or something was refused, by a code or a word. */
  readonly onFailure: (directoryServer: string, code: string) => void
  readonly log: Log
  readonly signal: AbortSignal
}

const hourMs = 3_600_000
/** The whole list is not asked for more often, but where there is none, or an operator wants it. */
export const wholeEveryMs = 12 * hourMs
/** After a connection failed twice. */
const againMs = 60_000
const unreachable = 'unreachable'
/** Who wants something where no operator does. */
export const nobody = 'gateway'

/** Concludes the claim, whatever happens. */
export async function refreshRanges(claim: RangeClaim, options: RefreshOptions): Promise<void> {
  const { directoryServer } = claim
  const { store, loaded, log } = options
  const asked = await askedFor(claim, options)
  if ('error' in asked) {
    if (options.signal.aborted) return store.release(claim)
    const { error, isWhole } = asked
    log.warn('Card ranges were not loaded', { name: directoryServer, reason: reasonOf(error) })
    const hasRefusedWhole = isWhole && error instanceof RangeRefusal
    await store.fail(claim, { code: codeOf(error), hasRefusedWhole }, nextAfterFailure(claim, asked))
  } else if (asked.outcome === 'unchanged') {
    await store.confirm(claim, nextAfter(loaded.current(directoryServer)?.ranges, directoryServer, options))
    loaded.confirm(directoryServer, 0)
  } else {
    const { ranges, isWhole } = asked
    const { serialNumber } = ranges.facts
    const made = { bytes: ranges.bytes, ranges: ranges.count, isWhole }
    const generation = await store.publish(
      claim,
      { ...made, ...(serialNumber !== undefined && { serialNumber }) },
      nextAfter(ranges, directoryServer, options),
    )
    if (generation === undefined) return
    loaded.load(directoryServer, generation, ranges, 0)
    log.info('Card ranges were loaded', { name: directoryServer, count: ranges.count })
  }
}

type FailedQuestion = { readonly error: unknown; readonly isWhole: boolean }

/** An answer, after what the specification says to try at once. */
async function askedFor(claim: RangeClaim, options: RefreshOptions): Promise<RangeAnswer | FailedQuestion> {
  const { directoryServer } = claim
  const known = options.loaded.current(directoryServer)
  const base = known && known.generation === claim.generation ? known.ranges : undefined
  const versions = versionsToAsk(base, options.versions)
  let isWhole = claim.isWholeNext || base?.facts.serialNumber === undefined
  for (let [attempt, hasFailed] = [0, false]; ; ) {
    const version = versions[attempt] ?? '2.2.0'
    const serialNumber = isWhole ? undefined : base?.facts.serialNumber
    const question = { version, ...(serialNumber !== undefined && { serialNumber }) }
    try {
      return await askOnce(directoryServer, question, base, options)
    } catch (error) {
      if (options.signal.aborted) return { error, isWhole }
      const code = codeOf(error)
      options.onFailure(directoryServer, code)
      if (code === unreachable && !hasFailed) hasFailed = true
      // Each version in turn where the directory server does not speak the newest.
      else if (error instanceof RangesDenied && code === '102' && attempt + 1 < versions.length) attempt++
      else if (!isWhole && isWholeNeeded(error) && mayAskWhole(claim, error)) isWhole = true
      else return { error, isWhole }
    }
  }
}

async function askOnce(
  directoryServer: string,
  question: RangeQuestion,
  base: PackedRanges | undefined,
  { source, signal, log }: RefreshOptions,
): Promise<RangeAnswer> {
  const { body, transactionId, refuse } = await source.ask(directoryServer, question, signal)
  const openFile = (url: string) =>
    resumedFile(url, wanted => source.openFile(directoryServer, wanted, signal))
  try {
    return await readRangeAnswer(body, { question, transactionId, base, openFile })
  } catch (error) {
    if (error instanceof RangeRefusal)
      await refuse(error).catch(fault => tellFailure(log, 'refusal of card ranges', fault))
    throw error
  }
}

/** The newest first. */
function versionsToAsk(base: PackedRanges | undefined, own: readonly ProtocolVersion[]) {
  const ours = protocolVersions.filter(version => own.includes(version)).reverse()
  const best = base && highestCommonVersion(own, base.facts.directoryVersions)
  return best === undefined ? ours : ours.filter(version => version <= best)
}

/** The serial number is not known there any more, or what has changed does not fit what there was. */
const isWholeNeeded = (error: unknown): boolean =>
  error instanceof RangeRefusal || (error instanceof RangesDenied && error.code === '307')

/** A directory server that does not know the serial number asks for it by that. */
const mayAskWhole = ({ wholeAgeMs, requestedBy }: RangeClaim, error: unknown): boolean =>
  error instanceof RangesDenied ||
  (requestedBy !== undefined && requestedBy !== nobody) ||
  wholeAgeMs === undefined ||
  wholeAgeMs >= wholeEveryMs

/** Without a serial number there is only the whole list to ask for. */
function nextAfter(
  ranges: PackedRanges | undefined,
  directoryServer: string,
  { refreshHoursOf }: RefreshOptions,
): NextQuestion {
  const usualMs = Math.min(Math.max(refreshHoursOf(directoryServer), 1), 24) * hourMs
  const isWhole = ranges?.facts.serialNumber === undefined
  return { inMs: isWhole ? Math.max(usualMs, wholeEveryMs) : usualMs, isWhole }
}

/** Where there is nothing at all, payers wait for it: then every hour. */
function nextAfterFailure(claim: RangeClaim, { error, isWhole: wasWhole }: FailedQuestion): NextQuestion {
  if (!(error instanceof RangeRefusal) && !(error instanceof RangesDenied))
    return { inMs: againMs, isWhole: claim.isWholeNext }
  const isWhole = claim.isWholeNext || isWholeNeeded(error)
  if (!isWhole || claim.generation === undefined) return { inMs: hourMs, isWhole }
  const wholeAgeMs = wasWhole && error instanceof RangeRefusal ? 0 : (claim.wholeAgeMs ?? wholeEveryMs)
  return { inMs: Math.max(wholeEveryMs - wholeAgeMs, hourMs), isWhole }
}

const codeOf = (error: unknown): string =>
  error instanceof RangeRefusal || error instanceof RangesDenied ? error.code : unreachable

/** Other errors may say whatever the network says. */
const reasonOf = (error: unknown): string =>
  error instanceof RangeRefusal || error instanceof RangesDenied ? error.message : unreachable
