import type { JsonObject } from './json.ts'
import { objectIn } from './reading.ts'
import { type Kind, kinds, textIn } from './seen.ts'

/** A message on its way, as whoever stood at the wire wrote it down. */
export interface Taken {
  readonly from: string
  readonly to: string
  readonly text: string
  readonly atMs: number
  /** Made wrong, late or twice on purpose: its sender is not blamed, its receiver has to notice. */
  readonly isDeliberate?: boolean
}

/** A message on its way with what was read of it. */
export interface Step extends Taken {
  readonly index: number
  readonly kind: Kind | undefined
  readonly message: JsonObject
  /** The id that the server gave the transaction, in lower case. */
  readonly transaction: string
}

export function stepsOf(taken: readonly Taken[]): readonly Step[] {
  return taken.map((each, index) => {
    const message = objectIn(each.text) ?? {}
    const kind = kinds.find(known => known === message.messageType)
    const transaction = (textIn(message, 'threeDSServerTransID') ?? '').toLowerCase()
    return { ...each, index, kind, message, transaction }
  })
}

/** Takes every message of a run; whoever sends, receives or carries one tells it. */
export interface Recorder {
  take(message: Taken): void
  taken(): readonly Taken[]
}

export function createRecorder(): Recorder {
  const kept: Taken[] = []
  return { take: message => void kept.push(message), taken: () => [...kept] }
}
