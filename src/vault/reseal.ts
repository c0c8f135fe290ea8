import { BoxBroken } from '../platform/secretBox.ts'
import { KeyMissing, type Keyring } from './keyring.ts'
import { createMerchantBox, type MerchantBox } from './merchantBox.ts'
import {
  type BoxCursor,
  type BoxPage,
  type ResealedBox,
  type RotationStore,
  type SealedPlace,
  sealedPlaces,
} from './stores.ts'

/** Reseals what earlier generations sealed, in small steps; resumes where it was interrupted. */
export interface Resealer {
  all(generation: number, progress: ReportReseal): Promise<ResealResult>
  place(place: SealedPlace, generation: number, progress: ReportReseal): Promise<ResealResult>
}

type ReportReseal = (progress: {
  readonly step: SealedPlace
  readonly done: number
  readonly of?: number
}) => void

export type ResealCounts = Readonly<Record<SealedPlace, number>>

export type ResealResult = {
  readonly resealed: ResealCounts
  /** The first boxes that cannot be opened: they stay as they are. */
  readonly broken: readonly BrokenBox[]
  /** How many other boxes were changed concurrently in each pass. */
  readonly left: number
}

export type BrokenBox = { readonly place: SealedPlace; readonly merchantId: string; readonly name: string }

type ResealDependencies = {
  readonly keyring: Pick<Keyring, 'cards' | 'sessions' | 'notifications' | 'users'>
  readonly store: Pick<RotationStore, 'boxes' | 'replace' | 'estimate'>
}

const rowsAtOnce = 200
/** Rows that are locked or were just changed are left to the next pass. */
const passesMax = 5
const brokenMax = 100

export function createResealer({ keyring, store }: ResealDependencies): Resealer {
  const cards = createMerchantBox(keyring.cards)
  const boxes: Readonly<Record<SealedPlace, MerchantBox>> = {
    transactions: cards,
    tokens: cards,
    sessions: createMerchantBox(keyring.sessions),
    secrets: createMerchantBox(keyring.notifications),
    users: createMerchantBox(keyring.users),
  }

  async function resealPlace(
    place: SealedPlace,
    generation: number,
    progress: ReportReseal,
  ): Promise<ResealResult> {
    const of = await store.estimate(place)
    let resealed = 0
    let passed: ResealPassResult = { resealed: 0, left: 0, broken: [] }
    for (let pass = 0; pass < passesMax; pass++) {
      const report = (done: number) => progress({ step: place, done, ...(of !== undefined && { of }) })
      passed = await resealPass({ place, box: boxes[place], store, generation, report })
      resealed += passed.resealed
      if (passed.left === 0) break
    }
    const { left, broken } = passed
    return { resealed: { ...nothingResealed, [place]: resealed }, broken, left }
  }

  return {
    place: resealPlace,
    async all(generation, progress) {
      let whole: ResealResult = { resealed: nothingResealed, broken: [], left: 0 }
      for (const place of sealedPlaces) whole = sumOf(whole, await resealPlace(place, generation, progress))
      return whole
    },
  }
}

export const nothingResealed: ResealCounts = { transactions: 0, tokens: 0, sessions: 0, secrets: 0, users: 0 }

const sumOf = (one: ResealResult, other: ResealResult): ResealResult => ({
  resealed: {
    transactions: one.resealed.transactions + other.resealed.transactions,
    tokens: one.resealed.tokens + other.resealed.tokens,
    sessions: one.resealed.sessions + other.resealed.sessions,
    secrets: one.resealed.secrets + other.resealed.secrets,
    users: one.resealed.users + other.resealed.users,
  },
  broken: [...one.broken, ...other.broken].slice(0, brokenMax),
  left: one.left + other.left,
})

type ResealPass = {
  readonly place: SealedPlace
  readonly box: MerchantBox
  readonly store: ResealDependencies['store']
  readonly generation: number
  readonly report: (done: number) => void
}
type ResealPassResult = Pick<ResealResult, 'broken' | 'left'> & { readonly resealed: number }

async function resealPass({ place, box, store, generation, report }: ResealPass): Promise<ResealPassResult> {
  const broken: BrokenBox[] = []
  let resealed = 0
  let left = 0
  let done = 0
  let after: BoxCursor | undefined
  do {
    const wanted = { before: generation, limit: rowsAtOnce, ...(after && { after }) }
    const page: BoxPage = await store.boxes(place, wanted)
    const fresh: ResealedBox[] = []
    for (const old of page.boxes) {
      const sealed = await resealedOrBroken(box, old)
      if (sealed) fresh.push({ box: old, sealed })
      else if (broken.length < brokenMax)
        broken.push({ place, merchantId: old.merchantId, name: old.identity.replaceAll('\n', ' ') })
    }
    const replaced = fresh.length === 0 ? 0 : await store.replace(place, fresh)
    resealed += replaced
    left += fresh.length - replaced
    done += page.keysRead
    report(done)
    after = page.next
  } while (after)
  return { resealed, left, broken }
}

type StoredBox = BoxPage['boxes'][number]

/** An unavailable store ends the pass; a box that can never be opened does not. */
async function resealedOrBroken(box: MerchantBox, { merchantId, identity, sealed }: StoredBox) {
  try {
    return await box.reseal(merchantId, identity, sealed)
  } catch (error) {
    if (error instanceof BoxBroken || error instanceof KeyMissing) return undefined
    throw error
  }
}
