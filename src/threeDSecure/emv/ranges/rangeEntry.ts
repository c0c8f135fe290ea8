// One entry of `cardRangeData`, in the form of any version: bounds, what to do with them, what its issuer
// speaks.

import { isPlainAddress } from '../../../standards/url.ts'
import { type ProtocolVersion, protocolVersions } from '../settings.ts'
import type { FoundVersion } from './cardRanges.ts'
import type { RangeProfile } from './rangeProfile.ts'
import { RangeRefusal } from './rangeRefusal.ts'

export type RangeAction = 'A' | 'D' | 'M'

export type RangeEntry = {
  readonly action: RangeAction
  readonly bounds: readonly RangeBounds[]
  readonly profile: RangeProfile
}

/** Whole card numbers, both inclusive. They are compared as numbers, so that their length is part of them. */
export type RangeBounds = { readonly start: bigint; readonly end: bigint }

/** The most bounds that an entry may have. */
const boundsMax = 5_000
const versionsMax = 10

type Fields = Readonly<Record<string, unknown>>

/** Fields that are not known are passed over. A wrong one refuses the whole answer. */
export function readRangeEntry(entry: unknown, version: ProtocolVersion): RangeEntry {
  if (!isRecord(entry)) throw new RangeRefusal('203', 'cardRangeData')
  const action = readAction(entry)
  // What is to be deleted needs only bounds.
  const isBare = entry.acsProtocolVersions === undefined && entry.acsStartProtocolVersion === undefined
  const profile = action === 'D' && isBare ? { versions: [] } : profileOf(entry, version)
  return { action, bounds: readBounds(entry), profile }
}

/** The versions from one to another, of those that this release knows. */
export function versionsBetween(first: string, last: string): readonly ProtocolVersion[] {
  const [from, to] = [versionNumber(first), versionNumber(last)]
  return protocolVersions.filter(version => {
    const number = versionNumber(version)
    return from <= number && number <= to
  })
}

/** Of a list, the versions that this release knows, the newest last. */
export const versionsIn = (list: readonly string[]): readonly ProtocolVersion[] =>
  protocolVersions.filter(version => list.includes(version))

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list of texts under a name; absent where there is none. */
export function readTexts(from: Fields, name: string, path = name) {
  const list = from[name]
  if (list === undefined) return undefined
  if (!isList(list) || list.length === 0) throw new RangeRefusal('203', path)
  return list.map(each => {
    if (typeof each !== 'string' || each === '') throw new RangeRefusal('203', path)
    return each
  })
}

export function readText(from: Fields, name: string, path = name) {
  const text = from[name]
  if (text === undefined) return undefined
  if (typeof text !== 'string' || text === '') throw new RangeRefusal('203', path)
  return text
}

const isVersion = (text: string): boolean => /^\d{1,2}(?:\.\d{1,2}){2,3}$/.test(text)

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const inEntry = (name: string) => `cardRangeData.${name}`

function readAction(entry: Fields): RangeAction {
  const { actionInd = 'A' } = entry
  if (actionInd === 'A' || actionInd === 'D' || actionInd === 'M') return actionInd
  throw new RangeRefusal('203', inEntry('actionInd'))
}

function readBounds(entry: Fields): readonly RangeBounds[] {
  const { ranges } = entry
  if (ranges === null) throw new RangeRefusal('201', inEntry('ranges'))
  if (ranges === undefined) return [boundsOf(entry, inEntry(''))]
  if (!isList(ranges) || ranges.length === 0 || ranges.length > boundsMax)
    throw new RangeRefusal('203', inEntry('ranges'))
  return ranges.map(range => {
    if (!isRecord(range)) throw new RangeRefusal('203', inEntry('ranges'))
    return boundsOf(range, inEntry('ranges.'))
  })
}

/** Within `ranges` some leave the second word of the names away. */
function boundsOf(from: Fields, path: string): RangeBounds {
  const start = boundOf(from.startRange ?? from.start, `${path}startRange`)
  const end = boundOf(from.endRange ?? from.end, `${path}endRange`)
  if (end < start) throw new RangeRefusal('203', `${path}startRange,${path}endRange`)
  return { start, end }
}

function boundOf(text: unknown, path: string): bigint {
  if (isMissing(text)) throw new RangeRefusal('201', path)
  if (typeof text !== 'string' || !/^\d{13,19}$/.test(text)) throw new RangeRefusal('203', path)
  return BigInt(text)
}

function profileOf(entry: Fields, version: ProtocolVersion): RangeProfile {
  return entry.acsProtocolVersions === undefined ? profileBetween(entry, version) : profileOfLists(entry)
}

/** Before 2.3.1: from one version to another, and one method for all of them. */
function profileBetween(entry: Fields, version: ProtocolVersion): RangeProfile {
  const { acsStartProtocolVersion: first, acsEndProtocolVersion: last } = entry
  const methodUrl = readMethodUrl(entry, inEntry('threeDSMethodURL'), 256)
  const told = version === '2.1.0' ? undefined : readTexts(entry, 'acsInfoInd', inEntry('acsInfoInd'))
  const abilities = told ?? []
  const between = requiredBetween(
    first,
    last,
    inEntry('acsStartProtocolVersion,cardRangeData.acsEndProtocolVersion'),
  )
  const { dsStartProtocolVersion: dsFirst, dsEndProtocolVersion: dsLast } = entry
  const versions = between.map(version => ({
    version,
    ...(methodUrl !== undefined && { methodUrl }),
    abilities,
  }))
  if (dsFirst === undefined || dsLast === undefined) return { versions }
  return { versions, directoryVersions: requiredBetween(dsFirst, dsLast, inEntry('dsStartProtocolVersion')) }
}

function requiredBetween(first: unknown, last: unknown, path: string): readonly ProtocolVersion[] {
  if (isMissing(first) || isMissing(last)) throw new RangeRefusal('201', path)
  if (typeof first !== 'string' || typeof last !== 'string' || !isVersion(first) || !isVersion(last))
    throw new RangeRefusal('203', path)
  return versionsBetween(first, last)
}

/** Since 2.3.1: a list of versions, each with a method of its own. */
function profileOfLists(entry: Fields): RangeProfile {
  const { acsProtocolVersions: list } = entry
  if (list === null) throw new RangeRefusal('201', inEntry('acsProtocolVersions'))
  if (!isList(list) || list.length === 0 || list.length > versionsMax)
    throw new RangeRefusal('203', inEntry('acsProtocolVersions'))
  const spoken = new Map(list.map(readVersion))
  const versions = protocolVersions.flatMap(version => {
    const found = spoken.get(version)
    return found ? [{ ...found, version }] : []
  })
  const directory = readTexts(entry, 'dsProtocolVersions', inEntry('dsProtocolVersions'))
  return { versions, ...(directory && { directoryVersions: versionsIn(directory) }) }
}

function readVersion(each: unknown): readonly [string, Omit<FoundVersion, 'version'>] {
  const path = inEntry('acsProtocolVersions')
  if (!isRecord(each)) throw new RangeRefusal('203', path)
  const { version } = each
  if (isMissing(version)) throw new RangeRefusal('201', `${path}.version`)
  if (typeof version !== 'string' || !isVersion(version)) throw new RangeRefusal('203', `${path}.version`)
  const methodUrl = readMethodUrl(each, `${path}.threeDSMethodURL`, 2_048)
  const abilities = readTexts(each, 'acsInfoInd', `${path}.acsInfoInd`) ?? []
  return [version, { ...(methodUrl !== undefined && { methodUrl }), abilities }]
}

/** A browser of a payer will be sent there, so it must be an address of the web. */
function readMethodUrl(from: Fields, path: string, lengthMax: number): string | undefined {
  const url = readText(from, 'threeDSMethodURL', path)
  if (url === undefined) return undefined
  if (url.length > lengthMax || !isPlainAddress(url)) throw new RangeRefusal('203', path)
  return url
}

/** 2.10.0 is newer than 2.9.0; a fourth number never decides. */
function versionNumber(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return (major * 100 + minor) * 100 + patch
}
