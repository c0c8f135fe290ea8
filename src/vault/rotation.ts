// Rotating keys: wrapping under a new key-encryption key, new generations of data keys, and retiring old
// ones.

import type { TimedClock } from '../platform/clock.ts'
import { type KeyList, listKeys, type WantedKeyList } from './keyList.ts'
import { type Keyring, noticedWithinMs } from './keyring.ts'
import {
  type BrokenBox,
  createResealer,
  nothingResealed as noneResealed,
  type ResealCounts,
  type Resealer,
  type ResealResult,
} from './reseal.ts'
import {
  dataKeyOf,
  generationsMax,
  type KeyGeneration,
  lockingSecret,
  type RotationAuditEntry,
  type RotationStore,
  sealedPlaces,
  type WrappedKey,
} from './stores.ts'

/**
 * Changes keys while gateways run. They are not interrupted: what is sealed under an earlier generation stays
 * readable until it is retired, and an interrupted rotation continues when it is started again.
 */
export interface KeyRotation {
  /**
   * Wraps the secrets with the first key-encryption key, starts a new generation of data keys and seals
   * everything again. With `onlyWrapping`: only wraps every key with the first one.
   */
  rotate(options?: RotateOptions): Promise<RotationResult | RotationRefusal>
  /** Deletes the data keys of earlier generations, once nothing is sealed under them. */
  retire(options?: RotationProgressOptions): Promise<RetirementResult | RotationRefusal>
  list(wanted?: WantedKeyList): Promise<KeyList>
}

type RotationProgressOptions = { readonly progress?: (progress: RotationProgress) => void }
type RotateOptions = RotationProgressOptions & { readonly onlyWrapping?: boolean }

export type RotationProgress = {
  readonly step: 'rewrap' | 'wait' | 'fence' | 'check' | keyof ResealCounts
  readonly done: number
  /** The approximate total, where it is known. */
  readonly of?: number
}

export type RotationResult = {
  readonly state: 'rotated'
  readonly generation: number
  readonly lockedWith: string
  readonly rewrapped: number
  readonly resealed: ResealCounts
  /**
   * False when something is left under an earlier generation: boxes that cannot be opened, or rows that were
   * changed concurrently in each pass.
   */
  readonly isFinished: boolean
  readonly broken: readonly BrokenBox[]
  readonly unneeded: readonly string[]
}

export type RetirementResult = {
  readonly state: 'retired'
  /** The oldest remaining generation. */
  readonly generation: number
  readonly deletedKeys: number
  readonly resealed: ResealCounts
  /** Key-encryption keys that wrap nothing any more: they may be destroyed. */
  readonly unneeded: readonly string[]
}

export type RotationRefusal = {
  readonly state: 'refused'
  /** One line for the operator. */
  readonly reason: string
  readonly retryAfterMs?: number
}

export type KeyRotationDependencies = {
  readonly keyring: Keyring
  readonly store: RotationStore
  readonly timing: Pick<TimedClock, 'sleep'>
  /** The operator named in the audit log. */
  readonly actor: string
  /** How long nodes have to notice a new generation before resealing begins. */
  readonly noticeMs?: number
  /** How long after that no node has anything of an earlier generation in memory or in a statement. */
  readonly graceMs?: number
}

/** Longer than any statement of a node may take, so that none that began before is under way. */
const usualNoticeMs = noticedWithinMs + 8_000
/** Longer than a request may hold a card in memory. */
const usualGraceMs = 60_000
const keysAtOnce = 200

export function createKeyRotation(given: KeyRotationDependencies): KeyRotation {
  const rotation: Rotation = {
    noticeMs: usualNoticeMs,
    graceMs: usualGraceMs,
    ...given,
    reseal: createResealer(given),
  }
  return {
    rotate: ({ onlyWrapping = false, progress = ignore } = {}) =>
      rotate(rotation, { onlyWrapping, progress }),
    retire: ({ progress = ignore } = {}) => retire(rotation, progress),
    list: (wanted = {}) => listKeys(rotation, wanted),
  }
}

type Rotation = Required<KeyRotationDependencies> & { readonly reseal: Resealer }
type ReportProgress = NonNullable<RotationProgressOptions['progress']>
const ignore: ReportProgress = () => undefined
const refused = (reason: string, more: Partial<RotationRefusal> = {}): RotationRefusal => ({
  state: 'refused',
  reason,
  ...more,
})

async function rotate(rotation: Rotation, { onlyWrapping, progress }: Required<RotateOptions>) {
  const { keyring, store, timing, noticeMs, reseal } = rotation
  await keyring.refresh()
  const foreign = await unknownWrapping(rotation)
  if (foreign !== undefined) return refused(keyring.wrapping.whyNot(foreign))
  // Done before the generation, so that all its keys are wrapped by the new key-encryption key.
  const isLockNew = await lockWithFirst(rotation)
  if (isLockNew === undefined) return refused('Somebody else is rotating keys at this moment')
  const target = onlyWrapping ? undefined : await startOrResume(rotation)
  if (target === 'full') return refused(`There were ${generationsMax} generations already`)
  await keyring.refresh()
  const waitMs = isLockNew ? noticeMs : Math.max(noticeMs - (target?.ageMs ?? noticeMs), 0)
  progress({ step: 'wait', done: 0, of: waitMs })
  await timing.sleep(waitMs)
  const rewrapped = await rewrapAll(rotation, { onlyWrapping, progress })
  const { resealed, broken, left } = onlyWrapping
    ? nothingResealed
    : await reseal.all(keyring.keyState().generation, progress)
  const isFinished = left === 0 && broken.length === 0
  const { generation } = keyring.keyState()
  if (target && isFinished) await store.finish(generation, auditEntryOf(rotation, { generation, resealed }))
  return {
    state: 'rotated',
    ...{ generation, lockedWith: firstOf(rotation), rewrapped, resealed, isFinished, broken },
    unneeded: await unneeded(rotation),
  } satisfies RotationResult
}

const nothingResealed: ResealResult = {
  resealed: noneResealed,
  broken: [],
  left: 0,
}

const auditEntryOf = (
  { actor }: Rotation,
  details: RotationAuditEntry['details'],
  action: RotationAuditEntry['action'] = 'keys.rotate',
): RotationAuditEntry => ({
  actor,
  action,
  details,
})

const firstOf = ({ keyring }: Rotation): string => keyring.wrapping.ids()[0] ?? ''

/** A key-encryption key that is in use but was not given to this command. */
async function unknownWrapping({ keyring, store }: Rotation): Promise<string | undefined> {
  const known = keyring.wrapping.ids()
  return [...(await store.wrappings()).keys()].find(id => !known.includes(id))
}

/** The first one wraps next, even if it has not yet. */
async function unneeded({ keyring, store }: Rotation): Promise<readonly string[]> {
  const used = await store.wrappings()
  const [, ...others] = keyring.wrapping.ids()
  return others.filter(id => !used.has(id))
}

/**
 * From this commit on, the database accepts no key that is wrapped by another one. Returns whether that is a
 * change; undefined when it was changed concurrently.
 */
async function lockWithFirst(rotation: Rotation): Promise<boolean | undefined> {
  const lockedWith = firstOf(rotation)
  const { lockedWith: before } = rotation.keyring.keyState()
  if (before === lockedWith) return false
  const secret = await rotation.store.find(lockingSecret)
  if (!secret) throw new Error('The installation has lost its first secret')
  const entry = auditEntryOf(rotation, { lockedWith, before })
  return (await rewrap(rotation, { name: lockingSecret, ...secret }, entry)) || undefined
}

/** The newest generation, while data is still sealed under earlier ones; else the next. */
async function startOrResume(rotation: Rotation): Promise<KeyGeneration | 'full'> {
  const newest = await newestOf(rotation)
  if (newest.resealedForMs === undefined) return newest
  const number = newest.number + 1
  if (number > generationsMax) return 'full'
  // It may have been started by another process; this one continues it.
  await rotation.store.start(
    number,
    auditEntryOf(rotation, { generation: number, lockedWith: firstOf(rotation) }),
  )
  return newestOf(rotation)
}

async function newestOf({ store }: Rotation): Promise<KeyGeneration> {
  const newest = (await store.generations()).at(-1)
  if (!newest) throw new Error('There is no generation of keys')
  return newest
}

/**
 * Unless only the wrapping is changed, data keys of earlier generations keep their wrapping: they are about
 * to be deleted, and once the key-encryption key that wrapped them is destroyed, they cannot be read from any
 * backup either.
 */
async function rewrapAll(
  rotation: Rotation,
  { onlyWrapping, progress }: { readonly onlyWrapping: boolean; readonly progress: ReportProgress },
): Promise<number> {
  const { generation } = rotation.keyring.keyState()
  let done = 0
  for (let after = ''; ; ) {
    const page = await rotation.store.keys({ after, limit: keysAtOnce, notUnder: firstOf(rotation) })
    for (const key of page) {
      const number = dataKeyOf(key.name)?.generation ?? generation
      if ((onlyWrapping || number >= generation) && (await rewrap(rotation, key))) done++
    }
    progress({ step: 'rewrap', done })
    const last = page.at(-1)
    if (!last) return done
    after = last.name
  }
}

type NamedWrappedKey = WrappedKey & { readonly name: string }

async function rewrap(
  rotation: Rotation,
  { name, keyId, wrapped: box }: NamedWrappedKey,
  entry?: RotationAuditEntry,
): Promise<boolean> {
  const { keyring, store } = rotation
  const seen = { keyId, wrapped: box }
  const key = await keyring.wrapping.unwrap(name, seen)
  const wrapped = await keyring.wrapping.wrap(name, key, firstOf(rotation))
  key.fill(0)
  return store.rewrap({ name, seen, wrapped }, entry)
}

async function retire(
  rotation: Rotation,
  progress: ReportProgress,
): Promise<RetirementResult | RotationRefusal> {
  const { keyring, store, reseal } = rotation
  await keyring.refresh()
  const newest = await newestOf(rotation)
  if (keyring.keyState().oldest === newest.number) return nothingToRetire(rotation, newest)
  const tooEarly = whyTooEarly(newest, rotation.graceMs)
  if (tooEarly) return tooEarly
  const { number: generation } = newest
  const missed = await resealMissed(rotation, generation, progress)
  if ('reason' in missed) return missed
  for (const [done, place] of sealedPlaces.entries()) {
    progress({ step: 'fence', done, of: sealedPlaces.length })
    if ((await store.fence(place, generation)) === 'busy') return refused(busy(place))
  }
  const resealed = { ...missed }
  for (const [done, place] of sealedPlaces.entries()) {
    progress({ step: 'check', done, of: sealedPlaces.length })
    if (await store.isClear(place)) continue
    // A node slipped it in just before the fence; behind it nothing can be added.
    resealed[place] += (await reseal.place(place, generation, progress)).resealed[place]
    if (!(await store.isClear(place))) return refused(notClear(place))
  }
  const deletedKeys = await store.retire(generation, auditEntryOf(rotation, { generation }, 'keys.retire'))
  if (deletedKeys === undefined) return refused(notClear('transactions'))
  await keyring.refresh()
  return { state: 'retired', generation, deletedKeys, resealed, unneeded: await unneeded(rotation) }
}

/**
 * What the rotation missed: a node had not noticed the new generation in time, or a merchant was moved from a
 * cell that was still to be walked to one that was. Behind the fence nobody could write to such a row.
 */
async function resealMissed(
  { store, reseal }: Rotation,
  generation: number,
  progress: ReportProgress,
): Promise<ResealCounts | RotationRefusal> {
  const missed = { ...nothingResealed.resealed }
  for (const [done, place] of sealedPlaces.entries()) {
    progress({ step: 'check', done, of: sealedPlaces.length })
    const counted = await store.count(place)
    if (counted.every(box => box.generation >= generation)) continue
    const { resealed, broken } = await reseal.place(place, generation, progress)
    if (broken.length > 0) return refused(notClear(place))
    missed[place] = resealed[place]
  }
  return missed
}

const nothingToRetire = async (rotation: Rotation, { number }: KeyGeneration): Promise<RetirementResult> => ({
  state: 'retired',
  ...{ generation: number, deletedKeys: 0, resealed: nothingResealed.resealed },
  unneeded: await unneeded(rotation),
})

function whyTooEarly({ number, resealedForMs }: KeyGeneration, graceMs: number): RotationRefusal | undefined {
  if (resealedForMs === undefined)
    return refused(`Not everything is sealed under generation ${number} yet: rotate again, it goes on`)
  const retryAfterMs = graceMs - resealedForMs
  if (retryAfterMs <= 0) return undefined
  const seconds = Math.ceil(retryAfterMs / 1_000)
  return refused(`Requests may still be using the earlier keys: retire in ${seconds} s`, { retryAfterMs })
}

const busy = (place: string): string =>
  `Somebody has been using the table of ${place} for a long time (a backup?): retire when that is over`
const notClear = (place: string): string =>
  `Something in ${place} is sealed under an earlier generation and cannot be sealed anew: rotate tells what`
